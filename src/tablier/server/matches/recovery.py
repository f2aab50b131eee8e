"""Recovery after a restart: clocks that ran while the server was down get that time back."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, func, select
from sqlalchemy.dialects.sqlite import insert as upsert

from tablier import match as matches
from tablier.core.errors import RulesError
from tablier.match import DAY, Match

from ..store.schema import events, heartbeat
from ..store.schema import matches as match_table
from .service import MatchService, log

HEARTBEAT_S = 5.0
MIN_DAYS_GRACE_MS = 60_000  # a correspondence clock is not compensated for a shorter downtime
MAX_GRACE_MS = 300 * DAY


class RunningClock(NamedTuple):
    """A match whose clock ran when the server stopped."""

    match_id: str
    deadline: int
    in_days: bool
    last_event_at: int


async def restore_clocks(service: MatchService, grace_s: int) -> None:
    """Resume all running clocks with the downtime as grace, and `grace_s` more for people to come back."""
    now = service.now()
    clocks, last_heartbeat = await service.store.read(_read_running_clocks)
    for clock in clocks:
        service.deadlines.set(clock.match_id, clock.deadline)
        downtime_ms = max(0, now - max(last_heartbeat, clock.last_event_at))
        if clock.in_days:
            grace_ms = downtime_ms if downtime_ms > MIN_DAYS_GRACE_MS else 0
        else:
            grace_ms = downtime_ms + grace_s * 1000
        if not grace_ms:
            continue
        try:
            change = partial(_resume, grace_ms=min(grace_ms, MAX_GRACE_MS))
            await service.submit(await service.find(clock.match_id), change)
        except RulesError as error:  # for example, the match has as many events as it can have
            log.error("match %s: no grace after the restart: %s", clock.match_id, error)
    service.deadlines.start()


def _resume(match: Match, now: int, grace_ms: int) -> Match:
    return matches.resume(match, now, grace_ms)


def _read_running_clocks(connection: Connection) -> tuple[list[RunningClock], int]:
    """Return the matches whose clocks run, and the time of the last heartbeat."""
    last = (
        select(events.c.match_id, func.max(events.c.number).label("number"))
        .join(match_table, match_table.c.id == events.c.match_id)
        .where(match_table.c.status == "running")
        .group_by(events.c.match_id)
        .subquery()
    )
    first = events.alias()
    query = (
        select(events.c.match_id, events.c.deadline, events.c.data, first.c.data.label("terms"))
        .join(last, (last.c.match_id == events.c.match_id) & (last.c.number == events.c.number))
        .join(first, (first.c.match_id == events.c.match_id) & (first.c.number == 1))
        .where(events.c.deadline.is_not(None))
    )
    clocks = [
        RunningClock(
            row.match_id,
            row.deadline,
            "days" in msgspec.json.decode(row.terms)["clock"],
            msgspec.json.decode(row.data)["at"],
        )
        for row in connection.execute(query)
    ]
    return clocks, connection.scalar(select(heartbeat.c.at)) or 0


async def heartbeat_loop(service: MatchService) -> None:
    """Store the current time every `HEARTBEAT_S` while a clock runs, so that `restore_clocks` knows the downtime."""
    while True:
        if len(service.deadlines):
            await service.store.write(partial(_write_heartbeat, at=service.now()))
        await asyncio.sleep(HEARTBEAT_S)


def _write_heartbeat(connection: Connection, at: int) -> None:
    statement = upsert(heartbeat).values(id=1, at=at)
    connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_={"at": at}))
