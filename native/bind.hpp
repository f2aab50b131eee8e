// Python bindings of a game's native rules: the classes Position and Batch, the same for every game. To add a game: write a type
// that satisfies Position, and put TABLIER_GAME(name, Type) into one .cpp file of native/games/<name>/.
#pragma once
#ifdef TABLIER_FUZZ
#include "fuzz.hpp"
#define TABLIER_GAME(name, Type) \
    static const ::tablier::FuzzRegistration registered_##name { &::tablier::fuzz_one<Type> }
#else
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "batch.hpp"
#include "random.hpp"
#include "search/exhaustive.hpp"

namespace tablier {

namespace nb = nanobind;

using Binder = void (*)(nb::module_&);

// Games register themselves during static initialisation, so that no file lists them.
std::vector<std::pair<const char*, Binder>>& binders();

struct GameRegistration {
    GameRegistration(const char* name, Binder binder) { binders().emplace_back(name, binder); }
};

// A position with its undo stack.
template <Position P>
struct BoundPosition {
    P position;
    std::vector<std::pair<Code, typename P::Undo>> played;

    // Returns false for a number that is not a legal code.
    bool play(std::int64_t number) {
        if (!is_legal(number)) return false;
        const Code code = static_cast<Code>(number);
        played.emplace_back(code, typename P::Undo{});
        position.play(code, played.back().second);
        return true;
    }

    bool undo() {
        if (played.empty()) return false;
        position.undo(played.back().first, played.back().second);
        played.pop_back();
        return true;
    }

    std::vector<Code> legal() const {
        std::vector<Code> codes(static_cast<std::size_t>(position.rules().codes()));
        codes.resize(static_cast<std::size_t>(position.over() ? 0 : position.legal(codes.data())));
        return codes;
    }

    bool is_legal(std::int64_t number) const {
        return number >= 0 && number < position.rules().codes() && !position.over() && position.is_legal(static_cast<Code>(number));
    }

    Key canonical_key() const {
        Key least = position.key();
        for (int number = 1; number < position.rules().symmetries(); ++number)
            least = std::min(least, position.transformed(number).key());
        return least;
    }

