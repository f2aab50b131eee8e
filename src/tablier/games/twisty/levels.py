"""Playing levels 1 to 10. docs/measurements/twisty-player.md records how the steps between them were measured."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.game_parts import LevelSettings
from ...core.state import State

DEPTH_1_SOFTNESS = (0.1, 0.08, 0.064, 0.049, 0.033)  # levels 1 to 5
NODES_AND_SOFTNESS = ((80, 0.018), (180, 0.009), (600, 0.002), (2000, 0.0))  # levels 6 to 9


def levels(state: State) -> Sequence[LevelSettings]:
    """Levels 1 to 5 search one ply with decreasing softness, 6 to 9 have a node limit, 10 is limited by time alone."""
    return [
        *(LevelSettings(depth=1, softness=softness, settings=_settings(softness)) for softness in DEPTH_1_SOFTNESS),
        *(
            LevelSettings(nodes=nodes, softness=softness, settings=_settings(softness))
            for nodes, softness in NODES_AND_SOFTNESS
        ),
        LevelSettings(),
    ]


def _settings(softness: float) -> dict[str, float]:
    # Actions within the engine's CUTOFF of 4 * softness need exact scores. Near an even score, a difference in expected score
    # is four times as large in log-odds, and the setting counts 256ths of log-odds: 4 * 4 * 256 = 4096.
    return {"margin": 4096 * softness}
