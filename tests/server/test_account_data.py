"""Export and deletion of an account, and links to it: their cost for the rest of the server."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, text

from tablier.server.accounts.service import AccountService, insert_link
from tablier.server.errors import RequestError
from tablier.server.maintenance import delete_account
from tablier.server.maintenance.delete_account import (
    erase_matches,
    erase_messages,
    erase_references,
    finish_deletions,
)
from tablier.server.maintenance.export_account import export_account_from
from tablier.server.matches.service import MatchService
from tablier.server.store import schema
from tablier.server.store.store import DATABASE_FILE, Store, open_database
from tests.server.stored_matches import ADA, make_data_folder


def scanned_tables(connection: Connection, *changes: Callable[[Connection], Any]) -> list[str]:
    """Run changes and return those steps of their query plans that read a whole table."""
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    statements: list[str] = []
    raw.set_trace_callback(statements.append)
    for change in changes:
        change(connection)
    raw.set_trace_callback(None)
    assert len(statements) >= 2 * len(changes)
    plans = [row[3] for statement in statements for row in raw.execute(f"EXPLAIN QUERY PLAN {statement}")]
    return [plan for plan in plans if plan.startswith("SCAN")]


def test_the_deletion_of_an_account_reads_no_whole_table(tmp_path: Path) -> None:
    make_data_folder(tmp_path, 2)
    with open_database(tmp_path / DATABASE_FILE).connect() as connection:
        message = {"match_id": "", "room": "seats", "account_id": ADA.id, "name": "Ada", "at": 1, "text": "x"}
        connection.execute(insert(schema.chat).values(message))
        parts = (erase_matches, erase_messages, erase_references)
        assert scanned_tables(connection, *(lambda connection, part=part: part(connection, ADA.id) for part in parts)) == []
        assert not connection.execute(text("SELECT * FROM events WHERE nonce IS NOT NULL")).all()


@pytest.mark.parametrize("kind", ["device", "recovery"])
def test_a_new_link_reads_no_whole_table(tmp_path: Path, kind: Any) -> None:
    with open_database(tmp_path / DATABASE_FILE).connect() as connection:
        assert scanned_tables(connection, lambda connection: insert_link(connection, "token", kind, ADA.id, 1)) == []


def test_a_deletion_in_batches_is_continued_after_every_interruption(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delete_account, "MAX_MATCH_BATCH", 3)
    monkeypatch.setattr(delete_account, "MAX_MESSAGE_BATCH", 2)
    match_ids = make_data_folder(tmp_path, 8)
    message = {"match_id": match_ids[0], "room": "seats", "account_id": ADA.id, "name": "Ada", "at": 1, "text": "x"}
    rows = (
        insert(schema.accounts).values(id=ADA.id, name="Ada", created_at=0),
        insert(schema.chat).values([{**message, "id": number} for number in range(5)]),
        insert(schema.reports).values(chat_id=1, at=1, reason="about the account"),
        insert(schema.reports).values(chat_id=99, account_id=ADA.id, at=1, reason="by the account"),
    )
    batches: list[int] = []

    async def run_until_the_second_batch(number: int) -> None:
        """Begin or continue the deletion. The store fails after the first batch, as if the server was stopped."""
        store = Store(tmp_path / DATABASE_FILE)
        service, write = MatchService(store), store.write
        before = len(batches)

        async def write_one_batch(statement: Any) -> Any:
            if isinstance(statement, partial) and len(batches) > before:
                raise RequestError("store_failed")
            result = await write(statement)
            if isinstance(statement, partial) and result:
                batches.append(len(result))
            return result

        monkeypatch.setattr(store, "write", write_one_batch)
        if number == 0:
            for row in rows:
                await write(lambda connection, row=row: connection.execute(row))
            with pytest.raises(RequestError, match="store_failed"):
                await delete_account.delete_account(service, AccountService(store, b"key"), ADA.id)
        else:
            await finish_deletions(service)
        await service.close()
        store.close()

    for number in range(7):
        asyncio.run(run_until_the_second_batch(number))
    assert batches == [3, 3, 2, 2, 2, 1]
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as connection:
        for table in ("participants", "chat", "reports"):
            assert connection.execute(f"SELECT * FROM {table} WHERE account_id IS NOT NULL").fetchall() == []
        assert connection.execute("SELECT * FROM matches WHERE owner_id IS NOT NULL").fetchall() == []
        assert connection.execute("SELECT reason FROM reports").fetchall() == [("",)]
        assert connection.execute("SELECT * FROM events WHERE data LIKE '%Ada%' OR data LIKE '%Bo%'").fetchall() == []


@pytest.mark.parametrize("condition", ["owner_id = 'a'", "owner_id IN ('a', 'b')"])
def test_the_bots_of_an_account_are_found_by_an_index(tmp_path: Path, condition: str) -> None:
    open_database(tmp_path / DATABASE_FILE).dispose()
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as connection:
        plan = connection.execute(f"EXPLAIN QUERY PLAN SELECT id FROM accounts WHERE {condition}").fetchone()[3]
    assert plan.startswith("SEARCH accounts USING") and "accounts_by_owner" in plan


def test_an_export_contains_the_stored_events_without_replaying_them(tmp_path: Path) -> None:
    readable, unreadable = make_data_folder(tmp_path, 2)
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as connection, connection:
        connection.execute("INSERT INTO accounts (id, name, created_at) VALUES (?, 'Ada', 0)", (ADA.id,))
        change = "UPDATE events SET data = replace(data, 'mixtour', 'gone') WHERE match_id = ?"
        connection.execute(change, (unreadable,))  # a game that is not installed any more
        rows = connection.execute("SELECT match_id, data FROM events ORDER BY match_id, number").fetchall()
    exported = {entry["match_id"]: entry["events"] for entry in json.loads(export_account_from(tmp_path, ADA.id))["matches"]}
    assert exported == {key: [json.loads(data) for match_id, data in rows if match_id == key] for key in (readable, unreadable)}


def test_a_deleted_account_has_no_export(tmp_path: Path) -> None:
    make_data_folder(tmp_path, 1)
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as connection, connection:
        connection.execute("INSERT INTO accounts (id, name, created_at, deleted) VALUES (?, '', 0, 1)", (ADA.id,))
    with pytest.raises(RequestError, match="no_such_person"):
        export_account_from(tmp_path, ADA.id)
