"""Results of a search: candidate actions with their values, and the principal variation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from tablier.core.state import Action

Proof = Literal["win", "draw", "loss"]
PROOFS: tuple[Proof | None, ...] = (None, "win", "draw", "loss")  # indexed by the native `Proof` enum


@dataclass(frozen=True)
class Candidate:
    """A legal action and its value for the seat to act."""

    action: Action
    expected_score: float  # 0 to 1; a draw counts half
    proof: Proof | None = None  # game-theoretic value for the seat to act, where the search proved it
    plies: int = 0  # plies to the end of the game, where it is proven
    nodes: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The candidate as a JSON object."""
        return {
            "action": self.action,
            "expected_score": round(self.expected_score, 5),
            "proof": self.proof,
            "plies": self.plies,
            "nodes": self.nodes,
        }


@dataclass(frozen=True)
class Analysis:
    """The candidates, best first, and the principal variation."""

    candidates: tuple[Candidate, ...]
    pv: tuple[Action, ...]
    nodes: int
    depth: int
    seconds: float

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    def to_dict(self) -> dict[str, Any]:
        """The analysis as a JSON object."""
        return {
            "best": self.best.action,
            "pv": list(self.pv),
            "nodes": self.nodes,
            "depth": self.depth,
            "seconds": round(self.seconds, 4),
            "candidates": [candidate.to_dict() for candidate in self.candidates],
        }


Report = Callable[[Analysis], None]  # receives intermediate results while a search runs
