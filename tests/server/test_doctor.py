"""The doctor: it names every damaged match, goes on after damage, and finds none in a server that is running."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from tablier import match as matches
from tablier.cli import main
from tablier.server.maintenance import doctor
from tablier.server.maintenance.doctor import CheckResult, run_checks
from tablier.server.matches.creation import start_if_full
from tablier.server.matches.live_match import LiveMatch
from tablier.server.matches.repository import read_match
from tablier.server.matches.seating import Participant
from tablier.server.matches.service import MatchService
from tablier.server.store.store import DATABASE_FILE, Store
from tests.server.stored_matches import damage_events, make_data_folder, open_match


def failures(folder: Path) -> dict[str, str]:
    return {result.check: result.detail for result in run_checks(folder) if not result.ok}


def test_a_damaged_page_does_not_end_the_checks(tmp_path: Path) -> None:
    match_ids = make_data_folder(tmp_path, 40)
    assert failures(tmp_path) == {}
    damage_events(tmp_path / DATABASE_FILE)
    results = list(run_checks(tmp_path))
    failed = [result.check for result in results if not result.ok]
    damaged = [check for check in failed if check.startswith("match ")]
    assert 0 < len(damaged) < len(match_ids) and {"store", "matches"} <= set(failed)
    summary = next(result for result in results if result.check == "matches")
    assert summary.detail.startswith("40 looked at")
    assert any(result.check.startswith("engine of") for result in results), "the checks after the database are made, too"


def test_a_database_that_cannot_be_read_at_all_is_one_finding(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    (tmp_path / DATABASE_FILE).write_bytes(b"this is no database" * 1000)
    (tmp_path / DATABASE_FILE).chmod(0o600)
    assert failures(tmp_path) == {"store": "file is not a database"}


def test_matches_of_a_game_that_is_not_installed_are_named(tmp_path: Path) -> None:
    match_ids = make_data_folder(tmp_path, 3)
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as connection, connection:
        query = "UPDATE events SET data = replace(data, 'mixtour', 'gone') WHERE match_id = ?"
        connection.execute(query, (match_ids[1],))
    assert failures(tmp_path).keys() == {f"match {match_ids[1]}", "matches"}


def test_a_match_that_changes_during_the_check_is_not_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second player joins after the doctor has read the status of a match and before it reads the events."""

    async def main() -> None:
        store = Store(tmp_path / DATABASE_FILE)
        service = MatchService(store)
        live = await open_match(service, seats=None)
        loop = asyncio.get_running_loop()

        def join(match: matches.Match, now: int) -> matches.Match:
            return start_if_full(matches.join(match, "Bo", now), now, service)

        def read_after_join(connection: Connection, match_id: str) -> LiveMatch | None:
            joining = service.submit(live, join, joining=Participant("Bo", "b" * 16))
            asyncio.run_coroutine_threadsafe(joining, loop).result(60)
            return read_match(connection, match_id)

        monkeypatch.setattr(doctor, "read_match", read_after_join)
        assert await asyncio.to_thread(failures, tmp_path) == {} and live.match.status == "running"
        await service.close()
        store.close()

    asyncio.run(main())


def test_files_that_others_can_read_are_reported(tmp_path: Path) -> None:
    make_data_folder(tmp_path, 1)
    (tmp_path / DATABASE_FILE).chmod(0o644)
    assert failures(tmp_path) == {DATABASE_FILE: "others can read it"}
    tmp_path.chmod(0o755)
    folder = next(iter(run_checks(tmp_path)))
    assert folder.ok and "other users" in folder.detail


def test_the_doctor_changes_nothing(tmp_path: Path) -> None:
    make_data_folder(tmp_path, 1)
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert failures(tmp_path) == {"journal": "delete"}
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.parametrize("as_json", [False, True])
def test_results_are_printed_as_they_are_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    printed: list[str] = []

    def check(_folder: Path) -> Iterator[CheckResult]:
        yield CheckResult("first", True)
        printed.append(capsys.readouterr().out)
        yield CheckResult("second", False, "wrong")

    monkeypatch.setattr(doctor, "run_checks", check)
    assert main(["doctor", *(["--json"] if as_json else []), "--data", str(tmp_path)]) == 1
    printed.append(capsys.readouterr().out)
    assert "first" in printed[0] and "second" in printed[1]
    if as_json:
        results: list[dict[str, Any]] = json.loads("".join(printed))
        assert results == [
            {"check": "first", "ok": True, "detail": ""},
            {"check": "second", "ok": False, "detail": "wrong"},
        ]
