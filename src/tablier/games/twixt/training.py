"""Games to fit the player to, and the weights it begins with: by hand, from what the distances mean."""

from __future__ import annotations

import random

from tablier.core.registry import new
from tablier.core.state import State

SIZES = (10, 12, 12, 14, 16, 20, 24, 24)
EDITIONS = ("twixt:kosmos", "twixt:kosmos", "twixt:paper")

# The network's inputs, as native/games/twixt/evaluation.hpp lists them: so many for each side, then a few for both.
INPUTS, UNITS, A_SIDE = 32, 64, 13
HINTS, HINTING, TRAITS, REASONS = 7, 163, 235, 24
ONE, TWO, BREADTH = 0, 1, 4
TURN = 0.5
# The choice of holes: logarithms by the band of the ways a hole lies on, ours and theirs, and by what it links.
BY_TWO = ((1.6, 1.0, 0.5, 0.0, 0.0), (1.8, 1.2, 0.6, 0.0, 0.0))
BY_ONE = ((0.8, 0.4, 0.2, 0.0, 0.0), (0.8, 0.4, 0.2, 0.0, 0.0))
BY_LINKS = (0.0, 0.7, 1.0)
SETUPS = {(1, 1), (3, 3), (1, 3), (3, 1), (2, 0), (0, 2), (4, 0), (0, 4)}
BY_SETUP = 0.5
UNSAID, REACH = 32, 6  # traits that nothing is known of; offsets from 0 to 5


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


def beginning() -> list[float]:
    """The weights of the first generation: a blend of both distances, and holes on the ways of both sides."""
    straight = [0.0] * INPUTS
    for side, sign in ((0, 1.0), (A_SIDE, -1.0)):
        straight[side + ONE], straight[side + TWO], straight[side + BREADTH] = -2.0 * sign, -4.0 * sign, 2.0 * sign
    straight += [0.0] * HINTS
    network = [0.0] * ((INPUTS + HINTS) * UNITS + 2 * UNITS) + straight + [TURN]
    choice = [ours + theirs for ours in BY_TWO[0] for theirs in BY_TWO[1]]
    choice += [ours + theirs for ours in BY_ONE[0] for theirs in BY_ONE[1]]
    choice += [ours for ours in BY_LINKS for _theirs in BY_LINKS]
    choice += [0.0] * UNSAID
    offsets = [(across, along) for across in range(REACH) for along in range(REACH)]
    choice += [BY_SETUP if offset in SETUPS else 0.0 for offset in offsets]
    choice += [0.0] * (3 * len(offsets))
    return network + choice + [0.0] * ((HINTING + 1) * HINTS + (TRAITS + 2) * REASONS)