    // Plays and undoes random actions: the cost of make and undo, without move generation.
    std::uint64_t make_and_undo(std::uint64_t times, std::uint64_t seed) {
        if (position.over()) return 0;
        const std::vector<Code> codes = legal();
        Random rng{seed};
        typename P::Undo undo;
        Key checksum = 0;  // keeps the compiler from removing the loop
        for (std::uint64_t i = 0; i < times; ++i) {
            const Code code = codes[rng.below(static_cast<std::uint32_t>(codes.size()))];
            position.play(code, undo);
            checksum ^= position.key();
            position.undo(code, undo);
        }
        return checksum;
    }
};

constexpr int default_max_plies = 1'000'000;  // of a random game

template <Position P>
void bind_position(nb::module_& m) {
    using Self = BoundPosition<P>;
    nb::class_<Self> cls(m, "Position", "A position of this game, changed in place, with its undo stack.");
    cls.attr("counts_repetitions") = RepeatingPosition<P>;  // whether a played position knows more than its text
    cls.def_static("start", [](std::string_view edition, const std::map<std::string, std::string>& options, std::uint64_t seed) -> std::optional<Self> {
            auto rules = make_rules<P>(edition, Options(options.begin(), options.end()));
            if (!rules) return std::nullopt;
            return Self{P::start(rules, seed), {}};
        }, nb::arg("edition"), nb::arg("options"), nb::arg("seed"), "The start position; None if the native rules do not support these options.")
        .def_static("load", [](std::string_view edition, const std::map<std::string, std::string>& options, std::string_view fields) -> std::optional<Self> {
            auto rules = make_rules<P>(edition, Options(options.begin(), options.end()));
            if (!rules) return std::nullopt;
            auto position = P::load(rules, fields);
            if (!position) return std::nullopt;
            return Self{std::move(*position), {}};
        }, nb::arg("edition"), nb::arg("options"), nb::arg("fields"), "The position of a text; None if it is invalid or the native rules do not support these options.")
        .def("copy", [](const Self& self) { return Self{self.position, {}}; }, "The same position with an empty undo stack.")
        .def_prop_ro("fields", [](const Self& self) { return self.position.fields(); }, "The position text without its header.")
        .def_prop_ro("turn", [](const Self& self) { return self.position.turn(); }, "The seat whose turn it is.")
        .def_prop_ro("to_act", [](const Self& self) { return self.position.to_act(); }, "The seat that must act, -1 if the game is over.")
        .def_prop_ro("over", [](const Self& self) { return self.position.over(); })
        .def_prop_ro("winner", [](const Self& self) { return self.position.winner(); }, "-1 for a draw, and while the game runs.")
        .def_prop_ro("reason", [](const Self& self) { return std::string(self.position.reason()); })
        .def_prop_ro("codes", [](const Self& self) { return self.position.rules().codes(); }, "Number of codes.")
        .def_prop_ro("symmetries", [](const Self& self) { return self.position.rules().symmetries(); })
        .def_prop_ro("key", [](const Self& self) { return self.position.key(); })
        .def_prop_ro("canonical_key", &Self::canonical_key, "The smallest key of all symmetric images.")
        .def_prop_ro("depth", [](const Self& self) { return self.played.size(); }, "Number of actions that `undo` can take back.")
        .def("legal", &Self::legal, "The codes of the legal actions, in no particular order.")
        .def("is_legal", &Self::is_legal, nb::arg("code"))
        .def("play", &Self::play, nb::arg("code"), "Play a code; False if it is not legal.")
        .def("undo", &Self::undo, "Take the last action back; False if there is none.")
        .def("write", [](const Self& self, std::int64_t code) -> std::optional<std::string> {
            if (!self.is_legal(code)) return std::nullopt;
            return self.position.write(static_cast<Code>(code));
        }, nb::arg("code"), "The canonical text of a legal code, None for any other number.")
        .def("read", [](const Self& self, std::string_view text) { return self.position.over() ? std::nullopt : self.position.read(text); },
             nb::arg("text"), "The code of a canonical listed text, None for any other text.")
        .def("transformed", [](const Self& self, int number) -> std::optional<Self> {
            if (number < 0 || number >= self.position.rules().symmetries()) return std::nullopt;
            return Self{self.position.transformed(number), {}};
        }, nb::arg("number"), "The image under a symmetry by its number; None if there is no such symmetry.")
        .def("transformed_code", [](const Self& self, std::int64_t code, int number) -> std::optional<Code> {
            if (!self.is_legal(code) || number < 0 || number >= self.position.rules().symmetries()) return std::nullopt;
            return self.position.transformed(static_cast<Code>(code), number);
        }, nb::arg("code"), nb::arg("number"), "The image of a legal code under a symmetry; None for any other number.")
        .def("observe", [](const Self& self) {
            const Shape shape = self.position.rules().shape();
            const std::size_t size[3] = {static_cast<std::size_t>(shape.planes), static_cast<std::size_t>(shape.rows), static_cast<std::size_t>(shape.columns)};
            auto* bytes = new std::uint8_t[size[0] * size[1] * size[2]];
            nb::capsule owner(bytes, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
            self.position.observe(bytes);
            return nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<3>>(bytes, 3, size, owner);
        }, "The position as planes of bytes, from the view of the seat to act.")
        .def("perft", [](Self& self, int depth) {
            P position = self.position;
            std::vector<Code> buffer(static_cast<std::size_t>(self.position.rules().codes()) * static_cast<std::size_t>(std::max(1, depth)));
            return perft(position, std::max(0, depth), buffer.data());
        }, nb::arg("depth"), nb::call_guard<nb::gil_scoped_release>(), "Number of sequences of exactly `depth` legal actions.")
        .def("forces_win", [](const Self& self, int seat, int plies, std::uint64_t nodes) -> std::optional<bool> {
            return Exhaustive<P>(self.position, seat, std::clamp(plies, 0, 100), nodes).can_force_win();
        }, nb::arg("seat"), nb::arg("plies"), nb::arg("nodes") = 0, nb::call_guard<nb::gil_scoped_release>(),
           "Whether a seat can force a win within `plies` (at most 100), by exhaustive search; None if `nodes` (0: no limit) were not enough.")
        .def("random_games", [](const Self& self, std::uint64_t games, std::uint64_t seed, int max_plies) {
            PlayoutStats stats;
            {
                nb::gil_scoped_release released;
                stats = random_games(self.position, games, seed, max_plies);
            }
            nb::dict dict;
            dict["games"] = stats.games;
            dict["moves"] = stats.moves;
            dict["draws"] = stats.draws;
            dict["truncated"] = stats.truncated;
            nb::list wins;
            for (int seat = 0; seat < self.position.rules().seats(); ++seat) wins.append(stats.wins[static_cast<std::size_t>(seat)]);
            dict["wins"] = wins;
            return dict;
        }, nb::arg("games"), nb::arg("seed") = 0, nb::arg("max_plies") = default_max_plies, "Play random games from here and count their results.")
        .def("make_and_undo", &Self::make_and_undo, nb::arg("times"), nb::arg("seed") = 0, nb::call_guard<nb::gil_scoped_release>(),
             "Play and undo random legal actions, for benchmarks.");
}

template <Position P>
void bind_batch(nb::module_& m) {
    using B = Batch<P>;
    const auto bytes = [](B& batch, std::vector<std::uint8_t>& buffer, std::initializer_list<std::size_t> shape) {
        return nb::ndarray<nb::numpy, std::uint8_t>(buffer.data(), shape, nb::find(batch));
    };
    nb::class_<B>(m, "Batch", "Many games stepped at once, for training.")
        .def_static("make", [](std::string_view edition, const std::map<std::string, std::string>& options, std::vector<std::uint64_t> seeds, int threads) -> std::unique_ptr<B> {
            auto rules = make_rules<P>(edition, Options(options.begin(), options.end()));
            if (!rules) return nullptr;
            return std::make_unique<B>(rules, std::move(seeds), threads);
        }, nb::arg("edition"), nb::arg("options"), nb::arg("seeds"), nb::arg("threads"),
           "A batch with one game per seed; None if the native rules do not support these options.")
        .def("step", [](B& batch, nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> actions) -> std::int64_t {
            if (actions.shape(0) != batch.count()) throw nb::value_error("expected one action per game");
            const std::int64_t* first = actions.data();
            nb::gil_scoped_release released;
            return batch.step(first);
        }, nb::arg("actions"), "Play an action in every game and return -1. If an action is illegal, change nothing and return the first such game.")
        .def("step_randomly", &B::step_randomly, nb::arg("steps"), nb::arg("seed") = 0, nb::call_guard<nb::gil_scoped_release>(),
             "Play random actions in every game, for benchmarks.")
        .def("fields", [](const B& batch, std::size_t game) {
            if (game >= batch.count()) throw nb::index_error();
            return batch.position(game).fields();
        }, nb::arg("game"), "The position text of one game without its header.")
        .def_prop_ro("observation", [bytes](B& batch) {
            const Shape shape = batch.rules().shape();
            return bytes(batch, batch.observation, {batch.count(), static_cast<std::size_t>(shape.planes), static_cast<std::size_t>(shape.rows), static_cast<std::size_t>(shape.columns)});
        })
        .def_prop_ro("legal", [bytes](B& batch) { return bytes(batch, batch.legal, {batch.count(), batch.codes()}); })
        .def_prop_ro("done", [bytes](B& batch) { return bytes(batch, batch.done, {batch.count()}); })
        .def_prop_ro("to_act", [](B& batch) { return nb::ndarray<nb::numpy, std::int8_t>(batch.to_act.data(), {batch.count()}, nb::find(batch)); })
        .def_prop_ro("rewards", [](B& batch) { return nb::ndarray<nb::numpy, float>(batch.rewards.data(), {batch.count(), batch.seats()}, nb::find(batch)); });
}

template <Position P>
void bind_game(nb::module_& m) {
    bind_position<P>(m);
    bind_batch<P>(m);
}

}  // namespace tablier

#define TABLIER_GAME(name, Type) \
    static const ::tablier::GameRegistration registered_##name { #name, &::tablier::bind_game<Type> }
#endif
