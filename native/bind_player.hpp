// A player as a Python class: write a Player, call TABLIER_PLAYER(name, PositionType, PlayerType) in native/games/<name>/player.cpp.
#pragma once
#ifdef TABLIER_FUZZ
#define TABLIER_PLAYER(name, PositionType, PlayerType)
#else
#include <exception>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include "bind.hpp"
#include "search_player.hpp"

namespace tablier {

std::vector<std::pair<const char*, Binder>>& player_binders();

struct PlayerRegistered {
    PlayerRegistered(const char* name, Binder binder) { player_binders().emplace_back(name, binder); }
};

inline nb::dict as_dict(const Thought& thought) {
    nb::list candidates;
    for (const Candidate& one : thought.candidates)
        candidates.append(nb::make_tuple(one.code, one.chance, static_cast<int>(one.proof), one.plies, one.nodes));
    nb::dict told;
    told["candidates"] = candidates;
    told["line"] = nb::cast(thought.line);
    told["nodes"] = thought.nodes;
    told["depth"] = thought.depth;
    told["seconds"] = thought.seconds;
    return told;
}

template <class T>
struct Thinker {
    explicit Thinker(const std::map<std::string, double>& given) : settings(given.begin(), given.end()), player(settings) {}
    Settings settings;
    T player;
    Watch watch;
};

template <class P, class T>
    requires Player<T, P>
void bind_player(nb::module_& m) {
    using K = Thinker<T>;
    nb::class_<K> bound(m, "Player", "Thinks about positions of this game. One thought at a time; `stop` from any thread.");
    bound.def(nb::init<const std::map<std::string, double>&>(), nb::arg("settings"))
        .def("think", [](K& self, const Line<P>& line, double seconds, std::uint64_t nodes, int depth, std::optional<nb::callable> report) {
            Thought thought;
            const P position = line.position;
            std::exception_ptr failed;  // Ctrl-C, or a watcher that failed: stop thinking, then say why
            std::function<void(const Thought&)> tell;
            if (report) tell = [&](const Thought& now) {
                nb::gil_scoped_acquire acquired;
                try {
                    (*report)(as_dict(now));
                } catch (...) {
                    if (!failed) failed = std::current_exception();
                    self.watch.stop();
                }
            };
            self.watch.ready();
            {
                nb::gil_scoped_release released;
                self.watch.begin({seconds, nodes, depth}, std::move(tell));
                thought = self.player.think(position, self.watch);
                thought.seconds = self.watch.seconds();
            }
            if (failed) std::rethrow_exception(failed);
            return as_dict(thought);
        }, nb::arg("position"), nb::arg("seconds") = 0.0, nb::arg("nodes") = 0, nb::arg("depth") = 0, nb::arg("report") = nb::none(),
           "What it finds within the limits: candidates (code, chance, proof, plies, nodes), line, nodes, depth, seconds.")
        .def("stop", [](K& self) { self.watch.stop(); }, "Ends the thought under way, within milliseconds.")
        .def_prop_ro("known", [](const K& self) { return std::vector<std::string>(self.settings.asked->begin(), self.settings.asked->end()); },
                     "The settings it asked for when it was made; any other name changes nothing.")
        .def("forget", [](K& self) { self.player.forget(); }, "Forgets everything kept from earlier thoughts.");
    if constexpr (requires(const P& position) { { T::features(position) } -> std::same_as<std::vector<int>>; }) {
        bound.def_static("features", [](const Line<P>& line) { return T::features(line.position); }, nb::arg("position"),
                         "What the evaluation sees of a position, as numbers: for fitting its weights.");
        bound.attr("features_in_all") = T::features_in_all;
    }
    if constexpr (requires(const P& position) { { T::inputs(position) } -> std::same_as<std::vector<float>>; }) {
        bound.def_static("inputs", [](const Line<P>& line) { return T::inputs(line.position); }, nb::arg("position"),
                         "What the network that judges a position sees of it; nothing where an end is at hand.");
        bound.def_static("traits", [](const Line<P>& line, Code last, Code before) { return T::traits(line.position, last, before); },
                         nb::arg("position"), nb::arg("last"), nb::arg("before"),
                         "The actions worth a try, each with whether its hints count and its traits, as numbers. `last` and `before` are"
                         " the two actions played last, 65535 where not known.");
        bound.attr("inputs_in_all") = T::inputs_in_all;
        bound.attr("units_in_all") = T::units_in_all;
        bound.attr("traits_in_all") = T::traits_in_all;
        bound.attr("hints_in_all") = T::hints_in_all;
        bound.attr("hinting_in_all") = T::hinting_in_all;
        bound.attr("reasons_in_all") = T::reasons_in_all;
    }
}

}  // namespace tablier

#define TABLIER_PLAYER(name, PositionType, PlayerType) \
    static const ::tablier::PlayerRegistered player_##name { #name, &::tablier::bind_player<PositionType, PlayerType> }
#endif
