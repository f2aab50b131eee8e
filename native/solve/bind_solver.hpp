// A solver and a checker as Python classes: call TABLIER_SOLVER(name, PositionType, QuestionType) in native/games/<name>/solver.cpp.
#pragma once
#ifdef TABLIER_FUZZ
#define TABLIER_SOLVER(name, PositionType, QuestionType)
#else
#include <exception>

#include "../bind_player.hpp"
#include "book.hpp"
#include "solver.hpp"

namespace tablier::solve {

inline nb::dict as_dict(const Progress& progress) {
    nb::dict told;
    told["nodes"] = progress.nodes;
    told["proof"] = progress.proof;
    told["disproof"] = progress.disproof;
    told["load"] = progress.load;
    told["seconds"] = progress.seconds;
    return told;
}

// Runs something without the lock of Python; a watcher that fails, or Ctrl-C, stops it.
template <class S, class ProofEstimate>
auto watched(S& solver, const std::optional<nb::callable>& report, ProofEstimate work) {
    std::exception_ptr failed;
    typename S::Report tell;
    if (report) tell = [&](const Progress& now) {
        nb::gil_scoped_acquire acquired;
        try {
            (*report)(as_dict(now));
        } catch (...) {
            if (!failed) failed = std::current_exception();
            solver.stop();
        }
    };
    solver.ready();
    std::invoke_result_t<ProofEstimate, typename S::Report> result;
    {
        nb::gil_scoped_release released;
        result = work(tell);
    }
    if (failed) std::rethrow_exception(failed);
    return result;
}

template <Position P, class Goal>
void bind_solver(nb::module_& m) {
    using S = Solver<P, Goal>;
    nb::class_<S>(m, "Solver", "Answers whether a seat can force a win, and writes down how.")
        .def(nb::init<std::size_t, int>(), nb::arg("megabytes"), nb::arg("threads"))
        .def("prove", [](S& self, const BoundPosition<P>& line, int seat, double seconds, std::optional<nb::callable> report) -> std::optional<bool> {
            const P position = line.position;
            const Verdict verdict = watched(self, report, [&](const auto& tell) { return self.prove(position, seat, seconds, tell); });
            if (verdict == Verdict::unknown) return std::nullopt;
            return verdict == Verdict::proven;
        }, nb::arg("position"), nb::arg("seat"), nb::arg("seconds") = 0.0, nb::arg("report") = nb::none(),
           "Can this seat force a win from a position that is not over? None when time was up; asked again, it goes on.")
        .def("strategy", [](S& self, const BoundPosition<P>& line, int seat, bool wins, std::optional<nb::callable> report) -> std::optional<nb::tuple> {
            const P position = line.position;
            const auto made = watched(self, report, [&](const auto& tell) { return self.strategy(position, seat, wins, tell); });
            if (!made) return std::nullopt;
            return nb::make_tuple(nb::bytes(made->actions.data(), made->actions.size()), made->longest);
        }, nb::arg("position"), nb::arg("seat"), nb::arg("wins"), nb::arg("report") = nb::none(),
           "How a seat wins (or holds) against everything: its actions in the order of the walk, and the longest way. Ask first.")
        .def("progress", [](const S& self) { return as_dict(self.last()); }, "How the last question stood in the end.")
        .def("stop", &S::stop, "Ends what is under way. From any thread.")
        .def("save", &S::save, nb::arg("path"), nb::arg("label"), nb::call_guard<nb::gil_scoped_release>())
        .def("load", [](S& self, const std::string& path, const std::string& label) { return self.load(path, label); },
             nb::arg("path"), nb::arg("label"), nb::call_guard<nb::gil_scoped_release>());
    using B = Book<P>;
    nb::class_<B>(m, "Book", "A strategy that wins, to be played from.")
        .def("__init__", [](B* self, const BoundPosition<P>& line, nb::bytes actions, int seat) {
            const P position = line.position;
            const auto* bytes = static_cast<const std::uint8_t*>(actions.data());
            const std::size_t count = actions.size();
            nb::gil_scoped_release released;
            new (self) B(position, bytes, count, seat);
        }, nb::arg("position"), nb::arg("actions"), nb::arg("seat"))
        .def("__len__", &B::size)
        .def("plies", [](const B& self, const BoundPosition<P>& line) -> std::optional<int> {
            const int plies = self.plies(line.position);
            if (plies < 0) return std::nullopt;
            return plies;
        }, nb::arg("position"), "How many plies the win takes at most from a position the other seat is to act in; None: unknown.");
    m.def("verify", [](const BoundPosition<P>& line, nb::bytes actions, int seat, bool wins, std::size_t samples, std::uint64_t seed) {
        const P position = line.position;
        const auto* bytes = static_cast<const std::uint8_t*>(actions.data());
        const std::size_t count = actions.size();
        Verification checked;
        {
            nb::gil_scoped_release released;
            checked = Verifier<P>(bytes, count, seat, wins, samples, seed).verify(position);
        }
        return nb::make_tuple(checked.wrong, checked.fields, checked.read, checked.positions, checked.longest, checked.ends);
    }, nb::arg("position"), nb::arg("actions"), nb::arg("seat"), nb::arg("wins"), nb::arg("samples"), nb::arg("seed"),
       "Walks through a strategy with the rules alone: what is wrong, where, bytes used, positions walked, the longest way, and the"
       " codes that lead to some of the ends.");
}

}  // namespace tablier::solve

#define TABLIER_SOLVER(name, PositionType, QuestionType) \
    static const ::tablier::PlayerRegistration solver_##name { #name, &::tablier::solve::bind_solver<PositionType, QuestionType> }
#endif
