"""Tactical problems: positions in which exhaustive search proves which actions are right.

A problem file has one problem per line: position text, kind, search depth in plies, accepted actions. `#` starts a comment.
A line `nodes N` sets the node limit within which the highest level must solve the problems in tests, which must not
depend on time.

- `win`: exactly the accepted actions force a win within that many plies, and no action wins sooner.
- `avoid`: every other action lets another seat force a win within that many plies, and no accepted one does.
- `only`: as `avoid`, with a single accepted action.

>>> problem = Problem("mixtour:gerhards|…", "only", 4, ("c3",))
>>> Problem.parse(str(problem)) == problem
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
WEAK_LEVEL = 3  # a position is a problem only if this level fails …
SEEDS = range(5)  # … with each of these seeds


class NodeLimitReached(Exception):
    """The exhaustive search did not finish within its node limit."""


@dataclass(frozen=True)
class Problem:
    """A position and the actions that are right in it."""

    position: str
    kind: Kind
    plies: int
    accepted: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([self.position, self.kind, str(self.plies), *self.accepted])

    @classmethod
    def parse(cls, line: str) -> Self:
        """Parse a line of a problem file. Raises `ValueError`."""
        match line.split():
            case [position, ("win" | "only" | "avoid") as kind, plies, *accepted] if plies.isdecimal() and accepted:
                return cls(position, kind, int(plies), tuple(accepted))
        raise ValueError(f"not a tactical problem: {line[:60]}")

    def verify(self) -> bool:
        """True if exhaustive search confirms the accepted actions."""
        state = from_text(self.position)
        if self.kind == "win":
            sooner = self.plies > 1 and winning_actions(state, self.plies - 1)
            return not sooner and winning_actions(state, self.plies) == set(self.accepted)
        legal = set(state.legal_actions())
        safe = legal - losing_actions(state, self.plies)
        return safe == set(self.accepted) and (len(safe) == 1) == (self.kind == "only") and len(safe) < len(legal)

    def is_solved_by(self, level: int, *, seed: int = 0, nodes: int | None = None, seconds: float | None = None) -> bool:
        """True if the level plays an accepted action, within its own limits or the given ones."""
        state = from_text(self.position)
        return Player(state, level=level, seed=seed, nodes=nodes, seconds=seconds).choose(state) in self.accepted


@dataclass(frozen=True)
class ProblemSet:
    """The contents of a problem file."""

    problems: tuple[Problem, ...]
    nodes: int  # node limit of the highest level

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a problem file. Raises `ValueError`."""
        problems, nodes = [], 0
        for line in text.splitlines():
            match line.partition("#")[0].split():
                case []:
                    continue
                case ["nodes", number] if number.isdecimal():
                    nodes = int(number)
                case _:
                    problems.append(Problem.parse(line.partition("#")[0]))
        return cls(tuple(problems), nodes)


def winning_actions(state: State, plies: int, *, nodes: int = 0) -> set[str]:
    """The actions with which the seat to act forces a win within `plies`. Raises `NodeLimitReached`; 0 nodes is no limit."""
    assert state.to_act is not None
    return _actions_forcing(state, {state.to_act}, plies, nodes)


def losing_actions(state: State, plies: int, *, nodes: int = 0) -> set[str]:
    """The actions after which another seat forces a win within `plies`. Raises `NodeLimitReached`; 0 nodes is no limit."""
    return _actions_forcing(state, set(range(state.seats)) - {state.to_act}, plies, nodes)


def _actions_forcing(state: State, seats: Collection[int], plies: int, nodes: int) -> set[str]:
    """The actions after which one of `seats` forces a win within `plies`, counted from `state`."""
    position = Twin(state).native
    actions = set()
    for code in position.legal():
        text = position.write(code)
        position.play(code)
        forced = [position.forces_win(seat, plies - 1, nodes) for seat in seats]
        position.undo()
        if True in forced:
            actions.add(text)
        elif None in forced:
            raise NodeLimitReached
    return actions


def find_problem(state: State, plies: int, *, nodes: int) -> Problem | None:
    """The problem that `WEAK_LEVEL` fails to solve in a position, if there is one of at most `plies` plies.

    Returns None also if the exhaustive search of one action needs more than `nodes` nodes.
    """
    legal = set(state.legal_actions())
    if len(legal) < 2:
        return None
    picks: set[str] = {Player(state, level=WEAK_LEVEL, seed=seed).choose(state) for seed in SEEDS}
    for depth in range(1, plies + 1):
        try:
            wins = winning_actions(state, depth, nodes=nodes)
            losses = set() if wins else losing_actions(state, depth, nodes=nodes)
        except NodeLimitReached:
            return None
        if wins:
            return None if picks & wins else Problem(str(state), "win", depth, tuple(sorted(wins)))
        safe = legal - losses
        if not safe:
            return None
        if picks <= losses:
            return Problem(str(state), "only" if len(safe) == 1 else "avoid", depth, tuple(sorted(safe)))
    return None
