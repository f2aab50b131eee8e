"""Matches: seats, offers, series, lists, earlier positions, watching."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from tests.server.server_process import Client, ServerProcess, start_match, wait_until


def test_a_match_waits_for_its_last_seat(serving: ServerProcess) -> None:
    ada, bo, cy = serving.client("Ada"), serving.client("Bo"), serving.client("Cy")
    message = ada.open("twisty:djeco", options={"players": "3"}, public=True)
    match_id = message["match_id"]
    assert message["view"]["status"] == "waiting" and message["info"]["open_seats"] == 2
    bo.command(match_id, "join", name="Bob")
    ada.refused_command(match_id, "join", "already_seated")
    cy.command(match_id, "join")
    message = cy.fetch_match(match_id)
    assert message["view"]["status"] == "running"
    assert sorted(message["view"]["players"]) == ["Ada", "Bob", "Cy"]
    serving.client().refused_command(match_id, "join", "already_started")


def test_several_seats_on_one_device(serving: ServerProcess) -> None:
    ada = serving.client("Ada")
    seats = [{"who": "me"}, {"who": "guest", "name": "Bo"}, {"who": "guest", "name": "Cy"}]
    match_id = ada.open("twisty:djeco", options={"players": "3"}, seats=seats, first=2)["match_id"]
    assert ada.fetch_match(match_id)["view"]["players"] == ["Cy", "Ada", "Bo"]
    for _ in range(6):
        message = ada.fetch_match(match_id)
        assert message["viewer"]["seats"] == [0, 1, 2]
        ada.command(match_id, "play", action=message["viewer"]["legal"][0])
    ada.refused_command(match_id, "play", "not_your_turn", 409, action="a1", seat=1)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"edition": "chess"}, "unknown_game"),
        ({"edition": "mixtour", "options": {"points": "99"}}, "bad_value"),
        ({"edition": "mixtour", "seats": [{"who": "me"}]}, "wrong_seats"),
        ({"edition": "mixtour", "seats": [{"who": "open"}, {"who": "open"}]}, "no_person_seated"),
        ({"edition": "mixtour", "clock": {"base": 1}}, "out_of_range"),
        ({"edition": "mixtour", "clock": {"base": 1000, "days": 2}}, "bad_request"),
        ({"edition": "mixtour", "first": 5}, "bad_request"),
        ({"edition": "mixtour", "start": "mixtour:stein|nonsense"}, None),
        ({"edition": "mixtour", "start": "mixtour:stein|0|0-0|-|-", "options": {"colour": "red"}}, "unknown_option"),
        ({"edition": "mixtour", "start": "mixtour:stein|0|0-0|-|-", "options": {"points": "1"}}, "start_differs"),
        ({"edition": "mixtour", "colour": "red"}, "bad_request"),
        ({"edition": 7}, "bad_request"),
    ],
)
def test_invalid_terms(serving: ServerProcess, terms: dict[str, Any], code: str | None) -> None:
    response = serving.client().http.post("/api/matches", json=terms)
    assert response.status_code == 400
    assert code in (None, response.json()["error"]["code"]), response.text


def test_a_repeated_request_creates_one_match(serving: ServerProcess) -> None:
    ada = serving.client()
    assert ada.open("mixtour", nonce="x")["match_id"] == ada.open("mixtour", nonce="x")["match_id"]
    assert ada.open("mixtour", nonce="y")["match_id"] != serving.client().open("mixtour", nonce="y")["match_id"]


def test_takeback_draw_and_rematch_with_swapped_seats(serving: ServerProcess) -> None:
    ada, bo, match_id = start_match(serving)
    ada.command(match_id, "play", action="c3")
    ada.command(match_id, "offer", offer_type="takeback")
    ada.refused_command(match_id, "accept", "already_agreed", offer_type="takeback")
    bo.command(match_id, "accept", offer_type="takeback")
    assert ada.fetch_match(match_id)["view"]["actions"] == 0
    ada.command(match_id, "play", action="c2")
    bo.command(match_id, "play", action="d2")
    bo.command(match_id, "offer", offer_type="draw")
    ada.command(match_id, "decline", offer_type="draw")
    bo.refused_command(match_id, "offer", "already_declined", offer_type="draw")
    bo.command(match_id, "resign")
    assert ada.fetch_match(match_id)["view"]["result"] == {"winner": 0, "reason": "resigned"}
    ada.command(match_id, "offer", offer_type="rematch")
    bo.command(match_id, "offer", offer_type="rematch")
    table = ada.fetch_match(match_id)["info"]
    again = bo.fetch_match(table["next_match_id"])
    assert again["view"]["players"] == ["Bo", "Ada"] and again["view"]["round"] == 2
    assert again["view"]["score"] == [[0, 0], [1, 0]] and again["info"]["previous_match_id"] == match_id
    assert again["viewer"]["seats"] == [0]


def test_abort_alone_and_later_by_agreement(serving: ServerProcess) -> None:
    ada, bo, match_id = start_match(serving)
    bo.command(match_id, "offer", offer_type="abort")
    assert ada.fetch_match(match_id)["view"]["result"]["aborted"]
    ada, bo, match_id = start_match(serving)
    ada.command(match_id, "play", action="c3")
    bo.command(match_id, "play", action="c2")
    bo.command(match_id, "offer", offer_type="abort")
    assert not ada.fetch_match(match_id)["view"]["result"]
    ada.command(match_id, "accept", offer_type="abort")
    assert ada.fetch_match(match_id)["view"]["result"]["aborted"]


def test_adjourning_needs_all_accounts(serving: ServerProcess) -> None:
    ada, bo, match_id = start_match(serving, clock={"base": 60_000})
    assert ada.command(match_id, "adjourn")["status"] == "running"
    assert bo.command(match_id, "adjourn")["status"] == "adjourned"
    ada.refused_command(match_id, "play", "adjourned", action="c3")
    bo.command(match_id, "resume")
    assert ada.command(match_id, "resume")["status"] == "running"
    ada.command(match_id, "play", action="c3")


def test_leaving_a_match_of_three_lets_the_others_play(serving: ServerProcess) -> None:
    accounts = [serving.client(name) for name in ("Ada", "Bo", "Cy")]
    match_id = accounts[0].open("twisty:djeco", options={"players": "3"}, first=0)["match_id"]
    for one in accounts[1:]:
        one.command(match_id, "join")
    accounts[1].command(match_id, "leave")
    message = accounts[0].fetch_match(match_id)
    assert message["view"]["gone"] == [1] and message["view"]["status"] == "running"
    accounts[1].refused_command(match_id, "play", "no_seat", 403, action="a1")
    accounts[0].command(match_id, "resign")
    assert accounts[0].fetch_match(match_id)["view"]["result"]["winner"] == 2


def test_match_lists(serving: ServerProcess) -> None:
    ada, bo = serving.client("Ada"), serving.client("Bo")
    shown = ada.open("kwintie", public=True)["match_id"]
    hidden = ada.open("kwintie")["match_id"]

    def listed(one: Client, kind: str) -> dict[str, dict[str, Any]]:
        response = one.http.get("/api/matches", params={"kind": kind, "game": "kwintie"})
        return {row["match_id"]: row for row in response.json()["matches"]}

    assert shown in listed(bo, "open") and hidden not in listed(bo, "open")
    assert {shown, hidden} <= set(listed(ada, "mine")) and not listed(bo, "mine")
    bo.command(shown, "join")
    assert shown not in listed(bo, "open") and shown in listed(bo, "live")
    turns = [listed(one, "mine")[shown]["my_turn"] for one in (ada, bo)]
    assert sorted(turns) == [False, True]
    bo.command(shown, "resign")
    assert shown in listed(bo, "past") and shown not in listed(bo, "mine")


def test_earlier_positions_and_trying_actions(serving: ServerProcess) -> None:
    ada, bo, match_id = start_match(serving)
    ada.command(match_id, "play", action="c3")
    bo.command(match_id, "play", action="c2")
    first = ada.http.get(f"/api/matches/{match_id}/turns/1").json()
    assert first["text"] == "c3" and first["state"]["position"]["stacks"] == {"c3": "W"}
    assert ada.http.get(f"/api/matches/{match_id}/turns/3").json()["error"]["code"] == "no_such_turn"
    assert ada.try_action(match_id, "d4")["state"]["position"]["stacks"] == {"c3": "W", "c2": "B", "d4": "W"}
    error = ada.refused(f"/api/matches/{match_id}/try", "occupied", 422, action="c3")
    assert "c3" in error["message"]
    assert ada.fetch_match(match_id)["view"]["actions"] == 2


def test_following_by_server_sent_events(serving: ServerProcess) -> None:
    ada, _, match_id = start_match(serving)
    got: list[dict[str, Any]] = []
    ready = threading.Event()

    def follow() -> None:
        with serving.client().http.stream("GET", f"/api/matches/{match_id}/events") as response:
            for socket in response.iter_lines():
                if socket.startswith("data:"):
                    got.append(json.loads(socket[5:]))
                    ready.set()
                if any(one["type"] == "update" for one in got):
                    return

    following = threading.Thread(target=follow)
    following.start()
    assert ready.wait(10)
    ada.command(match_id, "play", action="c3")
    following.join(10)
    assert got[0]["type"] == "match" and len(got[0]["events"]) == 4
    update = next(one for one in got if one["type"] == "update")
    assert update["events"][0]["action"] == "c3" and "viewer" not in update


def test_the_record_in_every_format(serving: ServerProcess) -> None:
    ada, bo, match_id = start_match(serving, "twixt:paper")
    ada.command(match_id, "play", action="l12")
    bo.command(match_id, "play", action="swap")
    for name in ("json", "sgf", "list", "tsgf"):
        assert ada.http.get(f"/api/matches/{match_id}/record", params={"format": name}).status_code == 200
    assert ada.http.get(f"/api/matches/{match_id}/record", params={"format": "pgn"}).status_code == 400


def test_a_reconnecting_client_gets_the_missed_events(serving: ServerProcess) -> None:
    ada, bo, match_id = start_match(serving)
    ada.command(match_id, "play", action="c3")
    with ada.socket() as socket:
        message = socket.command(match_id, "watch")
        last = message["events"][-1]["number"]
    bo.command(match_id, "play", action="c2")
    ada.command(match_id, "play", action="d2")
    bo.command(match_id, "offer", offer_type="draw")
    with ada.socket() as socket:
        back = socket.command(match_id, "watch", since=last)
        assert [event["kind"] for event in back["events"]] == ["action", "action", "offer"]
        assert back["view"]["offers"] and back["view"]["changes"] == 3


def test_presence_is_broadcast(serving: ServerProcess) -> None:
    ada, bo, match_id = start_match(serving)
    with ada.socket() as socket:
        socket.command(match_id, "watch")
        with bo.socket() as other:
            other.command(match_id, "watch")
            while not all(place["online"] for place in socket.next("info")["info"]["participants"]):
                pass
        wait_until(lambda: not all(place["online"] for place in socket.next("info")["info"]["participants"]))


def test_the_lobby_notifies_its_listeners(serving: ServerProcess) -> None:
    ada = serving.client()
    with ada.socket() as socket:
        assert socket.command(None, "watch_lobby")["type"] == "ok"
        ada.open("mixtour", public=True)
        socket.next("lobby")


def test_pings_are_answered(serving: ServerProcess) -> None:
    with serving.client().socket() as socket:
        assert socket.command(None, "ping", lag_ms=12)["result"]["now"] > 0
