// Python bindings of a player. To add one: write a type that satisfies Player, and put TABLIER_PLAYER(name, PositionType, PlayerType)
// into native/games/<name>/player.cpp.
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
    for (const Candidate& candidate : result.candidates)
        candidates.append(nb::make_tuple(candidate.code, candidate.expected_score, static_cast<int>(candidate.proof), candidate.plies, candidate.nodes));
    nb::dict dict;
    dict["candidates"] = candidates;
    dict["pv"] = nb::cast(result.pv);
    dict["nodes"] = result.nodes;
    dict["depth"] = result.depth;
    dict["seconds"] = result.seconds;
    return dict;
}

template <class T>
struct BoundPlayer {
    explicit BoundPlayer(const std::map<std::string, double>& values) : settings(values.begin(), values.end()), player(settings) {}
    Settings settings;
    T player;
    SearchControl control;
};

template <class P, class T>
    requires Player<T, P>
void bind_player(nb::module_& m) {
    using B = BoundPlayer<T>;
    nb::class_<B> bound(m, "Player", "Searches positions of this game, one at a time. `stop` may be called from any thread.");
    bound.def(nb::init<const std::map<std::string, double>&>(), nb::arg("settings"))
        .def("think", [](B& self, const BoundPosition<P>& bound_position, double seconds, std::uint64_t nodes, int depth, std::optional<nb::callable> report) {
            SearchResult result;
            const P position = bound_position.position;
            std::exception_ptr error;  // raised by `report`, or Ctrl-C: the search is stopped first
            std::function<void(const SearchResult&)> listener;
            if (report) listener = [&](const SearchResult& so_far) {
                nb::gil_scoped_acquire acquired;
                try {
                    (*report)(as_dict(so_far));
                } catch (...) {
                    if (!error) error = std::current_exception();
                    self.control.stop();
                }
            };
            self.control.clear_stop();
            {
                nb::gil_scoped_release released;
                self.control.start({seconds, nodes, depth}, std::move(listener));
                result = self.player.think(position, self.control);
                result.seconds = self.control.elapsed_s();
            }
            if (error) std::rethrow_exception(error);
            return as_dict(result);
        }, nb::arg("position"), nb::arg("seconds") = 0.0, nb::arg("nodes") = 0, nb::arg("depth") = 0, nb::arg("report") = nb::none(),
           "Search within the limits (0: none). Returns candidates (code, expected score, value of enum Proof, plies, nodes), pv, nodes, depth and seconds.")
        .def("stop", [](B& self) { self.control.stop(); }, "End the running search within milliseconds.")
        .def_prop_ro("setting_names", [](const B& self) {
            return std::vector<std::string>(self.settings.names_read->begin(), self.settings.names_read->end());
        }, "The settings that the player read when it was constructed; others have no effect.")
        .def("clear", [](B& self) { self.player.clear(); }, "Drop everything kept from earlier searches.");
    if constexpr (requires(const P& position) { { T::features(position) } -> std::same_as<std::vector<int>>; }) {
        bound.def_static("features", [](const BoundPosition<P>& bound_position) { return T::features(bound_position.position); },
                         nb::arg("position"), "The active features of the evaluation, for training its weights.");
        bound.attr("feature_count") = T::feature_count;
    }
    if constexpr (requires(const P& position) { { T::inputs(position) } -> std::same_as<std::vector<float>>; }) {
        bound.def_static("inputs", [](const BoundPosition<P>& bound_position) { return T::inputs(bound_position.position); },
                         nb::arg("position"), "The inputs of the value network; empty if a side can win with its next action.");
        bound.def_static("move_features", [](const BoundPosition<P>& bound_position, Code last, Code previous) {
            return T::move_features(bound_position.position, last, previous);
        }, nb::arg("position"), nb::arg("last"), nb::arg("previous"),
           "The actions that the policy ranks: (code, whether it feeds the value network, its features). `last` and `previous` are the two"
           " actions played last, 65535 if unknown.");
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
