"""Playing levels 1 to 10. docs/measurements/mixtour-player.md records how the steps between them were measured."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from ...core.game_parts import LevelSettings
from ...core.state import State

# Levels 1 to 9 as (nodes, softness relative to the value of the next point). Level 10 is limited by time alone.
ONE_POINT = ((190, 0.004), (440, 0), (1_060, 0), (2_570, 0), (6_900, 0), (18_000, 0), (49_000, 0), (124_000, 0), (300_000, 0))
MORE_POINTS = ((1, 0.02), (1, 0.002), (100, 0), (550, 0), (2_400, 0), (11_000, 0), (50_000, 0), (240_000, 0), (1_100_000, 0))

# A game over several points separates two players more clearly than a game over one point. To keep the steps between levels
# equal, the node limit is divided by this factor for each point the player is ahead, and multiplied for each point behind.
LEAD_HANDICAP = 5.0


def levels(state: State) -> Sequence[LevelSettings]:
    """Settings of levels 1 to 10 for the number of points that win the game."""
    points = int(state.options["points"])
    table, settings = (ONE_POINT, {}) if points == 1 else (MORE_POINTS, {"lead_handicap": LEAD_HANDICAP})
    scale = first_point_value(points)
    return [
        *(LevelSettings(nodes=nodes, softness=softness * scale, settings=settings) for nodes, softness in table),
        LevelSettings(),
    ]


def first_point_value(points: int) -> float:
    """Difference in winning probability between scoring and conceding the first point, if every point is a coin toss.

    >>> first_point_value(1), first_point_value(2), round(first_point_value(5), 3)
    (1.0, 0.5, 0.273)
    """
    return float(comb(2 * points - 2, points - 1) / 4 ** (points - 1))
