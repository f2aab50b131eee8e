"""Who can force a win from a position: two questions, each answered with certainty or left open.

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
FIRST_SLICE = 1.0  # seconds for a question before the other one is asked


@dataclass(frozen=True)
class Progress:
    """How a question stands."""

    seat: int
    nodes: int  # positions looked at
    proof: int  # open ends to settle at least before the answer can be yes
    disproof: int  # or no
    load: float  # of the table, 0 to 1
    seconds: float


@dataclass(frozen=True)
class Answer:
    """Whether a seat can force a win; None while it is open."""

    seat: int
    wins: bool | None
    progress: Progress


@dataclass(frozen=True)
class Solution:
    """What is known about a position."""

    state: State
    answers: tuple[Answer, ...]

    @property
    def winner(self) -> int | None:
        """The seat that can force a win, if one is known."""
        return next((answer.seat for answer in self.answers if answer.wins), None)

    @property
    def value(self) -> Value:
        if self.winner is not None:
            return "win"
        return "draw" if len(self.answers) == 2 and all(answer.wins is False for answer in self.answers) else "open"


Report = Callable[[Progress], None]


class Solver:
    """Solves one position, and writes down how it is won or held.

    What it finds is kept in a table of `memory` megabytes, and in a checkpoint file when one is named: after any interruption
    a new solver with the same file goes on from there.
    """

    def __init__(self, state: State, *, memory: int = 1024, threads: int = 1, checkpoint: Path | None = None) -> None:
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
        self, *, seat: int | None = None, seconds: float = 0.0, every: float = 300.0, report: Report | None = None
    ) -> Solution:
        """Both questions in turn, each a little longer every time, until the value is known; or one seat's alone.

        `seconds` bounds the time for each (0: as long as it takes); every so many seconds a checkpoint is written, and when
        Ctrl-C ends it.
        """
        try:
            return self._solve(seat, seconds, every, report)
        finally:
            if self._checkpoint:
                self._save()

    def _solve(self, seat: int | None, seconds: float, every: float, report: Report | None) -> Solution:
        seats = (self.state.turn, 1 - self.state.turn) if seat is None else (seat,)
        questions = [_Question(one) for one in seats]
        length, saved = FIRST_SLICE, time.monotonic()
        while not _settled(questions) and any(one.open and one.has_time(seconds) for one in questions):
            for one in questions:
                if one.open and one.has_time(seconds) and not _settled(questions):
                    self._ask(one, min(length, seconds - one.seconds) if seconds else length, report)
                if self._checkpoint and time.monotonic() - saved >= every:
                    every = max(every, 20 * self._save())  # writing a large table must not be most of the work
                    saved = time.monotonic()
            length *= 1.5
        return Solution(self.state, tuple(one.answer() for one in questions if one.seconds or one.wins is not None))

    def _ask(self, question: _Question, seconds: float, report: Report | None) -> None:
        told = self._told(question, report) if report else None
        question.wins = self._native.prove(self._twin.native, question.seat, seconds, told)
        question.last = self._native.progress()
        question.nodes += question.last["nodes"]
        question.seconds += question.last["seconds"]

    def _save(self) -> float:
        begun = time.monotonic()
        if not self._native.save(str(self._checkpoint), str(self.state)):
            raise BadFile("cannot_write", file=str(self._checkpoint), why="?")
        return time.monotonic() - begun

    def certificate(self, solution: Solution, after: tuple[str, ...] = (), report: Report | None = None) -> Certificate:
        """The strategy that wins, or the two that hold. `IllegalAction` where the value is open."""
        if solution.value == "open":
            raise IllegalAction("not_solved")
        wins = solution.winner is not None
        seats = (solution.winner,) if solution.winner is not None else (0, 1)
        strategies = []
        for seat in seats:
            told = self._told(_Question(seat), report) if report else None
            made = self._native.strategy(self._twin.native, seat, wins, told)
            if made is None:
                raise KeyboardInterrupt
            actions, longest = made
            strategies.append(Strategy(seat, "win" if wins else "hold", actions, longest))
        return Certificate(str(self.state), after, tuple(strategies))

    def stop(self) -> None:
        """Ends what is under way. From any thread."""
        self._native.stop()

    @staticmethod
    def _told(question: _Question, report: Report) -> Callable[[dict[str, Any]], None]:
        nodes, seconds = question.nodes, question.seconds

        def tell(now: dict[str, Any]) -> None:
            report(Progress(question.seat, **{**now, "nodes": now["nodes"] + nodes, "seconds": now["seconds"] + seconds}))

        return tell


@dataclass
class _Question:
    """One question while it is being answered."""

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


def _settled(questions: list[_Question]) -> bool:
    return any(one.wins for one in questions) or all(one.wins is False for one in questions)


def solve(state: State, *, memory: int = 256, threads: int = 1, seconds: float = 0.0) -> Solution:
    """The value of a position."""
    return Solver(state, memory=memory, threads=threads).solve(seconds=seconds)
