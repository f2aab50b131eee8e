"""Games to fit the evaluation to: over one point, from boards as they stand in games over any number of points."""

from __future__ import annotations

import random
from typing import cast

from ...core.registry import new
from .options import rules
from .state import NOTHING, MixtourState

PIECES = (25, 25, 20, 20, 20, 12)
PLIES = (2, 3, 4, 5, 6, 7, 8, 9, 16, 24)
FEWEST_PIECES = 3  # with fewer, only the first turns of a game are possible without a score


def starts(lot: random.Random) -> MixtourState:
    """A position after some random turns, whatever was scored forgotten: whoever wins from there is who scores next."""
    while True:
        pieces, plies = lot.choice(PIECES), lot.choice(PLIES)
        state = cast(MixtourState, new("mixtour:stein", pieces=pieces, points=9))
        for _ in range(plies):
            state = state.play(lot.choice(state.legal_actions()))
            if state.outcome:
                break
        if not state.outcome and (not any(state.score) or len("".join(state.stacks)) >= FEWEST_PIECES):
            return MixtourState(rules("gerhards", pieces, 1), state.turn, (0, 0), state.stacks, NOTHING)
