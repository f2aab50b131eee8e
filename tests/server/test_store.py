"""The store: events once and in order, several writers, migrations."""

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


def test_many_appends_share_commits_and_each_is_answered(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        await asyncio.gather(*(append(store, row(f"m{one}", 1)) for one in range(3000)))
        assert await count(store) == 3000
        store.close()

    asyncio.run(main())


def test_a_number_is_written_once_and_the_others_of_its_batch_are_unharmed(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        tries = [append(store, row("m", 1)) for _ in range(20)] + [append(store, row("n", one)) for one in range(50)]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(answer is None for answer in answers) == 51
        assert all(answer is None or isinstance(answer, (sqlite3.IntegrityError, IntegrityError)) for answer in answers)
        assert await count(store) == 51
        store.close()

    asyncio.run(main())


def test_two_processes_of_which_one_is_first(tmp_path: Path) -> None:
    """As two stores over one file: whoever writes the flag first has fired it."""

    async def main() -> None:
        one, other = Store(tmp_path / "s.sqlite"), Store(tmp_path / "s.sqlite")
        for number in range(30):
            answers = await asyncio.gather(
                append(one, row("m", number)), append(other, row("m", number)), return_exceptions=True
            )
            assert sum(answer is None for answer in answers) == 1
        assert await count(one) == 30
        one.close()
        other.close()

    asyncio.run(main())


def test_work_that_fails_leaves_nothing(tmp_path: Path) -> None:
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


def test_it_is_durable_and_only_ours(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "s.sqlite")
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
    assert (tmp_path / "s.sqlite").stat().st_mode & 0o077 == 0


def test_the_migrations_make_what_the_schema_says(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "s.sqlite")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": False})
        assert compare_metadata(context, metadata) == []


def test_a_store_of_a_newer_tablier_is_left_alone(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "s.sqlite")
    with engine.connect() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'from the future'"))
    with pytest.raises(RequestError, match="store_too_new"):
        open_database(tmp_path / "s.sqlite")
