"""A queue of messages for server-sent events."""

from __future__ import annotations

import asyncio

from ..accounts.service import Account

MAX_QUEUED = 200


class EventQueue:
    """A `Listener` that is iterated over. If its reader is too slow the iteration ends; the client can reconnect."""

    def __init__(self, account: Account | None) -> None:
        self.account = account
        self._messages: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(self, message: bytes) -> None:
        """Queue a message."""
        if self._messages.qsize() < MAX_QUEUED:
            self._messages.put_nowait(message)
        elif self._messages.qsize() == MAX_QUEUED:
            self._messages.put_nowait(None)

    def __aiter__(self) -> EventQueue:
        return self

    async def __anext__(self) -> bytes:
        message = await self._messages.get()
        if message is None:
            raise StopAsyncIteration
        return message
