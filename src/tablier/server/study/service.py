"""The study service: replays lines, imports texts and runs analyses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar
from weakref import WeakValueDictionary

from msgspec.structs import replace

from tablier.core.errors import IllegalAction
from tablier.core.state import State
from tablier.engine import player
from tablier.engine.levels import MAX_LEVEL
from tablier.match import Match

from ..engines.pool import STUDY_WORKER, Pool
from ..engines.protocol import SearchRequest
from ..errors import RequestError
from ..matches.creation import Setup
from ..settings import Settings
from .importing import StudyLine, import_text
from .line_cache import LineCache, begin_line, extend_line, line_key, replay_line
from .search_stream import SearchStream

T = TypeVar("T")
MAX_THREADS = 2  # for replays and imports of all clients together: matches that are played come first
MIN_SEARCH_S = 0.05  # 0 would mean no limit


class StudyService:
    """Serves studies. Client addresses take turns; a client, an account or an address, has at most one analysis."""

    def __init__(self, settings: Settings) -> None:
        self._cache = LineCache()
        self._max_search_s = settings.max_study_search_s
        self._memory_mb = settings.engine_memory_mb
        self._pool = Pool(settings.study_workers, settings.engine_memory_mb, STUDY_WORKER) if settings.study_workers else None
        self._searches: dict[str, SearchStream] = {}  # by client
        self._threads = asyncio.Semaphore(MAX_THREADS)
        self._address_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # lines

    async def replay(self, setup: Setup, actions: Sequence[str], address: str) -> Match:
        """Return a line as a match. A line that is not cached is replayed in a thread. Raises `RulesError` if it is illegal."""
        if setup.start is None:
            setup = replace(setup, start=begin_line(setup).terms.start)
        key = line_key(setup, actions)
        if match := self._cache.find(key):
            return match
        if parent := self._cache.find_parent(key):
            return self._cache.add(key, extend_line(parent, actions[-1:]))
        return self._cache.add(key, await self._in_thread(address, lambda: replay_line(setup, actions)))

    async def import_text(self, text: str, address: str) -> StudyLine:
        """Return the line in a position text or a game file."""
        return await self._in_thread(address, lambda: import_text(text))

    async def _in_thread(self, address: str, work: Callable[[], T]) -> T:
        """Run `work` in a thread, one at a time for each address and `MAX_THREADS` in all."""
        lock = self._address_locks.setdefault(address, asyncio.Lock())
        async with lock, self._threads:
            return await asyncio.to_thread(work)

    # analysis

    def has_engine(self, state: State) -> bool:
        """True if studies have workers and an engine supports positions like `state`."""
        return self._pool is not None and player.has_player(state)

    def analyse(self, match: Match, time_limit_s: float, client: str, address: str) -> SearchStream:
        """Start an analysis of the current position. Each client has at most one: the previous one is stopped.

        Addresses take turns, so that many accounts of one address wait for each other and not for everyone.

        Raises `RequestError("no_engine")`, or `IllegalAction("game_over")` if the game is over.
        """
        if self._pool is None or not self.has_engine(match.state):
            raise RequestError("no_engine")
        if match.state.outcome is not None:
            raise IllegalAction("game_over")
        request = SearchRequest(
            game_id=f"study {client}",
            start=match.terms.start,
            actions=match.texts(),
            level=MAX_LEVEL,
            time_limit_s=max(MIN_SEARCH_S, min(time_limit_s, self._max_search_s)),
            memory_mb=self._memory_mb,
            seed=0,
            analyse=True,
        )
        if previous := self._searches.get(client):
            previous.stop()
        stream = self._searches[client] = SearchStream(self._pool.analyse(request, address))
        stream.on_close(lambda: self._remove(client, stream))
        return stream

    def _remove(self, client: str, stream: SearchStream) -> None:
        if self._searches.get(client) is stream:
            del self._searches[client]

    def __len__(self) -> int:
        """Return the number of analyses that run or wait for a worker."""
        return len(self._searches)

    def stop(self) -> None:
        """Stop all analyses. Their clients get the latest update."""
        for stream in self._searches.values():
            stream.stop()

    async def close(self) -> None:
        """Stop all analyses and kill the workers."""
        self.stop()
        for stream in list(self._searches.values()):
            await stream.wait_closed()
        if self._pool:
            await self._pool.close()
