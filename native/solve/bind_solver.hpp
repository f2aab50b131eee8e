// Python bindings of the solver, the verifier and the book. To add a game: put TABLIER_SOLVER(name, PositionType, GoalType) into
// native/games/<name>/solver.cpp.
#pragma once
#ifdef TABLIER_FUZZ
#define TABLIER_SOLVER(name, PositionType, GoalType)
#else
#include <exception>

#include "../bind_player.hpp"
#include "book.hpp"
#include "solver.hpp"

namespace tablier::solve {

inline nb::dict as_dict(const Progress& progress) {
    nb::dict dict;
    dict["nodes"] = progress.nodes;
    dict["proof"] = progress.proof;
    dict["disproof"] = progress.disproof;
    dict["load"] = progress.load;
    dict["seconds"] = progress.seconds;
    return dict;
}

// Runs `work` without the GIL. An exception of `report`, or Ctrl-C, stops it and is raised afterwards.
template <class S, class Work>
auto run_reporting(S& solver, const std::optional<nb::callable>& report, Work work) {
    std::exception_ptr error;
    typename S::Report listener;
    if (report) listener = [&](const Progress& progress) {
        nb::gil_scoped_acquire acquired;
        try {
            (*report)(as_dict(progress));
        } catch (...) {
            if (!error) error = std::current_exception();
            solver.stop();
        }
    };
    solver.clear_stop();
    std::invoke_result_t<Work, typename S::Report> result;
    {
        nb::gil_scoped_release released;
        result = work(listener);
    }
    if (error) std::rethrow_exception(error);
    return result;
}

template <Position P, class Goal>
void bind_solver(nb::module_& m) {
    using S = Solver<P, Goal>;
    nb::class_<S>(m, "Solver", "Proves whether a seat can force a win, and extracts strategies. `stop` may be called from any thread.")
        .def(nb::init<std::size_t, int>(), nb::arg("megabytes"), nb::arg("threads"))
        .def("prove", [](S& self, const BoundPosition<P>& bound_position, int seat, double seconds, std::optional<nb::callable> report) -> std::optional<bool> {
            const P position = bound_position.position;
            const Verdict verdict = run_reporting(self, report, [&](const auto& listener) { return self.prove(position, seat, seconds, listener); });
            if (verdict == Verdict::unknown) return std::nullopt;
            return verdict == Verdict::proven;
        }, nb::arg("position"), nb::arg("seat"), nb::arg("seconds") = 0.0, nb::arg("report") = nb::none(),
           "Whether `seat` can force a win from a position that is not over; None if it was stopped or the time is up. The next call continues.")
        .def("strategy", [](S& self, const BoundPosition<P>& bound_position, int seat, bool wins, std::optional<nb::callable> report) -> std::optional<nb::tuple> {
            const P position = bound_position.position;
            const auto strategy = run_reporting(self, report, [&](const auto& listener) { return self.strategy(position, seat, wins, listener); });
            if (!strategy) return std::nullopt;
            return nb::make_tuple(nb::bytes(strategy->actions.data(), strategy->actions.size()), strategy->longest);
        }, nb::arg("position"), nb::arg("seat"), nb::arg("wins"), nb::arg("report") = nb::none(),
           "The strategy by which `seat` wins (or holds a draw), and the plies of its longest game; None if stopped. Call `prove` first.")
        .def("progress", [](const S& self) { return as_dict(self.progress()); }, "The progress at the end of the last `prove`.")
        .def("stop", &S::stop, "End the running call.")
        .def("save", &S::save, nb::arg("path"), nb::arg("label"), nb::call_guard<nb::gil_scoped_release>(),
             "Write the table to a checkpoint; False if that failed.")
        .def("load", [](S& self, const std::string& path, const std::string& label) { return self.load(path, label); },
             nb::arg("path"), nb::arg("label"), nb::call_guard<nb::gil_scoped_release>(),
             "Read the table from a checkpoint with the same label; False if there is no valid one.");
    using B = Book<P>;
    nb::class_<B>(m, "Book", "A winning strategy to play from.")
        .def("__init__", [](B* self, const BoundPosition<P>& bound_position, nb::bytes actions, int seat) {
            const P position = bound_position.position;
            const auto* bytes = static_cast<const std::uint8_t*>(actions.data());
            const std::size_t count = actions.size();
            nb::gil_scoped_release released;
            new (self) B(position, bytes, count, seat);
        }, nb::arg("position"), nb::arg("actions"), nb::arg("seat"))
        .def("__len__", &B::size)
        .def("plies", [](const B& self, const BoundPosition<P>& bound_position) -> std::optional<int> {
            const int plies = self.plies(bound_position.position);
            if (plies < 0) return std::nullopt;
            return plies;
        }, nb::arg("position"), "The most plies to the win from a position in which the other seat is to act; None if it is not in the book.");
    m.def("verify", [](const BoundPosition<P>& bound_position, nb::bytes actions, int seat, bool wins, std::size_t samples, std::uint64_t seed) {
        const P position = bound_position.position;
        const auto* bytes = static_cast<const std::uint8_t*>(actions.data());
        const std::size_t count = actions.size();
        Verification result;
        {
            nb::gil_scoped_release released;
            result = Verifier<P>(bytes, count, seat, wins, samples, seed).verify(position);
        }
        return nb::make_tuple(result.error, result.fields, result.bytes_read, result.positions, result.longest, result.sample_games);
    }, nb::arg("position"), nb::arg("actions"), nb::arg("seat"), nb::arg("wins"), nb::arg("samples"), nb::arg("seed"),
       "Verify a strategy with the rules alone. Returns the error code (empty if correct), the fields of its position, bytes read, positions"
       " visited, plies of the longest game, and a sample of complete games as codes.");
}

}  // namespace tablier::solve

#define TABLIER_SOLVER(name, PositionType, GoalType) \
    static const ::tablier::PlayerRegistration solver_##name { #name, &::tablier::solve::bind_solver<PositionType, GoalType> }
#endif
