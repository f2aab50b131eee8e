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

struct PlayerRegistration {
    PlayerRegistration(const char* name, Binder binder) { player_binders().emplace_back(name, binder); }
};

inline nb::dict as_dict(const SearchResult& result) {
    nb::list candidates;
    for (const Candidate& one : result.candidates)
        candidates.append(nb::make_tuple(one.code, one.expected_score, static_cast<int>(one.proof), one.plies, one.nodes));
    nb::dict told;
    told["candidates"] = candidates;
    told["pv"] = nb::cast(result.pv);
    told["nodes"] = result.nodes;
    told["depth"] = result.depth;
    told["seconds"] = result.seconds;
    return told;
}

template <class T>
struct BoundPlayer {
    explicit BoundPlayer(const std::map<std::string, double>& given) : settings(given.begin(), given.end()), player(settings) {}
    Settings settings;
    T player;
    SearchControl control;
};

template <class P, class T>
    requires Player<T, P>
void bind_player(nb::module_& m) {
    using K = BoundPlayer<T>;
    nb::class_<K> bound(m, "Player", "Thinks about positions of this game. One thought at a time; `stop` from any thread.");
    bound.def(nb::init<const std::map<std::string, double>&>(), nb::arg("settings"))
        .def("think", [](K& self, const BoundPosition<P>& line, double seconds, std::uint64_t nodes, int depth, std::optional<nb::callable> report) {
            SearchResult result;
            const P position = line.position;
            std::exception_ptr failed;  // Ctrl-C, or a watcher that failed: stop thinking, then say why
            std::function<void(const SearchResult&)> tell;
            if (report) tell = [&](const SearchResult& now) {
                nb::gil_scoped_acquire acquired;
                try {
                    (*report)(as_dict(now));
                } catch (...) {
                    if (!failed) failed = std::current_exception();
                    self.control.stop();
                }
            };
            self.control.clear_stop();
            {
                nb::gil_scoped_release released;
                self.control.start({seconds, nodes, depth}, std::move(tell));
                result = self.player.think(position, self.control);
                result.seconds = self.control.elapsed_s();
            }
            if (failed) std::rethrow_exception(failed);
            return as_dict(result);
        }, nb::arg("position"), nb::arg("seconds") = 0.0, nb::arg("nodes") = 0, nb::arg("depth") = 0, nb::arg("report") = nb::none(),
           "What it finds within the limits: candidates (code, chance, proof, plies, nodes), line, nodes, depth, seconds.")
        .def("stop", [](K& self) { self.control.stop(); }, "Ends the thought under way, within milliseconds.")
        .def_prop_ro("setting_names", [](const K& self) { return std::vector<std::string>(self.settings.names_read->begin(), self.settings.names_read->end()); },
                     "The settings it asked for when it was made; any other name changes nothing.")
        .def("clear", [](K& self) { self.player.clear(); }, "Forgets everything kept from earlier thoughts.");
    if constexpr (requires(const P& position) { { T::features(position) } -> std::same_as<std::vector<int>>; }) {
        bound.def_static("features", [](const BoundPosition<P>& line) { return T::features(line.position); }, nb::arg("position"),
                         "What the evaluation sees of a position, as numbers: for fitting its weights.");
        bound.attr("feature_count") = T::feature_count;
    }
    if constexpr (requires(const P& position) { { T::inputs(position) } -> std::same_as<std::vector<float>>; }) {
        bound.def_static("inputs", [](const BoundPosition<P>& line) { return T::inputs(line.position); }, nb::arg("position"),
                         "What the network that judges a position sees of it; nothing where an end is at hand.");
        bound.def_static("move_features", [](const BoundPosition<P>& line, Code last, Code before) { return T::move_features(line.position, last, before); },
                         nb::arg("position"), nb::arg("last"), nb::arg("before"),
                         "The actions worth a try, each with whether its hints count and its traits, as numbers. `last` and `before` are"
                         " the two actions played last, 65535 where not known.");
        bound.attr("input_count") = T::input_count;
        bound.attr("hidden_units") = T::hidden_units;
        bound.attr("move_feature_count") = T::move_feature_count;
        bound.attr("value_units") = T::value_units;
        bound.attr("value_feature_count") = T::value_feature_count;
        bound.attr("policy_units") = T::policy_units;
    }
}

}  // namespace tablier

#define TABLIER_PLAYER(name, PositionType, PlayerType) \
    static const ::tablier::PlayerRegistration player_##name { #name, &::tablier::bind_player<PositionType, PlayerType> }
#endif
