"""Engine levels 1 to 10 of Kwintie: node limits and softness. Measured in docs/measurements/kwintie-player.md."""

from __future__ import annotations

from ...core.game_parts import LevelSettings
from ...core.state import State

# Nodes and softness of levels 1 to 9, which use alpha-beta only; level 10 also proves wins with df-pn.
NODES_AND_SOFTNESS = (
    (20, 1.0),
    (80, 0.03),
    (150, 0.02),
    (320, 0.01),
    (900, 0.006),
    (2_700, 0.004),
    (8_500, 0.003),
    (40_000, 0.001),
    (120_000, 0.0),
)


def levels(state: State) -> list[LevelSettings]:
    """Limits of the ten levels, the same for every edition."""
    limited: list[LevelSettings] = [
        {"nodes": nodes, "softness": softness, "settings": {"proof": 0.0}} for nodes, softness in NODES_AND_SOFTNESS
    ]
    return [*limited, {"seconds": 2.0}]
