"""Deadlines: which clock runs out next, whoever is connected."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable

LONGEST_SLEEP = 60 * 60 * 1000  # milliseconds; the machine's clock may be set meanwhile


class Deadlines:
    """Rings for a match once its deadline has passed. Setting another one replaces the first."""

    def __init__(self, ring: Callable[[str], None], now: Callable[[], int], late: int) -> None:
        """`late` milliseconds are waited beyond a deadline: an action sent in time may still be under way."""
        self._ring = ring
        self._now = now
        self._late = late
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._wakes = 0
        self._started = False

    def __len__(self) -> int:
        return len(self._due)

    def start(self) -> None:
        """Rings from now on; before, deadlines are only noted."""
        self._started = True
        self._sleep()

    def set(self, match: str, deadline: int | None) -> None:
        """The match's next deadline, None when no clock runs."""
        if deadline is None:
            self._due.pop(match, None)
            return
        if self._due.get(match) == deadline:
            return
        self._due[match] = deadline
        heapq.heappush(self._heap, (deadline, match))
        if len(self._heap) > 64 + 4 * len(self._due):  # mostly deadlines that were met
            self._heap = [(due, name) for name, due in self._due.items()]
            heapq.heapify(self._heap)
        if not self._started:
            return
        if self._timer is None or self._heap[0][0] + self._late < self._wakes:
            self._sleep()

    def _sleep(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        if self._heap:
            now = self._now()
            wait = min(LONGEST_SLEEP, max(0, self._heap[0][0] + self._late - now))
            self._wakes = now + wait
            self._timer = asyncio.get_running_loop().call_later(wait / 1000, self._wake)

    def _wake(self) -> None:
        self._timer = None
        now = self._now()
        while self._heap and self._heap[0][0] + self._late <= now:
            due, match = heapq.heappop(self._heap)
            if self._due.get(match) == due:
                del self._due[match]
                self._ring(match)
        self._sleep()

    def close(self) -> None:
        """Rings no more."""
        self._due.clear()
        self._heap.clear()
        if self._timer:
            self._timer.cancel()
