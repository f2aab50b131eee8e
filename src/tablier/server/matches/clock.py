"""The clock of the server, and the grace for time in which the server did not run."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from tablier.match import DAY, Days, Match, resume

log = logging.getLogger("tablier")
MAX_DRIFT_MS = 10_000  # between this clock and the system clock, before a warning
MIN_GRACE_MS = 1000  # a shorter grace is not given
MIN_DAYS_GRACE_MS = 60_000  # a correspondence clock is not compensated for a shorter time
MAX_GRACE_MS = 300 * DAY  # below MAX_ADDED_MS, the limit of a `resume` event


def wall_clock_ms() -> int:
    """Return the system time in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def uptime_ms() -> int:
    """Return a monotonic time in milliseconds. On Linux it includes the time in which the machine sleeps."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    return time.monotonic_ns() // 1_000_000


class ServerClock:
    """Milliseconds since the epoch: the system time at the start, then monotonic. Setting the system clock has no effect."""

    def __init__(self, wall: Callable[[], int] = wall_clock_ms, uptime: Callable[[], int] = uptime_ms) -> None:
        self._wall = wall
        self._uptime = uptime
        self._offset_ms = wall() - uptime()
        self._drift_ms = 0  # as last reported

    def now(self) -> int:
        """Return the current time."""
        return self._uptime() + self._offset_ms

    def start_after(self, at: int) -> None:
        """Set the clock forward to `at` if it is earlier: at the start the system clock may be behind the stored events."""
        self._offset_ms += max(0, at - self.now())
        self.check_wall_clock()

    def check_wall_clock(self) -> None:
        """Log a warning, once for each change, if the system clock was set."""
        drift_ms = self._wall() - self.now()
        if abs(drift_ms - self._drift_ms) > MAX_DRIFT_MS:
            self._drift_ms = drift_ms
            log.warning("the system clock differs by %d s; matches keep their time until the next start", drift_ms // 1000)


def grace_ms(now: int, alive_at: int, last_event_at: int, *, in_days: bool, extra_ms: int = 0) -> int:
    """Return the time that a running clock gets back if the server last ran at `alive_at`; 0 if it is negligible.

    `extra_ms` is added for people to come back, but not to a correspondence clock (`in_days`).
    """
    downtime_ms = max(0, now - max(alive_at, last_event_at))
    if in_days:
        return min(downtime_ms, MAX_GRACE_MS) if downtime_ms > MIN_DAYS_GRACE_MS else 0
    total_ms = min(downtime_ms + extra_ms, MAX_GRACE_MS)
    return total_ms if total_ms > MIN_GRACE_MS else 0


def credit_downtime(match: Match, now: int, alive_at: int, extra_ms: int = 0) -> Match:
    """Return the match with the grace for its running clock, or the same match if no clock runs or nothing is due."""
    if match.deadline is None:
        return match
    credit_ms = grace_ms(now, alive_at, match.at, in_days=isinstance(match.terms.clock, Days), extra_ms=extra_ms)
    return resume(match, now, credit_ms) if credit_ms else match
