"""Chat: one room for the seats and one for the watchers. Seats cannot read the watchers' room while the match runs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from tablier.match.commands import ChatRoom, SendChat

from ..accounts.audit import OperatorAction
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
    """Store a chat message, then send it to the listeners who may read it and have not muted the sender.

    Participants write to the seats' room, and after the match to both rooms; others only to the watchers' room. Raises
    `RequestError` with `bad_request`, `no_seat` or `chat_off`.
    """
    text = " ".join(command.text.split())
    if not text or not text.translate(JOINERS).isprintable():
        raise RequestError("bad_request", why="text: empty or not printable")
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


async def set_hidden(service: MatchService, chat_id: int, action: OperatorAction, *, hidden: bool) -> None:
    """Hide a message from all viewers and close the reports about it, or show it again.

    Raises `RequestError("no_such_chat")`. Listeners remove a hidden message at once; a message that is shown again is in the
    history from then on.
    """

    def statement(connection: Connection) -> str:
        change = update(schema.chat).where(schema.chat.c.id == chat_id).values(hidden=hidden)
        match_id: str | None = connection.scalar(change.returning(schema.chat.c.match_id))
        if match_id is None:
            raise RequestError("no_such_chat")
        if hidden:
            connection.execute(update(schema.reports).where(schema.reports.c.chat_id == chat_id).values(closed=True))
        action.log(connection, "hide_chat" if hidden else "unhide_chat", str(chat_id), f"match {match_id}")
        return match_id

    match_id = await service.store.write(statement)
    if hidden:
        (await service.find(match_id)).broadcast({"type": "chat_hidden", "chat_id": chat_id})


async def close_report(service: MatchService, report_id: int, action: OperatorAction) -> None:
    """Close a report and leave the message as it is. Raises `RequestError("no_such_report")`."""

    def statement(connection: Connection) -> None:
        action.log(connection, "close_report", str(report_id))
        change = update(schema.reports).where(schema.reports.c.id == report_id).values(closed=True)
        if not connection.execute(change).rowcount:
            raise RequestError("no_such_report")

    await service.store.write(statement)


async def report(service: MatchService, live: LiveMatch, account: Account, chat_id: int, reason: str) -> None:
    """Report a message to the operator; a second report by the same account changes nothing.

    Raises `RequestError("no_such_chat")` if the account cannot read the message.
    """
    query = select(schema.chat.c.room).where(schema.chat.c.id == chat_id, schema.chat.c.match_id == live.id)
    room = await service.store.read(lambda connection: connection.scalar(query))
    if room is None or not can_read(live, room, account):
        raise RequestError("no_such_chat")
    row = {"chat_id": chat_id, "account_id": account.id, "at": service.now(), "reason": reason}
    statement = upsert(schema.reports).values(row).on_conflict_do_nothing()
    await service.store.write(lambda connection: connection.execute(statement))
