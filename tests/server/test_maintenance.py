"""Backup, restore, checks, export and deletion from the command line."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.server_process import ServerProcess, start_match


def command(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "tablier.cli", *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True, check=False, env={**os.environ, "LANG": "C"})


def test_backup_while_running_restore_doctor_export_and_deletion(tmp_path: Path) -> None:
    data, backup = tmp_path / "data", tmp_path / "backup.tar"
    server = ServerProcess(data).start()
    try:
        ada, bo, match = start_match(server)
        ada.command(match, "play", action="c3")
        assert command("backup", backup, "--data", data).returncode == 0
        assert backup.stat().st_mode & 0o077 == 0
        bo.command(match, "play", action="c2")
        for arguments in (("restore", backup), ("delete-account", ada.id), ("serve", "--no-browser")):
            rejected = command(*arguments, "--data", data)
            assert rejected.returncode == 1 and "already" in rejected.stderr, rejected.stderr
        server.kill()
        assert command("restore", backup, "--data", data).returncode == 0
        assert command("doctor", "--data", data).returncode == 0
        server.start()
        message = ada.fetch_match(match)  # the key that signs cookies is in the backup, too
        assert message["viewer"]["seats"] == [0] and message["view"]["actions"] == 1
        exported = json.loads(command("export-account", ada.id, "--data", data).stdout)
        assert exported["account"][0]["name"] == "Ada"
        server.stop()
        assert command("delete-account", ada.id, "--data", data).returncode == 0
        assert command("export-account", ada.id, "--data", data).returncode == 1
        assert command("doctor", "--data", data).returncode == 0
        with sqlite3.connect(data / "tablier.sqlite") as store:
            assert not store.execute("SELECT * FROM events WHERE data LIKE '%Ada%'").fetchall()
            assert not store.execute("SELECT * FROM participants WHERE name = 'Ada'").fetchall()
    finally:
        server.kill()


def test_the_doctor_finds_damage(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path).start()
    ada, _, match = start_match(server)
    ada.command(match, "play", action="c3")
    server.kill()
    with sqlite3.connect(tmp_path / "tablier.sqlite") as store:
        store.execute("DELETE FROM events WHERE number = 4")
        store.execute("UPDATE matches SET status = 'over'")
    (tmp_path / "secret").chmod(0o644)
    report = command("doctor", "--json", "--data", tmp_path)
    assert report.returncode == 1
    bad = {result["check"] for result in json.loads(report.stdout) if not result["ok"]}
    assert bad == {"key", f"match {match}", "matches"}


@pytest.mark.parametrize("content", [b"", b"no archive", b"\x1f\x8b" + b"0" * 100])
def test_an_invalid_backup_is_not_restored(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    rejected = command("restore", tmp_path / "file", "--data", tmp_path / "data")
    assert rejected.returncode == 1 and "Traceback" not in rejected.stderr
    assert not (tmp_path / "data" / "tablier.sqlite").exists()


def test_settings_are_shown_and_changed(tmp_path: Path) -> None:
    assert command("config", "chat", "no", "--data", tmp_path).stdout == "chat = false\n"
    assert "chat = false" in command("config", "--data", tmp_path).stdout
    assert command("config", "chat", "maybe", "--data", tmp_path).returncode == 2
    assert command("config", "colour", "--data", tmp_path).returncode == 2
