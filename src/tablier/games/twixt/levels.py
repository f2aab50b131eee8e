"""Levels 1 to 10 of the player: how far it sees, how gentle its choice is. docs/engines/twixt.md has the contests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablier.core.state import State

# Nodes of the levels 1 to 9 on boards of 12 and of 24 holes; 10 sees as far as its time goes. A larger board tells players
# apart better, so its levels lie closer together, and small gifts add up there: the choice is firmer.
SMALL, LARGE = 12, 24
NODES = ((1, 2), (2, 7), (4, 24), (8, 56), (16, 140), (45, 350), (150, 950), (650, 2500), (5000, 11000))
SOFTNESS = (0.095, 0.08, 0.066, 0.05, 0.034, 0.02, 0.007, 0.001, 0.0)


def levels(state: State) -> Sequence[Mapping[str, Any]]:
    """The same for every edition; boards between the two measured have nodes between theirs."""
    size = min(max(int(state.options["size"]), SMALL), LARGE)
    larger = (size - SMALL) / (LARGE - SMALL)
    nodes = (round(few ** (1 - larger) * many**larger) for few, many in NODES)
    return [*({"nodes": sight, "softness": soft * SMALL / size} for sight, soft in zip(nodes, SOFTNESS, strict=True)), {}]
