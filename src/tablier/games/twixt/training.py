"""Games to fit the evaluation to: boards of several sizes, the first pegs put at random well inside."""

from __future__ import annotations

import random

from tablier.core.registry import new
from tablier.core.state import State

SIZES = (10, 12, 12, 14, 16, 20, 24)
EDITIONS = ("twixt:kosmos", "twixt:kosmos", "twixt:paper")


def starts(lot: random.Random) -> State:
    """A position after two to four random pegs, none of them near a border."""
    size = lot.choice(SIZES)
    state = new(lot.choice(EDITIONS), size=size, pie=False)
    for _ in range(lot.choice((2, 2, 3, 4))):
        holes = [hole for hole in state.legal_actions() if _inside(hole, size)]
        state = state.play(lot.choice(holes))
    return state


def _inside(hole: str, size: int) -> bool:
    return all(2 <= at < size - 2 for at in (ord(hole[0]) - ord("a"), int(hole[1:]) - 1))
