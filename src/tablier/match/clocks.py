"""Clocks: absolute deadlines computed from events, so that they survive any restart.

One clock runs at a time: that of the seat that must act, also when it owes an answer out of turn. With a store of time and an
increment, a seat's first action is free: its clock runs from its second action on, and until everybody has acted once,
anybody can abort alone. Days for each action count from the start.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .events import DAY, Clock, Days, Increment
from .line import MatchError

MOST_LEFT = 366 * DAY  # what generous opponents can add up to


def full(terms: Clock) -> int:
    """The time on a fresh clock."""
    match terms:
        case Increment(base=base):
            return base
        case Days(days=days):
            return days * DAY
    return 0


@dataclass(frozen=True, slots=True)
class Clocks:
    """The time left by seat, in milliseconds, and since when the running clock runs."""

    terms: Clock
    left: tuple[int, ...] = ()  # not counting what the running clock has used since
    since: int | None = None  # None while all clocks stand

    @classmethod
    def begin(cls, terms: Clock, seats: int, at: int) -> Clocks:
        """Fresh clocks at the start."""
        return cls(terms, (full(terms),) * seats, at)

    def used(self, now: int) -> int:
        """How long the seat that must act has been thinking; a grace makes it begin later than it saw the position."""
        return 0 if self.since is None else max(0, now - self.since)

    def deadline(self, ticking: int | None) -> int | None:
        """When the running clock runs out."""
        return None if ticking is None or self.since is None else self.since + self.left[ticking]

    def remaining(self, seat: int, ticking: int | None, now: int) -> int:
        """What a seat has left, never below nothing."""
        return max(0, self.left[seat] - (self.used(now) if seat == ticking else 0))

    def acted(self, seat: int, ticking: int | None, took: int, at: int) -> Clocks:
        """After an action of that seat. `took` may be less than what passed here, never more."""
        if not 0 <= took <= self.used(at):
            raise MatchError("bad_time", took=took, most=self.used(at))
        if seat != ticking:
            return self
        if took >= self.left[seat]:
            raise MatchError("time_over", seat=seat)
        match self.terms:
            case Increment(increment=increment):
                left = self.left[seat] - took + increment
            case _:
                left = full(self.terms)
        return self._with(seat, min(left, MOST_LEFT))

    def passed_on(self, to_act: int, at: int) -> Clocks:
        """That seat's clock runs now. Nobody pays for a turn that was broken off by leaving or taking back."""
        clocks = self
        if isinstance(self.terms, Days):
            clocks = self._with(to_act, max(self.left[to_act], full(self.terms)))
        return clocks if clocks.since is None else replace(clocks, since=at)

    def given(self, seat: int, time: int) -> Clocks:
        """With more time for a seat."""
        if self.terms is None:
            raise MatchError("no_clock")
        if self.left[seat] + time > MOST_LEFT:
            raise MatchError("too_much_time", most=MOST_LEFT)
        return self._with(seat, self.left[seat] + time)

    def stopped(self, ticking: int | None, at: int) -> Clocks:
        """All clocks stand; the running one keeps what it had left."""
        clocks = self if ticking is None else self._with(ticking, self.remaining(ticking, ticking, at))
        return replace(clocks, since=None)

    def resumed(self, grace: int, at: int) -> Clocks:
        """The clock goes on after the grace; one that never stood (a restart out of the blue) is put back by it."""
        return replace(self, since=(at if self.since is None else self.since) + grace)

    def _with(self, seat: int, left: int) -> Clocks:
        return replace(self, left=(*self.left[:seat], left, *self.left[seat + 1 :]))
