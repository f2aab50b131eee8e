"""A disk that is full for the writer of a store: SQLite limits the size of the database."""

from __future__ import annotations

from itertools import count
from typing import Any

from sqlalchemy import Connection, Table, insert, text

from tablier.server.errors import RequestError
from tablier.server.store import schema
from tablier.server.store.store import Store

UNLIMITED = 1 << 30  # pages
FILLERS: list[tuple[Table, str, str, dict[str, Any]]] = [  # table, unique column, long column, other columns
    (schema.events, "number", "data", {"match_id": "filler"}),
    (schema.accounts, "id", "name", {"created_at": 0}),
    (schema.matches, "id", "edition", {"created_at": 0, "public": False, "status": "over"}),
    (schema.chat, "id", "text", {"match_id": "filler", "room": "seats", "name": "", "at": 0}),
]


async def fill_disk(store: Store) -> None:
    """Make every write fail that needs a further page, and use up the room in the last pages of the tables."""
    # SQLite raises a limit below the current size to the current size.
    await store.write(lambda connection: connection.execute(text("PRAGMA max_page_count=1")).all())
    for table, unique, long, values in FILLERS:
        numbers = count(1_000_000)
        length = 4000
        while length:
            row = values | {unique: next(numbers), long: "x" * length}

            def fill(connection: Connection, table: Table = table, row: dict[str, Any] = row) -> None:
                connection.execute(insert(table).values(row))

            try:
                await store.write(fill)
            except RequestError:
                length //= 2


async def free_disk(store: Store) -> None:
    """Let writes succeed again."""
    await store.write(lambda connection: connection.execute(text(f"PRAGMA max_page_count={UNLIMITED}")).all())
