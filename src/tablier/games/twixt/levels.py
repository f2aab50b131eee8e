"""Levels 1 to 10 of the player: how far it sees, how gentle its choice is. docs/engines/twixt.md has the contests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablier.core.state import State

NODES = (1, 2, 4, 12, 40, 150, 600, 4000, 15000, 0)  # the last sees as far as its time goes
SOFTNESS = (0.10, 0.06, 0.04, 0.028, 0.018, 0.012, 0.008, 0.003, 0.0, 0.0)


def levels(_state: State) -> Sequence[Mapping[str, Any]]:
    """The same for every size and edition."""
    return [{"nodes": nodes, "softness": softness} for nodes, softness in zip(NODES, SOFTNESS, strict=True)]
