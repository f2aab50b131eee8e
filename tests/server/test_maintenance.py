"""Backup, restore, checks, export and deletion from the command line."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tablier.core.errors import BadFile
from tablier.server.maintenance.lock import data_dir_lock
from tests.server.server_process import ServerProcess, start_match


def run_tablier(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tablier.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "LANG": "C"})


def test_backup_while_running_restore_doctor_export_and_deletion(tmp_path: Path) -> None:
    data, backup = tmp_path / "data", tmp_path / "backup.tar"
    server = ServerProcess(data).start()
    try:
        ada, bo, match_id = start_match(server)
        ada.command(match_id, "play", action="c3")
        assert run_tablier("backup", backup, "--data", data).returncode == 0
        assert backup.stat().st_mode & 0o077 == 0
        bo.command(match_id, "play", action="c2")
        for arguments in (("restore", backup), ("delete-account", ada.id), ("serve", "--no-browser")):
            rejected = run_tablier(*arguments, "--data", data)
            assert rejected.returncode == 1 and "already" in rejected.stderr, rejected.stderr
        server.kill()
        assert run_tablier("restore", backup, "--data", data).returncode == 0
        assert run_tablier("doctor", "--data", data).returncode == 0
        server.start()
        message = ada.fetch_match(match_id)  # the key that signs cookies is in the backup, too
        assert message["viewer"]["seats"] == [0] and message["view"]["actions"] == 1
        exported = json.loads(run_tablier("export-account", ada.id, "--data", data).stdout)
        assert exported["account"][0]["name"] == "Ada"
        server.stop()
        assert run_tablier("delete-account", ada.id, "--data", data).returncode == 0
        assert run_tablier("export-account", ada.id, "--data", data).returncode == 1
        assert run_tablier("doctor", "--data", data).returncode == 0
        with sqlite3.connect(data / "tablier.sqlite") as store:
            assert not store.execute("SELECT * FROM events WHERE data LIKE '%Ada%'").fetchall()
            assert not store.execute("SELECT * FROM participants WHERE name = 'Ada'").fetchall()
    finally:
        server.kill()


def test_the_doctor_finds_damage(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path).start()
    ada, _, match_id = start_match(server)
    ada.command(match_id, "play", action="c3")
    server.kill()
    with sqlite3.connect(tmp_path / "tablier.sqlite") as store:
        store.execute("DELETE FROM events WHERE number = 4")
        store.execute("UPDATE matches SET status = 'over'")
    (tmp_path / "secret").chmod(0o644)
    report = run_tablier("doctor", "--json", "--data", tmp_path)
    assert report.returncode == 1
    failed = {result["check"] for result in json.loads(report.stdout) if not result["ok"]}
    assert failed == {"key", f"match {match_id}", "matches"}


@pytest.mark.parametrize("content", [b"", b"no archive", b"\x1f\x8b" + b"0" * 100])
def test_an_invalid_backup_is_not_restored(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    rejected = run_tablier("restore", tmp_path / "file", "--data", tmp_path / "data")
    assert rejected.returncode == 1 and "Traceback" not in rejected.stderr
    assert not (tmp_path / "data" / "tablier.sqlite").exists()


def test_settings_are_shown_and_changed(tmp_path: Path) -> None:
    assert run_tablier("config", "chat", "no", "--data", tmp_path).stdout == "chat = false\n"
    assert "chat = false" in run_tablier("config", "--data", tmp_path).stdout
    assert run_tablier("config", "chat", "maybe", "--data", tmp_path).returncode == 2
    assert run_tablier("config", "colour", "--data", tmp_path).returncode == 2


def test_a_folder_that_cannot_be_written_is_reported_as_such(tmp_path: Path) -> None:
    (tmp_path / "lock").mkdir()  # cannot be opened as a file, not even by root
    rejected = run_tablier("serve", "--no-browser", "--port", "0", "--data", tmp_path)
    assert rejected.returncode == 1 and f"Cannot write to {tmp_path}: Is a directory." in rejected.stderr


def test_a_folder_without_write_permission_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with data_dir_lock(tmp_path):
        pass
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write to every folder
    with pytest.raises(BadFile, match="cannot_write_folder") as raised, data_dir_lock(tmp_path):
        pass
    assert raised.value.facts == {"folder": str(tmp_path), "why": "Permission denied"}


def test_a_database_that_cannot_be_opened_is_reported_before_listening(tmp_path: Path) -> None:
    (tmp_path / "tablier.sqlite").write_bytes(b"this is no database" * 100)
    rejected = run_tablier("serve", "--no-browser", "--port", "0", "--data", tmp_path)
    assert rejected.returncode == 1 and "Traceback" not in rejected.stderr
    assert f"Cannot open the database {tmp_path / 'tablier.sqlite'}: file is not a database." in rejected.stderr


def test_the_start_warns_about_a_folder_that_others_can_open(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    server = ServerProcess(tmp_path).start()
    server.kill()
    assert any(f"chmod 700 {tmp_path}" in line for line in server.output)
    assert all(file.stat().st_mode & 0o077 == 0 for file in tmp_path.iterdir() if file.name != "config.toml")
