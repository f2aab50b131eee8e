"""What a worker is asked to think about, and what it says: one JSON object a line in both directions."""

from __future__ import annotations

import msgspec


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """A position as it came about, so that the rules about repetition hold, and how hard to think."""

    match: str
    start: str  # the position text the match began with
    actions: tuple[str, ...]
    level: int
    most: float  # seconds
    memory: int  # megabytes
    seed: int


class Order(msgspec.Struct, frozen=True):
    """Think about this, or stop thinking about that."""

    number: int
    thought: Thought | None = None


class Found(msgspec.Struct, frozen=True):
    """An action, or why there is none."""

    number: int
    action: str | None = None
    error: str | None = None
