"""Studies: lines as matches, imports, and analyses whose number is limited."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tablier
from tablier.core.errors import BadFile
from tablier.server.engines.protocol import SearchUpdate
from tablier.server.errors import RequestError
from tablier.server.matches.creation import Setup
from tablier.server.settings import Settings
from tablier.server.study import importing
from tablier.server.study.line_cache import LineCache, begin_line, extend_line, line_key
from tablier.server.study.search_stream import SearchStream
from tablier.server.study.service import StudyService
from tests.server.server_process import TIMEOUT_S, Client, ServerProcess, fetch, start_match, wait_until

LINES: list[tuple[str, dict[str, str], list[str]]] = [  # edition, options and first actions; the rest is random
    ("twixt:kosmos", {"size": "12"}, ["f6", "swap"]),
    ("twixt:dujardin", {"size": "12"}, ["f6"]),
    ("mixtour:stein", {"points": "2"}, []),
    ("kwintie:board", {}, []),
    ("twisty:djeco", {}, []),
    ("twisty:djeco", {"players": "3"}, []),
]
HARD: dict[str, Any] = {"edition": "twixt", "actions": ["l12", "swap"]}  # no search proves a result
LONG_S = 10.0  # far more than any of these tests waits, unless it is stuck


def open_study(client: Client, edition: str, **line: Any) -> dict[str, Any]:
    response = client.http.post("/api/study", json={"edition": edition, **line})
    assert response.status_code == 200, response.text
    return dict(response.json())


def random_line(start: str, first: list[str], length: int = 9) -> list[str]:
    """Return the actions `first` and random ones after them, at most `length` and up to the end of the game."""
    rng, state, actions = Random(7), tablier.from_text(start), list[str]()
    while state.outcome is None and len(actions) < length:
        action = first[len(actions)] if len(actions) < len(first) else rng.choice(state.legal_actions())
        state = state.play(action)
        actions.append(action)
    return actions


def win_in_one() -> dict[str, Any]:
    """Return a line after which the seat to act can win at once."""
    edition, options = "kwintie:board", {"line": "3"}
    rng, state, actions = Random(3), tablier.new(edition, **options), list[str]()
    while not any(
        (state.play(action).outcome or tablier.Outcome(None, "")).winner == state.to_act for action in state.legal_actions()
    ):
        actions.append(rng.choice(state.legal_actions()))
        state = state.play(actions[-1])
    return {"edition": edition, "options": options, "actions": actions}


def analyse(client: Client, *, time_limit_s: float, edition: str = "mixtour", **line: Any) -> list[dict[str, Any]]:
    """Return all updates of an analysis."""
    return list(stream_analysis(client, time_limit_s=time_limit_s, edition=edition, **line))


def stream_analysis(client: Client, **body: Any) -> Generator[dict[str, Any]]:
    with client.http.stream("POST", "/api/study/analyse", json=body) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"] == "application/x-ndjson" and response.headers["cache-control"] == "no-store"
        for line in response.iter_lines():
            yield json.loads(line)


# lines


def without_names_and_times(message: dict[str, Any]) -> dict[str, Any]:
    """Return a match message without names and times."""
    view = {name: value for name, value in message["view"].items() if name not in ("players", "now")}
    omitted = ("at", "elapsed_ms", "player", "options")
    events = [{name: value for name, value in event.items() if name not in omitted} for event in message["events"]]
    return {"view": view, "events": events, "viewer": message["viewer"], "open_seats": message["info"]["open_seats"]}


@pytest.mark.parametrize(("edition", "options", "first"), LINES)
def test_a_line_equals_a_match_on_one_device(
    server: ServerProcess, edition: str, options: dict[str, str], first: list[str]
) -> None:
    ada = server.client("Ada")
    start = open_study(ada, edition, options=options)["start"]
    actions = random_line(start, first)
    message = open_study(ada, edition, options=options, start=start, actions=actions)
    assert (message["type"], message["match_id"], message["start"], message["engine"]) == ("match", "study", start, True)
    assert message["viewer"]["seats"] == list(range(message["view"]["state"]["seats"]))
    assert {participant["account_id"] for participant in message["info"]["participants"]} == {ada.id}
    assert not message["info"]["chat"]
    seats = [{"who": "me"}, *[{"who": "guest", "name": "Bo"}] * (len(message["info"]["participants"]) - 1)]
    match_id = ada.open(edition, options=options, start=start, seats=seats, first=0)["match_id"]
    for action in actions:
        ada.command(match_id, "play", action=action)
    assert without_names_and_times(message) == without_names_and_times(ada.fetch_match(match_id))
    shorter = open_study(ada, edition, options=options, start=start, actions=actions[:-1])
    preview = ada.http.post("/api/study/try", json={**line_of(shorter, edition, options), "action": actions[-1]}).json()
    assert preview == {"action": actions[-1], "state": message["view"]["state"]}


def line_of(message: dict[str, Any], edition: str, options: dict[str, str]) -> dict[str, Any]:
    """Return the request body that gives the same line again."""
    actions = [event["action"] for event in message["events"] if event["kind"] == "action"]
    return {"edition": edition, "options": options, "start": message["start"], "actions": actions}


def test_a_random_setup_is_drawn_again_without_its_start(server: ServerProcess) -> None:
    ada = server.client()
    deals = {open_study(ada, "twisty")["start"] for _ in range(3)}
    assert len(deals) == 3
    start = deals.pop()
    assert {open_study(ada, "twisty", start=start)["start"] for _ in range(2)} == {start}
    assert (
        open_study(ada, "twisty", options={"seed": "5"})["start"] == open_study(ada, "twisty", options={"seed": "5"})["start"]
    )


def test_a_study_needs_no_account_and_creates_none(server: ServerProcess) -> None:
    response = fetch(f"{server.url}/api/study", "POST", json={"edition": "mixtour", "actions": ["c3"]})
    assert response.status_code == 200 and "set-cookie" not in response.headers
    assert response.json()["viewer"]["seats"] == [0, 1] and response.json()["view"]["players"] == ["White", "Black"]
    response = fetch(f"{server.url}/api/study/analyse", "POST", json={"edition": "mixtour", "time_limit_s": 0.1})
    assert json.loads(response.text.splitlines()[-1])["done"]


START = "mixtour:stein|0|0-0|-|-"


@pytest.mark.parametrize(
    ("line", "code", "status"),
    [
        ({"edition": "chess"}, "unknown_game", 400),
        ({"edition": "mixtour:nobody"}, "unknown_edition", 400),
        ({"edition": "mixtour", "options": {"points": "99"}}, "bad_value", 400),
        ({"edition": "mixtour", "options": {"colour": "red"}, "start": START}, "unknown_option", 400),
        ({"edition": "mixtour", "options": {"points": "1"}, "start": START}, "start_differs", 400),
        ({"edition": "mixtour:gerhards", "start": START}, "start_differs", 400),
        ({"edition": "twixt", "start": START}, "start_differs", 400),
        ({"edition": "mixtour", "start": "mixtour:stein|nonsense"}, None, 400),
        ({"edition": "mixtour", "actions": ["c3", "c3"]}, "occupied", 422),
        ({"edition": "mixtour", "actions": ["c3", "hello"]}, "unreadable", 400),
        ({"edition": "mixtour", "actions": ["c3", "leave 0"]}, "unreadable", 400),
        ({"edition": "mixtour", "actions": ["c3"] * 2001}, "bad_request", 400),
        ({"edition": "mixtour", "actions": ["c" * 16_385]}, "bad_request", 400),
        ({"edition": "mixtour", "actions": [""]}, "bad_request", 400),
        ({"edition": "mixtour", "actions": "c3"}, "bad_request", 400),
        ({"edition": "mixtour", "actions": [3]}, "bad_request", 400),
        ({"edition": "mixtour", "seats": []}, "bad_request", 400),
        ({"edition": 7}, "bad_request", 400),
        ({}, "bad_request", 400),
    ],
)
def test_invalid_lines(server: ServerProcess, line: dict[str, Any], code: str | None, status: int) -> None:
    ada = server.client()
    for path, more in (("", {}), ("/try", {"action": "a1"}), ("/analyse", {"time_limit_s": 1})):
        response = ada.http.post(f"/api/study{path}", json={**line, **more})
        error = response.json()["error"]
        assert response.status_code == status and code in (None, error["code"]), response.text
        assert not error["message"].startswith(f"{error['code']} ("), error  # the code has a message
        if line.get("actions", [""])[0] == "c3" and code != "bad_request":
            assert error["facts"]["turn"] == 2


def test_actions_after_the_end_are_rejected(server: ServerProcess) -> None:
    ada, line = server.client(), win_in_one()
    state = tablier.new(line["edition"], **line["options"])
    for action in line["actions"]:
        state = state.play(action)
    win = next(action for action in state.legal_actions() if state.play(action).outcome)
    ended = {**line, "actions": [*line["actions"], win]}
    message = open_study(ada, **ended)
    assert message["view"]["result"] and message["viewer"] == {"seats": [0, 1], "takeback_seats": []}
    beyond = {**line, "actions": [*ended["actions"], win]}
    assert ada.expect_error("/api/study", "match_over", 409, **beyond)["facts"]["turn"] == len(beyond["actions"])
    ada.expect_error("/api/study/analyse", "game_over", 422, **ended, time_limit_s=1)
    ada.expect_error("/api/study", "start_is_over", 409, edition=line["edition"], start=str(state.play(win)))


def test_requests_of_another_site_are_rejected(server: ServerProcess) -> None:
    ada = server.client()
    for path in ("", "/try", "/import", "/analyse"):
        response = ada.http.post(f"/api/study{path}", json={}, headers={"origin": "https://evil.example"})
        assert response.status_code == 403 and response.json()["error"]["code"] == "cross_origin"


def test_the_number_of_threads_is_limited() -> None:
    async def main() -> int:
        studies = StudyService(Settings(study_workers=0))
        max_running = running = 0

        def work() -> None:
            nonlocal max_running, running
            running += 1
            max_running = max(max_running, running)
            time.sleep(0.02)
            running -= 1

        await asyncio.gather(*(studies._in_thread(str(account), work) for account in range(12)))
        return max_running

    assert asyncio.run(main()) == 2  # MAX_THREADS


def test_the_line_cache_evicts_the_least_recently_used() -> None:
    lines = LineCache(max_turns=6)  # in all lines together
    setup = Setup("mixtour", start=START)
    match = begin_line(setup)
    for actions in ((), ("c3",), ("c3", "c2")):
        lines.add(line_key(setup, actions), extend_line(match, actions))
    assert len(lines) == 3
    assert lines.find(line_key(setup, ())) is not None
    lines.add(line_key(setup, ("a1",)), extend_line(match, ["a1"]))
    assert lines.find(line_key(setup, ("c3",))) is None  # the least recently used
    assert lines.find_parent(line_key(setup, ("b2",))) is not None and lines.find_parent(line_key(setup, ())) is None
    other = Setup("mixtour", {"points": "5"}, START)
    assert lines.find(line_key(other, ())) is None


# imports and exports


@pytest.mark.parametrize(("edition", "options", "first"), LINES)
def test_a_finished_match_and_its_record_can_be_studied(
    server: ServerProcess, edition: str, options: dict[str, str], first: list[str]
) -> None:
    ada = server.client("Ada")
    start = open_study(ada, edition, options=options)["start"]
    seats = [{"who": "me"}, *[{"who": "guest", "name": "Bo"}] * (tablier.from_text(start).seats - 1)]
    match_id = ada.open(edition, options=options, start=start, seats=seats, first=0)["match_id"]
    actions = random_line(start, first, 4)
    for action in actions:
        ada.command(match_id, "play", action=action)
    response = ada.http.get(f"/api/study/of/{match_id}")
    assert response.status_code == 409 and response.json()["error"]["code"] == "match_running"
    for seat in range(len(seats) - 1):
        ada.command(match_id, "resign", seat=seat)
    line = ada.http.get(f"/api/study/of/{match_id}").json()
    assert line == {"edition": edition, "start": start, "actions": actions}
    for name in ("json", "sgf", "list"):
        text = ada.http.get(f"/api/matches/{match_id}/record", params={"format": name}).text
        assert ada.http.post("/api/study/import", json={"text": text}).json() == line
    assert open_study(ada, **line)["view"]["actions"] == 4


@pytest.mark.parametrize("kind", ["json", "sgf", "list"])
def test_a_line_round_trips_as_a_file(server: ServerProcess, kind: str) -> None:
    ada = server.client("Ada")
    line = {"edition": "twixt:kosmos", "options": {"size": "12"}, "actions": ["f6", "swap", "h5"]}
    response = ada.http.post("/api/study/record", json={**line, "format": kind})
    assert response.status_code == 200 and "twixt-kosmos-study." in response.headers["content-disposition"]
    message = ada.http.post("/api/study/import", json={"text": response.text}).json()
    assert message == {"edition": "twixt:kosmos", "start": open_study(ada, **line)["start"], "actions": line["actions"]}
    ada.expect_error("/api/study/record", "unknown_format", 400, **line, format="nonsense")
    ada.expect_error("/api/study/record", "occupied", 422, **{**line, "actions": ["f6", "f6"]})


def test_actions_that_were_taken_back_are_left_out(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    for actor, action in ((ada, "c3"), (bo, "c2"), (ada, "d2")):
        actor.command(match_id, "play", action=action)
    ada.command(match_id, "offer", offer_type="takeback")
    bo.command(match_id, "accept", offer_type="takeback")
    ada.command(match_id, "play", action="e5")
    bo.command(match_id, "resign")
    assert bo.http.get(f"/api/study/of/{match_id}").json()["actions"] == ["c3", "c2", "e5"]
    assert bo.http.get("/api/study/of/nothing").status_code == 404


def test_import_of_positions_and_foreign_formats(server: ServerProcess) -> None:
    ada = server.client()
    state = tablier.new("twixt:paper", size=12).play("f6").play("swap")

    def read(text: str) -> Any:
        return ada.http.post("/api/study/import", json={"text": text}).json()

    assert read(f"  {state}\n") == {"edition": "twixt:paper", "start": str(state), "actions": []}
    assert read("1. l12 2. swap 3. m8")["actions"] == ["l12", "swap", "m8"]
    assert read("# edition: mixtour\nc3\n")["edition"] == "mixtour:stein"


@pytest.mark.parametrize(
    ("text", "code", "fragment"),
    [
        ("", "not_a_game", "neither"),
        ("hello", "not_a_game", "neither"),
        ("c3\nc2\n", "not_a_game", "neither"),
        ("\x00\x01", "not_a_game", "neither"),
        ("mixtour:stein|5", "fields", "4 parts"),
        ("mixtour:nobody|5", "unknown_edition", "mixtour:nobody"),
        ("Chess|5", "unknown_game", "Chess"),
        ('{"format": "tablier-record"}', "missing_field", "version"),
        ("{", "not_json", "JSON"),
        ("# edition: mixtour\nc3\nc3\n", "occupied", "c3"),
        ("1. l12 2. zz99", "off_board", "x24"),
        ("(;GM[1])", "wrong_game", "TwixT"),
        ("[" * 90_000, "not_a_game", "neither"),
        ("# edition: twisty\na1", "no_start", "at random"),
    ],
)
def test_import_of_invalid_texts(server: ServerProcess, text: str, code: str, fragment: str) -> None:
    error = server.client().expect_error("/api/study/import", code, 400, text=text)
    assert fragment in error["message"], error


def test_a_game_that_is_too_long_for_a_study(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MAX_ACTIONS", 2)
    assert importing.import_text("# edition: mixtour\nc3\nc2\n").actions == ["c3", "c2"]
    with pytest.raises(BadFile, match="too_many_actions"):
        importing.import_text("# edition: mixtour\nc3\nc2\nd2\n")


def test_a_finished_position_cannot_be_imported(server: ServerProcess) -> None:
    ada, line = server.client(), win_in_one()
    over = tablier.new(line["edition"], **line["options"])
    for action in line["actions"]:
        over = over.play(action)
    over = next(end for end in map(over.play, over.legal_actions()) if end.outcome)
    ada.expect_error("/api/study/import", "start_is_over", 409, text=str(over))


# analyses


@pytest.mark.parametrize(("edition", "options", "first"), LINES)
def test_an_analysis_streams_updates(server: ServerProcess, edition: str, options: dict[str, str], first: list[str]) -> None:
    ada = server.client()
    start = open_study(ada, edition, options=options)["start"]
    line = {"edition": edition, "options": options, "start": start, "actions": first}
    updates = analyse(ada, **line, time_limit_s=0.3)
    assert [update["done"] for update in updates] == [False] * (len(updates) - 1) + [True]
    legal = open_study(ada, **line)["viewer"]["legal"]
    for update in updates:
        assert set(update) == {"candidates", "pv", "nodes", "depth", "elapsed_s", "done"}
        scores = [score for _, score, _, _ in update["candidates"]]
        assert {action for action, _, _, _ in update["candidates"]} <= set(legal) and scores[0] == max(scores)
        assert all(round(score, 4) == score for score in scores) and update["pv"][0] == update["candidates"][0][0]
    assert updates[-1]["elapsed_s"] < LONG_S


def test_a_win_in_one_is_found(server: ServerProcess) -> None:
    last = analyse(server.client(), **win_in_one(), time_limit_s=1)[-1]
    assert last["done"] and last["candidates"][0][1:] == [1.0, "win", 1]


def test_updates_are_rate_limited(server: ServerProcess) -> None:
    updates = analyse(server.client(), **HARD, time_limit_s=1.2)
    assert 2 <= len(updates) <= 6  # once at the beginning, four times a second, once at the end
    assert len(updates[-1]["candidates"]) <= 600  # MAX_CANDIDATES
    assert [update["nodes"] for update in updates] == sorted(update["nodes"] for update in updates)


def test_analysis_without_an_engine_is_rejected(server: ServerProcess) -> None:
    ada = server.client()
    huge: dict[str, Any] = {"edition": "twixt:dujardin", "options": {"size": "48"}}
    assert not open_study(ada, **huge)["engine"]
    ada.expect_error("/api/study/analyse", "no_engine", 400, **huge, time_limit_s=1)
    for time_limit_s in (0, -1, 3601, "soon", None):
        ada.expect_error("/api/study/analyse", "bad_request", 400, edition="mixtour", time_limit_s=time_limit_s)


def test_settings_limit_the_search_and_can_disable_it() -> None:
    async def main() -> None:
        match = begin_line(Setup("mixtour"))
        without_engine = StudyService(Settings(study_workers=0))
        assert not without_engine.has_engine(match.state)
        with pytest.raises(RequestError, match="no_engine"):
            without_engine.analyse(match, 1.0, "a", "a")
        await without_engine.close()
        with_time_limit = StudyService(Settings(max_study_search_s=0.1))
        started_at = time.monotonic()
        stream = with_time_limit.analyse(match, LONG_S, "a", "a")
        last = [update async for update in stream.updates()][-1]
        assert last.done and last.elapsed_s < LONG_S / 2 and time.monotonic() - started_at < LONG_S
        await stream.wait_closed()
        await with_time_limit.close()
        assert len(with_time_limit) == 0

    asyncio.run(main())


def test_the_player_is_kept_only_while_the_line_grows() -> None:
    from tablier.server.engines.protocol import SearchRequest
    from tablier.server.engines.worker import SearchSession

    session, players = SearchSession(), list[object]()

    def search(start: str, *actions: str) -> None:
        request = SearchRequest(
            game_id="study a", start=start, actions=actions, level=10, time_limit_s=0.05, memory_mb=16, seed=0, analyse=True
        )
        session.analyse(len(players) + 1, request, lambda _: None)
        _start, _history, player = next(reversed(session._players.values()))  # used last
        players.append(player)

    other = str(tablier.new("mixtour:stein", points=1))
    for start, actions in ((START, []), (START, ["c3"]), (START, ["c3", "c2"]), (START, ["c3"]), (other, ["c3"])):
        search(start, *actions)
    assert players[0] is players[1] is players[2] and len({id(player) for player in players}) == 3


def request_analysis(server: ServerProcess, client: Client, body: dict[str, Any]) -> socket.socket:
    """Request an analysis over a plain TCP connection."""
    data = json.dumps(body).encode()
    head = f"POST /api/study/analyse HTTP/1.1\r\nHost: x\r\nCookie: {client.headers['cookie']}\r\n"
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT_S)
    connection.sendall(f"{head}Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data)
    return connection


def test_disconnecting_frees_the_worker(server: ServerProcess) -> None:
    ada, bo = server.client(), server.client()
    long_search = {**HARD, "time_limit_s": LONG_S}
    with request_analysis(server, ada, long_search) as connection:
        response = b""
        while b"candidates" not in response:
            response += connection.recv(65536)
    started_at = time.monotonic()
    assert next(stream_analysis(bo, edition="mixtour", time_limit_s=0.2))["candidates"]
    assert time.monotonic() - started_at < LONG_S / 2
    for _ in range(3):
        request_analysis(server, ada, long_search).close()  # before the first update
    assert analyse(bo, time_limit_s=0.1)[-1]["done"]
    operator = server.operator().http
    wait_until(lambda: operator.get("/api/operator/state").json()["studies"] == 0)
    assert time.monotonic() - started_at < LONG_S / 2


def test_a_new_analysis_stops_the_previous_one(server: ServerProcess) -> None:
    ada = server.client()
    first_updates, is_searching = list[dict[str, Any]](), threading.Event()

    def watch() -> None:
        for update in stream_analysis(ada, **HARD, time_limit_s=LONG_S):
            first_updates.append(update)
            is_searching.set()

    started_at = time.monotonic()
    reader = threading.Thread(target=watch)
    reader.start()
    assert is_searching.wait(TIMEOUT_S)
    assert analyse(ada, time_limit_s=0.2)[-1]["done"]
    reader.join(TIMEOUT_S)
    assert first_updates[-1]["done"] and first_updates[-1]["candidates"] and time.monotonic() - started_at < LONG_S / 2


def test_games_do_not_wait_for_studies(server: ServerProcess) -> None:
    ada, bo = server.client(), server.client()
    updates = stream_analysis(ada, **HARD, time_limit_s=LONG_S)
    assert not next(updates)["done"]
    match_id = bo.open("mixtour", seats=[{"who": "me"}, {"who": "engine", "level": 1}], first=0)["match_id"]
    bo.command(match_id, "play", action="c3")
    wait_until(lambda: bo.fetch_match(match_id)["view"]["actions"] == 2)
    assert not next(updates)["done"]
    updates.close()


def study_worker_pids(server: ServerProcess) -> list[int]:
    """Return the process ids of the study workers."""
    assert server.process
    rows = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,nice=,args="], capture_output=True, text=True, check=True
    ).stdout
    processes = [row.split(None, 3) for row in rows.splitlines()]
    # a study worker has its niceness as an argument
    study_workers = [row for row in processes if row[1] == str(server.process.pid) and "engines.worker 10 " in row[3]]
    assert study_workers and all(int(row[2]) >= 10 for row in study_workers)
    return [int(row[0]) for row in study_workers]


def test_a_killed_worker_is_reported_and_replaced(server: ServerProcess) -> None:
    ada = server.client()
    ada.http.headers["accept-language"] = "de"
    updates = stream_analysis(ada, **HARD, time_limit_s=LONG_S)
    assert not next(updates)["done"]
    for worker in study_worker_pids(server):
        os.kill(worker, signal.SIGKILL)
    last = list(updates)[-1]
    # the message is in German
    assert last["error"]["code"] == "engine_failed" and "engine" not in last["error"]["message"].split()
    assert analyse(ada, time_limit_s=0.1)[-1]["done"]


def test_an_analysis_does_not_delay_the_shutdown(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path).start()
    updates = stream_analysis(server.client(), **HARD, time_limit_s=LONG_S)
    assert not next(updates)["done"]
    started_at = time.monotonic()
    for worker in study_worker_pids(server):
        os.kill(worker, signal.SIGINT)  # as Ctrl-C in a terminal does
    assert server.stop() == 0 and time.monotonic() - started_at < LONG_S / 3
    assert list(updates)[-1]["done"] and "Traceback" not in "".join(server.output)


def test_a_slow_client_does_not_block_the_worker() -> None:
    """A client that does not read gets the latest update in the end; nothing is queued for it."""

    async def many() -> AsyncGenerator[SearchUpdate]:
        for number in range(1000):
            yield SearchUpdate(nodes=number)
            await asyncio.sleep(0)
        yield SearchUpdate(nodes=1000, done=True)

    async def main() -> list[int]:
        stream = SearchStream(many())
        await stream.wait_closed()
        return [update.nodes async for update in stream.updates()]

    assert asyncio.run(main()) == [1000]


def test_a_search_that_is_stopped_before_it_starts() -> None:
    async def never() -> AsyncGenerator[SearchUpdate]:
        await asyncio.Event().wait()
        yield SearchUpdate()

    async def main() -> list[SearchUpdate]:
        stream = SearchStream(never())
        await asyncio.sleep(0)
        stream.stop()
        stream.stop()
        await stream.wait_closed()
        return [update async for update in stream.updates()]

    assert asyncio.run(main()) == [SearchUpdate(done=True)]
