"""The match service: loads matches, applies every change to them, and runs their timers."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import DatabaseError, OperationalError

from tablier import match as matches
from tablier.core.errors import RulesError
from tablier.match import Event, Match, MatchError

from ..accounts.tokens import new_match_id
from ..errors import RequestError
from ..store import schema
from ..store.store import Store
from ..store.writer import Statement
from .clock import ServerClock, credit_downtime
from .deadlines import Deadlines
from .encoding import encode_events
from .live_match import LiveMatch, Reply
from .record_writer import RecordWriter
from .repository import (
    all_event_rows,
    delete_pause_request,
    delete_pause_requests,
    event_rows,
    insert_match,
    insert_participant,
    read_match,
    status_of,
    update_status,
)
from .seating import MatchInfo, Participant

log = logging.getLogger("tablier")
T = TypeVar("T")
Change = Callable[[Match, int], Match]  # from a match and the time `now` to the next match; raises `RulesError`
UNREADABLE = (RulesError, DatabaseError, ValueError, LookupError, TypeError)  # a match that cannot be read raises one of these


@dataclass(frozen=True, slots=True)
class Submission:
    """The account that submits a change, its nonce, and the socket frame to answer."""

    account_id: str
    nonce: str | None = None
    reply: Reply | None = None

    @property
    def nonce_key(self) -> str | None:
        """The nonce as it is stored: nonces of different accounts are independent."""
        return f"{self.account_id} {self.nonce}" if self.nonce else None


@dataclass(frozen=True, slots=True)
class Receipt:
    """The number of the last event of a submission, and whether the submission had been committed before."""

    number: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class SideEffects:
    """Changes beside the events: metadata, requests to pause, the rematch, and the statement that writes all of them."""

    info: MatchInfo
    pause_requests: frozenset[tuple[str, str]]
    rematch: LiveMatch | None = None
    statement: Statement | None = None


class MatchService:
    """Applies changes to matches. Every change is validated, committed, acknowledged and broadcast, in this order.

    There is at most one `LiveMatch` of a match: all of them are found for as long as anything holds them, and the cache holds
    those used last, up to `max_memory_mb`.
    """

    def __init__(
        self, store: Store, *, flag_grace_ms: int = 500, max_memory_mb: int = 256, clock: ServerClock | None = None
    ) -> None:
        self.store = store
        self.clock = clock or ServerClock()
        self.now = self.clock.now
        self.rng = SystemRandom()
        self.deadlines = Deadlines(self._on_deadline, self.now, flag_grace_ms)
        self.records = RecordWriter()
        self.damaged: set[str] = set()  # ids of matches that could not be read
        self.change_observers: list[Callable[[LiveMatch], None]] = []  # called after every change and load of a match
        self.event_observers: list[Callable[[LiveMatch, Sequence[Event]], None]] = []  # called with the events of a change
        self.credit_wait: Callable[[LiveMatch], Awaitable[bool]] | None = None  # called before a flag falls; True prevents it
        self._loaded: WeakValueDictionary[str, LiveMatch] = WeakValueDictionary()
        self._cache: OrderedDict[str, tuple[LiveMatch, int]] = OrderedDict()  # with estimated bytes, the last used one last
        self._cached_bytes = 0
        self._max_bytes = max_memory_mb * 1024 * 1024
        self._loading: dict[str, asyncio.Task[LiveMatch | None]] = {}
        self._loading_allowed = asyncio.Event()
        self._loading_allowed.set()
        self._commits: set[asyncio.Task[Any]] = set()  # never cancelled
        self._tasks: set[asyncio.Task[Any]] = set()

    # loading

    async def find(self, match_id: str) -> LiveMatch:
        """Return a match from memory or the store.

        Raises `RequestError` with `no_such_match`, `match_damaged` or `store_failed`.
        """
        live = self._loaded.get(match_id)
        if live is None and not self._loading_allowed.is_set():
            await self._loading_allowed.wait()
            live = self._loaded.get(match_id)
        if live is None:
            if match_id in self.damaged:
                raise RequestError("match_damaged")
            loading = self._loading.get(match_id)
            if loading is None:
                loading = self._loading[match_id] = self.spawn(self._load(match_id))
            live = await asyncio.shield(loading)
            if live is None:
                raise RequestError("no_such_match")
        self._use(live)
        return live

    def find_loaded(self, match_id: str) -> LiveMatch | None:
        """Return a match if it is in memory."""
        return self._loaded.get(match_id)

    def memory(self) -> tuple[int, int]:
        """The number of matches in memory, and the estimated bytes of the cached ones."""
        return len(self._loaded), self._cached_bytes

    async def _load(self, match_id: str) -> LiveMatch | None:
        try:
            live = await self.store.read(lambda connection: read_match(connection, match_id))
        except OperationalError as error:  # the disk or a lock, not the data
            log.warning("match %s: cannot be read now: %s", match_id, error)
            raise RequestError("store_failed") from error
        except UNREADABLE as error:
            self.set_aside(match_id, error)
            raise RequestError("match_damaged") from error
        finally:
            del self._loading[match_id]
        if live:
            self._add(live)
        return live

    @asynccontextmanager
    async def loading_paused(self) -> AsyncIterator[None]:
        """Let no match be loaded within the block."""
        self._loading_allowed.clear()
        try:
            await asyncio.gather(*self._loading.values(), return_exceptions=True)
            yield
        finally:
            self._loading_allowed.set()

    def set_aside(self, match_id: str, error: Exception) -> None:
        """Remember that a match cannot be read, and log it once. Its rows are not changed: another version may read them."""
        if match_id not in self.damaged:
            self.damaged.add(match_id)
            cause = error.orig if isinstance(error, DatabaseError) else error  # without the statement
            log.error("match %s: damaged and set aside: %s", match_id, cause)
        self.deadlines.set(match_id, None)

    def _add(self, live: LiveMatch) -> None:
        self._loaded[live.id] = live
        self._use(live)
        self._notify_change(live)

    def _use(self, live: LiveMatch) -> None:
        """Put a match at the end of the cache, and evict the least recently used ones but never this one."""
        size = live.estimated_bytes()
        _, former_size = self._cache.pop(live.id, (live, 0))
        self._cache[live.id] = live, size
        self._cached_bytes += size - former_size
        while self._cached_bytes > self._max_bytes and len(self._cache) > 1:
            self._cached_bytes -= self._cache.popitem(last=False)[1][1]

    def discard(self, match_id: str) -> None:
        """Remove a match from memory that was deleted from the store."""
        self._loaded.pop(match_id, None)
        _, size = self._cache.pop(match_id, (None, 0))
        self._cached_bytes -= size
        self.deadlines.set(match_id, None)

    async def reload(self, match_id: str) -> None:
        """Read a match again after it was changed in the store."""
        live = self._loaded.get(match_id)
        if live is None:
            return
        async with live.lock:
            if stored := await self.store.read(lambda connection: read_match(connection, match_id)):
                live.replace_with(stored)
        live.broadcast_info()

    # changes

    async def create(
        self, info: MatchInfo, match: Match, *, nonce: str | None = None, check: Statement | None = None
    ) -> LiveMatch:
        """Store a new match. `check` runs in the same transaction and may raise to prevent it.

        Raises `IntegrityError` if the owner has already created a match with this nonce.
        """
        return await self._commit(self._create(info, match, nonce, check))

    async def _create(self, info: MatchInfo, match: Match, nonce: str | None, check: Statement | None) -> LiveMatch:
        def statement(connection: Connection) -> None:
            if check:
                check(connection)
            insert_match(connection, info, match, nonce)

        await self.store.append(all_event_rows(info.id, match), statement)
        live = LiveMatch(info, match)
        self._add(live)
        return live

    async def submit(
        self,
        live: LiveMatch,
        change: Change,
        submission: Submission | None = None,
        *,
        joining: Participant | None = None,
        statement: Statement | None = None,
    ) -> Receipt:
        """Apply `change` to a match and return once its events are on disk.

        A submission whose nonce was already committed returns the first receipt again. `joining` is added to the
        participants, and `statement` runs in the same transaction. Cancelling the caller does not cancel the commit. Raises
        `RulesError` if the change is not possible and `RequestError("store_failed")` if it could not be written; the match is
        unchanged in both cases.
        """
        return await self._commit(self._submit(live, change, submission, joining, statement))

    async def _submit(
        self,
        live: LiveMatch,
        change: Change,
        submission: Submission | None,
        joining: Participant | None,
        extra: Statement | None,
    ) -> Receipt:
        nonce = submission.nonce_key if submission else None
        async with live.lock:
            if nonce and nonce in live.nonces:
                return Receipt(live.nonces[nonce], repeated=True)
            now = self.now()
            before = live.match
            alive_at = self.deadlines.gap_since(now)
            after = change(before if alive_at is None else credit_downtime(before, now, alive_at), now)
            if after is before:
                return Receipt(before.number)
            events = after.events_since(before.number)
            encoded = encode_events(events)
            effects = self._side_effects(live, after, now, joining, extra)
            rows = event_rows(live.id, after, events, encoded, nonce)
            if effects.rematch:
                rows += all_event_rows(effects.rematch.id, effects.rematch.match)
            try:
                await self.store.append(rows, effects.statement)
            except Exception as error:
                log.warning("match %s: commit failed: %s", live.id, error)
                await self._restore(live)
                raise RequestError("store_failed") from error
            info_changed = effects.info is not live.info
            requests_changed = effects.pause_requests != live.pause_requests
            live.install(after, effects.info, nonce)
            live.pause_requests = effects.pause_requests
        # No await from here on: updates are sent in the order of the commits.
        self._use(live)
        live.broadcast_update(encoded, now, submission.reply if submission else None)
        if info_changed:
            live.broadcast_info()
        if requests_changed:
            live.broadcast_pause_requests()
        if effects.rematch:
            self._add(effects.rematch)
            self._notify_events(effects.rematch, effects.rematch.match.events_since(0))
        self._notify_change(live)
        self._notify_events(live, events)
        return Receipt(after.number)

    def _side_effects(
        self, live: LiveMatch, after: Match, now: int, joining: Participant | None, extra: Statement | None
    ) -> SideEffects:
        before, info, rematch = live.match, live.info, None
        if joining:
            info = replace(info, participants=(*info.participants, joining))
        if after.rematch and not before.rematch:
            rematch_info = replace(info, id=new_match_id(), created_at=now, previous_match_id=info.id)
            rematch = LiveMatch(rematch_info, matches.start_rematch(after, now=now, rng=self.rng))
            info = replace(info, next_match_id=rematch_info.id)
        status_changed = status_of(before) != status_of(after)
        # Playing on withdraws requests to pause, and so does the pause itself.
        resolved = before.changes != after.changes or before.status != after.status
        requests = frozenset[tuple[str, str]]() if resolved else live.pause_requests
        if info is live.info and not status_changed and not extra and requests == live.pause_requests:
            return SideEffects(info, requests)

        def statement(connection: Connection) -> None:
            if requests != live.pause_requests:
                delete_pause_requests(connection, live.id)
            if joining:
                insert_participant(connection, live.id, len(live.info.participants), joining)
            if status_changed:
                update_status(connection, live.id, after)
            if rematch:
                insert_match(connection, rematch.info, rematch.match)
            if extra:
                extra(connection)

        return SideEffects(info, requests, rematch, statement)

    async def _restore(self, live: LiveMatch) -> None:
        """Take over the stored state after a failed commit: another process may have written an event first.

        The caller holds the lock.
        """
        try:
            stored = await self.store.read(lambda connection: read_match(connection, live.id))
        except Exception as error:  # the next commit tries again
            log.warning("match %s: cannot be read now: %s", live.id, error)
            return
        if stored:
            missed = encode_events(stored.match.events_since(live.match.number))
            live.replace_with(stored)
            if missed:
                live.broadcast_update(missed, self.now())
        self._notify_change(live)

    async def set_chat(self, live: LiveMatch, *, enabled: bool) -> None:
        """Switch the chat of a match on or off."""
        await self._commit(self._set_chat(live, enabled=enabled))

    async def _set_chat(self, live: LiveMatch, *, enabled: bool) -> None:
        statement = update(schema.matches).where(schema.matches.c.id == live.id).values(chat=enabled)
        async with live.lock:  # a submission under way would install the former metadata
            await self.store.write(lambda connection: connection.execute(statement))
            live.info = replace(live.info, chat=enabled)
        live.broadcast_info()

    async def add_pause_request(self, live: LiveMatch, kind: str, account_id: str) -> None:
        """Store that an account has requested to `adjourn` or to `resume` a match."""
        await self._commit(self._add_pause_request(live, kind, account_id))

    async def _add_pause_request(self, live: LiveMatch, kind: str, account_id: str) -> None:
        row = {"match_id": live.id, "kind": kind, "account_id": account_id}
        statement = upsert(schema.pause_requests).values(row).on_conflict_do_nothing()
        async with live.lock:
            await self.store.write(lambda connection: connection.execute(statement))
            live.pause_requests |= {(kind, account_id)}
        live.broadcast_pause_requests()

    async def remove_pause_requests(self, live: LiveMatch, kind: str, account_id: str) -> None:
        """Remove the request of an account to `adjourn` or to `resume`; if it has made none, all requests of this kind."""
        await self._commit(self._remove_pause_requests(live, kind, account_id))

    async def _remove_pause_requests(self, live: LiveMatch, kind: str, account_id: str) -> None:
        async with live.lock:
            own = (kind, account_id)
            removed = {own} if own in live.pause_requests else {request for request in live.pause_requests if request[0] == kind}
            if not removed:
                return

            def statement(connection: Connection) -> None:
                for _, requester in removed:
                    delete_pause_request(connection, live.id, kind, requester)

            await self.store.write(statement)
            live.pause_requests -= removed
        live.broadcast_pause_requests()

    def _notify_change(self, live: LiveMatch) -> None:
        self.deadlines.set(live.id, live.match.deadline)
        for observer in self.change_observers:
            observer(live)

    def _notify_events(self, live: LiveMatch, events: Sequence[Event]) -> None:
        for observer in self.event_observers:
            observer(live, events)

    # flags

    def _on_deadline(self, match_id: str) -> None:
        self.spawn(self._flag(match_id))

    async def _flag(self, match_id: str) -> None:
        """End the turn of a seat whose time has run out, unless it has acted or another process was first.

        If the match cannot be read or written, `Deadlines` tries again.
        """
        live = await self.find(match_id)
        if self.credit_wait and await self.credit_wait(live):
            return
        try:
            await self.submit(live, matches.flag)
        except MatchError as error:
            log.debug("match %s: no flag: %s", match_id, error)
            self.deadlines.set(match_id, live.match.deadline)

    # tasks

    def spawn(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a background task. It is cancelled by `close`; an exception other than `RequestError` is logged."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)
        return task

    def _on_task_done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, RequestError):
            log.error("background task failed", exc_info=error)

    async def _commit(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a task to its end even if the caller is cancelled. Then an unexpected error of it is logged."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._commits.add(task)
        task.add_done_callback(self._commits.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_log_unexpected)
            raise

    async def close(self) -> None:
        """Cancel background tasks and wait for commits under way."""
        self.deadlines.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._commits, return_exceptions=True)
        self.records.close()


def _log_unexpected(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) and not isinstance(error, RulesError):
        log.error("a commit failed after its caller was cancelled", exc_info=error)
