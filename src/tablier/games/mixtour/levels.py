"""Levels 1 to 10, measured in games over one point: docs/engines/mixtour.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.state import State

LEVELS: Sequence[Mapping[str, Any]] = (
    {"nodes": 1, "softness": 0.07},
    {"nodes": 1, "softness": 0.04},
    {"nodes": 1, "softness": 0.02},
    {"nodes": 150},
    {"nodes": 550},
    {"nodes": 2_000},
    {"nodes": 8_000},
    {"nodes": 40_000},
    {"nodes": 300_000},
    {},
)


def levels(state: State) -> Sequence[Mapping[str, Any]]:
    """The same for all editions and options: more points only make the stronger player surer to win."""
    return LEVELS
