"""Export and deletion of an account: their cost for the rest of the server."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from tablier.server.errors import RequestError
from tablier.server.maintenance.delete_account import erase_account
from tablier.server.maintenance.export_account import export_account_from
from tablier.server.store.store import DATABASE_FILE, open_database
from tests.server.stored_matches import ADA, make_data_folder


def trace_plans(connection: Connection, account_id: str) -> list[str]:
    """Run `erase_account` and return the query plans of its statements."""
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    statements: list[str] = []
    raw.set_trace_callback(statements.append)
    erase_account(connection, account_id)
    raw.set_trace_callback(None)
    assert len(statements) > 5
    return [row[3] for statement in statements for row in raw.execute(f"EXPLAIN QUERY PLAN {statement}")]


def test_the_deletion_of_an_account_reads_no_whole_table(tmp_path: Path) -> None:
    make_data_folder(tmp_path, 2)
    with open_database(tmp_path / DATABASE_FILE).connect() as connection:
        plans = trace_plans(connection, ADA.id)
        assert [plan for plan in plans if plan.startswith("SCAN")] == []
        assert not connection.execute(text("SELECT * FROM events WHERE nonce IS NOT NULL")).all()


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
