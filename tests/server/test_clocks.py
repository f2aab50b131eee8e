"""Clocks: flags fall though nobody is there, restarts give grace, delay is forgiven within bounds."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.server_process import ServerProcess, until
from tests.server.test_tables import begun


def test_the_flag_falls_though_nobody_is_connected(serving: ServerProcess) -> None:
    ada, bo, match = begun(serving, clock={"base": 1000, "increment": 0})
    ada.command(match, "play", action="c3")
    deadline = bo.command(match, "play", action="c2")["view"]["deadline"]  # the first of each is free; now Ada's clock runs
    until(lambda: flag_in(serving.folder, match))
    seen = bo.see(match)
    assert seen["view"]["result"] == {"winner": 1, "reason": "time"}
    assert seen["events"][-1]["kind"] == "flag" and seen["events"][-1]["at"] >= deadline


def flag_in(folder: Path, match: str) -> bool:
    """Whether the store has it: nobody asks the server, who might fire it only then."""
    with closing(sqlite3.connect(folder / "tablier.sqlite")) as store:
        found = store.execute("SELECT data FROM events WHERE match_id = ? ORDER BY number DESC LIMIT 1", [match]).fetchone()
    return bool(json.loads(found[0])["kind"] == "flag")


def test_time_can_be_given(serving: ServerProcess) -> None:
    ada, bo, match = begun(serving, clock={"base": 60_000, "increment": 0})
    ada.command(match, "give_time", to=1, time_ms=30_000)
    assert bo.see(match)["view"]["remaining"] == [60_000, 90_000]
    ada.refused_command(match, "give_time", "own_time", to=0, time_ms=5)
    ada.refused_command(match, "give_time", "not_yours", 403, to=0, time_ms=5, seat=1)


def test_delay_is_forgiven_but_not_more_than_a_little(serving: ServerProcess) -> None:
    ada, bo, match = begun(serving, clock={"base": 60_000, "increment": 0})
    ada.command(match, "play", action="c3")
    bo.command(match, "play", action="c2")
    with ada.socket() as line:
        began = line.command(match, "watch")["events"][-1]["at"]
        line.command(None, "ping", lag_ms=1_000_000)
        time.sleep(1.0)
        event = line.command(match, "play", action="d2")["events"][0]
        assert event["at"] - began - event.get("elapsed_ms", 0) == 500  # milliseconds


@pytest.mark.parametrize("gently", [True, False])
def test_a_restart_gives_grace_and_flags_still_fall(tmp_path: Path, gently: bool) -> None:
    server = ServerProcess(tmp_path, {"restart_grace_s": 1}).start()
    try:
        _, _, slow = begun(server, clock={"days": 2})
        days = server.client().see(slow)["view"]["deadline"]
        ada, bo, match = begun(server, clock={"base": 3000, "increment": 0})
        ada.command(match, "play", action="c3")
        before = bo.command(match, "play", action="c2")["view"]["deadline"]
        if gently:
            server.stop()
        else:
            server.kill()
        until(lambda: time.time() * 1000 > before + 500)
        server.start()
        assert ada.see(slow)["view"]["deadline"] == days
        until(lambda: flag_in(tmp_path, match))
        seen = ada.see(match)
        resumed, fired = seen["events"][-2:]
        assert (resumed["kind"], fired["kind"]) == ("resume", "flag")
        assert resumed["at"] > before and fired["at"] >= resumed["at"] + 1000
        assert seen["view"]["result"] == {"winner": 1, "reason": "time"}
    finally:
        server.kill()
