"""Tactical problems: positions in which exhaustive search says what must be played, and players who find it or do not.

A file of them has one a line: the position text, the kind, how many plies the search looked ahead, and the accepted actions.
`#` begins a remark; a line `nodes N` says how many nodes the highest level is given where time must not matter.

- `win`: exactly these actions win within so many plies, whatever the others do, and none wins sooner.
- `avoid`: every other action lets another seat win within so many plies, and none of these does.
- `only`: the same, with a single action left.

>>> problem = Problem("mixtour:gerhards|…", "only", 4, ("c3",))
>>> Problem.read(str(problem)) == problem
True
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, Self, get_args

from tablier.core.registry import from_text
from tablier.core.state import State

from .player import Player
from .twin import Twin

Kind = Literal["win", "only", "avoid"]
KINDS: tuple[Kind, ...] = get_args(Kind)
BLIND = 3  # no problem is one that this level solves …
SEEDS = range(5)  # … with any of these seeds


class Unsettled(Exception):
    """Exhaustive search was not done within its nodes."""


@dataclass(frozen=True)
class Problem:
    """A position and what must be played in it."""

    position: str
    kind: Kind
    plies: int
    accepted: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([self.position, self.kind, str(self.plies), *self.accepted])

    @classmethod
    def read(cls, line: str) -> Self:
        """The problem of a line; `ValueError` when it is none."""
        match line.split():
            case [position, ("win" | "only" | "avoid") as kind, plies, *accepted] if plies.isdecimal() and accepted:
                return cls(position, kind, int(plies), tuple(accepted))
        raise ValueError(f"no tactical problem: {line[:60]}")

    def is_true(self) -> bool:
        """Whether exhaustive search says the same."""
        state = from_text(self.position)
        if self.kind == "win":
            sooner = self.plies > 1 and winning(state, self.plies - 1)
            return not sooner and winning(state, self.plies) == set(self.accepted)
        left = set(state.legal_actions()) - losing(state, self.plies)
        return (
            left == set(self.accepted) and (len(left) == 1) == (self.kind == "only") and len(left) < len(state.legal_actions())
        )

    def solved_by(self, level: int, *, seed: int = 0, nodes: int | None = None, seconds: float | None = None) -> bool:
        """Whether a level plays an accepted action, within its own limits or these."""
        state = from_text(self.position)
        return Player(state, level=level, seed=seed, nodes=nodes, seconds=seconds).choose(state) in self.accepted


@dataclass(frozen=True)
class Collected:
    """The problems of a file."""

    problems: tuple[Problem, ...]
    nodes: int  # for the highest level

    @classmethod
    def read(cls, text: str) -> Self:
        """The problems of a text; `ValueError` where it has something else."""
        problems, nodes = [], 0
        for line in text.splitlines():
            match line.partition("#")[0].split():
                case []:
                    continue
                case ["nodes", number] if number.isdecimal():
                    nodes = int(number)
                case _:
                    problems.append(Problem.read(line.partition("#")[0]))
        return cls(tuple(problems), nodes)


def winning(state: State, plies: int, *, nodes: int = 0) -> set[str]:
    """The actions that win within so many plies, whatever the others do; `Unsettled` where so many nodes are not enough."""
    assert state.to_act is not None
    return _leading_to(state, {state.to_act}, plies, nodes)


def losing(state: State, plies: int, *, nodes: int = 0) -> set[str]:
    """The actions that let one of the other seats win within so many plies, whatever the rest do."""
    return _leading_to(state, set(range(state.seats)) - {state.to_act}, plies, nodes)


def _leading_to(state: State, seats: Collection[int], plies: int, nodes: int) -> set[str]:
    position = Twin(state).native
    found = set()
    for code in position.legal():
        text = position.write(code)
        position.play(code)
        forced = [position.forces_win(seat, plies - 1, nodes) for seat in seats]
        position.undo()
        if True in forced:
            found.add(text)
        elif None in forced:
            raise Unsettled
    return found


def missed(state: State, plies: int, *, nodes: int) -> Problem | None:
    """What the low level misses in a position, looked for within so many plies and nodes an action."""
    legal = set(state.legal_actions())
    if len(legal) < 2:
        return None
    picks: set[str] = {Player(state, level=BLIND, seed=seed).choose(state) for seed in SEEDS}
    for ahead in range(1, plies + 1):
        try:
            wins = winning(state, ahead, nodes=nodes)
            losses = set() if wins else losing(state, ahead, nodes=nodes)
        except Unsettled:
            return None
        if wins:
            return None if picks & wins else Problem(str(state), "win", ahead, tuple(sorted(wins)))
        left = legal - losses
        if not left:
            return None
        if picks <= losses:
            return Problem(str(state), "only" if len(left) == 1 else "avoid", ahead, tuple(sorted(left)))
    return None
