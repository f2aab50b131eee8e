"""Rate limits and concurrency limits per account, per client address and for the whole server."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address, ip_address

from .errors import RequestError

BURST_S = 3.0  # default size of a bucket, as the time in which it fills
ADDRESS_BURST_S = 10.0  # of requests and connections by address: a school class behind one may load the page at once
MAX_BUCKETS = 10_000
SCAN_INTERVAL_S = 1.0  # between two scans for full buckets, each of which visits all buckets
ROUNDING_S = 1e-6  # tolerance for sums of floating-point times


def address_key(address: str) -> str:
    """The key of a client address for limits and bans: an IPv4 address, or the /64 network of an IPv6 address.

    One IPv6 host has a whole /64 network at its disposal. Texts that are not addresses are their own key.

    >>> address_key("192.0.2.1"), address_key("::ffff:192.0.2.1"), address_key("2001:db8::1:2:3:4")
    ('192.0.2.1', '192.0.2.1', '2001:0db8:0000:0000::/64')
    """
    if ":" not in address:
        return address
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped) if parsed.ipv4_mapped else f"{parsed.packed[:8].hex(':', 2)}::/64"


class TokenBucket:
    """Token bucket: refills at `rate` tokens per second and holds `burst_s` seconds' worth, but at least one token.

    Only the time at which it is full again is stored (generic cell rate algorithm).
    """

    __slots__ = ("_burst_s", "_rate", "full_at")

    def __init__(self, rate: float, now: float, burst_s: float = BURST_S) -> None:
        self._rate = rate
        self._burst_s = max(burst_s, 1 / rate)
        self.full_at = now

    def take(self, now: float) -> bool:
        """Take one token; False if there is none."""
        if self.wait_s(now) > ROUNDING_S:
            return False
        self.full_at = max(self.full_at, now) + 1 / self._rate
        return True

    def wait_s(self, now: float) -> float:
        """Seconds until there is a token; 0 or less if there is one."""
        return max(self.full_at, now) + 1 / self._rate - self._burst_s - now

    def take_up_to(self, now: float, tokens: float) -> float:
        """Take `tokens`, or as many as there are. Returns the number taken."""
        full_at = max(self.full_at, now)
        taken = max(0.0, min(tokens, (self._burst_s - (full_at - now)) * self._rate))
        self.full_at = full_at + taken / self._rate
        return taken


class RateLimiter:
    """One token bucket per key, and at most `MAX_BUCKETS` of them.

    A full bucket is dropped without loss, because a new one is the same. If no bucket is full, keys without a bucket share one,
    so that an attacker with many keys neither gets a full bucket for each of them nor displaces the buckets of others.
    """

    def __init__(self, rate: float, *, burst_s: float = BURST_S, clock: Callable[[], float] = time.monotonic) -> None:
        """Allow `rate` requests per second and key, and bursts of `burst_s` seconds' worth."""
        self._rate = rate
        self._burst_s = burst_s
        self._clock = clock
        self._buckets: dict[str, TokenBucket] = {}
        self._shared = TokenBucket(rate, 0.0, burst_s)
        self._next_scan = 0.0

    def take(self, key: str = "") -> None:
        """Count one request. Raises `RequestError("too_fast")` with `retry_after_s` if the limit is exceeded."""
        now = self._clock()
        bucket = self._bucket(key, now)
        if not bucket.take(now):
            raise RequestError("too_fast", retry_after_s=math.ceil(bucket.wait_s(now)))

    def take_up_to(self, key: str, tokens: float) -> float:
        """Take `tokens`, or as many as there are. Returns the number taken."""
        now = self._clock()
        return self._bucket(key, now).take_up_to(now, tokens)

    def _bucket(self, key: str, now: float) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MAX_BUCKETS:
                self._drop_full(now)
            if len(self._buckets) >= MAX_BUCKETS:
                return self._shared
            bucket = self._buckets[key] = TokenBucket(self._rate, now, self._burst_s)
        return bucket

    def _drop_full(self, now: float) -> None:
        if now >= self._next_scan:
            self._next_scan = now + SCAN_INTERVAL_S
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if bucket.full_at > now}


class AccountRateLimiter:
    """A rate limit per account, and a higher one per client address, because one address can have many accounts."""

    def __init__(
        self, rate: float, address_rate: float, *, burst_s: float = BURST_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._by_account = RateLimiter(rate, burst_s=burst_s, clock=clock)
        self._by_address = RateLimiter(address_rate, burst_s=burst_s, clock=clock)

    def take(self, account_id: str | None, address: str) -> None:
        """Count one request. Visitors without an account share one by their address. Raises `RequestError("too_fast")`."""
        self._by_account.take(account_id or address)  # first: an account beyond its limit costs the others nothing
        self._by_address.take(address)


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
        self.add(key)
        try:
            yield
        finally:
            self.remove(key)

    def add(self, key: str) -> None:
        """Take one place until `remove`. Raises `RequestError` if none is free."""
        if self._holders[key] >= self._limit:
            raise RequestError(self._code, most=self._limit)
        self._holders[key] += 1

    def remove(self, key: str) -> None:
        """Give one place back."""
        self._holders[key] -= 1
        if not self._holders[key]:
            del self._holders[key]
