"""Match: one played match, computed from its events. Times are Unix times in milliseconds."""

from __future__ import annotations

from typing import Literal

from .clocks import Clocks
from .errors import MatchError
from .events import AnyEvent, Increment, MatchCreated, OfferType
from .line import GameLine
from .offers import Offers
from .persistent_list import PersistentList

Status = Literal["waiting", "running", "adjourned", "over"]


class Match(GameLine, frozen=True, kw_only=True):
    """A line of plies with its terms, events, clocks and offers. An immutable value; `fold` returns the next one."""

    terms: MatchCreated
    events: PersistentList[AnyEvent]
    clocks: Clocks
    action_counts: tuple[int, ...]  # number of actions by seat; takebacks do not lower it
    offers: Offers = Offers()
    rematch: bool = False  # True once every seat has agreed to a rematch

    @property
    def status(self) -> Status:
        """`waiting` before the start, `running`, `adjourned`, or `over` once there is a result."""
        if self.result:
            return "over"
        if not self.seating:
            return "waiting"
        return "adjourned" if self.clocks.since is None else "running"

    @property
    def to_act(self) -> int | None:
        """The seat that must act now; None unless the match is running."""
        return self.state.to_act if self.status == "running" else None

    @property
    def can_abort_alone(self) -> bool:
        """Whether a seat can abort without agreement: until every seat that has not left has acted."""
        return not self.seating or not all(self.action_counts[seat] for seat in self.present_seats())

    def required_seats(self, offer_type: OfferType) -> frozenset[int]:
        """Return the seats that must agree to an offer: for a rematch all seats, otherwise those that have not left.

        Empty for an abort that needs no agreement.
        """
        if offer_type == "rematch":
            return frozenset(range(self.state.seats))
        if offer_type == "abort" and self.can_abort_alone:
            return frozenset()
        return frozenset(self.present_seats())

    def events_since(self, number: int) -> tuple[AnyEvent, ...]:
        """Return the events with a higher number than `number`."""
        return self.events.after(number)

    @property
    def ticking(self) -> int | None:
        """The seat whose clock runs; None if no clock runs. With an increment, the first action of a seat is free."""
        seat = self.to_act
        if seat is None or self.terms.clock is None:
            return None
        return None if isinstance(self.terms.clock, Increment) and not self.action_counts[seat] else seat

    @property
    def deadline(self) -> int | None:
        """When the running clock runs out, in milliseconds since the epoch; None if no clock runs."""
        return self.clocks.deadline(self.ticking)

    def remaining(self, seat: int, now: int) -> int | None:
        """Return the milliseconds that a seat has left at time `now`; None without a clock or before the start."""
        if self.terms.clock is None or not self.seating:
            return None
        return self.clocks.remaining(seat, self.ticking, now)

    @property
    def score(self) -> tuple[tuple[int, int], ...]:
        """Wins and draws in the series of each player, in the order of joining, including this match once it is over."""
        before = self.terms.score or ((0, 0),) * self.state.seats
        result = self.result
        if not result or result.aborted:
            return before
        if result.winner is None:
            return tuple((wins, draws + 1) for wins, draws in before)
        winner = self.seating[result.winner]
        return tuple((wins + (player == winner), draws) for player, (wins, draws) in enumerate(before))

    def check_fresh(self, changes_seen: int) -> None:
        """Raise `MatchError("stale")` unless `changes_seen` is the current `changes`. Offers do not change the position."""
        if changes_seen != self.changes:
            raise MatchError("stale", seen=changes_seen, changes=self.changes)
