"""A thought that somebody watches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from msgspec.structs import replace

from ..engines.protocol import SearchUpdate
from ..errors import RequestError


class Watching:
    """Begins at once and goes on whether it is read or not; who reads slowly is told less often, and nobody waits for them."""

    def __init__(self, seen: AsyncGenerator[SearchUpdate]) -> None:
        self._latest = SearchUpdate()
        self._news = asyncio.Event()
        self._failed: RequestError | None = None
        self._task = asyncio.get_running_loop().create_task(self._listen(seen))

    async def _listen(self, seen: AsyncGenerator[SearchUpdate]) -> None:
        try:
            async with aclosing(seen):
                async for one in seen:
                    if self._latest.done:  # it was ended just now
                        return
                    self._latest = one
                    self._news.set()
        except RequestError as error:
            self._failed = error
        finally:
            self._over()

    def _over(self) -> None:
        self._latest = replace(self._latest, done=True)
        self._news.set()

    def end(self) -> None:
        """Stops the thought. Whoever reads is told once more what was found."""
        if not self._latest.done:  # once: who is cancelled twice lets go of a worker that still thinks
            self._over()
            self._task.cancel()

    async def ended(self) -> None:
        """Waits until the worker is free again."""
        await asyncio.wait([self._task])

    def then(self, do: Callable[[], None]) -> None:
        """Has something done when it is over."""
        self._task.add_done_callback(lambda _task: do())

    async def seen(self) -> AsyncGenerator[SearchUpdate]:
        """What is found, as it comes about, the last one `done`; `RequestError` when the engine fails."""
        done = False
        while not done:
            await self._news.wait()
            self._news.clear()
            if self._failed:
                raise self._failed
            done = self._latest.done
            yield self._latest
