"""Migrations: the schema they make, databases of older and newer versions, failures."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from tablier.core.errors import BadFile
from tablier.server.errors import RequestError
from tablier.server.store.migrate import FOLDER, newest_revision
from tablier.server.store.schema import metadata
from tablier.server.store.store import create_store_engine, open_database

FIRST = "0001_initial"
ROWS: dict[str, list[dict[str, Any]]] = {  # of a database of revision 0001
    "accounts": [
        {
            "id": "a" * 16,
            "name": "Ada",
            "created_at": 1,
            "epoch": 2,
            "operator": 1,
            "banned": 0,
            "owner_id": None,
            "token": None,
        },
        {
            "id": "b" * 16,
            "name": "Bot",
            "created_at": 2,
            "epoch": 0,
            "operator": 0,
            "banned": 1,
            "owner_id": "a" * 16,
            "token": "t",
        },
    ],
    "links": [{"hash": "h", "kind": "device", "account_id": "a" * 16, "expires_at": 9}],
    "matches": [
        {"id": "m", "created_at": 3, "edition": "mixtour:stein", "owner_id": "a" * 16, "nonce": "n", "public": 1, "chat": 1}
        | {"status": "waiting", "previous_match_id": None}
    ],
    "participants": [{"match_id": "m", "position": 0, "account_id": "a" * 16, "level": None, "name": "Ada"}],
    "events": [{"match_id": "m", "number": 1, "data": "{}", "deadline": 5, "position_to_act": 0, "nonce": "a n"}],
    "chat": [
        {
            "id": 1,
            "match_id": "m",
            "room": "seats",
            "account_id": "a" * 16,
            "name": "Ada",
            "at": 4,
            "text": "hello",
            "hidden": 0,
        }
    ],
    "mutes": [{"account_id": "a" * 16, "muted_id": "b" * 16}],
    "reports": [
        {"id": 1, "chat_id": 1, "account_id": "a" * 16, "at": 5, "reason": "first", "closed": 0},
        {"id": 2, "chat_id": 1, "account_id": "b" * 16, "at": 6, "reason": "another account", "closed": 1},
        {"id": 3, "chat_id": 1, "account_id": "a" * 16, "at": 7, "reason": "again", "closed": 0},
        {"id": 4, "chat_id": 1, "account_id": None, "at": 8, "reason": "", "closed": 0},
        {"id": 5, "chat_id": 1, "account_id": None, "at": 9, "reason": "", "closed": 0},
    ],
    "heartbeat": [{"id": 1, "at": 10}],
    "push_subscriptions": [
        {"endpoint": "https://push.example/1", "account_id": "a" * 16, "p256dh": "k", "auth": "s", "language": "en"}
        | {"all_events": 1, "created_at": 11}
    ],
}


@pytest.fixture
def old_database(tmp_path: Path) -> Path:
    """A database of revision 0001 with rows in every table."""
    file = tmp_path / "s.sqlite"
    engine = create_store_engine(file)
    with engine.connect() as connection:
        config = Config()
        config.set_main_option("script_location", str(FOLDER))
        config.attributes["connection"] = connection
        command.upgrade(config, FIRST)
        for table, rows in ROWS.items():
            for row in rows:
                names = ", ".join(row)
                values = ", ".join(f":{name}" for name in row)
                connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)
    engine.dispose()
    return file


def read_rows(file: Path, table: str) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]


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


def test_a_database_of_the_first_version_is_upgraded_with_its_data(old_database: Path) -> None:
    engine = open_database(old_database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": False})
        assert compare_metadata(context, metadata) == [] and context.get_current_revision() == newest_revision()
        assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
    engine.dispose()
    expected = dict(ROWS)
    expected["accounts"] = [row | {"banned_until": None, "deleted": 0} for row in ROWS["accounts"]]
    expected["matches"] = [row | {"summary": None} for row in ROWS["matches"]]
    expected["reports"] = [row for row in ROWS["reports"] if row["reason"] != "again"]
    for table in metadata.tables:
        assert read_rows(old_database, table) == expected.get(table, []), table


def test_a_copy_is_kept_before_an_upgrade(old_database: Path) -> None:
    open_database(old_database).dispose()
    copy = old_database.with_name(f"s.sqlite.before-{newest_revision()}")
    assert {table: read_rows(copy, table) for table in ROWS} == ROWS
    assert read_rows(copy, "alembic_version") == [{"version_num": FIRST}]
    assert copy.stat().st_mode & 0o077 == 0


def test_no_copy_is_made_without_an_upgrade(tmp_path: Path) -> None:
    for _ in range(2):
        open_database(tmp_path / "s.sqlite").dispose()
    assert not list(tmp_path.glob("*.before-*"))


def test_a_failed_upgrade_changes_nothing(old_database: Path) -> None:
    with closing(sqlite3.connect(old_database)) as connection:
        connection.execute("CREATE TABLE audit_log (id INTEGER)")  # the migration fails after its first changes
    with pytest.raises(BadFile, match="cannot_open_store"):
        open_database(old_database)
    assert {table: read_rows(old_database, table) for table in ROWS} == ROWS
    assert read_rows(old_database, "alembic_version") == [{"version_num": FIRST}]
    with closing(sqlite3.connect(old_database)) as connection:
        connection.execute("DROP TABLE audit_log")
    open_database(old_database).dispose()
    assert read_rows(old_database, "alembic_version") == [{"version_num": newest_revision()}]
