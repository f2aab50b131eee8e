"""All studies: matches that nobody keeps, texts that are read, and the workers that think for them."""

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
from .importing import Played, of_text
from .line_cache import Lines, begun, key_of, played, replayed
from .search_stream import Watching

T = TypeVar("T")
THREADS = 2  # for replaying and reading, however many ask: matches that are played come first
SHORTEST = 0.05  # seconds of a thought, where 0 would be no limit


class Studies:
    """Whatever is asked comes with its whole line, so there is nothing to remember but what makes the next answer quick."""

    def __init__(self, settings: Settings) -> None:
        self._lines = Lines()
        self._seconds = settings.max_study_search_s
        self._memory = settings.engine_memory_mb
        self._pool = Pool(settings.study_workers, command=STUDY_WORKER) if settings.study_workers else None
        self._watching: dict[str, Watching] = {}  # by person
        self._threads = asyncio.Semaphore(THREADS)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # lines

    async def match(self, setup: Setup, actions: Sequence[str], account_id: str) -> Match:
        """The match of a line. A long one that is new is replayed beside everything else."""
        if setup.start is None:
            setup = replace(setup, start=begun(setup).terms.start)
        key = key_of(setup, actions)
        if kept := self._lines.recall(key):
            return kept
        if shorter := self._lines.next_to(key):
            return self._lines.keep(key, played(shorter, actions[-1:]))
        return self._lines.keep(key, await self._in_turn(account_id, lambda: replayed(setup, actions)))

    async def reading(self, text: str, account_id: str) -> Played:
        """What a text tells."""
        return await self._in_turn(account_id, lambda: of_text(text))

    async def _in_turn(self, account_id: str, work: Callable[[], T]) -> T:
        """Does something long in a thread: one thing a person at a time, so that nobody takes all threads, and few in all."""
        turn = self._turns.setdefault(account_id, asyncio.Lock())
        async with turn, self._threads:
            return await asyncio.to_thread(work)

    # thoughts

    def thinks(self, state: State) -> bool:
        """Whether an engine thinks about such positions here."""
        return self._pool is not None and player.has_player(state)

    def watch(self, match: Match, seconds: float, account_id: str) -> Watching:
        """A thought about how a match stands. Everybody has one: the one before comes to its end."""
        if self._pool is None or not self.thinks(match.state):
            raise RequestError("no_engine")
        if match.state.outcome is not None:
            raise IllegalAction("game_over")
        thought = SearchRequest(
            match=f"study {account_id}",
            start=match.terms.start,
            actions=match.texts(),
            level=MAX_LEVEL,
            most=max(SHORTEST, min(seconds, self._seconds)),
            memory=self._memory,
            seed=0,
            watched=True,
        )
        if before := self._watching.get(account_id):
            before.end()
        watching = self._watching[account_id] = Watching(self._pool.watch(thought, account_id))
        watching.then(lambda: self._forget(account_id, watching))
        return watching

    def _forget(self, account_id: str, watching: Watching) -> None:
        if self._watching.get(account_id) is watching:
            del self._watching[account_id]

    def __len__(self) -> int:
        """How many thoughts go on or wait for their turn."""
        return len(self._watching)

    def end(self) -> None:
        """Stops thinking. Whoever watches is told what was found."""
        for watching in self._watching.values():
            watching.end()

    async def close(self) -> None:
        """Lets go of the workers."""
        self.end()
        for watching in list(self._watching.values()):
            await watching.ended()
        if self._pool:
            await self._pool.close()
