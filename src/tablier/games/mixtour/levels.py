"""Levels 1 to 10: docs/engines/mixtour.md says how far they are apart, and which steps have not been measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.state import State

LEVELS: Sequence[Mapping[str, Any]] = (
    {"nodes": 1, "softness": 0.07},
    {"nodes": 1, "softness": 0.03},
    {"nodes": 150},
    {"nodes": 350},
    {"nodes": 850},
    {"nodes": 2_000},
    {"nodes": 5_000},
    {"nodes": 15_000},
    {"nodes": 100_000},
    {},
)


def levels(state: State) -> Sequence[Mapping[str, Any]]:
    """The same for all editions and options, though over more points every step is larger."""
    return LEVELS
