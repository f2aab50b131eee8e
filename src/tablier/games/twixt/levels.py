"""Engine levels 1 to 10 of TwixT: node limits and softness. Measured in docs/measurements/twixt-player.md."""

from __future__ import annotations

from ...core.game_parts import LevelSettings
from ...core.state import State

# Nodes of levels 1 to 9 on boards of size 12 and of size 24; level 10 has no node limit. A larger board separates players
# of different strength more clearly, so its levels are closer together; small mistakes add up there, so softness is lower.
SMALL_SIZE, LARGE_SIZE = 12, 24
NODES = ((1, 2), (2, 7), (4, 24), (8, 56), (16, 140), (45, 350), (150, 950), (650, 2500), (5000, 11000))
# Softness of levels 1 to 9 at size 12, as a difference in expected score (see `LevelSettings`).
SOFTNESS = (0.095, 0.08, 0.066, 0.05, 0.034, 0.02, 0.007, 0.001, 0.0)


def levels(state: State) -> list[LevelSettings]:
    """Limits of the ten levels, the same for every edition.

    Node limits are interpolated geometrically between the two sizes; softness is inversely proportional to the size.
    """
    size = min(max(int(state.options["size"]), SMALL_SIZE), LARGE_SIZE)
    weight = (size - SMALL_SIZE) / (LARGE_SIZE - SMALL_SIZE)
    nodes = (round(small ** (1 - weight) * large**weight) for small, large in NODES)
    limited: list[LevelSettings] = [
        {"nodes": limit, "softness": soft * SMALL_SIZE / size} for limit, soft in zip(nodes, SOFTNESS, strict=True)
    ]
    return [*limited, {}]
