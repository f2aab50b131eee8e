"""Everything kept about one person, as one JSON document."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, Table, select

from tablier.records.record import Record

from ..matches.repository import read_live
from ..store import schema


def exported(connection: Connection, account_id: str) -> bytes:
    """The document; for somebody who is not known it is nearly empty."""
    played = select(schema.participants.c.match_id).where(schema.participants.c.account_id == account_id).distinct()
    told = {
        "format": "tablier-account",
        "version": 1,
        "account": _rows(connection, select(*_public(schema.accounts)).where(schema.accounts.c.id == account_id)),
        "bots": _rows(connection, select(*_public(schema.accounts)).where(schema.accounts.c.owner == account_id)),
        "muted": list(connection.scalars(select(schema.mutes.c.muted).where(schema.mutes.c.account_id == account_id))),
        "devices": _rows(
            connection, select(*_public(schema.subscriptions)).where(schema.subscriptions.c.account_id == account_id)
        ),
        "chat": _rows(connection, select(schema.chat).where(schema.chat.c.account_id == account_id)),
        "reports": _rows(connection, select(schema.reports).where(schema.reports.c.account_id == account_id)),
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
    return {"match_id": match, "record": json.loads(Record.from_match(live.match).to_json())}
