"""Start positions for self-play training, and hand-set initial weights based on the meaning of the distance features."""

from __future__ import annotations

import random

from ...core.registry import new
from ...core.state import State

SIZES = (10, 12, 12, 14, 16, 20, 24, 24)  # repeated values are drawn more often
EDITIONS = ("twixt:kosmos", "twixt:kosmos", "twixt:paper")

# Layout of the weights, as in native/games/twixt/network.hpp; inputs as in evaluation.hpp: a block per side, then shared ones.
INPUTS, HIDDEN_UNITS, INPUTS_PER_SIDE = 32, 64, 13
VALUE_UNITS, VALUE_FEATURES, MOVE_FEATURES, POLICY_UNITS = 7, 163, 235, 24
ONE_DISTANCE, TWO_DISTANCE, PATH_WIDTH = 0, 1, 4  # inputs of a side that start with a weight
TEMPO = 0.5  # bias: log-odds of the side to move in an equal position
# Policy logits: by the band of a hole in the two- and one-distance fields, own and opponent's, and by the links it would get.
BY_TWO_DISTANCE = ((1.6, 1.0, 0.5, 0.0, 0.0), (1.8, 1.2, 0.6, 0.0, 0.0))
BY_ONE_DISTANCE = ((0.8, 0.4, 0.2, 0.0, 0.0), (0.8, 0.4, 0.2, 0.0, 0.0))
BY_LINKS = (0.0, 0.7, 1.0)
SETUPS = {(1, 1), (3, 3), (1, 3), (3, 1), (2, 0), (0, 2), (4, 0), (0, 4)}  # offsets between pegs that two moves can link
BY_SETUP = 0.5
OTHER_FEATURES, OFFSETS = 32, 6  # move features that start at 0; offsets of neighbouring pegs from 0 to 5


def random_start(rng: random.Random) -> State:
    """A position after two to four random pegs, at least two holes away from every border."""
    size = rng.choice(SIZES)
    state = new(rng.choice(EDITIONS), size=size, pie=False)
    for _ in range(rng.choice((2, 2, 3, 4))):
        holes = [hole for hole in state.legal_actions() if _is_inside(hole, size)]
        state = state.play(rng.choice(holes))
    return state


def _is_inside(hole: str, size: int) -> bool:
    return all(2 <= coordinate < size - 2 for coordinate in (ord(hole[0]) - ord("a"), int(hole[1:]) - 1))


def initial_weights() -> list[float]:
    """Initial weights: a linear value of both distances, and a policy that prefers holes on the paths of both sides."""
    linear = [0.0] * INPUTS
    for block, sign in ((0, 1.0), (INPUTS_PER_SIDE, -1.0)):  # inputs of the side to move, then of the opponent
        linear[block + ONE_DISTANCE], linear[block + TWO_DISTANCE] = -2.0 * sign, -4.0 * sign
        linear[block + PATH_WIDTH] = 2.0 * sign
    linear += [0.0] * VALUE_UNITS
    network = [0.0] * ((INPUTS + VALUE_UNITS) * HIDDEN_UNITS + 2 * HIDDEN_UNITS) + linear + [TEMPO]
    policy = [own + other for own in BY_TWO_DISTANCE[0] for other in BY_TWO_DISTANCE[1]]
    policy += [own + other for own in BY_ONE_DISTANCE[0] for other in BY_ONE_DISTANCE[1]]
    policy += [own for own in BY_LINKS for _other in BY_LINKS]
    policy += [0.0] * OTHER_FEATURES
    offsets = [(across, along) for across in range(OFFSETS) for along in range(OFFSETS)]
    policy += [BY_SETUP if offset in SETUPS else 0.0 for offset in offsets]
    policy += [0.0] * (3 * len(offsets))  # offsets of the opponent's pegs and of each side's last peg
    return network + policy + [0.0] * ((VALUE_FEATURES + 1) * VALUE_UNITS + (MOVE_FEATURES + 2) * POLICY_UNITS)
