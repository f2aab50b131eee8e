"""Starting positions for training the evaluation, which estimates the side that scores next."""

from __future__ import annotations

import random
from typing import cast

from ...core.registry import new
from .options import rules_for
from .state import NO_EFFECT, MixtourState

PIECES = (25, 25, 20, 20, 20, 12)  # per side; repeated values are drawn more often
PLIES = (2, 3, 4, 5, 6, 7, 8, 9, 16, 24)  # random turns before the starting position
MIN_PIECES = 3  # boards with fewer pieces occur only in the opening, before the first score


def random_start(rng: random.Random) -> MixtourState:
    """A position after random turns, as the start of a game over one point: its winner is the side that scores next."""
    while True:
        pieces, plies = rng.choice(PIECES), rng.choice(PLIES)
        state = cast(MixtourState, new("mixtour:stein", pieces=pieces, points=9))
        for _ in range(plies):
            state = state.play(rng.choice(state.legal_actions()))
            if state.outcome:
                break
        if not state.outcome and (not any(state.score) or len("".join(state.stacks)) >= MIN_PIECES):
            return MixtourState(rules_for("gerhards", pieces, 1), state.turn, (0, 0), state.stacks, NO_EFFECT)
