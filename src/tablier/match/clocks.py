"""Clocks: absolute deadlines computed from events, so that they survive a restart. All times are in milliseconds.

One clock runs at a time: that of the seat that must act, also when it owes an answer out of turn. With an `Increment`, the
first action of a seat is free: its clock runs from its second action on, and until every seat has acted once, any seat can
abort alone. `Days` count from the start.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from .errors import MatchError
from .events import DAY, Clock, Days, Increment

MAX_TIME_LEFT = 366 * DAY  # including time given by opponents


def initial_time(terms: Clock) -> int:
    """Return the milliseconds on a fresh clock."""
    match terms:
        case Increment(base_ms=base_ms):
            return base_ms
        case Days(days=days):
            return days * DAY
    return 0


class Clocks(Struct, frozen=True):
    """The time left by seat, in milliseconds, and the time at which the running clock was started.

    `ticking` is always the seat whose clock runs, None if no clock runs.
    """

    terms: Clock
    left: tuple[int, ...] = ()  # that of the running clock as it was at `since`
    since: int | None = None  # later than now during a grace period; None while all clocks are stopped

    @classmethod
    def begin(cls, terms: Clock, seats: int, at: int) -> Clocks:
        """Return fresh clocks at the start of a match."""
        return cls(terms, (initial_time(terms),) * seats, at)

    def elapsed(self, now: int) -> int:
        """Return the thinking time of the seat that must act. Zero while a grace period lasts."""
        return 0 if self.since is None else max(0, now - self.since)

    def deadline(self, ticking: int | None) -> int | None:
        """Return the time at which the clock of seat `ticking` runs out; None if no clock runs."""
        return None if ticking is None or self.since is None else self.since + self.left[ticking]

    def remaining(self, seat: int, ticking: int | None, now: int) -> int:
        """Return the time that a seat has left, at least 0."""
        return max(0, self.left[seat] - (self.elapsed(now) if seat == ticking else 0))

    def after_action(self, seat: int, ticking: int | None, elapsed_ms: int, at: int) -> Clocks:
        """Return the clocks after an action. `elapsed_ms` may be less than `elapsed`, by the network delay, but not more.

        Raises `MatchError` if it is more, or if the seat had no time left.
        """
        if not 0 <= elapsed_ms <= self.elapsed(at):
            raise MatchError("bad_time", elapsed_ms=elapsed_ms, most=self.elapsed(at))
        if seat != ticking:
            return self
        if elapsed_ms >= self.left[seat]:
            raise MatchError("time_over", seat=seat)
        match self.terms:
            case Increment(increment_ms=increment_ms):
                left = self.left[seat] - elapsed_ms + increment_ms
            case _:
                left = initial_time(self.terms)
        return self._with_time(seat, min(left, MAX_TIME_LEFT))

    def after_turn_change(self, to_act: int, at: int) -> Clocks:
        """Return the clocks with that of `to_act` running. A turn ended by a leave or a takeback costs no time."""
        clocks = self
        if isinstance(self.terms, Days):
            clocks = self._with_time(to_act, max(self.left[to_act], initial_time(self.terms)))
        return clocks if clocks.since is None else replace(clocks, since=at)

    def with_gift(self, seat: int, time_ms: int) -> Clocks:
        """Return the clocks with more time for a seat. Raises `MatchError` without a clock or beyond `MAX_TIME_LEFT`."""
        if self.terms is None:
            raise MatchError("no_clock")
        if self.left[seat] + time_ms > MAX_TIME_LEFT:
            raise MatchError("too_much_time", most=MAX_TIME_LEFT)
        return self._with_time(seat, self.left[seat] + time_ms)

    def stopped(self, ticking: int | None, at: int) -> Clocks:
        """Return the clocks stopped, with the time that the running one had left."""
        clocks = self if ticking is None else self._with_time(ticking, self.remaining(ticking, ticking, at))
        return replace(clocks, since=None)

    def resumed(self, grace_ms: int, at: int) -> Clocks:
        """Return the clocks running again after the grace period. A running clock is credited with the grace period."""
        return replace(self, since=(at if self.since is None else self.since) + grace_ms)

    def _with_time(self, seat: int, left: int) -> Clocks:
        return replace(self, left=(*self.left[:seat], left, *self.left[seat + 1 :]))
