"""Forgetting a person: what they played stays as a game between others and nobody."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
from sqlalchemy import Connection, delete, select, update

from tablier import match as matches
from tablier.core.errors import RulesError

from ..accounts.service import Account, AccountService
from ..matches.service import MatchService, log
from ..settings import secret
from ..store.schema import chat, devices, events, links, mutes, people, places, reports
from ..store.schema import matches as stored
from ..store.store import Store
from .backup import STORE


async def forget(hall: MatchService, known: AccountService, person: Account) -> None:
    """Leaves what is still being played, then removes the person and their bots."""
    for bot in await known.bots(person):
        await forget(hall, known, bot)
    mine = select(places.c.match).where(places.c.person == person.id).distinct()
    played = await hall.store.read(lambda connection: list(connection.scalars(mine)))
    for match in played:
        await _go_home(hall, match, person)
    await hall.store.write(partial(erase, person=person.id))
    known.drop(person.id)
    for match in played:
        await hall.refresh(match)


async def _go_home(hall: MatchService, match: str, person: Account) -> None:
    live = await hall.find(match)
    for seat in live.table.seats(live.match, person.id):
        if live.match.result:
            return
        try:
            if live.match.status == "waiting":
                await hall.submit(live, lambda before, now: matches.offer(before, seat, "abort", now))  # noqa: B023
            else:
                await hall.submit(live, lambda before, now: matches.leave(before, seat, now))  # noqa: B023
        except RulesError as error:
            log.warning("somebody could not leave %s: %s", match, error)


def erase(connection: Connection, person: str) -> None:
    """Removes name, chat and identity from the store."""
    for match, place in connection.execute(select(places.c.match, places.c.place).where(places.c.person == person)).all():
        _erase_name(connection, match, place)
    connection.execute(update(places).where(places.c.person == person).values(person=None, name=""))
    connection.execute(update(events).where(events.c.nonce.startswith(f"{person} ")).values(nonce=None))
    connection.execute(update(stored).where(stored.c.owner == person).values(owner=None, nonce=None))
    said = select(chat.c.id).where(chat.c.person == person)
    connection.execute(delete(reports).where(reports.c.chat.in_(said)))
    connection.execute(update(reports).where(reports.c.person == person).values(person=None, why=""))
    connection.execute(delete(chat).where(chat.c.person == person))
    connection.execute(delete(mutes).where((mutes.c.person == person) | (mutes.c.muted == person)))
    connection.execute(delete(devices).where(devices.c.person == person))
    connection.execute(delete(links).where(links.c.person == person))
    connection.execute(delete(people).where(people.c.id == person))


def _erase_name(connection: Connection, match: str, place: int) -> None:
    """The name stands in the event of joining, too."""
    early = select(events.c.number, events.c.data).where(events.c.match == match).order_by(events.c.number)
    joined = -1
    for number, data in connection.execute(early):
        event = msgspec.json.decode(data)
        joined += event["kind"] == "join"
        if joined == place:
            event["player"] = ""
            changed = update(events).where(events.c.match == match, events.c.number == number)
            connection.execute(changed.values(data=msgspec.json.encode(event).decode()))
            return


async def forget_in(folder: Path, person: str) -> None:
    """Forgets somebody in a data folder that no server uses."""
    store = Store(folder / STORE)
    hall = MatchService(store)
    try:
        known = AccountService(store, secret(folder))
        if found := await known.find(person):
            await forget(hall, known, found)
    finally:
        await hall.close()
        store.close()
