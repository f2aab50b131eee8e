"""Recovery of clocks that ran while the server did not: after a restart, and after the process or the machine was stopped."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Select, func, select
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import DatabaseError

from tablier.match import Clock, Days, MatchError
from tablier.match.events import MAX_EVENTS, MatchResumed, encode_event

from ..errors import RequestError
from ..store.schema import events, heartbeat
from ..store.schema import matches as match_table
from ..store.store import is_damage, reason_of
from ..store.writer import Row
from .clock import credit_downtime, grace_ms
from .repository import read_running
from .service import MatchService, log

HEARTBEAT_S = 5.0


class RunningClock(NamedTuple):
    """A match whose clock runs, as its last event row says. Times are in milliseconds since the epoch."""

    match_id: str
    number: int
    at: int
    deadline: int
    position_to_act: int | None
    in_days: bool

    def resume_row(self, now: int, grace_ms: int) -> Row:
        """Return the row of a `resume` event that follows the last one. The match is not replayed for it."""
        event = MatchResumed(number=self.number + 1, at=max(now, self.at), grace_ms=grace_ms)
        data = encode_event(event).decode()
        return self.match_id, event.number, data, self.deadline + grace_ms, self.position_to_act, None


class _Terms(Struct):
    """The part of a `create` event that is needed here."""

    clock: Clock


class _Time(Struct):
    """The part of an event that is needed here."""

    at: int


async def restore_clocks(service: MatchService, grace_s: int) -> None:
    """Resume all running clocks after a start with the downtime as grace, and `grace_s` more for people to come back.

    Correspondence clocks get the downtime only. If the grace cannot be written, no flag falls until `heartbeat_loop` could.
    """
    try:
        alive_at = await service.store.read(_read_heartbeat)
    except DatabaseError as error:
        log.error("the heartbeat cannot be read, so running clocks get the time since their last event: %s", reason_of(error))
        alive_at = 0
    service.deadlines.pause(alive_at)
    try:
        await _credit_clocks(service, alive_at, grace_s * 1000)
    except Exception:
        log.exception("clocks cannot be resumed yet")


async def heartbeat_loop(service: MatchService) -> None:
    """Store the current time every `HEARTBEAT_S` while a clock runs, so that `restore_clocks` knows the downtime.

    If the process was stopped meanwhile, all running clocks get that time back first. Also evicts idle matches from memory.
    Survives errors of the store.
    """
    failing = False
    while True:
        try:
            service.evict_idle()
            service.clock.check_wall_clock()
            if (alive_at := service.deadlines.gap_since(service.now())) is not None:
                service.deadlines.pause(alive_at)
                await _credit_clocks(service, alive_at)
            if len(service.deadlines):
                await service.store.write(partial(_write_heartbeat, at=service.now()))
            failing = False
        except Exception as error:
            if not failing:  # one line for a full disk, not one every few seconds
                log.error("heartbeat failed: %s", error)
            failing = True
            await asyncio.sleep(HEARTBEAT_S)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HEARTBEAT_S):
                await service.deadlines.gap_seen.wait()


async def _credit_clocks(service: MatchService, alive_at: int, extra_ms: int = 0) -> None:
    """Give all running clocks the time since `alive_at`, then start the deadlines. Raises if that cannot be written.

    Matches that are not in memory get their event in one transaction, without being replayed.
    """
    async with service.loading_paused():
        clocks, damaged = await service.store.read(_read_running_clocks)
        for match_id, error in damaged.items():
            service.set_aside(match_id, error)
        service.clock.start_after(max(alive_at, *(clock.at for clock in clocks)) if clocks else alive_at)
        now = service.now()
        live, rows, deadlines = [], [], {}
        for clock in clocks:
            if match := service.find_loaded(clock.match_id):
                live.append(match)
                continue
            grace = grace_ms(now, alive_at, clock.at, in_days=clock.in_days, extra_ms=extra_ms)
            if grace and clock.number >= MAX_EVENTS // 2:
                log.error("match %s: no grace: it has too many events", clock.match_id)
                grace = 0
            if grace:
                rows.append(clock.resume_row(now, grace))
            deadlines[clock.match_id] = clock.deadline + grace
        if rows:
            await _append(service, rows)
        for match_id, deadline in deadlines.items():
            if match_id not in service.damaged:
                service.deadlines.set(match_id, deadline)
    change = partial(credit_downtime, alive_at=alive_at, extra_ms=extra_ms)
    results = await asyncio.gather(*(service.submit(match, change) for match in live), return_exceptions=True)
    for match, result in zip(live, results, strict=True):
        if isinstance(result, MatchError) or (isinstance(result, RequestError) and is_damage(result.__cause__)):
            log.error("match %s: no grace: %s", match.id, result.__cause__ or result)
        elif isinstance(result, BaseException):
            raise result  # the caller tries again; clocks that have got their time do not get it twice
    service.deadlines.start()


async def _append(service: MatchService, rows: list[Row]) -> None:
    """Write one event for each of many matches. If a page is damaged, set the matches aside that need it."""
    try:
        await service.store.append(tuple(rows))
        return
    except RequestError as error:
        if not is_damage(error.__cause__):
            raise
    results = await asyncio.gather(*(service.store.append((row,)) for row in rows), return_exceptions=True)
    for (match_id, *_), result in zip(rows, results, strict=True):
        if isinstance(result, BaseException):
            if not isinstance(cause := result.__cause__, Exception) or not is_damage(cause):
                raise result
            service.set_aside(match_id, cause)


def _read_running_clocks(connection: Connection) -> tuple[list[RunningClock], dict[str, Exception]]:
    """Return the matches whose clocks run, and the errors of those that cannot be read."""
    clocks: list[RunningClock] = []
    damaged: dict[str, Exception] = {}
    for row in read_running(connection, _last_row_query(), damaged):
        try:
            clock = msgspec.json.decode(row.terms, type=_Terms).clock
            at = msgspec.json.decode(row.data, type=_Time).at
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            damaged[row.id] = error
            continue
        clocks.append(RunningClock(row.id, row.number, at, row.deadline, row.position_to_act, isinstance(clock, Days)))
    return clocks, damaged


def _last_row_query() -> Select[tuple[object, ...]]:
    first, last = events.alias("first"), events.alias("last")
    number = select(func.max(events.c.number)).where(events.c.match_id == match_table.c.id).scalar_subquery()
    return (
        select(
            match_table.c.id,
            last.c.number,
            last.c.data,
            last.c.deadline,
            last.c.position_to_act,
            first.c.data.label("terms"),
        )
        .select_from(match_table)
        .join(last, (last.c.match_id == match_table.c.id) & (last.c.number == number))
        .join(first, (first.c.match_id == match_table.c.id) & (first.c.number == 1))
        .where(match_table.c.status == "running", last.c.deadline.is_not(None))
    )


def _read_heartbeat(connection: Connection) -> int:
    return connection.scalar(select(heartbeat.c.at)) or 0


def _write_heartbeat(connection: Connection, at: int) -> None:
    statement = upsert(heartbeat).values(id=1, at=at)
    connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_={"at": at}))
