"""Who can force a win from a position: two questions, each answered with certainty or left open.

>>> import tablier
>>> from tablier.engine.solve.solver import solve
>>> solve(tablier.new("kwintie:board", width=5, height=5, line=4)).value
'win'
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tablier.core.errors import BadFile, BadOptions, IllegalAction
from tablier.core.state import State

from ..twin import Twin, native_game
from .certificate import Certificate, Strategy

Value = Literal["win", "draw", "open"]


@dataclass(frozen=True)
class Progress:
    """How a question stands."""

    seat: int
    nodes: int  # positions looked at
    proof: int  # open ends to settle at least before the answer can be yes
    refutation: int  # or no
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

    def ask(self, seat: int, *, seconds: float = 0.0, every: float = 300.0, report: Report | None = None) -> Answer:
        """Whether a seat can force a win. `seconds` bounds the search (0: none), `every` so many a checkpoint is written."""
        begun = time.monotonic()
        nodes, wins = 0, None
        while wins is None:
            passed = time.monotonic() - begun
            if 0 < seconds <= passed:
                break
            slices = [length for length in (seconds and seconds - passed, every if self._checkpoint else 0) if length]
            told = self._told(seat, nodes, passed, report) if report else None
            wins = self._native.ask(self._twin.native, seat, min(slices, default=0.0), told)
            nodes += self._native.last()["nodes"]
            if self._checkpoint:
                saving = time.monotonic()
                if not self._native.save(str(self._checkpoint), str(self.state)):
                    raise BadFile("cannot_write", file=str(self._checkpoint), why="?")
                every = max(every, 20 * (time.monotonic() - saving))  # writing a large table must not be most of the work
        last = {**self._native.last(), "nodes": nodes, "seconds": time.monotonic() - begun}
        return Answer(seat, wins, Progress(seat, **last))

    def solve(self, *, seconds: float = 0.0, every: float = 300.0, report: Report | None = None) -> Solution:
        """Both questions, the one about the seat to act first; the second only where the first is no."""
        answers: list[Answer] = []
        for seat in (self.state.turn, 1 - self.state.turn):
            answers.append(self.ask(seat, seconds=seconds, every=every, report=report))
            if answers[-1].wins:
                break
        return Solution(self.state, tuple(answers))

    def certificate(self, solution: Solution, after: tuple[str, ...] = (), report: Report | None = None) -> Certificate:
        """The strategy that wins, or the two that hold. `IllegalAction` where the value is open."""
        if solution.value == "open":
            raise IllegalAction("not_solved")
        wins = solution.winner is not None
        seats = (solution.winner,) if solution.winner is not None else (0, 1)
        strategies = []
        for seat in seats:
            told = self._told(seat, 0, 0.0, report) if report else None
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
    def _told(seat: int, nodes: int, seconds: float, report: Report) -> Callable[[dict[str, Any]], None]:
        def tell(now: dict[str, Any]) -> None:
            report(Progress(seat, **{**now, "nodes": now["nodes"] + nodes, "seconds": now["seconds"] + seconds}))

        return tell


def solve(state: State, *, memory: int = 256, threads: int = 1, seconds: float = 0.0) -> Solution:
    """The value of a position."""
    return Solver(state, memory=memory, threads=threads).solve(seconds=seconds)
