"""Chat: one room for the seats and one for those who watch, kept apart while the match runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select, update

from ..accounts.service import Account
from ..errors import RequestError
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
    account_id: str | None
    name: str
    at: int
    text: str

    def json(self) -> dict[str, Any]:
        """As clients see it."""
        return {name: getattr(self, name) for name in ("id", "room", "account_id", "name", "at", "text")}


def hears(live: LiveMatch, room: Room, account: Account | None) -> bool:
    """Seats do not hear the watchers before the match is over, and watchers never hear the seats."""
    if live.table.sits(account.id if account else None):
        return room == "seats" or live.match.result is not None
    return room == "watchers"


async def say(service: MatchService, live: LiveMatch, account: Account, asked: Chat) -> Said:
    """Says something; it is written down before anybody hears it."""
    text = " ".join(asked.text.split())
    if not text or not text.translate(JOINERS).isprintable():
        raise RequestError("bad_request", why="text: nothing to read")
    sits = live.table.sits(account.id)
    if sits != (asked.room == "seats") and not (sits and live.match.result):
        raise RequestError("no_seat")
    if not live.table.chat:
        raise RequestError("chat_off")
    row: dict[str, Any] = {
        "match_id": live.id,
        "room": asked.room,
        "account_id": account.id,
        "name": _shown_name(live, account),
        "at": service.now(),
        "text": text,
    }
    statement = insert(schema.chat).values(row).returning(schema.chat.c.id)
    number = await service.store.write(lambda connection: connection.execute(statement).scalar_one())
    said = Said(number, asked.room, account.id, row["name"], row["at"], text)
    told = encode({"type": "chat", "match": live.id, "chat": said.json()})
    for listener in live.listeners:
        muted = listener.account and account.id in listener.account.muted
        if not muted and hears(live, asked.room, listener.account):
            listener.tell(told)
    return said


def _shown_name(live: LiveMatch, account: Account) -> str:
    """The name somebody plays under here, else their own."""
    return next((place.name for place in live.table.places if place.account_id == account.id), account.name)


async def heard(service: MatchService, live: LiveMatch, account: Account | None) -> list[dict[str, Any]]:
    """What somebody who comes in may read."""
    rooms = [room for room in ("seats", "watchers") if hears(live, room, account)]
    query = (
        select(schema.chat)
        .where(schema.chat.c.match_id == live.id, schema.chat.c.room.in_(rooms), schema.chat.c.hidden.is_(False))
        .order_by(schema.chat.c.id.desc())
        .limit(MOST_LINES)
    )
    rows = await service.store.read(lambda connection: connection.execute(query).all())
    muted = account.muted if account else frozenset()
    lines = [Said(row.id, row.room, row.account_id, row.name, row.at, row.text) for row in reversed(rows)]
    return [line.json() for line in lines if line.account_id not in muted]


async def hide(service: MatchService, number: int) -> None:
    """Takes a line away from everybody; the reports about it are dealt with."""

    def write(connection: Connection) -> str | None:
        found: str | None = connection.scalar(select(schema.chat.c.match_id).where(schema.chat.c.id == number))
        connection.execute(update(schema.chat).where(schema.chat.c.id == number).values(hidden=True))
        connection.execute(update(schema.reports).where(schema.reports.c.chat == number).values(closed=True))
        return found

    match = await service.store.write(write)
    if match is None:
        raise RequestError("no_such_chat")
    live = await service.find(match)
    live.tell({"type": "hidden", "chat": number})


async def report(service: MatchService, live: LiveMatch, account: Account, number: int, why: str) -> None:
    """Tells the operator about a line."""
    known = select(schema.chat.c.room).where(schema.chat.c.id == number, schema.chat.c.match_id == live.id)
    room = await service.store.read(lambda connection: connection.scalar(known))
    if room is None or not hears(live, room, account):
        raise RequestError("no_such_chat")
    row = {"chat": number, "account_id": account.id, "at": service.now(), "why": why}
    await service.store.write(lambda connection: connection.execute(insert(schema.reports).values(row)))
