"""Match: one played game, computed from its events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ..core.state import State
from .clocks import Clocks
from .events import Event, Increment, MatchCreated, OfferType
from .line import GameLine, MatchError, Result
from .offers import Offers, needed
from .persistent_list import PersistentList
from .view import view

if TYPE_CHECKING:
    from ..records.record import Record

Status = Literal["waiting", "running", "adjourned", "over"]


@dataclass(frozen=True, slots=True)
class Match:
    """A frozen value. The functions of `requests` make the next one; `fold` does the same from stored events."""

    create: MatchCreated  # the terms
    events: PersistentList[Event]
    line: GameLine  # players, positions, result
    clocks: Clocks
    acted: tuple[int, ...]  # how often each seat has acted
    offers: Offers = Offers()  # noqa: RUF009 - frozen and empty
    rematch: bool = False  # everybody wants another one

    @classmethod
    def of(cls, record: Record) -> Match:
        """The match that a record tells, to be played on; `BadFile(code, event=…)` when it cannot have happened so."""
        from .fold import fold_all  # folding makes matches, so it imports this module

        return fold_all(record.events)

    # how it stands

    @property
    def state(self) -> State:
        """The position."""
        return self.line.state

    @property
    def players(self) -> tuple[str, ...]:
        """Names by seat; before the start, in the order of joining."""
        return self.line.names()

    @property
    def result(self) -> Result | None:
        return self.line.result

    @property
    def status(self) -> Status:
        if self.line.result:
            return "over"
        if not self.line.seating:
            return "waiting"
        return "adjourned" if self.clocks.since is None else "running"

    @property
    def to_act(self) -> int | None:
        """The seat that must act now; None unless the match is running."""
        return self.state.to_act if self.status == "running" else None

    @property
    def early(self) -> bool:
        """Somebody has not acted yet, so anybody can still abort alone."""
        return not self.line.seating or not all(self.acted[seat] for seat in self.line.present())

    def needed(self, what: OfferType) -> frozenset[int]:
        """The seats that must agree to an offer."""
        return needed(what, self.line, early=self.early)

    # how far it is

    @property
    def number(self) -> int:
        """Of the last event."""
        return self.line.number

    @property
    def at(self) -> int:
        """When the last event happened."""
        return self.line.at

    @property
    def changes(self) -> int:
        """How often the position has changed. A submission says how many changes it has seen."""
        return self.line.changes

    def since(self, number: int) -> tuple[Event, ...]:
        """The events after that number: what is to be stored, or what a client that comes back has missed."""
        return self.events.after(number)

    # clocks

    @property
    def ticking(self) -> int | None:
        """The seat whose clock runs. With an increment, the first action of a seat is free."""
        seat = self.to_act
        if seat is None or self.create.clock is None:
            return None
        return None if isinstance(self.create.clock, Increment) and not self.acted[seat] else seat

    @property
    def deadline(self) -> int | None:
        """When the running clock runs out, None when none runs."""
        return self.clocks.deadline(self.ticking)

    def remaining(self, seat: int, now: int) -> int | None:
        """OfferType a seat has left at that time, in milliseconds; None without a clock or before the start."""
        if self.create.clock is None or not self.line.seating:
            return None
        return self.clocks.remaining(seat, self.ticking, now)

    # score

    @property
    def score(self) -> tuple[tuple[int, int], ...]:
        """Wins and draws of the series by player in the order of joining, this match included once it is over."""
        before = self.create.score or ((0, 0),) * self.state.seats
        result = self.result
        if not result or result.aborted:
            return before
        if result.winner is None:
            return tuple((wins, draws + 1) for wins, draws in before)
        best = self.line.seating[result.winner]
        return tuple((wins + (player == best), draws) for player, (wins, draws) in enumerate(before))

    # telling it

    def record(self, facts: dict[str, str] | None = None) -> Record:
        """The match as data that replays for ever."""
        from ..records.record import Record  # records depend on matches

        return Record(self.events.items(), dict(facts or {}), line=self.line)

    def view(self, seat: int | None, now: int) -> dict[str, Any]:
        """All that a seat's client shows, as plain JSON; None is a spectator."""
        return view(self, seat, now)

    def check_fresh(self, seen: int) -> None:
        """`MatchError("stale")` when the position has changed since a client saw it. Offers never make it stale."""
        if seen != self.changes:
            raise MatchError("stale", seen=seen, changes=self.changes)
