"""The outcome of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """`winner` is a seat, None for a draw; `reason` is a stable code; `scores` has a number per seat if the game has scores."""

    winner: int | None
    reason: str
    scores: tuple[int, ...] | None = None

    def json(self) -> dict[str, Any]:
        """Return `{"winner": seat}` or `{"draw": true}`, as `tablier replay` prints it."""
        return {"draw": True} if self.winner is None else {"winner": self.winner}
