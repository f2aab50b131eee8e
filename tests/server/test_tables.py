"""Tables: who sits where, offers, series, lists, looking back, watching."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from tests.server.server_process import Client, ServerProcess, until


def begun(serving: ServerProcess, edition: str = "mixtour:stein", **terms: Any) -> tuple[Client, Client, str]:
    """Two people at a table, the first to begin."""
    ada, bo = serving.client("Ada"), serving.client("Bo")
    match = ada.open(edition, first=0, **terms)["match_id"]
    bo.command(match, "join")
    return ada, bo, match


def test_a_table_waits_for_its_last_seat(serving: ServerProcess) -> None:
    ada, bo, cy = serving.client("Ada"), serving.client("Bo"), serving.client("Cy")
    told = ada.open("twisty:djeco", options={"players": "3"}, public=True)
    match = told["match_id"]
    assert told["view"]["status"] == "waiting" and told["info"]["open_seats"] == 2
    bo.command(match, "join", name="Bob")
    ada.refused_command(match, "join", "already_seated")
    cy.command(match, "join")
    seen = cy.see(match)
    assert seen["view"]["status"] == "running"
    assert sorted(seen["view"]["players"]) == ["Ada", "Bob", "Cy"]
    serving.client().refused_command(match, "join", "already_started")


def test_several_seats_at_one_device(serving: ServerProcess) -> None:
    ada = serving.client("Ada")
    seats = [{"who": "me"}, {"who": "guest", "name": "Bo"}, {"who": "guest", "name": "Cy"}]
    match = ada.open("twisty:djeco", options={"players": "3"}, seats=seats, first=2)["match_id"]
    assert ada.see(match)["view"]["players"] == ["Cy", "Ada", "Bo"]
    for _ in range(6):
        seen = ada.see(match)
        assert seen["viewer"]["seats"] == [0, 1, 2]
        ada.command(match, "play", action=seen["viewer"]["legal"][0])
    ada.refused_command(match, "play", "not_your_turn", 409, action="a1", seat=1)


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
def test_terms_that_do_not_work(serving: ServerProcess, terms: dict[str, Any], code: str | None) -> None:
    answer = serving.client().http.post("/api/matches", json=terms)
    assert answer.status_code == 400
    assert code in (None, answer.json()["error"]["code"]), answer.text


def test_the_same_request_opens_one_table(serving: ServerProcess) -> None:
    ada = serving.client()
    assert ada.open("mixtour", nonce="x")["match_id"] == ada.open("mixtour", nonce="x")["match_id"]
    assert ada.open("mixtour", nonce="y")["match_id"] != serving.client().open("mixtour", nonce="y")["match_id"]


def test_offers_takeback_draw_and_rematch_with_seats_changed_round(serving: ServerProcess) -> None:
    ada, bo, match = begun(serving)
    ada.command(match, "play", action="c3")
    ada.command(match, "offer", offer_type="takeback")
    ada.refused_command(match, "accept", "already_agreed", offer_type="takeback")
    bo.command(match, "accept", offer_type="takeback")
    assert ada.see(match)["view"]["actions"] == 0
    ada.command(match, "play", action="c2")
    bo.command(match, "play", action="d2")
    bo.command(match, "offer", offer_type="draw")
    ada.command(match, "decline", offer_type="draw")
    bo.refused_command(match, "offer", "already_declined", offer_type="draw")
    bo.command(match, "resign")
    assert ada.see(match)["view"]["result"] == {"winner": 0, "reason": "resigned"}
    ada.command(match, "offer", offer_type="rematch")
    bo.command(match, "offer", offer_type="rematch")
    table = ada.see(match)["info"]
    again = bo.see(table["next"])
    assert again["view"]["players"] == ["Bo", "Ada"] and again["view"]["round"] == 2
    assert again["view"]["score"] == [[0, 0], [1, 0]] and again["info"]["previous"] == match
    assert again["viewer"]["seats"] == [0]


def test_an_abort_alone_and_later_together(serving: ServerProcess) -> None:
    ada, bo, match = begun(serving)
    bo.command(match, "offer", offer_type="abort")
    assert ada.see(match)["view"]["result"]["aborted"]
    ada, bo, match = begun(serving)
    ada.command(match, "play", action="c3")
    bo.command(match, "play", action="c2")
    bo.command(match, "offer", offer_type="abort")
    assert not ada.see(match)["view"]["result"]
    ada.command(match, "accept", offer_type="abort")
    assert ada.see(match)["view"]["result"]["aborted"]


def test_adjourning_needs_everybody(serving: ServerProcess) -> None:
    ada, bo, match = begun(serving, clock={"base": 60_000})
    assert ada.command(match, "adjourn")["status"] == "running"
    assert bo.command(match, "adjourn")["status"] == "adjourned"
    ada.refused_command(match, "play", "adjourned", action="c3")
    bo.command(match, "resume")
    assert ada.command(match, "resume")["status"] == "running"
    ada.command(match, "play", action="c3")


def test_leaving_among_three_lets_the_others_play(serving: ServerProcess) -> None:
    accounts = [serving.client(name) for name in ("Ada", "Bo", "Cy")]
    match = accounts[0].open("twisty:djeco", options={"players": "3"}, first=0)["match_id"]
    for one in accounts[1:]:
        one.command(match, "join")
    accounts[1].command(match, "leave")
    seen = accounts[0].see(match)
    assert seen["view"]["gone"] == [1] and seen["view"]["status"] == "running"
    accounts[1].refused_command(match, "play", "no_seat", 403, action="a1")
    accounts[0].command(match, "resign")
    assert accounts[0].see(match)["view"]["result"]["winner"] == 2


def test_lists(serving: ServerProcess) -> None:
    ada, bo = serving.client("Ada"), serving.client("Bo")
    shown = ada.open("kwintie", public=True)["match_id"]
    hidden = ada.open("kwintie")["match_id"]

    def listed(one: Client, kind: str) -> dict[str, dict[str, Any]]:
        answer = one.http.get("/api/matches", params={"kind": kind, "game": "kwintie"})
        return {row["match_id"]: row for row in answer.json()["matches"]}

    assert shown in listed(bo, "open") and hidden not in listed(bo, "open")
    assert {shown, hidden} <= set(listed(ada, "mine")) and not listed(bo, "mine")
    bo.command(shown, "join")
    assert shown not in listed(bo, "open") and shown in listed(bo, "live")
    turns = [listed(one, "mine")[shown]["my_turn"] for one in (ada, bo)]
    assert sorted(turns) == [False, True]
    bo.command(shown, "resign")
    assert shown in listed(bo, "past") and shown not in listed(bo, "mine")


def test_looking_back_and_trying(serving: ServerProcess) -> None:
    ada, bo, match = begun(serving)
    ada.command(match, "play", action="c3")
    bo.command(match, "play", action="c2")
    first = ada.http.get(f"/api/matches/{match}/turns/1").json()
    assert first["text"] == "c3" and first["state"]["position"]["stacks"] == {"c3": "W"}
    assert ada.http.get(f"/api/matches/{match}/turns/3").json()["error"]["code"] == "no_such_turn"
    assert ada.try_action(match, "d4")["state"]["position"]["stacks"] == {"c3": "W", "c2": "B", "d4": "W"}
    error = ada.refused(f"/api/matches/{match}/try", "occupied", 422, action="c3")
    assert "c3" in error["message"]
    assert ada.see(match)["view"]["actions"] == 2


def test_watching_by_server_sent_events(serving: ServerProcess) -> None:
    ada, _, match = begun(serving)
    got: list[dict[str, Any]] = []
    ready = threading.Event()

    def follow() -> None:
        with serving.client().http.stream("GET", f"/api/matches/{match}/events") as answer:
            for line in answer.iter_lines():
                if line.startswith("data:"):
                    got.append(json.loads(line[5:]))
                    ready.set()
                if any(one["type"] == "update" for one in got):
                    return

    following = threading.Thread(target=follow)
    following.start()
    assert ready.wait(10)
    ada.command(match, "play", action="c3")
    following.join(10)
    assert got[0]["type"] == "match" and len(got[0]["events"]) == 4
    update = next(one for one in got if one["type"] == "update")
    assert update["events"][0]["action"] == "c3" and "viewer" not in update


def test_the_record_in_every_format(serving: ServerProcess) -> None:
    ada, bo, match = begun(serving, "twixt:paper")
    ada.command(match, "play", action="l12")
    bo.command(match, "play", action="swap")
    for name in ("json", "sgf", "list", "tsgf"):
        assert ada.http.get(f"/api/matches/{match}/record", params={"format": name}).status_code == 200
    assert ada.http.get(f"/api/matches/{match}/record", params={"format": "pgn"}).status_code == 400


def test_a_client_that_slept_for_an_hour(serving: ServerProcess) -> None:
    ada, bo, match = begun(serving)
    ada.command(match, "play", action="c3")
    with ada.socket() as line:
        seen = line.command(match, "watch")
        last = seen["events"][-1]["number"]
    bo.command(match, "play", action="c2")
    ada.command(match, "play", action="d2")
    bo.command(match, "offer", offer_type="draw")
    with ada.socket() as line:
        back = line.command(match, "watch", since=last)
        assert [event["kind"] for event in back["events"]] == ["action", "action", "offer"]
        assert back["view"]["offers"] and back["view"]["changes"] == 3


def test_presence_is_told(serving: ServerProcess) -> None:
    ada, bo, match = begun(serving)
    with ada.socket() as line:
        line.command(match, "watch")
        with bo.socket() as other:
            other.command(match, "watch")
            while not all(place["online"] for place in line.next("info")["info"]["participants"]):
                pass
        until(lambda: not all(place["online"] for place in line.next("info")["info"]["participants"]))


def test_the_lobby_rings(serving: ServerProcess) -> None:
    ada = serving.client()
    with ada.socket() as line:
        assert line.command(None, "watch_lobby")["type"] == "ok"
        ada.open("mixtour", public=True)
        line.next("lobby")


def test_pings_are_answered(serving: ServerProcess) -> None:
    with serving.client().socket() as line:
        assert line.command(None, "ping", lag_ms=12)["result"]["now"] > 0
