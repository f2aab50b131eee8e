"""Protocol between the server and a worker process: one JSON object per line in both directions."""

from __future__ import annotations

import msgspec

from tablier.engine.analysis import Proof

MAX_PLAYERS = 2  # players that a worker keeps with their search tables


class SearchRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A game so far and the limits of the search. The whole line is sent, so that repetition rules hold in the search."""

    game_id: str  # of a match or study; requests with the same id and level share a player and its search tables
    start: str  # position text
    actions: tuple[str, ...]
    level: int
    time_limit_s: float
    memory_mb: int
    seed: int
    analyse: bool = False  # stream updates for the whole time instead of choosing an action


class WorkerCommand(msgspec.Struct, frozen=True):
    """Start a search. Without `request`: stop the search of that number."""

    number: int
    request: SearchRequest | None = None


class SearchUpdate(msgspec.Struct, frozen=True):
    """An analysis so far. The last update has `done`."""

    candidates: list[tuple[str, float, Proof | None, int]] = []  # the fields of `engine.analysis.Candidate`; the best first
    pv: list[str] = []  # principal variation
    nodes: int = 0
    depth: int = 0
    elapsed_s: float = 0.0
    done: bool = False


class WorkerReply(msgspec.Struct, frozen=True):
    """The chosen action, an update of an analysis, or an error."""

    number: int
    action: str | None = None
    update: SearchUpdate | None = None
    error: str | None = None

    @property
    def is_last(self) -> bool:
        """True if no further reply to the same request follows."""
        return self.update is None or self.update.done
