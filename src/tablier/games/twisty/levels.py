"""Levels 1 to 10. The lower half looks one action ahead and chooses ever more firmly; the upper half looks further."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.state import State

FIRST_LOOK = [0.1, 0.08, 0.064, 0.049, 0.033]  # softness of levels 1 to 5
FURTHER = [(80, 0.018), (180, 0.009), (600, 0.002), (2000, 0.0)]  # nodes and softness of levels 6 to 9


def levels(state: State) -> Sequence[Mapping[str, Any]]:
    """How each level was measured against the one below stands in docs/engines/twisty.md."""
    return [
        *({"depth": 1, **_soft(softness)} for softness in FIRST_LOOK),
        *({"nodes": nodes, **_soft(softness)} for nodes, softness in FURTHER),
        {},
    ]


def _soft(softness: float) -> dict[str, Any]:
    return {"softness": softness, "settings": {"margin": 4 * softness}}  # chances are worked out as far as the choice reaches
