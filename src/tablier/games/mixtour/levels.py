"""Levels 1 to 10: docs/engines/mixtour.md says how far they are apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from typing import Any

from ...core.state import State

# Nodes of the levels 1 to 9, and what they give away of the next point; 10 sees as far as its time goes.
ONE_POINT = ((110, 0.004), (440, 0), (1_060, 0), (2_570, 0), (6_900, 0), (18_000, 0), (49_000, 0), (124_000, 0), (400_000, 0))

# A match over several points tells more of who is better than one point does. So that steps are not larger there, a level looks
# at so many times fewer nodes for each point that it is ahead, and at so many times more for each that it is behind: the last
# number. Far apart as the highest levels are, they need a larger one.
MORE_POINTS = (
    (1, 0.02, 3),
    (1, 0.002, 3),
    (120, 0, 3),
    (420, 0, 3),
    (1_100, 0, 3),
    (3_600, 0, 3),
    (11_500, 0, 3),
    (50_000, 0, 6),
    (160_000, 0, 6),
)


def levels(state: State) -> Sequence[Mapping[str, Any]]:
    """How they were measured stands in docs/engines/mixtour.md."""
    points = int(state.options["points"])
    if points == 1:
        return [*({"nodes": nodes, "softness": given} for nodes, given in ONE_POINT), {}]
    decides = worth(points)
    return [
        *({"nodes": nodes, "softness": given * decides, "settings": {"eases": eases}} for nodes, given, eases in MORE_POINTS),
        {},
    ]


def worth(points: int) -> float:
    """How much of the game the first of so many points decides, if every point is a toss-up.

    >>> worth(1), worth(2), round(worth(5), 3)
    (1.0, 0.5, 0.273)
    """
    return float(comb(2 * points - 2, points - 1) / 4 ** (points - 1))
