"""Everything kept about one person, as one JSON document."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, Table, select

from ..matches.repository import read_live
from ..store import schema


def exported(connection: Connection, person: str) -> bytes:
    """The document; for somebody who is not known it is nearly empty."""
    played = select(schema.places.c.match).where(schema.places.c.person == person).distinct()
    told = {
        "format": "tablier-person",
        "version": 1,
        "person": _rows(connection, select(*_public(schema.people)).where(schema.people.c.id == person)),
        "bots": _rows(connection, select(*_public(schema.people)).where(schema.people.c.owner == person)),
        "muted": list(connection.scalars(select(schema.mutes.c.muted).where(schema.mutes.c.person == person))),
        "devices": _rows(connection, select(*_public(schema.devices)).where(schema.devices.c.person == person)),
        "chat": _rows(connection, select(schema.chat).where(schema.chat.c.person == person)),
        "reports": _rows(connection, select(schema.reports).where(schema.reports.c.person == person)),
        "matches": [_match(connection, match) for match in connection.scalars(played).all()],
    }
    return msgspec.json.format(msgspec.json.encode(told), indent=1)


def _public(table: Table) -> list[Any]:
    """Without what opens a door."""
    return [column for column in table.c if column.name not in ("token", "p256dh", "auth")]


def _rows(connection: Connection, query: Select[Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(query).mappings()]


def _match(connection: Connection, match: str) -> dict[str, Any]:
    live = read_live(connection, match)
    assert live
    return {"match": match, "record": json.loads(live.match.record().to_json())}
