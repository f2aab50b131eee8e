"""Server-sent events: the queue of messages for one stream, and their encoding."""

from __future__ import annotations

import asyncio
from collections import deque

from ..accounts.service import Account

MAX_UNSENT_BYTES = 1_000_000  # a client this far behind is disconnected; it catches up when it reconnects
KEEP_ALIVE_S = 15.0
KEEP_ALIVE = b": keep-alive\n\n"  # a comment, which clients ignore; writing it detects a dead connection


def encode_event(name: str, data: bytes) -> bytes:
    """Encode one event. `data` is JSON without line breaks."""
    return b"event: %b\ndata: %b\n\n" % (name.encode(), data)


class EventQueue:
    """A `Listener` whose messages are read by iteration, as encoded events. It ends if the client is too slow."""

    def __init__(self, account: Account | None, keep_alive_s: float = KEEP_ALIVE_S) -> None:
        self.account = account
        self._keep_alive_s = keep_alive_s
        self._unsent: deque[bytes] = deque()
        self._unsent_bytes = 0
        self._closed = False
        self._wake = asyncio.Event()

    def send(self, message: bytes) -> None:
        """Queue a message. A client that does not read is disconnected, so that the queue stays bounded."""
        if self._closed:
            return
        self._unsent.append(message)
        self._unsent_bytes += len(message)
        if self._unsent_bytes > MAX_UNSENT_BYTES and len(self._unsent) > 1:  # one message may be of any size
            self._unsent.clear()
            self.close()
        self._wake.set()

    def close(self) -> None:
        """End the stream after the queued messages."""
        self._closed = True
        self._wake.set()

    def __aiter__(self) -> EventQueue:
        return self

    async def __anext__(self) -> bytes:
        while not self._unsent:
            if self._closed:
                raise StopAsyncIteration
            self._wake.clear()
            try:
                async with asyncio.timeout(self._keep_alive_s):
                    await self._wake.wait()
            except TimeoutError:
                return KEEP_ALIVE
        message = self._unsent.popleft()
        self._unsent_bytes -= len(message)
        return encode_event("update", message)
