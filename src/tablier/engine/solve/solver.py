"""Solver: proves with df-pn search which seat can force a win.

>>> import tablier
>>> from tablier.engine.solve.solver import solve
>>> solve(tablier.new("kwintie:board", width=5, height=5, line=4)).value
'win'
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from tablier.core.errors import BadFile, BadOptions, IllegalAction
from tablier.core.state import State

from ..twin import Twin, native_game
from .certificate import Certificate, Strategy

Value = Literal["win", "draw", "open"]
FIRST_SLICE_S = 1.0  # first time slice of each seat's question; slices alternate between the seats and grow


@dataclass(frozen=True)
class Progress:
    """Progress of a df-pn search."""

    seat: int
    nodes: int
    proof: int  # proof number of the root
    disproof: int  # disproof number of the root
    load: float  # of the transposition table, 0 to 1
    seconds: float


@dataclass(frozen=True)
class Answer:
    """Answer to "can this seat force a win?"; `wins` is None while it is open."""

    seat: int
    wins: bool | None
    progress: Progress


@dataclass(frozen=True)
class Solution:
    """The answers for a position."""

    state: State
    answers: tuple[Answer, ...]

    @property
    def winner(self) -> int | None:
        """The seat that can force a win, if one is known."""
        return next((answer.seat for answer in self.answers if answer.wins), None)

    @property
    def value(self) -> Value:
        """`win` if a seat is known to win, `draw` if both are known not to, otherwise `open`."""
        if self.winner is not None:
            return "win"
        return "draw" if len(self.answers) == 2 and all(answer.wins is False for answer in self.answers) else "open"


OnProgress = Callable[[Progress], None]


class Solver:
    """Solves one position and creates certificates.

    Results are kept in a transposition table of `memory` megabytes and, if `checkpoint` is given, in that file: a new solver
    with the same file resumes after an interruption.
    """

    def __init__(self, state: State, *, memory: int = 1024, threads: int = 1, checkpoint: Path | None = None) -> None:
        """Load the checkpoint if the file exists.

        Raises `BadOptions` if the game has no solver for these options, `IllegalAction` if the game is over, and `BadFile` if
        the checkpoint is damaged or belongs to another position.
        """
        game = native_game(state.game.name)
        if game is None or not hasattr(game, "Solver") or not Twin.exists(state):
            raise BadOptions("no_solver", edition=state.edition)
        if state.outcome is not None:
            raise IllegalAction("game_over")
        self.state = state
        self._twin = Twin(state)
        self._native = game.Solver(memory, threads)
        self._checkpoint = checkpoint
        self.resumed = bool(checkpoint and checkpoint.exists())
        if checkpoint and self.resumed and not self._native.load(str(checkpoint), str(state)):
            raise BadFile("other_checkpoint", file=str(checkpoint))

    def solve(
        self,
        *,
        seat: int | None = None,
        seconds: float = 0.0,
        checkpoint_interval_s: float = 300.0,
        on_progress: OnProgress | None = None,
    ) -> Solution:
        """Search in growing time slices, alternating between the seats, until the value is known; or for one seat only.

        `seconds` limits the time per seat (0 is no limit). A checkpoint is written in intervals and at the end, also after
        Ctrl-C.
        """
        try:
            return self._solve(seat, seconds, checkpoint_interval_s, on_progress)
        finally:
            if self._checkpoint:
                self._save()

    def _solve(self, seat: int | None, seconds: float, interval_s: float, on_progress: OnProgress | None) -> Solution:
        seats = (self.state.turn, 1 - self.state.turn) if seat is None else (seat,)
        questions = [_Question(seat) for seat in seats]
        slice_s, saved_at = FIRST_SLICE_S, time.monotonic()
        while not _is_decided(questions) and any(question.open and question.has_time(seconds) for question in questions):
            for question in questions:
                if question.open and question.has_time(seconds) and not _is_decided(questions):
                    self._continue(question, min(slice_s, seconds - question.seconds) if seconds else slice_s, on_progress)
                if self._checkpoint and time.monotonic() - saved_at >= interval_s:
                    interval_s = max(interval_s, 20 * self._save())  # saving takes at most a twentieth of the time
                    saved_at = time.monotonic()
            slice_s *= 1.5
        answered = (question for question in questions if question.seconds or question.wins is not None)
        return Solution(self.state, tuple(question.answer() for question in answered))

    def _continue(self, question: _Question, seconds: float, on_progress: OnProgress | None) -> None:
        """Search one more time slice for a question and add to its totals."""
        callback = self._progress_callback(question, on_progress) if on_progress else None
        question.wins = self._native.prove(self._twin.native, question.seat, seconds, callback)
        question.last = self._native.progress()
        question.nodes += question.last["nodes"]
        question.seconds += question.last["seconds"]

    def _save(self) -> float:
        """Write the checkpoint and return how many seconds that took."""
        started_at = time.monotonic()
        if not self._native.save(str(self._checkpoint), str(self.state)):
            raise BadFile("cannot_write", file=str(self._checkpoint), why="?")
        return time.monotonic() - started_at

    def certificate(
        self, solution: Solution, after: tuple[str, ...] = (), on_progress: OnProgress | None = None
    ) -> Certificate:
        """Create the certificate of a solution: one winning strategy, or one holding strategy per seat.

        Raises `IllegalAction` if the value is open, and `KeyboardInterrupt` if stopped.
        """
        if solution.value == "open":
            raise IllegalAction("not_solved")
        wins = solution.winner is not None
        seats = (solution.winner,) if solution.winner is not None else (0, 1)
        strategies = []
        for seat in seats:
            callback = self._progress_callback(_Question(seat), on_progress) if on_progress else None
            result = self._native.strategy(self._twin.native, seat, wins, callback)
            if result is None:
                raise KeyboardInterrupt
            actions, longest = result
            strategies.append(Strategy(seat, "win" if wins else "hold", actions, longest))
        return Certificate(str(self.state), after, tuple(strategies))

    def stop(self) -> None:
        """Stop the running search. May be called from any thread."""
        self._native.stop()

    @staticmethod
    def _progress_callback(question: _Question, on_progress: OnProgress) -> Callable[[dict[str, Any]], None]:
        """Adapter that adds the totals of earlier time slices."""
        nodes, seconds = question.nodes, question.seconds

        def callback(current: dict[str, Any]) -> None:
            totals = {"nodes": current["nodes"] + nodes, "seconds": current["seconds"] + seconds}
            on_progress(Progress(question.seat, **{**current, **totals}))

        return callback


@dataclass
class _Question:
    """The question whether a seat can force a win, with the totals of its time slices."""

    seat: int
    wins: bool | None = None
    nodes: int = 0
    seconds: float = 0.0
    last: dict[str, Any] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        return self.wins is None

    def has_time(self, seconds: float) -> bool:
        return not seconds or self.seconds < seconds

    def answer(self) -> Answer:
        return Answer(self.seat, self.wins, Progress(self.seat, **{**self.last, "nodes": self.nodes, "seconds": self.seconds}))


def _is_decided(questions: list[_Question]) -> bool:
    return any(question.wins for question in questions) or all(question.wins is False for question in questions)


def solve(state: State, *, memory: int = 256, threads: int = 1, seconds: float = 0.0) -> Solution:
    """Solve a position without checkpoint."""
    return Solver(state, memory=memory, threads=threads).solve(seconds=seconds)
