// A game's twin as Python classes, the same for every game: write a Position, call TABLIER_GAME(name, Type) in one .cpp file.
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

// Games register themselves before the module is made, so that no file lists them.
std::vector<std::pair<const char*, Binder>>& binders();

struct GameRegistration {
    GameRegistration(const char* name, Binder binder) { binders().emplace_back(name, binder); }
};

// A position with the way back to where it began.
template <Position P>
struct BoundPosition {
    P position;
    std::vector<std::pair<Code, typename P::Undo>> played;

    // False for a code that is not legal here, whatever number it is.
    bool play(std::int64_t number) {
        if (number < 0 || number >= position.rules().codes()) return false;
        const Code code = static_cast<Code>(number);
        if (position.over() || !position.is_legal(code)) return false;
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

    bool listed(std::int64_t number) const {
        return number >= 0 && number < position.rules().codes() && !position.over() && position.is_legal(static_cast<Code>(number));
    }

    Key canonical_key() const {
        Key least = position.key();
        for (int number = 1; number < position.rules().symmetries(); ++number)
            least = std::min(least, position.transformed(number).key());
        return least;
    }

    // Plays and takes back random actions: the cost of make and undo, without listing.
    std::uint64_t make_and_undo(std::uint64_t times, std::uint64_t seed) {
        if (position.over()) return 0;
        const std::vector<Code> codes = legal();
        Random rng{seed};
        typename P::Undo undo;
        Key seen = 0;
        for (std::uint64_t i = 0; i < times; ++i) {
            const Code code = codes[rng.below(static_cast<std::uint32_t>(codes.size()))];
            position.play(code, undo);
            seen ^= position.key();
            position.undo(code, undo);
        }
        return seen;
    }
};

constexpr int max_playout_plies = 1'000'000;

template <Position P>
void bind_position(nb::module_& m) {
    using L = BoundPosition<P>;
    nb::class_<L> bound(m, "Position", "One position of this game, changed in place, and the way back to where it began.");
    bound.attr("counts_repetitions") = RepeatingPosition<P>;
    bound.def_static("start", [](std::string_view edition, const std::map<std::string, std::string>& options, std::uint64_t seed) -> std::optional<L> {
            auto rules = make_rules<P>(edition, Options(options.begin(), options.end()));
            if (!rules) return std::nullopt;
            return L{P::start(rules, seed), {}};
        }, nb::arg("edition"), nb::arg("options"), nb::arg("seed"), "The start of a game; None when these options have no twin.")
        .def_static("load", [](std::string_view edition, const std::map<std::string, std::string>& options, std::string_view fields) -> std::optional<L> {
            auto rules = make_rules<P>(edition, Options(options.begin(), options.end()));
            if (!rules) return std::nullopt;
            auto position = P::load(rules, fields);
            if (!position) return std::nullopt;
            return L{std::move(*position), {}};
        }, nb::arg("edition"), nb::arg("options"), nb::arg("fields"), "The position of a text; None when it cannot be read or has no twin.")
        .def("copy", [](const L& line) { return L{line.position, {}}; }, "The same position, with no way back.")
        .def_prop_ro("fields", [](const L& line) { return line.position.fields(); }, "The position text without its heading.")
        .def_prop_ro("turn", [](const L& line) { return line.position.turn(); })
        .def_prop_ro("to_act", [](const L& line) { return line.position.to_act(); }, "The seat that must act, -1 when over.")
        .def_prop_ro("over", [](const L& line) { return line.position.over(); })
        .def_prop_ro("winner", [](const L& line) { return line.position.winner(); }, "-1 for a draw, and while it runs.")
        .def_prop_ro("reason", [](const L& line) { return std::string(line.position.reason()); })
        .def_prop_ro("codes", [](const L& line) { return line.position.rules().codes(); }, "How many codes there are.")
        .def_prop_ro("symmetries", [](const L& line) { return line.position.rules().symmetries(); })
        .def_prop_ro("key", [](const L& line) { return line.position.key(); })
        .def_prop_ro("canonical_key", &L::canonical_key, "The least key among the symmetric images.")
        .def_prop_ro("depth", [](const L& line) { return line.played.size(); }, "How many actions can be taken back.")
        .def("legal", &L::legal, "The codes of the listed actions, in no special order.")
        .def("is_legal", &L::listed, nb::arg("code"))
        .def("play", &L::play, nb::arg("code"), "Plays a code; False when it is not legal here.")
        .def("undo", &L::undo, "Takes the last one back; False at the beginning.")
        .def("write", [](const L& line, std::int64_t code) -> std::optional<std::string> {
            if (!line.listed(code)) return std::nullopt;
            return line.position.write(static_cast<Code>(code));
        }, nb::arg("code"), "The canonical text of a legal code.")
        .def("read", [](const L& line, std::string_view text) { return line.position.over() ? std::nullopt : line.position.read(text); },
             nb::arg("text"), "The code of a canonical listed text, else None.")
        .def("transformed", [](const L& line, int number) -> std::optional<L> {
            if (number < 0 || number >= line.position.rules().symmetries()) return std::nullopt;
            return L{line.position.transformed(number), {}};
        }, nb::arg("number"))
        .def("transformed_code", [](const L& line, std::int64_t code, int number) -> std::optional<Code> {
            if (!line.listed(code) || number < 0 || number >= line.position.rules().symmetries()) return std::nullopt;
            return line.position.transformed(static_cast<Code>(code), number);
        }, nb::arg("code"), nb::arg("number"))
        .def("observe", [](const L& line) {
            const Shape shape = line.position.rules().shape();
            const std::size_t size[3] = {static_cast<std::size_t>(shape.planes), static_cast<std::size_t>(shape.rows), static_cast<std::size_t>(shape.columns)};
            auto* bytes = new std::uint8_t[size[0] * size[1] * size[2]];
            nb::capsule owner(bytes, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
            line.position.observe(bytes);
            return nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<3>>(bytes, 3, size, owner);
        }, "The position as planes of bytes, seen by the seat to act.")
        .def("perft", [](L& line, int depth) {
            P position = line.position;
            std::vector<Code> buffer(static_cast<std::size_t>(line.position.rules().codes()) * static_cast<std::size_t>(std::max(1, depth)));
            return perft(position, std::max(0, depth), buffer.data());
        }, nb::arg("depth"), nb::call_guard<nb::gil_scoped_release>(), "The number of sequences of exactly that many listed actions.")
        .def("forces_win", [](const L& line, int seat, int plies, std::uint64_t nodes) -> std::optional<bool> {
            return Exhaustive<P>(line.position, seat, std::clamp(plies, 0, 100), nodes).can_force_win();
        }, nb::arg("seat"), nb::arg("plies"), nb::arg("nodes") = 0, nb::call_guard<nb::gil_scoped_release>(),
           "Whether a seat wins within so many plies whatever the others do, by trying everything; None when so many nodes (0: any number) are not enough.")
        .def("random_games", [](const L& line, std::uint64_t games, std::uint64_t seed, int max_plies) {
            PlayoutStats played;
            {
                nb::gil_scoped_release released;
                played = random_games(line.position, games, seed, max_plies);
            }
            nb::dict told;
            told["games"] = played.games;
            told["moves"] = played.moves;
            told["draws"] = played.draws;
            told["truncated"] = played.truncated;
            nb::list wins;
            for (int seat = 0; seat < line.position.rules().seats(); ++seat) wins.append(played.wins[static_cast<std::size_t>(seat)]);
            told["wins"] = wins;
            return told;
        }, nb::arg("games"), nb::arg("seed") = 0, nb::arg("max_plies") = max_playout_plies, "Plays random games from here to their ends and counts.")
        .def("make_and_undo", &L::make_and_undo, nb::arg("times"), nb::arg("seed") = 0, nb::call_guard<nb::gil_scoped_release>(),
             "Plays and takes back random legal actions here: for the benchmark.");
}

template <Position P>
void bind_batch(nb::module_& m) {
    using B = Batch<P>;
    const auto bytes = [](B& batch, std::vector<std::uint8_t>& buffer, std::initializer_list<std::size_t> shape) {
        return nb::ndarray<nb::numpy, std::uint8_t>(buffer.data(), shape, nb::find(batch));
    };
    nb::class_<B>(m, "Batch", "Many games stepped at once.")
        .def_static("make", [](std::string_view edition, const std::map<std::string, std::string>& options, std::vector<std::uint64_t> seeds, int threads) -> std::unique_ptr<B> {
            auto rules = make_rules<P>(edition, Options(options.begin(), options.end()));
            if (!rules) return nullptr;
            return std::make_unique<B>(rules, std::move(seeds), threads);
        }, nb::arg("edition"), nb::arg("options"), nb::arg("seeds"), nb::arg("threads"))
        .def("step", [](B& batch, nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> actions) -> std::int64_t {
            if (actions.shape(0) != batch.count()) throw nb::value_error("one action for every game is needed");
            const std::int64_t* first = actions.data();
            nb::gil_scoped_release released;
            return batch.step(first);
        }, nb::arg("actions"), "Plays an action in every game; the first game whose action is illegal, or -1.")
        .def("step_randomly", &B::step_randomly, nb::arg("steps"), nb::arg("seed") = 0, nb::call_guard<nb::gil_scoped_release>())
        .def("fields", [](const B& batch, std::size_t game) {
            if (game >= batch.count()) throw nb::index_error();
            return batch.position(game).fields();
        }, nb::arg("game"), "The position text of one game without its heading.")
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
