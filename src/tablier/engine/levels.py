"""Engine levels 1 to 10."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tablier.core.game_parts import LevelSettings
from tablier.core.state import State

from .analysis import Analysis, Candidate

MAX_LEVEL = 10
CUTOFF = 4  # a candidate whose expected score is lower than the best by more than CUTOFF * softness is never chosen


@dataclass(frozen=True)
class Level:
    """Limits of a search and how the move is chosen.

    Lower levels search less and choose more softly, but never a proven loss if there is another action.
    """

    seconds: float = 2.0  # time limit of one move
    nodes: int = 0  # node limit, 0 for none
    depth: int = 0  # depth limit, 0 for none
    # A candidate whose expected score is lower by this much is chosen half as often as the best; 0 always takes the best.
    softness: float = 0.0
    settings: Mapping[str, float] = field(default_factory=dict)  # settings of the game's native player


def levels(state: State) -> Sequence[Level]:
    """Levels 1 to 10 for the options of `state`: those that its game declares, or else the default table."""
    rows = state.game.levels(state)
    return [Level(**row) for row in (_default_levels() if rows is None else rows)]


def _default_levels() -> Sequence[LevelSettings]:
    """Node limits that triple from level to level; the highest level has the time limit only, and always takes the best."""
    return [
        {"nodes": 0 if level == MAX_LEVEL else 20 * 3**level, "softness": 0.02 * (MAX_LEVEL - level)}
        for level in range(1, MAX_LEVEL + 1)
    ]


def pick(analysis: Analysis, softness: float, rng: random.Random) -> Candidate:
    """Choose a candidate: a proven win if there is one, never an avoidable proven loss, otherwise at random by `softness`."""
    best = analysis.best
    if softness <= 0 or best.proof == "win":
        return best
    near = [
        candidate
        for candidate in analysis.candidates
        if candidate.proof != "loss" and best.expected_score - candidate.expected_score <= CUTOFF * softness
    ]
    if not near:  # every action loses; the best one loses last
        return best
    weights = [0.5 ** ((best.expected_score - candidate.expected_score) / softness) for candidate in near]
    return rng.choices(near, weights)[0]
