"""Keeping data, as the operator does it from the command line."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.server_process import Serving
from tests.server.test_tables import begun


def command(*words: str | Path) -> subprocess.CompletedProcess[str]:
    told = [sys.executable, "-m", "tablier.cli", *map(str, words)]
    return subprocess.run(told, capture_output=True, text=True, check=False, env={**os.environ, "LANG": "C"})


def test_backup_while_running_restore_doctor_export_and_forget(tmp_path: Path) -> None:
    data, backup = tmp_path / "data", tmp_path / "backup.tar"
    server = Serving(data).start()
    try:
        ada, bo, match = begun(server)
        ada.command(match, "play", action="c3")
        assert command("backup", backup, "--data", data).returncode == 0
        assert backup.stat().st_mode & 0o077 == 0
        bo.command(match, "play", action="c2")
        for busy in (("restore", backup), ("delete-account", ada.id), ("serve", "--no-browser")):
            refused = command(*busy, "--data", data)
            assert refused.returncode == 1 and "already" in refused.stderr, refused.stderr
        server.kill()
        assert command("restore", backup, "--data", data).returncode == 0
        assert command("doctor", "--data", data).returncode == 0
        server.start()
        seen = ada.see(match)  # the identity is in the backup, too
        assert seen["viewer"]["seats"] == [0] and seen["view"]["actions"] == 1
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
    server = Serving(tmp_path).start()
    ada, _, match = begun(server)
    ada.command(match, "play", action="c3")
    server.kill()
    with sqlite3.connect(tmp_path / "tablier.sqlite") as store:
        store.execute("DELETE FROM events WHERE number = 4")
        store.execute("UPDATE matches SET status = 'over'")
    (tmp_path / "secret").chmod(0o644)
    found = command("doctor", "--json", "--data", tmp_path)
    assert found.returncode == 1
    bad = {result["check"] for result in json.loads(found.stdout) if not result["ok"]}
    assert bad == {"key", f"match {match}", "matches"}


@pytest.mark.parametrize("content", [b"", b"no archive", b"\x1f\x8b" + b"0" * 100])
def test_what_is_no_backup_is_not_restored(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    refused = command("restore", tmp_path / "file", "--data", tmp_path / "data")
    assert refused.returncode == 1 and "Traceback" not in refused.stderr
    assert not (tmp_path / "data" / "tablier.sqlite").exists()


def test_config(tmp_path: Path) -> None:
    assert command("config", "chat", "no", "--data", tmp_path).stdout == "chat = false\n"
    assert "chat = false" in command("config", "--data", tmp_path).stdout
    assert command("config", "chat", "maybe", "--data", tmp_path).returncode == 2
    assert command("config", "colour", "--data", tmp_path).returncode == 2
