"""Deadlines: a timer for the clocks of all matches."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable

TICK_MS = 1000  # longest sleep: the machine may have slept meanwhile
MIN_GAP_MS = 2000  # a tick this late means that the process or the machine was stopped
RETRY_DELAYS_MS = (5_000, 10_000, 30_000, 60_000)  # by attempt; the last one repeats


class Deadlines:
    """Calls `on_deadline(match_id)` once the deadline of a match has passed. Each match has at most one deadline.

    It calls again after a pause for as long as the deadline is not set to another value, because writing the flag may fail.
    If the process was stopped, it stops firing and sets `gap_seen`, so that clocks can get that time back before any flag
    falls; `start` goes on. A heap with lazy deletion: entries that are no longer current are skipped.
    """

    def __init__(self, on_deadline: Callable[[str], None], now: Callable[[], int], grace_ms: int) -> None:
        """Fire `grace_ms` after a deadline: an action sent in time may still be on its way."""
        self.gap_seen = asyncio.Event()
        self._on_deadline = on_deadline
        self._now = now
        self._grace_ms = grace_ms
        self._current: dict[str, tuple[int, int]] = {}  # by match id: the deadline, and when to fire
        self._heap: list[tuple[int, str]] = []  # when to fire, and match id
        self._attempts: dict[str, int] = {}  # by match id: how often the current deadline has fired
        self._timer: asyncio.TimerHandle | None = None
        self._wakes_at = 0  # when the timer fires, in milliseconds since the epoch
        self._last_tick = 0
        self._gap_since: int | None = None  # the last tick before a gap
        self._started = False

    def __len__(self) -> int:
        """Return the number of running clocks."""
        return len(self._current)

    def start(self) -> None:
        """Start firing, also after a gap. Deadlines set earlier are kept until then."""
        self._started = True
        self._gap_since = None
        self.gap_seen.clear()
        self._cancel_timer()
        self._schedule()

    def pause(self, alive_at: int) -> None:
        """Stop firing until `start` because of a gap; the server last ran at `alive_at`."""
        self._started = False
        self._gap_since = alive_at
        self.gap_seen.set()
        self._cancel_timer()

    def gap_since(self, now: int) -> int | None:
        """Return when the server last ran, if it was stopped and clocks did not get that time back yet."""
        if self._gap_since is None and self._timer and now - self._last_tick > TICK_MS + MIN_GAP_MS:
            return self._last_tick
        return self._gap_since

    def set(self, match_id: str, deadline: int | None) -> None:
        """Set the deadline of a match in milliseconds since the epoch; None if no clock runs."""
        current = self._current.get(match_id)
        if current and current[0] == deadline:
            return
        self._attempts.pop(match_id, None)
        if deadline is None:
            self._current.pop(match_id, None)
            return
        self._push(match_id, deadline, deadline + self._grace_ms)
        if len(self._heap) > 64 + 4 * len(self._current):  # mostly entries that are no longer current
            self._heap = [(due, match_id) for match_id, (_, due) in self._current.items()]
            heapq.heapify(self._heap)
        if self._started and (self._timer is None or self._heap[0][0] < self._wakes_at):
            self._schedule()

    def _push(self, match_id: str, deadline: int, due: int) -> None:
        self._current[match_id] = deadline, due
        heapq.heappush(self._heap, (due, match_id))

    def _schedule(self) -> None:
        now = self._now()
        if self._timer is None:
            self._last_tick = now
        self._cancel_timer()
        while self._heap and not self._is_current(*self._heap[0]):
            heapq.heappop(self._heap)
        if self._heap:
            delay_ms = min(TICK_MS, max(0, self._heap[0][0] - now))
            self._wakes_at = now + delay_ms
            self._timer = asyncio.get_running_loop().call_later(delay_ms / 1000, self._on_timer)

    def _is_current(self, due: int, match_id: str) -> bool:
        current = self._current.get(match_id)
        return current is not None and current[1] == due

    def _on_timer(self) -> None:
        now = self._now()
        if (alive_at := self.gap_since(now)) is not None:
            self.pause(alive_at)
            return
        self._timer = None
        while self._heap and self._heap[0][0] <= now:
            due, match_id = heapq.heappop(self._heap)
            if self._is_current(due, match_id):
                self._fire(match_id, now)
        self._schedule()

    def _fire(self, match_id: str, now: int) -> None:
        attempt = self._attempts.get(match_id, 0)
        self._attempts[match_id] = attempt + 1
        delay_ms = RETRY_DELAYS_MS[min(attempt, len(RETRY_DELAYS_MS) - 1)]
        self._push(match_id, self._current[match_id][0], now + delay_ms)
        self._on_deadline(match_id)

    def _cancel_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def close(self) -> None:
        """Stop firing."""
        self._started = False
        self._current.clear()
        self._heap.clear()
        self._cancel_timer()
