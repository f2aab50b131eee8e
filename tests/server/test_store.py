"""The store: unique events, several writers, migrations."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import func, select, text
from sqlalchemy.exc import IntegrityError

from tablier.server.errors import RequestError
from tablier.server.store.schema import events, metadata
from tablier.server.store.store import Store, open_database
from tablier.server.store.writer import Row


def row(match: str, number: int) -> Row:
    return (match, number, "{}", None, None, None)


async def append(store: Store, *rows: Row) -> None:
    await store.append(rows)


async def count(store: Store) -> int:
    return await store.read(lambda connection: connection.scalar(select(func.count()).select_from(events)) or 0)


def test_many_appends_are_all_committed(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        await asyncio.gather(*(append(store, row(f"m{index}", 1)) for index in range(3000)))
        assert await count(store) == 3000
        store.close()

    asyncio.run(main())


def test_a_duplicate_event_does_not_affect_its_batch(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        tries = [append(store, row("m", 1)) for _ in range(20)] + [append(store, row("n", number)) for number in range(50)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(result is None for result in results) == 51
        assert all(result is None or isinstance(result, (sqlite3.IntegrityError, IntegrityError)) for result in results)
        assert await count(store) == 51
        store.close()

    asyncio.run(main())


def test_of_two_processes_one_writes_each_event(tmp_path: Path) -> None:
    """Two stores over one file stand for two processes."""

    async def main() -> None:
        store, other = Store(tmp_path / "s.sqlite"), Store(tmp_path / "s.sqlite")
        for number in range(30):
            results = await asyncio.gather(
                append(store, row("m", number)), append(other, row("m", number)), return_exceptions=True
            )
            assert sum(result is None for result in results) == 1
        assert await count(store) == 30
        store.close()
        other.close()

    asyncio.run(main())


def test_a_failed_statement_is_rolled_back(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")

        def half(connection: Any) -> None:
            connection.execute(text("INSERT INTO heartbeat (id, at) VALUES (7, 7)"))
            raise RequestError("banned")

        with pytest.raises(RequestError):
            await store.write(half)
        assert await store.read(lambda connection: connection.execute(text("SELECT * FROM heartbeat")).all()) == []
        store.close()

    asyncio.run(main())


def test_the_database_is_durable_and_private(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "s.sqlite")
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
    assert (tmp_path / "s.sqlite").stat().st_mode & 0o077 == 0


def test_the_migrations_match_the_schema(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "s.sqlite")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": False})
        assert compare_metadata(context, metadata) == []


def test_a_database_of_a_newer_version_is_rejected(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "s.sqlite")
    with engine.connect() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'from the future'"))
    with pytest.raises(RequestError, match="store_too_new"):
        open_database(tmp_path / "s.sqlite")
