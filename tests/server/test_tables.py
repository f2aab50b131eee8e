"""Tables: who sits where, offers, series, lists, looking back, watching."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from tests.server.server_process import Serving, Somebody, until


def begun(serving: Serving, edition: str = "mixtour:stein", **terms: Any) -> tuple[Somebody, Somebody, str]:
    """Two people at a table, the first to begin."""
    ada, bo = serving.somebody("Ada"), serving.somebody("Bo")
    match = ada.open(edition, first=0, **terms)["match"]
    bo.post(match, "join")
    return ada, bo, match


def test_a_table_waits_for_its_last_seat(serving: Serving) -> None:
    ada, bo, cy = serving.somebody("Ada"), serving.somebody("Bo"), serving.somebody("Cy")
    told = ada.open("twisty:djeco", options={"players": "3"}, public=True)
    match = told["match"]
    assert told["view"]["status"] == "waiting" and told["table"]["open"] == 2
    bo.post(match, "join", name="Bob")
    ada.refused(f"/api/matches/{match}/join", "already_seated")
    cy.post(match, "join")
    seen = cy.see(match)
    assert seen["view"]["status"] == "running"
    assert sorted(seen["view"]["players"]) == ["Ada", "Bob", "Cy"]
    serving.somebody().refused(f"/api/matches/{match}/join", "already_started")


def test_several_seats_at_one_device(serving: Serving) -> None:
    ada = serving.somebody("Ada")
    seats = [{"who": "me"}, {"who": "guest", "name": "Bo"}, {"who": "guest", "name": "Cy"}]
    match = ada.open("twisty:djeco", options={"players": "3"}, seats=seats, first=2)["match"]
    assert ada.see(match)["view"]["players"] == ["Cy", "Ada", "Bo"]
    for _ in range(6):
        seen = ada.see(match)
        assert seen["mine"]["seats"] == [0, 1, 2]
        ada.post(match, "act", action=seen["mine"]["legal"][0])
    ada.refused(f"/api/matches/{match}/act", "not_your_turn", 409, action="a1", seat=1)


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
def test_terms_that_do_not_work(serving: Serving, terms: dict[str, Any], code: str | None) -> None:
    answer = serving.somebody().http.post("/api/matches", json=terms)
    assert answer.status_code == 400
    assert code in (None, answer.json()["error"]["code"]), answer.text


def test_the_same_request_opens_one_table(serving: Serving) -> None:
    ada = serving.somebody()
    assert ada.open("mixtour", nonce="x")["match"] == ada.open("mixtour", nonce="x")["match"]
    assert ada.open("mixtour", nonce="y")["match"] != serving.somebody().open("mixtour", nonce="y")["match"]


def test_offers_takeback_draw_and_rematch_with_seats_changed_round(serving: Serving) -> None:
    ada, bo, match = begun(serving)
    ada.post(match, "act", action="c3")
    ada.post(match, "offer", offer_type="takeback")
    ada.refused(f"/api/matches/{match}/accept", "already_agreed", offer_type="takeback")
    bo.post(match, "accept", offer_type="takeback")
    assert ada.see(match)["view"]["actions"] == 0
    ada.post(match, "act", action="c2")
    bo.post(match, "act", action="d2")
    bo.post(match, "offer", offer_type="draw")
    ada.post(match, "decline", offer_type="draw")
    bo.refused(f"/api/matches/{match}/offer", "already_declined", offer_type="draw")
    bo.post(match, "resign")
    assert ada.see(match)["view"]["result"] == {"winner": 0, "reason": "resigned"}
    ada.post(match, "offer", offer_type="rematch")
    bo.post(match, "offer", offer_type="rematch")
    table = ada.see(match)["table"]
    again = bo.see(table["next"])
    assert again["view"]["players"] == ["Bo", "Ada"] and again["view"]["round"] == 2
    assert again["view"]["score"] == [[0, 0], [1, 0]] and again["table"]["previous"] == match
    assert again["mine"]["seats"] == [0]


def test_an_abort_alone_and_later_together(serving: Serving) -> None:
    ada, bo, match = begun(serving)
    bo.post(match, "offer", offer_type="abort")
    assert ada.see(match)["view"]["result"]["aborted"]
    ada, bo, match = begun(serving)
    ada.post(match, "act", action="c3")
    bo.post(match, "act", action="c2")
    bo.post(match, "offer", offer_type="abort")
    assert not ada.see(match)["view"]["result"]
    ada.post(match, "accept", offer_type="abort")
    assert ada.see(match)["view"]["result"]["aborted"]


def test_adjourning_needs_everybody(serving: Serving) -> None:
    ada, bo, match = begun(serving, clock={"base": 60_000})
    assert ada.post(match, "adjourn")["status"] == "running"
    assert bo.post(match, "adjourn")["status"] == "adjourned"
    ada.refused(f"/api/matches/{match}/act", "adjourned", action="c3")
    bo.post(match, "resume")
    assert ada.post(match, "resume")["status"] == "running"
    ada.post(match, "act", action="c3")


def test_leaving_among_three_lets_the_others_play(serving: Serving) -> None:
    accounts = [serving.somebody(name) for name in ("Ada", "Bo", "Cy")]
    match = accounts[0].open("twisty:djeco", options={"players": "3"}, first=0)["match"]
    for one in accounts[1:]:
        one.post(match, "join")
    accounts[1].post(match, "leave")
    seen = accounts[0].see(match)
    assert seen["view"]["gone"] == [1] and seen["view"]["status"] == "running"
    accounts[1].refused(f"/api/matches/{match}/act", "no_seat", 403, action="a1")
    accounts[0].post(match, "resign")
    assert accounts[0].see(match)["view"]["result"]["winner"] == 2


def test_lists(serving: Serving) -> None:
    ada, bo = serving.somebody("Ada"), serving.somebody("Bo")
    shown = ada.open("kwintie", public=True)["match"]
    hidden = ada.open("kwintie")["match"]

    def listed(one: Somebody, kind: str) -> dict[str, dict[str, Any]]:
        answer = one.http.get("/api/matches", params={"kind": kind, "game": "kwintie"})
        return {row["match"]: row for row in answer.json()["matches"]}

    assert shown in listed(bo, "open") and hidden not in listed(bo, "open")
    assert {shown, hidden} <= set(listed(ada, "mine")) and not listed(bo, "mine")
    bo.post(shown, "join")
    assert shown not in listed(bo, "open") and shown in listed(bo, "live")
    turns = [listed(one, "mine")[shown]["my_turn"] for one in (ada, bo)]
    assert sorted(turns) == [False, True]
    bo.post(shown, "resign")
    assert shown in listed(bo, "past") and shown not in listed(bo, "mine")


def test_looking_back_and_trying(serving: Serving) -> None:
    ada, bo, match = begun(serving)
    ada.post(match, "act", action="c3")
    bo.post(match, "act", action="c2")
    first = ada.http.get(f"/api/matches/{match}/turns/1").json()
    assert first["text"] == "c3" and first["state"]["position"]["stacks"] == {"c3": "W"}
    assert ada.http.get(f"/api/matches/{match}/turns/3").json()["error"]["code"] == "no_such_turn"
    assert ada.post(match, "try", action="d4")["state"]["position"]["stacks"] == {"c3": "W", "c2": "B", "d4": "W"}
    error = ada.refused(f"/api/matches/{match}/try", "occupied", 422, action="c3")
    assert "c3" in error["message"]
    assert ada.see(match)["view"]["actions"] == 2


def test_watching_by_server_sent_events(serving: Serving) -> None:
    ada, _, match = begun(serving)
    got: list[dict[str, Any]] = []
    ready = threading.Event()

    def follow() -> None:
        with serving.somebody().http.stream("GET", f"/api/matches/{match}/events") as answer:
            for line in answer.iter_lines():
                if line.startswith("data:"):
                    got.append(json.loads(line[5:]))
                    ready.set()
                if any(one["type"] == "update" for one in got):
                    return

    following = threading.Thread(target=follow)
    following.start()
    assert ready.wait(10)
    ada.post(match, "act", action="c3")
    following.join(10)
    assert got[0]["type"] == "match" and len(got[0]["events"]) == 4
    update = next(one for one in got if one["type"] == "update")
    assert update["events"][0]["action"] == "c3" and "mine" not in update


def test_the_record_in_every_format(serving: Serving) -> None:
    ada, bo, match = begun(serving, "twixt:paper")
    ada.post(match, "act", action="l12")
    bo.post(match, "act", action="swap")
    for name in ("json", "sgf", "list", "tsgf"):
        assert ada.http.get(f"/api/matches/{match}/record", params={"format": name}).status_code == 200
    assert ada.http.get(f"/api/matches/{match}/record", params={"format": "pgn"}).status_code == 400


def test_a_client_that_slept_for_an_hour(serving: Serving) -> None:
    ada, bo, match = begun(serving)
    ada.post(match, "act", action="c3")
    with ada.socket() as line:
        seen = line.ask(match, "watch")
        last = seen["events"][-1]["number"]
    bo.post(match, "act", action="c2")
    ada.post(match, "act", action="d2")
    bo.post(match, "offer", offer_type="draw")
    with ada.socket() as line:
        back = line.ask(match, "watch", since=last)
        assert [event["kind"] for event in back["events"]] == ["action", "action", "offer"]
        assert back["view"]["offers"] and back["view"]["changes"] == 3


def test_presence_is_told(serving: Serving) -> None:
    ada, bo, match = begun(serving)
    with ada.socket() as line:
        line.ask(match, "watch")
        with bo.socket() as other:
            other.ask(match, "watch")
            while not all(place["online"] for place in line.next("table")["table"]["places"]):
                pass
        until(lambda: not all(place["online"] for place in line.next("table")["table"]["places"]))


def test_the_lobby_rings(serving: Serving) -> None:
    ada = serving.somebody()
    with ada.socket() as line:
        assert line.ask(None, "lobby")["type"] == "ok"
        ada.open("mixtour", public=True)
        line.next("lobby")


def test_pings_are_answered(serving: Serving) -> None:
    with serving.somebody().socket() as line:
        assert line.ask(None, "ping", lag=12)["ok"]["now"] > 0
