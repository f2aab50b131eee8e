"""Chat: one room for the seats and one for the watchers. Seats cannot read the watchers' room while the match runs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, insert, select, update

from tablier.match.commands import ChatRoom, SendChat

from ..accounts.service import Account
from ..errors import RequestError
from ..store import schema
from .encoding import encode
from .live_match import LiveMatch
from .service import MatchService

MAX_HISTORY = 200  # messages sent to a new listener
JOINERS = dict.fromkeys((0x200C, 0x200D))  # not printable, but needed for composed emoji and Persian


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One chat message."""

    id: int
    room: ChatRoom
    account_id: str | None
    name: str
    at: int
    text: str

    def json(self) -> dict[str, Any]:
        """Return the message as clients see it."""
        return asdict(self)


def can_read(live: LiveMatch, room: ChatRoom, account: Account | None) -> bool:
    """True if a viewer may read a room. Watchers never read the seats' room."""
    if live.info.has_account(account.id if account else None):
        return room == "seats" or live.match.result is not None
    return room == "watchers"


async def send(service: MatchService, live: LiveMatch, account: Account, command: SendChat) -> ChatMessage:
    """Store a chat message, then send it to the listeners who may read it and have not muted the sender."""
    text = " ".join(command.text.split())
    if not text or not text.translate(JOINERS).isprintable():
        raise RequestError("bad_request", why="text: nothing to read")
    is_participant = live.info.has_account(account.id)
    if is_participant != (command.room == "seats") and not (is_participant and live.match.result):
        raise RequestError("no_seat")
    if not live.info.chat:
        raise RequestError("chat_off")
    row: dict[str, Any] = {
        "match_id": live.id,
        "room": command.room,
        "account_id": account.id,
        "name": _name_in_match(live, account),
        "at": service.now(),
        "text": text,
    }
    statement = insert(schema.chat).values(row).returning(schema.chat.c.id)
    chat_id = await service.store.write(lambda connection: connection.execute(statement).scalar_one())
    message = ChatMessage(chat_id, command.room, account.id, row["name"], row["at"], text)
    data = encode({"type": "chat", "match_id": live.id, "chat": message.json()})
    for listener in live.listeners:
        muted = listener.account and account.id in listener.account.muted
        if not muted and can_read(live, command.room, listener.account):
            listener.send(data)
    return message


def _name_in_match(live: LiveMatch, account: Account) -> str:
    """Return the name under which an account plays in this match, or its own name."""
    names = (entry.name for entry in live.info.participants if entry.account_id == account.id)
    return next(names, account.name)


async def history(service: MatchService, live: LiveMatch, account: Account | None) -> list[dict[str, Any]]:
    """Return the last messages that a viewer may read, the oldest first."""
    rooms = [room for room in ("seats", "watchers") if can_read(live, room, account)]
    query = (
        select(schema.chat)
        .where(schema.chat.c.match_id == live.id, schema.chat.c.room.in_(rooms), schema.chat.c.hidden.is_(False))
        .order_by(schema.chat.c.id.desc())
        .limit(MAX_HISTORY)
    )
    rows = await service.store.read(lambda connection: connection.execute(query).all())
    muted = account.muted if account else frozenset()
    messages = [ChatMessage(row.id, row.room, row.account_id, row.name, row.at, row.text) for row in reversed(rows)]
    return [message.json() for message in messages if message.account_id not in muted]


async def hide(service: MatchService, chat_id: int) -> None:
    """Hide a message from all viewers and close the reports about it. Raises `RequestError("no_such_chat")`."""

    def statement(connection: Connection) -> str | None:
        match_id: str | None = connection.scalar(select(schema.chat.c.match_id).where(schema.chat.c.id == chat_id))
        connection.execute(update(schema.chat).where(schema.chat.c.id == chat_id).values(hidden=True))
        connection.execute(update(schema.reports).where(schema.reports.c.chat_id == chat_id).values(closed=True))
        return match_id

    match_id = await service.store.write(statement)
    if match_id is None:
        raise RequestError("no_such_chat")
    live = await service.find(match_id)
    live.broadcast({"type": "chat_hidden", "chat_id": chat_id})


async def report(service: MatchService, live: LiveMatch, account: Account, chat_id: int, reason: str) -> None:
    """Report a message to the operator. Raises `RequestError("no_such_chat")` if the account cannot read it."""
    query = select(schema.chat.c.room).where(schema.chat.c.id == chat_id, schema.chat.c.match_id == live.id)
    room = await service.store.read(lambda connection: connection.scalar(query))
    if room is None or not can_read(live, room, account):
        raise RequestError("no_such_chat")
    row = {"chat_id": chat_id, "account_id": account.id, "at": service.now(), "reason": reason}
    await service.store.write(lambda connection: connection.execute(insert(schema.reports).values(row)))
