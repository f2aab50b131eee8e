"""Limits: how fast somebody may ask, and how many of a thing one may have."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .errors import RequestError

BURST_SECONDS = 3.0
MOST_BUCKETS = 10_000


class TokenBucket:
    """Fills steadily, holds a few seconds' worth, and is emptied by asking."""

    __slots__ = ("_at", "_full", "_left", "_rate")

    def __init__(self, rate: float, now: float, burst: float = BURST_SECONDS) -> None:
        self._rate = rate
        self._full = max(1.0, rate * burst)
        self._left = self._full
        self._at = now

    def take(self, now: float) -> bool:
        """Whether there was room for one more."""
        self._left = min(self._full, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class RateLimiter:
    """A bucket for each person or address. Those long unused are forgotten: theirs would be full again."""

    def __init__(self, rate: float, *, burst: float = BURST_SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        """So many a second; what was not used for `burst` seconds may come at once."""
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, key: str) -> None:
        """`RequestError("too_fast")` when there was no room."""
        now = self._clock()
        bucket = self._buckets.pop(key, None) or TokenBucket(self._rate, now, self._burst)
        self._buckets[key] = bucket  # the most recent last
        if len(self._buckets) > MOST_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        if not bucket.take(now):
            raise RequestError("too_fast")


class ConcurrencyLimit:
    """So many at a time for each person or address."""

    def __init__(self, most: int, code: str) -> None:
        self._most = most
        self._code = code
        self._taken: Counter[str] = Counter()

    @contextmanager
    def acquire(self, key: str) -> Iterator[None]:
        """Takes a place within the block."""
        if self._taken[key] >= self._most:
            raise RequestError(self._code, most=self._most)
        self._taken[key] += 1
        try:
            yield
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]
