"""Clocks: flags without connections, grace after restarts, lag compensation."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.server_process import ServerProcess, start_match, wait_until


def test_the_flag_falls_without_connections(serving: ServerProcess) -> None:
    ada, bo, match_id = start_match(serving, clock={"base": 1000, "increment": 0})
    ada.command(match_id, "play", action="c3")
    deadline = bo.command(match_id, "play", action="c2")["view"]["deadline"]  # the first of each is free; now Ada's clock runs
    wait_until(lambda: has_flag(serving.folder, match_id))
    message = bo.fetch_match(match_id)
    assert message["view"]["result"] == {"winner": 1, "reason": "time"}
    assert message["events"][-1]["kind"] == "flag" and message["events"][-1]["at"] >= deadline


def has_flag(folder: Path, match_id: str) -> bool:
    """True if the last stored event is a flag. Does not ask the server, which might load the match only then."""
    with closing(sqlite3.connect(folder / "tablier.sqlite")) as store:
        found = store.execute("SELECT data FROM events WHERE match_id = ? ORDER BY number DESC LIMIT 1", [match_id]).fetchone()
    return bool(json.loads(found[0])["kind"] == "flag")


def test_time_can_be_given(serving: ServerProcess) -> None:
    ada, bo, match_id = start_match(serving, clock={"base": 60_000, "increment": 0})
    ada.command(match_id, "give_time", to=1, time_ms=30_000)
    assert bo.fetch_match(match_id)["view"]["remaining"] == [60_000, 90_000]
    ada.refused_command(match_id, "give_time", "own_time", to=0, time_ms=5)
    ada.refused_command(match_id, "give_time", "not_yours", 403, to=0, time_ms=5, seat=1)


def test_lag_compensation_is_limited(serving: ServerProcess) -> None:
    ada, bo, match_id = start_match(serving, clock={"base": 60_000, "increment": 0})
    ada.command(match_id, "play", action="c3")
    bo.command(match_id, "play", action="c2")
    with ada.socket() as socket:
        began = socket.command(match_id, "watch")["events"][-1]["at"]
        socket.command(None, "ping", lag_ms=1_000_000)
        time.sleep(1.0)
        event = socket.command(match_id, "play", action="d2")["events"][0]
        assert event["at"] - began - event.get("elapsed_ms", 0) == 500  # milliseconds


@pytest.mark.parametrize("gently", [True, False])
def test_a_restart_gives_grace_and_flags_still_fall(tmp_path: Path, gently: bool) -> None:
    server = ServerProcess(tmp_path, {"restart_grace_s": 1}).start()
    try:
        _, _, slow = start_match(server, clock={"days": 2})
        days = server.client().fetch_match(slow)["view"]["deadline"]
        ada, bo, match_id = start_match(server, clock={"base": 3000, "increment": 0})
        ada.command(match_id, "play", action="c3")
        before = bo.command(match_id, "play", action="c2")["view"]["deadline"]
        if gently:
            server.stop()
        else:
            server.kill()
        wait_until(lambda: time.time() * 1000 > before + 500)
        server.start()
        assert ada.fetch_match(slow)["view"]["deadline"] == days
        wait_until(lambda: has_flag(tmp_path, match_id))
        message = ada.fetch_match(match_id)
        resumed, fired = message["events"][-2:]
        assert (resumed["kind"], fired["kind"]) == ("resume", "flag")
        assert resumed["at"] > before and fired["at"] >= resumed["at"] + 1000
        assert message["view"]["result"] == {"winner": 1, "reason": "time"}
    finally:
        server.kill()
