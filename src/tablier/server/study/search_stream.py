"""The stream of updates of one analysis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from msgspec.structs import replace

from ..engines.protocol import SearchUpdate
from ..errors import RequestError


class SearchStream:
    """Reads the updates of a search as they come and keeps the latest one.

    The search starts at once and never waits for the client: a slow client misses intermediate updates.
    """

    def __init__(self, updates: AsyncGenerator[SearchUpdate]) -> None:
        self._latest = SearchUpdate()
        self._changed = asyncio.Event()
        self._error: RequestError | None = None
        self._task = asyncio.get_running_loop().create_task(self._read(updates))

    async def _read(self, updates: AsyncGenerator[SearchUpdate]) -> None:
        try:
            async with aclosing(updates):
                async for update in updates:
                    if self._latest.done:  # stopped meanwhile
                        return
                    self._latest = update
                    self._changed.set()
        except RequestError as error:
            self._error = error
        finally:
            self._finish()

    def _finish(self) -> None:
        self._latest = replace(self._latest, done=True)
        self._changed.set()

    def stop(self) -> None:
        """Stop the search. The client still gets the latest update, with `done`."""
        if not self._latest.done:  # cancel only once: a second cancel would free a worker that is still searching
            self._finish()
            self._task.cancel()

    async def wait_closed(self) -> None:
        """Wait until the worker is free again."""
        await asyncio.wait([self._task])

    def on_close(self, callback: Callable[[], None]) -> None:
        """Call `callback` once the search has ended."""
        self._task.add_done_callback(lambda _task: callback())

    async def updates(self) -> AsyncGenerator[SearchUpdate]:
        """Yield updates up to the one with `done`. Raises `RequestError` if the engine fails."""
        done = False
        while not done:
            await self._changed.wait()
            self._changed.clear()
            if self._error:
                raise self._error
            done = self._latest.done
            yield self._latest
