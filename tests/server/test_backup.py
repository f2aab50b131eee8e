"""Backups: made while the server writes, verified, synced, rotated; restored only if they can be used."""

from __future__ import annotations

import os
import sqlite3
import tarfile
import threading
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tablier.cli import main
from tablier.core.errors import BadFile
from tablier.server.errors import RequestError
from tablier.server.maintenance import backup
from tablier.server.maintenance.backup import back_up, back_up_dated, restore
from tablier.server.store import copy
from tablier.server.store.store import DATABASE_FILE
from tests.server.stored_matches import damage_events, make_data_folder

TIMEOUT_S = 60.0


@pytest.fixture
def data(tmp_path: Path) -> Path:
    make_data_folder(tmp_path / "data", 2)
    return tmp_path / "data"


def event_numbers(database: Path, match_id: str) -> list[int]:
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT number FROM events WHERE match_id = ? ORDER BY number"
        return [number for (number,) in connection.execute(query, (match_id,))]


def insert_event(connection: sqlite3.Connection, match_id: str, number: int, data: str = "{}") -> None:
    row = (match_id, number, data)
    connection.execute("INSERT INTO events (match_id, number, data) VALUES (?, ?, ?)", row)


def insert_many_pages(database: Path) -> None:
    """Insert more pages than a copy in steps would take at once."""
    with closing(sqlite3.connect(database)) as connection, connection:
        for number in range(40):
            insert_event(connection, "large", number, "x" * 500_000)


def test_a_commit_does_not_restart_the_copy(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    insert_many_pages(data / DATABASE_FILE)
    steps: list[int] = []

    class BusyConnection(sqlite3.Connection):
        """A connection to a database to which another one writes after every step of a copy."""

        def backup(self, target: sqlite3.Connection, **options: Any) -> None:
            def commit(_status: int, remaining: int, _total: int) -> None:
                steps.append(remaining)
                assert len(steps) < 20, "the copy is restarted by every commit"
                with closing(sqlite3.connect(data / DATABASE_FILE)) as writer, writer:
                    insert_event(writer, "busy", len(steps))

            super().backup(target, progress=commit, **options)

    connect = partial(sqlite3.connect, factory=BusyConnection)
    monkeypatch.setattr(copy, "sqlite3", SimpleNamespace(connect=connect, DatabaseError=sqlite3.DatabaseError))
    back_up(data, tmp_path / "backup.tar")
    assert steps[-1] == 0


def test_a_backup_finishes_while_the_server_writes(data: Path, tmp_path: Path) -> None:
    insert_many_pages(data / DATABASE_FILE)
    begun, stop = threading.Event(), threading.Event()

    def write_continuously() -> None:
        with closing(sqlite3.connect(data / DATABASE_FILE, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous=OFF")  # several commits during each step of a copy in steps
            number = 0
            while not stop.is_set():
                number += 1
                insert_event(connection, "busy", number)
                begun.set()

    finished = threading.Event()

    def write_backup() -> None:
        back_up(data, tmp_path / "backup.tar")
        finished.set()

    writer = threading.Thread(target=write_continuously)
    writer.start()
    try:
        assert begun.wait(TIMEOUT_S)
        threading.Thread(target=write_backup, daemon=True).start()
        assert finished.wait(TIMEOUT_S), "the copy was restarted again and again"
    finally:
        stop.set()
        writer.join()
    restore(tmp_path / "backup.tar", tmp_path / "restored")
    numbers = event_numbers(tmp_path / "restored" / DATABASE_FILE, "busy")
    assert numbers == list(range(1, len(numbers) + 1)) and len(event_numbers(data / DATABASE_FILE, "busy")) >= len(numbers) > 0


def test_backup_and_restore_are_on_disk_before_they_return(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: set[int] = set()
    fsync = os.fsync

    def record(handle: int) -> None:
        synced.add(os.fstat(handle).st_ino)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", record)
    target, restored = tmp_path / "copies" / "backup.tar", tmp_path / "restored"
    back_up(data, target)
    assert {target.stat().st_ino, target.parent.stat().st_ino} <= synced
    restore(target, restored)
    assert {restored.stat().st_ino, *(file.stat().st_ino for file in restored.iterdir())} <= synced
    assert all(file.stat().st_mode & 0o077 == 0 for file in restored.iterdir())


def test_an_existing_file_is_replaced_only_with_force(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "backup.tar"
    target.write_text("something else")
    assert main(["backup", str(target), "--data", str(data)]) == 1
    assert "--force" in capsys.readouterr().err and target.read_text() == "something else"
    assert main(["backup", str(target), "--force", "--data", str(data)]) == 0
    assert tarfile.is_tarfile(target)


def test_a_damaged_database_replaces_no_backup(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "backup.tar"
    back_up(data, target)
    before = target.read_bytes()
    damage_events(data / DATABASE_FILE)
    with pytest.raises(BadFile, match="damaged_copy"):
        back_up(data, target, force=True)
    assert target.read_bytes() == before and list(tmp_path.glob(".*")) == []


def test_a_backup_of_a_newer_version_is_not_restored(data: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(data / DATABASE_FILE)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'from the future'")
    with tarfile.open(tmp_path / "backup.tar", "w") as archive:
        archive.add(data / DATABASE_FILE, DATABASE_FILE)
    make_data_folder(tmp_path / "current", 1)
    before = (tmp_path / "current" / DATABASE_FILE).read_bytes()
    with pytest.raises(RequestError, match="store_too_new"):
        restore(tmp_path / "backup.tar", tmp_path / "current")
    assert (tmp_path / "current" / DATABASE_FILE).read_bytes() == before
    assert not list((tmp_path / "current").glob("before-restore-*"))


def test_dated_backups_are_rotated(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    own_files = ["tablier-notes.tar", "tablier-20200101-000000.tar.gz", "older-20200101-000000.tar"]
    for name in own_files:
        (folder / name).touch()
    for second in range(4):
        monkeypatch.setattr(backup.time, "gmtime", lambda second=second: (2026, 11, 18, 12, 0, second, 0, 1, 0))
        written = back_up_dated(data, folder, keep=2)
        assert written.name == f"tablier-20261118-12000{second}.tar" and tarfile.is_tarfile(written)
    kept = ["tablier-20261118-120002.tar", "tablier-20261118-120003.tar"]
    assert sorted(file.name for file in folder.iterdir()) == sorted([*own_files, *kept])


def test_a_failed_backup_deletes_no_older_one(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    old = [back_up_dated(data, folder, keep=1).rename(folder / f"tablier-2020010{day}-000000.tar") for day in (1, 2)]
    (data / DATABASE_FILE).unlink()
    with pytest.raises(BadFile):
        back_up_dated(data, folder, keep=1)
    assert sorted(folder.iterdir())[-1] == old[1]


@pytest.mark.parametrize("arguments", [("--keep", "0"), ("--keep", "x"), ("--keep", "2", "--force")])
def test_backup_options_are_checked(data: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert main(["backup", str(tmp_path / "backups"), *arguments, "--data", str(data)]) == 2


def test_keep_writes_to_a_folder(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "--keep", "3", str(tmp_path / "backups"), "--data", str(data)]) == 0
    (written,) = (tmp_path / "backups").iterdir()
    assert str(written) in capsys.readouterr().err
