"""All stored data about one account, as one JSON document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, Table, select

from ..errors import RequestError
from ..store import schema
from ..store.store import DATABASE_FILE, create_store_engine, snapshot

SECRET_COLUMNS = ("token", "p256dh", "auth")


def export_account(connection: Connection, account_id: str) -> bytes:
    """Return the document. For an unknown account all its lists are empty.

    Matches are exported as they are stored, without replaying them.
    """
    participants, subscriptions = schema.participants, schema.subscriptions
    played = select(participants.c.match_id).where(participants.c.account_id == account_id).distinct()
    document = {
        "format": "tablier-account",
        "version": 2,
        "account": _rows(connection, select(*_public_columns(schema.accounts)).where(schema.accounts.c.id == account_id)),
        "bots": _rows(connection, select(*_public_columns(schema.accounts)).where(schema.accounts.c.owner_id == account_id)),
        "muted": list(connection.scalars(select(schema.mutes.c.muted_id).where(schema.mutes.c.account_id == account_id))),
        "devices": _rows(connection, select(*_public_columns(subscriptions)).where(subscriptions.c.account_id == account_id)),
        "chat": _rows(connection, select(schema.chat).where(schema.chat.c.account_id == account_id)),
        "reports": _rows(connection, select(schema.reports).where(schema.reports.c.account_id == account_id)),
        "matches": [_export_match(connection, match_id) for match_id in connection.scalars(played).all()],
    }
    return msgspec.json.encode(document)


def export_account_from(folder: Path, account_id: str) -> bytes:
    """Export an account from a data folder, with or without a running server.

    The document is indented. Raises `RequestError("no_such_person")` if there is no such account.
    """
    if not (folder / DATABASE_FILE).exists():
        raise RequestError("no_such_person")
    known = select(schema.accounts.c.id).where(schema.accounts.c.id == account_id, ~schema.accounts.c.deleted)
    engine = create_store_engine(folder / DATABASE_FILE, read_only=True)
    try:
        with snapshot(engine) as connection:
            if connection.scalar(known) is None:
                raise RequestError("no_such_person")
            return msgspec.json.format(export_account(connection, account_id), indent=1)
    finally:
        engine.dispose()


def _public_columns(table: Table) -> list[Any]:
    """The table's columns, without tokens and encryption keys."""
    return [column for column in table.c if column.name not in SECRET_COLUMNS]


def _rows(connection: Connection, query: Select[Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(query).mappings()]


def _export_match(connection: Connection, match_id: str) -> dict[str, Any]:
    events = select(schema.events.c.data).where(schema.events.c.match_id == match_id).order_by(schema.events.c.number)
    return {"match_id": match_id, "events": [msgspec.Raw(data.encode()) for data in connection.scalars(events)]}
