"""Deadlines: a timer for the clocks of all matches."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable

MAX_SLEEP_MS = 60 * 60 * 1000  # wake up now and then: the system clock may be set


class Deadlines:
    """Calls `on_deadline(match_id)` once the deadline of a match has passed. Each match has at most one deadline.

    A heap with lazy deletion: entries whose deadline is no longer current are skipped.
    """

    def __init__(self, on_deadline: Callable[[str], None], now: Callable[[], int], grace_ms: int) -> None:
        """Fire `grace_ms` after a deadline: an action sent in time may still be on its way."""
        self._on_deadline = on_deadline
        self._now = now
        self._grace_ms = grace_ms
        self._current: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._wakes_at = 0
        self._started = False

    def __len__(self) -> int:
        return len(self._current)

    def start(self) -> None:
        """Start firing. Deadlines set earlier are kept until then."""
        self._started = True
        self._schedule()

    def set(self, match_id: str, deadline: int | None) -> None:
        """Set the deadline of a match in milliseconds since the epoch; None if no clock runs."""
        if deadline is None:
            self._current.pop(match_id, None)
            return
        if self._current.get(match_id) == deadline:
            return
        self._current[match_id] = deadline
        heapq.heappush(self._heap, (deadline, match_id))
        if len(self._heap) > 64 + 4 * len(self._current):  # mostly entries that are no longer current
            self._heap = [(due, match_id) for match_id, due in self._current.items()]
            heapq.heapify(self._heap)
        if not self._started:
            return
        if self._timer is None or self._heap[0][0] + self._grace_ms < self._wakes_at:
            self._schedule()

    def _schedule(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        while self._heap and self._current.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        if self._heap:
            now = self._now()
            delay_ms = min(MAX_SLEEP_MS, max(0, self._heap[0][0] + self._grace_ms - now))
            self._wakes_at = now + delay_ms
            self._timer = asyncio.get_running_loop().call_later(delay_ms / 1000, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        now = self._now()
        while self._heap and self._heap[0][0] + self._grace_ms <= now:
            deadline, match_id = heapq.heappop(self._heap)
            if self._current.get(match_id) == deadline:
                del self._current[match_id]
                self._on_deadline(match_id)
        self._schedule()

    def close(self) -> None:
        """Stop firing."""
        self._current.clear()
        self._heap.clear()
        if self._timer:
            self._timer.cancel()
