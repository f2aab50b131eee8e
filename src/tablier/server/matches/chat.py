"""Chat: one room for the seats and one for those who watch, kept apart while the match runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select, update

from ..accounts.service import Account
from ..errors import Refused
from ..store import schema
from .asks import Chat, Room
from .live_match import LiveMatch, encode
from .service import MatchService

MOST_LINES = 200  # shown to somebody who comes in
JOINERS = dict.fromkeys((0x200C, 0x200D))  # unseen, and needed: for families of emoji, and to write Persian


@dataclass(frozen=True, slots=True)
class Said:
    """One line of chat."""

    id: int
    room: Room
    person: str | None
    name: str
    at: int
    text: str

    def json(self) -> dict[str, Any]:
        """As clients see it."""
        return {name: getattr(self, name) for name in ("id", "room", "person", "name", "at", "text")}


def hears(live: LiveMatch, room: Room, person: Account | None) -> bool:
    """Seats do not hear the watchers before the match is over, and watchers never hear the seats."""
    if live.table.sits(person.id if person else None):
        return room == "seats" or live.match.result is not None
    return room == "watchers"


async def say(hall: MatchService, live: LiveMatch, person: Account, asked: Chat) -> Said:
    """Says something; it is written down before anybody hears it."""
    text = " ".join(asked.text.split())
    if not text or not text.translate(JOINERS).isprintable():
        raise Refused("bad_request", why="text: nothing to read")
    sits = live.table.sits(person.id)
    if sits != (asked.room == "seats") and not (sits and live.match.result):
        raise Refused("no_seat")
    if not live.table.chat:
        raise Refused("chat_off")
    row: dict[str, Any] = {
        "match": live.id,
        "room": asked.room,
        "person": person.id,
        "name": _shown_name(live, person),
        "at": hall.now(),
        "text": text,
    }
    statement = insert(schema.chat).values(row).returning(schema.chat.c.id)
    number = await hall.store.write(lambda connection: connection.execute(statement).scalar_one())
    said = Said(number, asked.room, person.id, row["name"], row["at"], text)
    told = encode({"type": "chat", "match": live.id, "chat": said.json()})
    for listener in live.listeners:
        muted = listener.person and person.id in listener.person.muted
        if not muted and hears(live, asked.room, listener.person):
            listener.tell(told)
    return said


def _shown_name(live: LiveMatch, person: Account) -> str:
    """The name somebody plays under here, else their own."""
    return next((place.name for place in live.table.places if place.person == person.id), person.name)


async def heard(hall: MatchService, live: LiveMatch, person: Account | None) -> list[dict[str, Any]]:
    """What somebody who comes in may read."""
    rooms = [room for room in ("seats", "watchers") if hears(live, room, person)]
    query = (
        select(schema.chat)
        .where(schema.chat.c.match == live.id, schema.chat.c.room.in_(rooms), schema.chat.c.hidden.is_(False))
        .order_by(schema.chat.c.id.desc())
        .limit(MOST_LINES)
    )
    rows = await hall.store.read(lambda connection: connection.execute(query).all())
    muted = person.muted if person else frozenset()
    lines = [Said(row.id, row.room, row.person, row.name, row.at, row.text) for row in reversed(rows)]
    return [line.json() for line in lines if line.person not in muted]


async def hide(hall: MatchService, number: int) -> None:
    """Takes a line away from everybody; the reports about it are dealt with."""

    def write(connection: Connection) -> str | None:
        found: str | None = connection.scalar(select(schema.chat.c.match).where(schema.chat.c.id == number))
        connection.execute(update(schema.chat).where(schema.chat.c.id == number).values(hidden=True))
        connection.execute(update(schema.reports).where(schema.reports.c.chat == number).values(closed=True))
        return found

    match = await hall.store.write(write)
    if match is None:
        raise Refused("no_such_chat")
    live = await hall.find(match)
    live.tell({"type": "hidden", "chat": number})


async def report(hall: MatchService, live: LiveMatch, person: Account, number: int, why: str) -> None:
    """Tells the operator about a line."""
    known = select(schema.chat.c.room).where(schema.chat.c.id == number, schema.chat.c.match == live.id)
    room = await hall.store.read(lambda connection: connection.scalar(known))
    if room is None or not hears(live, room, person):
        raise Refused("no_such_chat")
    row = {"chat": number, "person": person.id, "at": hall.now(), "why": why}
    await hall.store.write(lambda connection: connection.execute(insert(schema.reports).values(row)))
