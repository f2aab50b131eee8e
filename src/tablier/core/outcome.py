"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """`winner` is a seat, None for a draw; `reason` is a stable code; `scores` has a number per seat where the game counts."""

    winner: int | None
    reason: str
    scores: tuple[int, ...] | None = None

    def json(self) -> dict[str, Any]:
        """Exactly what `tablier replay` prints: who won, or that nobody did."""
        return {"draw": True} if self.winner is None else {"winner": self.winner}
