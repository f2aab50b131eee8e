"""The match service: loads matches, applies every change to them, and runs their timers."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import Any, TypeVar

from sqlalchemy import Connection, update

from tablier import match as matches
from tablier.match import Event, Match, MatchError

from ..accounts.tokens import new_match_id
from ..errors import RequestError
from ..store import schema
from ..store.store import Store
from ..store.writer import Statement
from .deadlines import Deadlines
from .encoding import encode_events
from .live_match import LiveMatch, Reply
from .repository import (
    all_event_rows,
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
Change = Callable[[Match, int], Match]  # returns the match after a change at a time, or raises `RulesError`
MAX_IDLE_MATCHES = 3000  # matches kept in memory without listeners


def wall_clock() -> int:
    """Return the current time in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


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
    """Changes beside the events: new metadata, the rematch, and the statement that writes both."""

    info: MatchInfo
    rematch: LiveMatch | None = None
    statement: Statement | None = None


class MatchService:
    """Applies changes to matches. Every change is validated, committed, acknowledged and broadcast, in this order."""

    def __init__(self, store: Store, *, flag_grace_ms: int = 500, now: Callable[[], int] = wall_clock) -> None:
        self.store = store
        self.now = now
        self.rng = SystemRandom()
        self.deadlines = Deadlines(self._on_deadline, now, flag_grace_ms)
        self.change_observers: list[Callable[[LiveMatch], None]] = []  # called after every change and load of a match
        self.event_observers: list[Callable[[LiveMatch, Sequence[Event]], None]] = []  # called with the events of a change
        self._live: dict[str, LiveMatch] = {}
        self._loading: dict[str, asyncio.Task[LiveMatch | None]] = {}
        self._commits: set[asyncio.Task[Any]] = set()  # never cancelled
        self._tasks: set[asyncio.Task[Any]] = set()

    # loading

    async def find(self, match_id: str) -> LiveMatch:
        """Return a match from memory or the store. Raises `RequestError("no_such_match")`."""
        if live := self._live.get(match_id):
            return live
        loading = self._loading.get(match_id)
        if loading is None:
            loading = self._loading[match_id] = self.spawn(self._load(match_id))
        loaded = await asyncio.shield(loading)
        if loaded is None:
            raise RequestError("no_such_match")
        return loaded

    async def _load(self, match_id: str) -> LiveMatch | None:
        try:
            live = await self.store.read(lambda connection: read_match(connection, match_id))
            if live:
                self._add(live)
            return live
        finally:
            del self._loading[match_id]

    def _add(self, live: LiveMatch) -> None:
        self._live[live.id] = live
        if len(self._live) > MAX_IDLE_MATCHES:
            self._evict_idle()
        self._notify_change(live)

    def _evict_idle(self) -> None:
        """Evict the oldest matches without listeners."""
        idle = [live.id for live in self._live.values() if not live.listeners and not live.lock.locked()]
        for match_id in idle[: len(self._live) - MAX_IDLE_MATCHES]:
            del self._live[match_id]

    async def reload(self, match_id: str) -> None:
        """Read a match again after it was changed in the store."""
        live = self._live.get(match_id)
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
        return await asyncio.shield(self._start_commit(self._create(info, match, nonce, check)))

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
        self, live: LiveMatch, change: Change, submission: Submission | None = None, *, joining: Participant | None = None
    ) -> Receipt:
        """Apply `change` to a match and return once its events are on disk.

        A submission whose nonce was already committed returns the first receipt again. `joining` is added to the
        participants. Cancelling the caller does not cancel the commit. Raises `RulesError` if the change is not possible and
        `RequestError("store_failed")` if it could not be written; the match is unchanged in both cases.
        """
        return await asyncio.shield(self._start_commit(self._submit(live, change, submission, joining)))

    async def _submit(
        self, live: LiveMatch, change: Change, submission: Submission | None, joining: Participant | None
    ) -> Receipt:
        nonce = submission.nonce_key if submission else None
        async with live.lock:
            if nonce and nonce in live.nonces:
                return Receipt(live.nonces[nonce], repeated=True)
            now = self.now()
            before = live.match
            after = change(before, now)
            events = after.events_since(before.number)
            encoded = encode_events(events)
            effects = self._side_effects(live, after, now, joining)
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
            live.install(after, effects.info, nonce)
        # No await from here on: updates are sent in the order of the commits.
        live.broadcast_update(encoded, now, submission.reply if submission else None)
        if info_changed:
            live.broadcast_info()
        if effects.rematch:
            self._add(effects.rematch)
            self._notify_events(effects.rematch, effects.rematch.match.events_since(0))
        self._notify_change(live)
        self._notify_events(live, events)
        return Receipt(after.number)

    def _side_effects(self, live: LiveMatch, after: Match, now: int, joining: Participant | None) -> SideEffects:
        before, info, rematch = live.match, live.info, None
        if joining:
            info = replace(info, participants=(*info.participants, joining))
        if after.rematch and not before.rematch:
            rematch_info = replace(info, id=new_match_id(), created=now, previous_match_id=info.id)
            rematch = LiveMatch(rematch_info, matches.start_rematch(after, now=now, rng=self.rng))
            info = replace(info, next_match_id=rematch_info.id)
        status_changed = status_of(before) != status_of(after)
        if info is live.info and not status_changed:
            return SideEffects(info)

        def statement(connection: Connection) -> None:
            if joining:
                insert_participant(connection, live.id, len(live.info.participants), joining)
            if status_changed:
                update_status(connection, live.id, after)
            if rematch:
                insert_match(connection, rematch.info, rematch.match)

        return SideEffects(info, rematch, statement)

    async def _restore(self, live: LiveMatch) -> None:
        """Take over the stored state after a failed commit: another process may have written an event first.

        The caller holds the lock.
        """
        try:
            stored = await self.store.read(lambda connection: read_match(connection, live.id))
        except Exception:
            log.exception("match %s: cannot be read", live.id)
            self._live.pop(live.id, None)
            return
        if stored:
            missed = encode_events(stored.match.events_since(live.match.number))
            live.replace_with(stored)
            live.broadcast_update(missed, self.now())
        self._notify_change(live)

    async def set_chat(self, live: LiveMatch, *, enabled: bool) -> None:
        """Switch the chat of a match on or off."""
        statement = update(schema.matches).where(schema.matches.c.id == live.id).values(chat=enabled)
        await self.store.write(lambda connection: connection.execute(statement))
        live.info = replace(live.info, chat=enabled)
        live.broadcast_info()

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
        """End the turn of a seat whose time has run out, unless it has acted or another process was first."""
        live = await self.find(match_id)
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

    def _start_commit(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that runs to its end even if its caller is cancelled. The caller awaits it shielded."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._commits.add(task)
        task.add_done_callback(self._commits.discard)
        return task

    async def close(self) -> None:
        """Cancel background tasks and wait for commits under way."""
        self.deadlines.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._commits, return_exceptions=True)
