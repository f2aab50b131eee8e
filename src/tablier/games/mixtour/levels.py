"""Levels 1 to 10: docs/engines/mixtour.md says how far they are apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from typing import Any

from ...core.state import State

# Nodes of the levels 1 to 9, and what the first two give away of the next point; 10 sees as far as its time goes.
SIGHT = ((1, 0.048), (1, 0.018), (90, 0.0), (235, 0.0), (590, 0.0), (1_450, 0.0), (3_500, 0.0), (8_300, 0.0), (20_000, 0.0))


def levels(state: State) -> Sequence[Mapping[str, Any]]:
    """A level plays a point alike in all editions, so over more points every step is larger."""
    decides = worth(int(state.options["points"]))
    return [*({"nodes": nodes, "softness": given_away * decides} for nodes, given_away in SIGHT), {}]


def worth(points: int) -> float:
    """How much of the game the first of so many points decides, if every point is a toss-up.

    >>> worth(1), worth(2), round(worth(5), 3)
    (1.0, 0.5, 0.273)
    """
    return float(comb(2 * points - 2, points - 1) / 4 ** (points - 1))
