"""Matches: seats, offers, series, lists, earlier positions, watching."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from tests.server.server_process import Client, ServerProcess, start_match, wait_until


def test_a_match_waits_for_its_last_seat(server: ServerProcess) -> None:
    ada, bo, cy = server.client("Ada"), server.client("Bo"), server.client("Cy")
    message = ada.open("twisty:djeco", options={"players": "3"}, public=True)
    match_id = message["match_id"]
    assert message["view"]["status"] == "waiting" and message["info"]["open_seats"] == 2
    bo.command(match_id, "join", name="Bob")
    ada.expect_command_error(match_id, "join", "already_seated")
    cy.command(match_id, "join")
    message = cy.fetch_match(match_id)
    assert message["view"]["status"] == "running"
    assert sorted(message["view"]["players"]) == ["Ada", "Bob", "Cy"]
    server.client().expect_command_error(match_id, "join", "already_started")


def test_several_seats_on_one_device(server: ServerProcess) -> None:
    ada = server.client("Ada")
    seats = [{"who": "me"}, {"who": "guest", "name": "Bo"}, {"who": "guest", "name": "Cy"}]
    match_id = ada.open("twisty:djeco", options={"players": "3"}, seats=seats, first=2)["match_id"]
    assert ada.fetch_match(match_id)["view"]["players"] == ["Cy", "Ada", "Bo"]
    for _ in range(6):
        message = ada.fetch_match(match_id)
        assert message["viewer"]["seats"] == [0, 1, 2]
        ada.command(match_id, "play", action=message["viewer"]["legal"][0])
    ada.expect_command_error(match_id, "play", "not_your_turn", 409, action="a1", seat=1)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"edition": "chess"}, "unknown_game"),
        ({"edition": "mixtour", "options": {"points": "99"}}, "bad_value"),
        ({"edition": "mixtour", "seats": [{"who": "me"}]}, "wrong_seats"),
        ({"edition": "mixtour", "seats": [{"who": "open"}, {"who": "open"}]}, "no_person_seated"),
        ({"edition": "mixtour", "clock": {"base_ms": 1}}, "out_of_range"),
        ({"edition": "mixtour", "clock": {"base_ms": 1000, "days": 2}}, "bad_request"),
        ({"edition": "mixtour", "first": 5}, "bad_request"),
        ({"edition": "mixtour", "start": "mixtour:stein|nonsense"}, None),
        ({"edition": "mixtour", "start": "mixtour:stein|0|0-0|-|-", "options": {"colour": "red"}}, "unknown_option"),
        ({"edition": "mixtour", "start": "mixtour:stein|0|0-0|-|-", "options": {"points": "1"}}, "start_differs"),
        ({"edition": "mixtour", "colour": "red"}, "bad_request"),
        ({"edition": 7}, "bad_request"),
    ],
)
def test_invalid_terms(server: ServerProcess, terms: dict[str, Any], code: str | None) -> None:
    response = server.client().http.post("/api/matches", json=terms)
    assert response.status_code == 400
    assert code in (None, response.json()["error"]["code"]), response.text


def test_a_repeated_request_creates_one_match(server: ServerProcess) -> None:
    ada = server.client()
    assert ada.open("mixtour", nonce="x")["match_id"] == ada.open("mixtour", nonce="x")["match_id"]
    assert ada.open("mixtour", nonce="y")["match_id"] != server.client().open("mixtour", nonce="y")["match_id"]


def test_takeback_draw_and_rematch_with_swapped_seats(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    ada.command(match_id, "play", action="c3")
    ada.command(match_id, "offer", offer_type="takeback")
    ada.expect_command_error(match_id, "accept", "already_agreed", offer_type="takeback")
    bo.command(match_id, "accept", offer_type="takeback")
    assert ada.fetch_match(match_id)["view"]["actions"] == 0
    ada.command(match_id, "play", action="c2")
    bo.command(match_id, "play", action="d2")
    bo.command(match_id, "offer", offer_type="draw")
    ada.command(match_id, "decline", offer_type="draw")
    bo.expect_command_error(match_id, "offer", "already_declined", offer_type="draw")
    bo.command(match_id, "resign")
    assert ada.fetch_match(match_id)["view"]["result"] == {"winner": 0, "reason": "resigned"}
    ada.command(match_id, "offer", offer_type="rematch")
    bo.command(match_id, "offer", offer_type="rematch")
    info = ada.fetch_match(match_id)["info"]
    rematch = bo.fetch_match(info["next_match_id"])
    assert rematch["view"]["players"] == ["Bo", "Ada"] and rematch["view"]["round"] == 2
    assert rematch["view"]["score"] == [[0, 0], [1, 0]] and rematch["info"]["previous_match_id"] == match_id
    assert rematch["viewer"]["seats"] == [0]


def test_abort_alone_and_later_by_agreement(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    bo.command(match_id, "offer", offer_type="abort")
    assert ada.fetch_match(match_id)["view"]["result"]["aborted"]
    ada, bo, match_id = start_match(server)
    ada.command(match_id, "play", action="c3")
    bo.command(match_id, "play", action="c2")
    bo.command(match_id, "offer", offer_type="abort")
    assert not ada.fetch_match(match_id)["view"]["result"]
    ada.command(match_id, "accept", offer_type="abort")
    assert ada.fetch_match(match_id)["view"]["result"]["aborted"]


def test_adjourning_needs_all_accounts(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server, clock={"base_ms": 60_000})
    assert ada.command(match_id, "adjourn")["status"] == "running"
    assert bo.command(match_id, "adjourn")["status"] == "adjourned"
    ada.expect_command_error(match_id, "play", "adjourned", action="c3")
    bo.command(match_id, "resume")
    assert ada.command(match_id, "resume")["status"] == "running"
    ada.command(match_id, "play", action="c3")


def test_leaving_a_match_of_three_lets_the_others_play(server: ServerProcess) -> None:
    clients = [server.client(name) for name in ("Ada", "Bo", "Cy")]
    match_id = clients[0].open("twisty:djeco", options={"players": "3"}, first=0)["match_id"]
    for client in clients[1:]:
        client.command(match_id, "join")
    clients[1].command(match_id, "leave")
    message = clients[0].fetch_match(match_id)
    assert message["view"]["gone"] == [1] and message["view"]["status"] == "running"
    clients[1].expect_command_error(match_id, "play", "no_seat", 403, action="a1")
    clients[0].command(match_id, "resign")
    assert clients[0].fetch_match(match_id)["view"]["result"]["winner"] == 2


def test_match_lists(server: ServerProcess) -> None:
    ada, bo = server.client("Ada"), server.client("Bo")
    public_id = ada.open("kwintie", public=True)["match_id"]
    private_id = ada.open("kwintie")["match_id"]

    def list_matches(client: Client, kind: str) -> dict[str, dict[str, Any]]:
        response = client.http.get("/api/matches", params={"kind": kind, "game": "kwintie"})
        return {row["match_id"]: row for row in response.json()["matches"]}

    wait_until(lambda: public_id in list_matches(bo, "open"))  # public lists are kept for a second
    assert private_id not in list_matches(bo, "open")
    assert {public_id, private_id} <= set(list_matches(ada, "mine")) and not list_matches(bo, "mine")
    bo.command(public_id, "join")
    wait_until(lambda: public_id not in list_matches(bo, "open") and public_id in list_matches(bo, "live"))
    turns = [list_matches(client, "mine")[public_id]["my_turn"] for client in (ada, bo)]
    assert sorted(turns) == [False, True]
    bo.command(public_id, "resign")
    assert public_id in list_matches(bo, "past") and public_id not in list_matches(bo, "mine")


def test_earlier_positions_and_trying_actions(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    ada.command(match_id, "play", action="c3")
    bo.command(match_id, "play", action="c2")
    first = ada.http.get(f"/api/matches/{match_id}/turns/1").json()
    assert first["text"] == "c3" and first["state"]["position"]["stacks"] == {"c3": "W"}
    assert ada.http.get(f"/api/matches/{match_id}/turns/3").json()["error"]["code"] == "no_such_turn"
    assert ada.try_action(match_id, "d4")["state"]["position"]["stacks"] == {"c3": "W", "c2": "B", "d4": "W"}
    error = ada.expect_error(f"/api/matches/{match_id}/try", "occupied", 422, action="c3")
    assert "c3" in error["message"]
    assert ada.fetch_match(match_id)["view"]["actions"] == 2


def test_following_by_server_sent_events(server: ServerProcess) -> None:
    ada, _, match_id = start_match(server)
    messages: list[dict[str, Any]] = []
    ready = threading.Event()

    def follow() -> None:
        with server.client().http.stream("GET", f"/api/matches/{match_id}/events") as response:
            for line in response.iter_lines():
                if line.startswith("data:"):
                    messages.append(json.loads(line[5:]))
                    ready.set()
                if any(message["type"] == "update" for message in messages):
                    return

    follower = threading.Thread(target=follow)
    follower.start()
    assert ready.wait(10)
    ada.command(match_id, "play", action="c3")
    follower.join(10)
    assert messages[0]["type"] == "match" and len(messages[0]["events"]) == 4
    update = next(message for message in messages if message["type"] == "update")
    assert update["events"][0]["action"] == "c3" and "viewer" not in update


def test_the_record_in_every_format(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server, "twixt:paper")
    ada.command(match_id, "play", action="l12")
    bo.command(match_id, "play", action="swap")
    for name in ("json", "sgf", "list", "tsgf"):
        assert ada.http.get(f"/api/matches/{match_id}/record", params={"format": name}).status_code == 200
    assert ada.http.get(f"/api/matches/{match_id}/record", params={"format": "pgn"}).status_code == 400


def test_a_reconnecting_client_gets_the_missed_events(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    ada.command(match_id, "play", action="c3")
    with ada.socket() as socket:
        message = socket.command(match_id, "watch")
        last = message["events"][-1]["number"]
    bo.command(match_id, "play", action="c2")
    ada.command(match_id, "play", action="d2")
    bo.command(match_id, "offer", offer_type="draw")
    with ada.socket() as socket:
        missed = socket.command(match_id, "watch", since=last)
        assert [event["kind"] for event in missed["events"]] == ["action", "action", "offer"]
        assert missed["view"]["offers"] and missed["view"]["changes"] == 3


def test_presence_is_broadcast(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    with ada.socket() as socket:
        socket.command(match_id, "watch")
        with bo.socket() as other:
            other.command(match_id, "watch")
            while not all(place["online"] for place in socket.next("info")["info"]["participants"]):
                pass
        wait_until(lambda: not all(place["online"] for place in socket.next("info")["info"]["participants"]))


def test_pings_are_answered(server: ServerProcess) -> None:
    with server.client().socket() as socket:
        assert socket.command(None, "ping")["result"]["now"] > 0
