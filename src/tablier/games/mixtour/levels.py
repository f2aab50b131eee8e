"""Levels 1 to 10: docs/engines/mixtour.md says how far they are apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from typing import Any

from ...core.state import State

# Nodes of the levels 1 to 9, and what they give away of the next point; 10 sees as far as its time goes.
ONE_POINT = ((190, 0.004), (440, 0), (1_060, 0), (2_570, 0), (6_900, 0), (18_000, 0), (49_000, 0), (124_000, 0), (300_000, 0))
MORE_POINTS = ((1, 0.02), (1, 0.002), (100, 0), (550, 0), (2_400, 0), (11_000, 0), (50_000, 0), (240_000, 0), (1_100_000, 0))

# A match over several points tells more of who is better than one point does. So that steps are not larger there, a level looks
# at so many times fewer nodes for each point that it is ahead, and at so many times more for each that it is behind.
EASES = 5.0


def levels(state: State) -> Sequence[Mapping[str, Any]]:
    """How they were measured stands in docs/engines/mixtour.md."""
    points = int(state.options["points"])
    table, settings = (ONE_POINT, {}) if points == 1 else (MORE_POINTS, {"eases": EASES})
    decides = worth(points)
    return [*({"nodes": nodes, "softness": given * decides, "settings": settings} for nodes, given in table), {}]


def worth(points: int) -> float:
    """How much of the game the first of so many points decides, if every point is a toss-up.

    >>> worth(1), worth(2), round(worth(5), 3)
    (1.0, 0.5, 0.273)
    """
    return float(comb(2 * points - 2, points - 1) / 4 ** (points - 1))
