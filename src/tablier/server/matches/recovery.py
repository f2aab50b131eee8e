"""Waking up: what a server does about matches that were under way when it stopped, for whatever reason."""

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
from ..store.schema import matches as stored
from .service import MatchService, log

BEAT_SECONDS = 5.0
SHORT_SLEEP = 60_000  # milliseconds; for clocks of days, less is not worth mentioning
MOST_GRACE = 300 * DAY


class Running(NamedTuple):
    """A match whose clock ran when the server stopped."""

    match_id: str
    deadline: int
    in_days: bool
    at: int  # of its last event


async def restore_clocks(service: MatchService, restart_grace_s: int) -> None:
    """Clocks that ran when the server stopped get back the time it was away, and some more to come back to the table."""
    now = service.now()
    running, beaten = await service.store.read(_running)
    for one in running:
        service.deadlines.set(one.match_id, one.deadline)
        away = max(0, now - max(beaten, one.at))
        grace = (away if away > SHORT_SLEEP else 0) if one.in_days else away + restart_grace_s * 1000
        if not grace:
            continue
        try:
            await service.submit(await service.find(one.match_id), partial(_resumed, grace=min(grace, MOST_GRACE)))
        except RulesError as error:  # one resumed ten thousand times has had its share: its clock just runs
            log.error("match %s gets no grace: %s", one.match_id, error)
    service.deadlines.start()


def _resumed(match: Match, now: int, grace: int) -> Match:
    return matches.resume(match, now, grace)


def _running(connection: Connection) -> tuple[list[Running], int]:
    """The matches whose clocks run, and when the server was last known to be alive."""
    last = (
        select(events.c.match_id, func.max(events.c.number).label("number"))
        .join(stored, stored.c.id == events.c.match_id)
        .where(stored.c.status == "running")
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
    running = [
        Running(
            row.match_id,
            row.deadline,
            "days" in msgspec.json.decode(row.terms)["clock"],
            msgspec.json.decode(row.data)["at"],
        )
        for row in connection.execute(query)
    ]
    return running, connection.scalar(select(heartbeat.c.at)) or 0


async def heartbeat_loop(service: MatchService) -> None:
    """Notes that the server is alive, as long as a clock runs that would need to know."""
    while True:
        if len(service.deadlines):
            at = service.now()
            statement = upsert(heartbeat).values(id=1, at=at).on_conflict_do_update(index_elements=["id"], set_={"at": at})
            await service.store.write(partial(_execute, statement=statement))
        await asyncio.sleep(BEAT_SECONDS)


def _execute(connection: Connection, statement: object) -> None:
    connection.execute(statement)  # type: ignore[call-overload]
