"""Levels 1 to 10: how strong a player is."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tablier.core.state import State

from .analysis import Analysis, Candidate

MAX_LEVEL = 10
FAR = 4  # actions worse by more than this many `softness` are out of the question


@dataclass(frozen=True)
class Level:
    """Weakness is shallower sight and a softer choice among reasonable actions, not blunders."""

    seconds: float = 2.0  # a move takes at most this long
    nodes: int = 0  # sight: 0 is as far as the time goes
    depth: int = 0
    softness: float = 0.0  # an action worse by this much is chosen half as often as the best; 0 takes the best
    settings: Mapping[str, float] = field(default_factory=dict)  # for the game's own player


def levels(state: State) -> Sequence[Level]:
    """The levels 1 to 10 of a game for such a position: the game's own module `levels` says them."""
    name = f"{type(state.game).__module__.rpartition('.')[0]}.levels"
    table: Callable[[State], Sequence[Mapping[str, Any]]] = import_module(name).levels if find_spec(name) else _usual
    return [Level(**row) for row in table(state)]


def _usual(state: State) -> Sequence[Mapping[str, Any]]:
    """For a game that has not measured its own."""
    return [
        {"nodes": 0 if level == MAX_LEVEL else 20 * 3**level, "softness": 0.02 * (MAX_LEVEL - level)}
        for level in range(1, MAX_LEVEL + 1)
    ]


def pick(found: Analysis, softness: float, lot: random.Random) -> Candidate:
    """What a level plays of what it sees: a win it sees, never a loss it can avoid, else a lottery among the good."""
    best = found.best
    if softness <= 0 or best.proof == "win":
        return best
    open_ends = [one for one in found.candidates if one.proof != "loss"]
    near = [one for one in open_ends if best.expected_score - one.expected_score <= FAR * softness]
    if not near:  # all is lost: the best resists longest
        return best
    return lot.choices(near, [0.5 ** ((best.expected_score - one.expected_score) / softness) for one in near])[0]
