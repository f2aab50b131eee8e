"""Following a match without a socket."""

from __future__ import annotations

import asyncio

from ..accounts.service import Account

MOST_WAITING = 200


class EventQueue:
    """A listener that is read from. One who reads too slowly comes to an end and can ask again."""

    def __init__(self, account: Account | None) -> None:
        self.account = account
        self._messages: asyncio.Queue[bytes | None] = asyncio.Queue()

    def tell(self, message: bytes) -> None:
        """Keeps a message until it is read."""
        if self._messages.qsize() < MOST_WAITING:
            self._messages.put_nowait(message)
        elif self._messages.qsize() == MOST_WAITING:
            self._messages.put_nowait(None)

    def __aiter__(self) -> EventQueue:
        return self

    async def __anext__(self) -> bytes:
        message = await self._messages.get()
        if message is None:
            raise StopAsyncIteration
        return message
