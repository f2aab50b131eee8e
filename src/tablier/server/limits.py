"""Rate limits and concurrency limits per account or client address."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .errors import RequestError

BURST_S = 3.0
MAX_BUCKETS = 10_000


class TokenBucket:
    """Token bucket: refills at `rate` tokens per second and holds at most `burst_s` seconds' worth."""

    __slots__ = ("_capacity", "_rate", "_tokens", "_updated")

    def __init__(self, rate: float, now: float, burst_s: float = BURST_S) -> None:
        self._rate = rate
        self._capacity = max(1.0, rate * burst_s)
        self._tokens = self._capacity
        self._updated = now

    def take(self, now: float) -> bool:
        """Take one token; False if there is none."""
        self._tokens = min(self._capacity, self._tokens + (now - self._updated) * self._rate)
        self._updated = now
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True


class RateLimiter:
    """One token bucket per key. The least recently used buckets are dropped; they would be full again by then."""

    def __init__(self, rate: float, *, burst_s: float = BURST_S, clock: Callable[[], float] = time.monotonic) -> None:
        """Allow `rate` requests per second and key, and bursts of `burst_s` seconds' worth."""
        self._rate = rate
        self._burst_s = burst_s
        self._clock = clock
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, key: str) -> None:
        """Count one request. Raises `RequestError("too_fast")` if the limit is exceeded."""
        now = self._clock()
        bucket = self._buckets.pop(key, None) or TokenBucket(self._rate, now, self._burst_s)
        self._buckets[key] = bucket  # the most recently used is last
        if len(self._buckets) > MAX_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        if not bucket.take(now):
            raise RequestError("too_fast")


class ConcurrencyLimit:
    """At most `limit` holders at a time for each key."""

    def __init__(self, limit: int, code: str) -> None:
        """`code` is the code of the error that `acquire` raises."""
        self._limit = limit
        self._code = code
        self._holders: Counter[str] = Counter()

    @contextmanager
    def acquire(self, key: str) -> Iterator[None]:
        """Hold one place within the block. Raises `RequestError` if none is free."""
        if self._holders[key] >= self._limit:
            raise RequestError(self._code, most=self._limit)
        self._holders[key] += 1
        try:
            yield
        finally:
            self._holders[key] -= 1
            if not self._holders[key]:
                del self._holders[key]
