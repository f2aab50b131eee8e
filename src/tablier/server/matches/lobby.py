"""The lobby: lists of matches, and a notification when they change."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from sqlalchemy import Connection, Select, or_, select

from ..accounts.service import Account
from ..store.schema import events, matches, participants
from .encoding import encode
from .live_match import Listener, LiveMatch
from .repository import status_of
from .service import MatchService

ListKind = Literal["open", "live", "mine", "past"]
MAX_LISTED = 100
NOTIFY_DELAY_S = 1.0


class Lobby:
    """Tells its listeners that the lists of matches have changed, at most once per second."""

    def __init__(self, service: MatchService) -> None:
        self.listeners: set[Listener] = set()
        self._listed: dict[str, tuple[str, int]] = {}  # status and number of participants by match id
        self._scheduled = False
        service.change_observers.append(self._on_change)

    def _on_change(self, live: LiveMatch) -> None:
        """Schedule a notification if a public match has started, ended or got a participant."""
        if not live.info.public:
            return
        listed = status_of(live.match), len(live.info.participants)
        if self._listed.get(live.id) == listed:
            return
        self._listed[live.id] = listed
        if live.match.result:
            del self._listed[live.id]
        if not self._scheduled and self.listeners:
            self._scheduled = True
            asyncio.get_running_loop().call_later(NOTIFY_DELAY_S, self._notify)

    def _notify(self) -> None:
        self._scheduled = False
        message = encode({"type": "lobby"})
        for listener in self.listeners:
            listener.send(message)


async def list_matches(service: MatchService, kind: ListKind, account: Account | None, game: str = "") -> list[dict[str, Any]]:
    """Return matches with open seats, running public matches, or the account's own matches, the newest first."""
    account_id = account.id if account else ""
    query = _query(kind, account_id, game)
    return await service.store.read(
        lambda connection: [_entry(connection, row, account_id) for row in connection.execute(query).all()]
    )


def _query(kind: ListKind, account_id: str, game: str) -> Select[Any]:
    query = select(matches)
    match kind:
        case "open":
            query = query.where(matches.c.public, matches.c.status == "waiting")
        case "live":
            query = query.where(matches.c.public, matches.c.status == "running")
        case "mine" | "past":
            over = matches.c.status == "over" if kind == "past" else matches.c.status != "over"
            own = select(participants.c.match_id).where(participants.c.account_id == account_id)
            query = query.where(over, or_(matches.c.id.in_(own), matches.c.owner_id == account_id))
    if game:
        query = query.where(matches.c.edition.startswith(f"{game}:", autoescape=True))
    return query.order_by(matches.c.created.desc()).limit(MAX_LISTED)


def _entry(connection: Connection, row: Any, account_id: str) -> dict[str, Any]:
    last_event = (
        select(events.c.number, events.c.position_to_act, events.c.deadline)
        .where(events.c.match_id == row.id)
        .order_by(events.c.number.desc())
        .limit(1)
    )
    number, position_to_act, deadline = connection.execute(last_event).one()
    query = select(participants).where(participants.c.match_id == row.id).order_by(participants.c.position)
    entries = connection.execute(query).all()
    own_positions = [entry.position for entry in entries if account_id and entry.account_id == account_id]
    return {
        "match_id": row.id,
        "edition": row.edition,
        "created": row.created,
        "status": row.status,
        "public": row.public,
        "events": number,
        "deadline": deadline,
        "participants": [
            {"position": entry.position, "name": entry.name, "level": entry.level, "account_id": entry.account_id}
            for entry in entries
        ],
        "own_positions": own_positions,
        "my_turn": position_to_act in own_positions,
    }
