"""What a worker is asked to think about, and what it says: one JSON object a line in both directions."""

from __future__ import annotations

import msgspec

from tablier.engine.analysis import Proof


class SearchRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A position as it came about, so that the rules about repetition hold, and how hard to think."""

    match: str  # or whose study: whatever is thought about in a row
    start: str  # the position text the match began with
    actions: tuple[str, ...]
    level: int
    most: float  # seconds
    memory: int  # megabytes
    seed: int
    watched: bool = False  # nothing is chosen: what is found is told as it comes about, in all the time there is


class WorkerCommand(msgspec.Struct, frozen=True):
    """Think about this, or stop thinking about that."""

    number: int
    thought: SearchRequest | None = None


class SearchUpdate(msgspec.Struct, frozen=True):
    """What was found so far, the best first; with `done` there is no more to come."""

    candidates: list[tuple[str, float, Proof | None, int]] = []  # as `Candidate`: action, chance, proof, plies
    line: list[str] = []  # what is expected
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    done: bool = False


class WorkerReply(msgspec.Struct, frozen=True):
    """An action, or what is seen of a thought that is watched, or why there is nothing."""

    number: int
    action: str | None = None
    seen: SearchUpdate | None = None
    error: str | None = None

    @property
    def last(self) -> bool:
        """Whether nothing follows about this thought."""
        return self.seen is None or self.seen.done
