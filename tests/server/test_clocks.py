"""Clocks: flags fall though nobody is there, restarts give grace, delay is forgiven within bounds."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.server.serving import Serving
from tests.server.test_tables import begun


def test_the_flag_falls_though_nobody_is_connected(serving: Serving) -> None:
    ada, bo, match = begun(serving, clock={"base": 1000, "increment": 0})
    ada.post(match, "act", action="c3")
    bo.post(match, "act", action="c2")  # the first of each is free; now Ada's clock runs
    deadline = ada.see(match)["view"]["deadline"]
    time.sleep(2.2)
    seen = bo.see(match)
    assert seen["view"]["result"] == {"winner": 1, "reason": "time"}
    assert seen["events"][-1]["kind"] == "flag" and 0 <= seen["events"][-1]["at"] - deadline < 1500


def test_time_can_be_given(serving: Serving) -> None:
    ada, bo, match = begun(serving, clock={"base": 60_000, "increment": 0})
    ada.post(match, "give", to=1, time=30_000)
    assert bo.see(match)["view"]["remaining"] == [60_000, 90_000]
    ada.refused(f"/api/matches/{match}/give", "own_time", to=0, time=5)
    ada.refused(f"/api/matches/{match}/give", "not_yours", 403, to=0, time=5, seat=1)


def test_delay_is_forgiven_but_not_more_than_a_little(serving: Serving) -> None:
    ada, bo, match = begun(serving, clock={"base": 60_000, "increment": 0})
    ada.post(match, "act", action="c3")
    bo.post(match, "act", action="c2")
    with ada.socket() as line:
        line.ask(match, "watch")
        line.ask(None, "ping", lag=1_000_000)
        time.sleep(1.0)
        took = line.ask(match, "act", action="d2")["events"][0].get("took", 0)
        assert 400 <= took <= 1500  # about a second and a bit passed, half a second at most is forgiven


@pytest.mark.parametrize("gently", [True, False])
def test_a_restart_gives_grace_and_flags_still_fall(tmp_path: Path, gently: bool) -> None:
    server = Serving(tmp_path, {"grace_seconds": 1}).start()
    try:
        ada, bo, match = begun(server, clock={"base": 2000, "increment": 0})
        _, _, slow = begun(server, clock={"days": 2})
        ada.post(match, "act", action="c3")
        bo.post(match, "act", action="c2")
        before, days = (ada.see(one)["view"]["deadline"] for one in (match, slow))
        if gently:
            server.stop()
        else:
            server.kill()
        time.sleep(2.5)  # longer than what was left on the clock
        server.start()
        seen = ada.see(match)
        assert seen["view"]["result"] is None, seen["view"]
        assert seen["events"][-1]["kind"] == "resume"
        assert seen["view"]["deadline"] > before + 2000
        assert ada.see(slow)["view"]["deadline"] == days
        time.sleep(max(0.0, seen["view"]["deadline"] / 1000 - time.time()) + 1.5)
        assert ada.see(match)["view"]["result"] == {"winner": 1, "reason": "time"}
    finally:
        server.kill()
