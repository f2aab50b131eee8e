"""The hall: every change of every match goes through here, always in the order check, commit, acknowledge, tell the others."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import SystemRandom
from typing import Any

from sqlalchemy import Connection, update

from tablier import match as matches
from tablier.match import Match, MatchError
from tablier.match.events import Event

from ..accounts.service import Account
from ..accounts.tokens import new_match_id
from ..errors import RequestError
from ..store import schema
from ..store.store import Store
from ..store.writer import Statement
from .deadlines import Deadlines
from .live_match import Listener, LiveMatch, encoded
from .repository import all_of, insert_place, insert_table, read_live, rows_of, set_status, status_of
from .seating import MatchInfo, Participant

log = logging.getLogger("tablier")
Make = Callable[[Match, int], Match]  # from a match and the time to the match after a request
MAX_LIVE = 3000  # in memory though nobody listens


def wall_clock() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


class MatchService:
    """All matches: those in memory, and the way to the others."""

    def __init__(self, store: Store, *, late: int = 500, now: Callable[[], int] = wall_clock) -> None:
        self.store = store
        self.now = now
        self.random = SystemRandom()
        self.deadlines = Deadlines(self._ring, now, late)
        self.followers: list[Callable[[LiveMatch], None]] = []  # told after every change and when a match comes into memory
        self.hearers: list[Callable[[LiveMatch, Sequence[Event]], None]] = []  # told the events of every change
        self._live: dict[str, LiveMatch] = {}
        self._loading: dict[str, asyncio.Task[LiveMatch | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # finding

    async def find(self, match: str) -> LiveMatch:
        """The match of that id, from memory or the store; `RequestError("no_such_match")`."""
        if live := self._live.get(match):
            return live
        loading = self._loading.get(match)
        if loading is None:
            loading = self._loading[match] = self.spawn(self._load(match))
        found = await asyncio.shield(loading)
        if found is None:
            raise RequestError("no_such_match")
        return found

    async def _load(self, match: str) -> LiveMatch | None:
        try:
            found = await self.store.read(lambda connection: read_live(connection, match))
            if found:
                self._keep(found)
            return found
        finally:
            del self._loading[match]

    def _keep(self, live: LiveMatch) -> None:
        self._live[live.id] = live
        if len(self._live) > MAX_LIVE:
            self._make_room()
        self._follow(live)

    def _make_room(self) -> None:
        """Those that came first and that nobody needs now go back to the store."""
        idle = [live.id for live in self._live.values() if not live.listeners and not live.lock.locked()]
        for match in idle[: len(self._live) - MAX_LIVE]:
            del self._live[match]

    def drop(self, match: str) -> None:
        """Reads this match anew next time; for what was changed in the store."""
        self._live.pop(match, None)

    def _follow(self, live: LiveMatch) -> None:
        self.deadlines.set(live.id, live.match.deadline)
        for follower in self.followers:
            follower(live)

    def _hear(self, live: LiveMatch, events: Sequence[Event]) -> None:
        for hearer in self.hearers:
            hearer(live, events)

    # making

    async def open(
        self, table: MatchInfo, match: Match, *, nonce: str | None = None, check: Statement | None = None
    ) -> LiveMatch:
        """A new table. `check` may refuse within the same transaction."""

        def work(connection: Connection) -> None:
            if check:
                check(connection)
            insert_table(connection, table, match, nonce)

        live = LiveMatch(table, match)
        done: asyncio.Future[LiveMatch] = asyncio.get_running_loop().create_future()

        def settled(_answer: Any, error: Exception | None) -> None:
            if error is None:
                self._keep(live)
            _finish(done, live, error)

        self.store.append(all_of(table.id, match), settled, work)
        return await done

    # changing

    async def submit(
        self,
        live: LiveMatch,
        make: Make,
        *,
        account: Account | None = None,
        nonce: str | None = None,
        joining: Participant | None = None,
        asker: Listener | None = None,
        ask: int | None = None,
    ) -> tuple[int, bool]:
        """Changes a match: the number of its last event then, and whether this very submission had been done before.

        The lock is given back by whoever settles the commit, so that a caller who goes away leaves nothing half done.
        """
        key = f"{account.id} {nonce}" if account and nonce else None
        await live.lock.acquire()
        try:
            if key and key in live.nonces:
                live.lock.release()
                return live.nonces[key], True
            now = self.now()
            before = live.match
            after = make(before, now)
            events = after.events_since(before.number)
            data = [encoded(event) for event in events]
            rows = rows_of(live.id, after, events, data, key)
            table, rematch, work = self._consequences(live, before, after, now, joining)
        except BaseException:
            live.lock.release()
            raise
        done: asyncio.Future[tuple[int, bool]] = asyncio.get_running_loop().create_future()

        def settled(_answer: Any, error: Exception | None) -> None:
            if error is not None:
                self.spawn(self._recover(live, done, error))
                return
            live.match = after
            moved_on = table is not live.table
            live.table = table
            if key:
                live.note(key, after.number)
            live.lock.release()
            live.tell_update(data, now, asker, ask)
            if moved_on:
                live.tell_table()
            if rematch:
                self._keep(rematch)
                self._hear(rematch, rematch.match.events.items())
            self._follow(live)
            self._hear(live, events)
            _finish(done, (after.number, False), None)

        extra = all_of(rematch.id, rematch.match) if rematch else ()
        self.store.append(rows + extra, settled, work)
        return await done

    def _consequences(
        self, live: LiveMatch, before: Match, after: Match, now: int, joining: Participant | None
    ) -> tuple[MatchInfo, LiveMatch | None, Statement | None]:
        """What changes beside the match: who sits there, what lists show, the next match of the series."""
        table, rematch = live.table, None
        if joining:
            table = replace(table, places=(*table.places, joining))
        if after.rematch and not before.rematch:
            following = replace(table, id=new_match_id(), created=now, previous=table.id)
            rematch = LiveMatch(following, matches.rematch(after, now=now, rng=self.random))
            table = replace(table, next=following.id)
        told = status_of(before) != status_of(after)
        if table is live.table and not told:
            return table, None, None

        def work(connection: Connection) -> None:
            if joining:
                insert_place(connection, live.id, len(live.table.places), joining)
            if told:
                set_status(connection, live.id, after)
            if rematch:
                insert_table(connection, rematch.table, rematch.match)

        return table, rematch, work

    async def _recover(self, live: LiveMatch, done: asyncio.Future[Any], error: Exception) -> None:
        """Nothing was written, or somebody else was first: what counts is what the store has."""
        log.warning("match %s was not written: %s", live.id, error)
        try:
            stored = await self.store.read(lambda connection: read_live(connection, live.id))
            if stored:
                missed = [encoded(event) for event in stored.match.events_since(live.match.number)]
                live.match, live.table, live.nonces = stored.match, stored.table, stored.nonces
                live.tell_update(missed, self.now())
        except Exception:
            log.exception("match %s cannot be read", live.id)
            self.drop(live.id)
        finally:
            live.lock.release()
        self._follow(live)
        _finish(done, None, RequestError("store_failed"))

    async def refresh(self, match: str) -> None:
        """Reads a match anew that was changed in the store."""
        live = self._live.get(match)
        if live is None:
            return
        async with live.lock:
            stored = await self.store.read(lambda connection: read_live(connection, match))
            if stored:
                live.match, live.table, live.nonces = stored.match, stored.table, stored.nonces
        live.tell_table()

    async def set_table(self, live: LiveMatch, **changes: Any) -> None:
        """Changes something about a table that is no event."""
        statement = update(schema.matches).where(schema.matches.c.id == live.id).values(changes)
        await self.store.write(lambda connection: connection.execute(statement))
        live.table = replace(live.table, **changes)
        live.tell_table()

    # time

    def _ring(self, match: str) -> None:
        self.spawn(self._flag(match))

    async def _flag(self, match: str) -> None:
        """Fires the flag, unless somebody acted at the last moment or another process fired it."""
        try:
            live = await self.find(match)
            await self.submit(live, matches.flag)
        except MatchError as error:
            log.debug("no flag for %s: %s", match, error)
            self.deadlines.set(match, live.match.deadline)

    # tasks

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        """Runs something beside everything else, and notes what goes wrong there."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, RequestError):
            log.error("a task failed", exc_info=error)

    async def close(self) -> None:
        """Lets what is under way come to an end."""
        self.deadlines.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _finish(done: asyncio.Future[Any], answer: Any, error: Exception | None) -> None:
    if done.done():  # whoever asked has gone; what was committed stays so
        return
    if error:
        done.set_exception(error)
    else:
        done.set_result(answer)
