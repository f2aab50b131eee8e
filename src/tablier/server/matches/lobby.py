"""The lobby: what is going on, for people who look for a table or somebody to watch."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from sqlalchemy import Connection, Select, and_, or_, select

from ..accounts.service import Account
from ..store import schema
from .live_match import Listener, LiveMatch, encode
from .repository import status_of
from .service import MatchService

Kind = Literal["open", "live", "mine", "past"]
MOST_LISTED = 100
BELL_SECONDS = 1.0

_matches, _places, _events = schema.matches, schema.participants, schema.events


class Lobby:
    """Rings for those who watch it, at most once a second: something is different now, look again if you like."""

    def __init__(self, service: MatchService) -> None:
        self.listeners: set[Listener] = set()
        self._status: dict[str, str] = {}
        self._due = False
        service.followers.append(self._follow)

    def _follow(self, live: LiveMatch) -> None:
        """Only public matches that begin, fill or end are of interest here."""
        if not live.table.public:
            return
        now = f"{status_of(live.match)} {len(live.table.places)}"
        if self._status.get(live.id) == now:
            return
        self._status[live.id] = now
        if live.match.result:
            del self._status[live.id]
        if not self._due and self.listeners:
            self._due = True
            asyncio.get_running_loop().call_later(BELL_SECONDS, self._ring)

    def _ring(self) -> None:
        self._due = False
        told = encode({"type": "lobby"})
        for listener in self.listeners:
            listener.tell(told)


async def list_matches(service: MatchService, kind: Kind, account: Account | None, game: str = "") -> list[dict[str, Any]]:
    """Open tables, live matches to watch, or one's own: the newest first."""
    rows = await service.store.read(lambda connection: _rows(connection, _query(kind, account, game)))
    me = account.id if account else None
    for row in rows:
        row["mine"] = [place["position"] for place in row["places"] if me is not None and place["account_id"] == me]
        row["my_turn"] = row["place"] is not None and row.pop("place") in row["mine"]
    return rows


def _query(kind: Kind, account: Account | None, game: str) -> Select[Any]:
    query = select(_matches)
    match kind:
        case "open":
            query = query.where(_matches.c.public, _matches.c.status == "waiting")
        case "live":
            query = query.where(_matches.c.public, _matches.c.status == "running")
        case "mine" | "past":
            over = _matches.c.status == "over" if kind == "past" else _matches.c.status != "over"
            mine = select(_places.c.match_id).where(_places.c.account_id == (account.id if account else ""))
            query = query.where(over, or_(_matches.c.id.in_(mine), and_(_matches.c.owner == (account.id if account else ""))))
    if game:
        query = query.where(_matches.c.edition.startswith(f"{game}:", autoescape=True))
    return query.order_by(_matches.c.created.desc()).limit(MOST_LISTED)


def _rows(connection: Connection, query: Select[Any]) -> list[dict[str, Any]]:
    found = []
    for row in connection.execute(query).all():
        last = (
            select(_events.c.number, _events.c.position_to_act, _events.c.deadline)
            .where(_events.c.match_id == row.id)
            .order_by(_events.c.number.desc())
            .limit(1)
        )
        number, place, deadline = connection.execute(last).one()
        places = connection.execute(select(_places).where(_places.c.match_id == row.id).order_by(_places.c.position))
        found.append(
            {
                "match": row.id,
                "edition": row.edition,
                "created": row.created,
                "status": row.status,
                "public": row.public,
                "events": number,
                "deadline": deadline,
                "place": place,
                "places": [
                    {"position": one.position, "name": one.name, "level": one.level, "account_id": one.account_id}
                    for one in places
                ],
            }
        )
    return found
