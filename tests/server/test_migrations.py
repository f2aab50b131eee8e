"""Migrations: the schema they make, databases of older and newer versions, failures."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from tablier.core.errors import BadFile
from tablier.match import Days, Increment
from tablier.match.commands import Join, PlayAction
from tablier.server.context import AppContext, open_context
from tablier.server.errors import RequestError
from tablier.server.maintenance.doctor import run_checks
from tablier.server.matches import chat
from tablier.server.matches import service as service_module
from tablier.server.matches.clock import ServerClock
from tablier.server.matches.handlers import execute
from tablier.server.matches.repository import status_of
from tablier.server.metrics import Metrics
from tablier.server.settings import Settings
from tablier.server.store.migrate import FOLDER, newest_revision
from tablier.server.store.schema import metadata
from tablier.server.store.store import DATABASE_FILE, create_store_engine, open_database

OLD_DATABASE = Path(__file__).parent / "data" / "database_520564f.sql"
OLD_NOW = 1_790_000_135_530  # when it was written
RUNNING_MATCH = "J7fL6zyPfxsa"  # Ada against Bo with five minutes and an increment of three seconds; Ada is to act
FIRST = "0001_initial"
ROWS: dict[str, list[dict[str, Any]]] = {  # of a database of revision 0001
    "accounts": [
        {
            "id": "a" * 16,
            "name": "Ada",
            "created": 1,
            "epoch": 2,
            "operator": 1,
            "banned": 0,
            "owner_id": None,
            "token": None,
        },
        {
            "id": "b" * 16,
            "name": "Bot",
            "created": 2,
            "epoch": 0,
            "operator": 0,
            "banned": 1,
            "owner_id": "a" * 16,
            "token": "t",
        },
    ],
    "links": [
        {"hash": "h", "kind": "device", "account_id": "a" * 16, "expires": 9},
        {"hash": "o", "kind": "operator", "account_id": None, "expires": None},
    ],
    "matches": [
        {"id": "m", "created": 3, "edition": "mixtour:stein", "owner_id": "a" * 16, "nonce": "n", "public": 1, "chat": 1}
        | {"status": "waiting", "previous_match_id": None},
        {"id": "damaged", "created": 4, "edition": "mixtour:stein", "owner_id": None, "nonce": None, "public": 0, "chat": 1}
        | {"status": "running", "previous_match_id": None},
    ],
    "participants": [{"match_id": "m", "position": 0, "account_id": "a" * 16, "level": None, "name": "Ada"}],
    "events": [
        {
            "match_id": "damaged",
            "number": 1,
            "data": '{"clock":{"base',
            "deadline": None,
            "position_to_act": None,
            "nonce": None,
        },
        {"match_id": "m", "number": 1, "data": "{}", "deadline": 5, "position_to_act": 0, "nonce": "a n"},
    ],
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
        | {"all_events": 1, "created": 11}
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


def rename_columns(row: dict[str, Any]) -> dict[str, Any]:
    return {{"created": "created_at", "expires": "expires_at"}.get(name, name): value for name, value in row.items()}


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
    expected = {table: [rename_columns(row) for row in rows] for table, rows in ROWS.items()}
    expected["accounts"] = [row | {"banned_until": None, "deleted": 0} for row in expected["accounts"]]
    expected["links"] = [row for row in expected["links"] if row["kind"] != "operator"]  # it had no end
    expected["reports"] = [row for row in expected["reports"] if row["reason"] != "again"]
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


@pytest.fixture
def old_folder(tmp_path: Path) -> Path:
    """A data folder with the database of a former version in use: see the head of the file."""
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as connection:
        connection.executescript(OLD_DATABASE.read_text())
    return tmp_path


def test_only_clocks_are_converted_in_stored_events(old_folder: Path) -> None:
    file = old_folder / DATABASE_FILE
    before = [msgspec.json.decode(row["data"]) for row in read_rows(file, "events")]
    open_database(file).dispose()
    after = [msgspec.json.decode(row["data"]) for row in read_rows(file, "events")]
    converted = 0
    for event in before:
        if (clock := event.get("clock")) and clock["kind"] == "increment":
            event["clock"] = {"kind": "increment", "base_ms": clock["base"], "increment_ms": clock["increment"]}
            converted += 1
    assert after == before and converted == 6


def test_a_server_goes_on_with_the_data_of_a_former_version(old_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_module, "ServerClock", lambda: ServerClock(lambda: OLD_NOW + 600_000))

    async def main() -> None:
        async with open_context(old_folder, Settings(engine_workers=1), Metrics()) as context:
            await check_matches(context)
            await check_people(context)
            await play_on(context)

    asyncio.run(main())
    assert [result for result in run_checks(old_folder) if not result.ok] == []


async def check_matches(context: AppContext) -> None:
    rows = read_rows(context.folder / DATABASE_FILE, "matches")
    lives = [await context.matches.find(row["id"]) for row in rows]
    assert [status_of(live.match) for live in lives] == [row["status"] for row in rows]
    assert sorted(live.match.status for live in lives) == ["adjourned", "over", "over", *["running"] * 5, "waiting"]
    clocks = [live.match.terms.clock for live in lives]
    assert clocks.count(Increment(900_000, 10_000)) == 2 and Increment(60_000) in clocks and Days(3) in clocks


async def check_people(context: AppContext) -> None:
    ada, bo = [await context.accounts.find(letter * 16) for letter in "ab"]
    assert ada and bo and ada.operator and ada.muted == {"c" * 16} and bo.epoch == 2
    assert [bot.name for bot in await context.accounts.list_bots(ada)] == ["Botty"]
    assert context.push.subscriptions.accounts == {ada.id, bo.id}
    assert [entry.language for entry in await context.push.subscriptions.list_for(ada.id)] == ["en", "de"]
    messages = await chat.history(context.matches, await context.matches.find(RUNNING_MATCH), bo)
    assert [message["text"] for message in messages] == ["Good luck – viel Glück!", "Thanks"]
    assert [row["reason"] for row in read_rows(context.folder / DATABASE_FILE, "reports")] == ["rude", "my own"]
    assert [row["kind"] for row in read_rows(context.folder / DATABASE_FILE, "links")] == ["device", "recovery"]


async def play_on(context: AppContext) -> None:
    ada, bo = [await context.accounts.find(letter * 16) for letter in "ab"]
    live = await context.matches.find(RUNNING_MATCH)
    assert ada and bo and live.match.terms.clock == Increment(300_000, 3_000)
    assert (await execute(context.matches, live, bo, Join(nonce="n1")))["repeated"]
    remaining_ms = live.match.remaining(0, context.matches.now())
    assert remaining_ms and 250_000 < remaining_ms < 310_000  # without the ten minutes in which no server ran
    action = sorted(live.match.state.legal_actions())[0]
    result = await execute(context.matches, live, ada, PlayAction(action, nonce="new"))
    assert result == {"number": live.match.number, "repeated": False} and live.match.texts()[-1] == action
