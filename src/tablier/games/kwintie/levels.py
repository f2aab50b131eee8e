"""Levels 1 to 10: how far each one sees, and how softly it chooses. Measured in docs/engines/kwintie.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.state import State

# Nodes and softness of the levels 1 to 9, which judge without proving; 10 proves whatever it can.
SIGHT = (
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


def levels(state: State) -> Sequence[Mapping[str, Any]]:
    """The levels of any edition."""
    judging = [{"nodes": nodes, "softness": softness, "settings": {"proof": 0.0}} for nodes, softness in SIGHT]
    return [*judging, {"seconds": 2.0}]
