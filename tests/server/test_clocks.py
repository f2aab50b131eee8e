"""Clocks: flags without connections, grace after restarts, lag compensation."""

from __future__ import annotations

import json
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.server_process import RawSocket, ServerProcess, start_match, wait_until

PING, PONG = 0x89, 0x8A  # first bytes of frames


def test_the_flag_falls_without_connections(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server, clock={"base_ms": 1000, "increment_ms": 0})
    ada.command(match_id, "play", action="c3")
    # The first action of each seat is free; after this one Ada's clock runs.
    deadline = bo.command(match_id, "play", action="c2")["view"]["deadline"]
    wait_until(lambda: has_flag(server.folder, match_id))
    message = bo.fetch_match(match_id)
    assert message["view"]["result"] == {"winner": 1, "reason": "time"}
    assert message["events"][-1]["kind"] == "flag" and message["events"][-1]["at"] >= deadline


def has_flag(folder: Path, match_id: str) -> bool:
    """True if the last stored event is a flag. Does not ask the server, which might load the match only then."""
    with closing(sqlite3.connect(folder / "tablier.sqlite")) as store:
        row = store.execute("SELECT data FROM events WHERE match_id = ? ORDER BY number DESC LIMIT 1", [match_id]).fetchone()
    return bool(json.loads(row[0])["kind"] == "flag")


def test_time_can_be_given(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server, clock={"base_ms": 60_000, "increment_ms": 0})
    ada.command(match_id, "give_time", to=1, time_ms=30_000)
    assert bo.fetch_match(match_id)["view"]["remaining_ms"] == [60_000, 90_000]
    ada.expect_command_error(match_id, "give_time", "own_time", to=0, time_ms=5)
    ada.expect_command_error(match_id, "give_time", "not_yours", 403, to=0, time_ms=5, seat=1)


def test_lag_compensation_is_measured_and_limited(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server, clock={"base_ms": 60_000, "increment_ms": 0})
    ada.command(match_id, "play", action="c3")
    turn_started_at = bo.command(match_id, "play", action="c2")["events"][-1]["at"]
    client = RawSocket(server.port, ada)
    first_byte, payload = client.receive_frame()
    assert first_byte == PING
    time.sleep(0.7)  # more than the setting max_lag_ms
    client.send_frame(PONG, payload)
    client.send({"id": 1, "match_id": match_id, "command": {"type": "play", "action": "d2"}})
    while json.loads(client.receive_frame()[1]).get("id") != 1:
        pass
    client.close()
    event = ada.fetch_match(match_id)["events"][-1]
    assert event["at"] - turn_started_at - event["elapsed_ms"] == 500  # the setting max_lag_ms


def test_a_client_cannot_state_its_lag(server: ServerProcess) -> None:
    with server.client().socket() as socket:
        socket.connection.send('{"command": {"type": "ping", "lag_ms": 400}}')
        assert socket.next("error")["error"]["code"] == "bad_request"


@pytest.mark.parametrize("graceful", [True, False])
def test_a_restart_gives_grace_and_flags_still_fall(tmp_path: Path, graceful: bool) -> None:
    server = ServerProcess(tmp_path, {"restart_grace_s": 1}).start()
    try:
        _, _, daily_match_id = start_match(server, clock={"days": 2})
        daily_deadline = server.client().fetch_match(daily_match_id)["view"]["deadline"]
        ada, bo, match_id = start_match(server, clock={"base_ms": 3000, "increment_ms": 0})
        ada.command(match_id, "play", action="c3")
        deadline = bo.command(match_id, "play", action="c2")["view"]["deadline"]
        if graceful:
            server.stop()
        else:
            server.kill()
        wait_until(lambda: time.time() * 1000 > deadline + 500)
        server.start()
        assert ada.fetch_match(daily_match_id)["view"]["deadline"] == daily_deadline
        wait_until(lambda: has_flag(tmp_path, match_id))
        message = ada.fetch_match(match_id)
        resumed, flag = message["events"][-2:]
        assert (resumed["kind"], flag["kind"]) == ("resume", "flag")
        assert resumed["at"] > deadline and flag["at"] >= resumed["at"] + 1000
        assert message["view"]["result"] == {"winner": 1, "reason": "time"}
    finally:
        server.kill()


def test_a_stopped_process_costs_no_time(tmp_path: Path) -> None:
    """R5: SIGSTOP for longer than the clock has left, as a frozen machine does."""
    server = ServerProcess(tmp_path).start()
    try:
        ada, bo, match_id = start_match(server, clock={"base_ms": 3000, "increment_ms": 0})
        ada.command(match_id, "play", action="c3")
        deadline = bo.command(match_id, "play", action="c2")["view"]["deadline"]
        assert server.process
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(max(0, deadline / 1000 - time.time()) + 1.5)
        server.process.send_signal(signal.SIGCONT)
        view = ada.command(match_id, "play", action="d2")["view"]
        assert view["status"] == "running" and view["remaining_ms"][0] > 0
        resumed = next(event for event in ada.fetch_match(match_id)["events"] if event["kind"] == "resume")
        assert resumed["grace_ms"] > 2000
    finally:
        server.kill()
