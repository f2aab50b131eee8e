"""What a player found out about a position, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from tablier.core.state import Action

Proof = Literal["win", "draw", "loss"]
PROOFS: tuple[Proof | None, ...] = (None, "win", "draw", "loss")  # by the number the native players use


@dataclass(frozen=True)
class Candidate:
    """An action and what it is worth to the seat to act."""

    action: Action
    chance: float  # of winning, a draw counting half
    proof: Proof | None = None  # for the seat to act
    plies: int = 0  # to the end, where it is proven
    nodes: int = 0

    def json(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "action": self.action,
            "chance": round(self.chance, 5),
            "proof": self.proof,
            "plies": self.plies,
            "nodes": self.nodes,
        }


@dataclass(frozen=True)
class Analysis:
    """Every legal action with its value, the best first, and the line that is expected."""

    candidates: tuple[Candidate, ...]
    line: tuple[Action, ...]
    nodes: int
    depth: int
    seconds: float

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    def json(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "best": self.best.action,
            "line": list(self.line),
            "nodes": self.nodes,
            "depth": self.depth,
            "seconds": round(self.seconds, 4),
            "candidates": [one.json() for one in self.candidates],
        }


Report = Callable[[Analysis], None]  # hears what is found while it comes about
