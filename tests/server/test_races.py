"""Races: two who want the same turn, submissions again and out of order."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from tests.server.server_process import ServerProcess
from tests.server.test_tables import begun


def test_two_clients_race_for_the_same_turn(serving: ServerProcess) -> None:
    ada, bo, match = begun(serving)
    with ada.socket() as one, ada.socket() as other, bo.socket() as third:
        for line in (one, other, third):
            line.command(match, "watch")
        for turn in range(10):
            cells = [f"{column}{row}" for column in "abcde" for row in "12345"]
            free = [cell for cell in cells if cell not in ada.see(match)["view"]["state"]["position"]["stacks"]]
            sent = [
                (line, line.send(match, "play", action=cell, changes_seen=2 * turn))
                for line, cell in zip((one, other), free, strict=False)
            ]
            answers = [line.answer(number) for line, number in sent]
            assert sorted(answer["type"] for answer in answers) == ["error", "update"]
            refused = next(answer for answer in answers if answer["type"] == "error")
            assert refused["error"]["code"] == "stale" and refused["current"]["view"]["changes"] == 2 * turn + 1
            seen = bo.see(match)
            assert seen["view"]["changes"] == 2 * turn + 1
            bo.command(match, "play", action=seen["viewer"]["legal"][0])


def test_the_same_submission_is_played_once(serving: ServerProcess) -> None:
    ada, bo, match = begun(serving)
    first = ada.command(match, "play", action="c3", changes_seen=0, nonce="n1")
    again = ada.command(match, "play", action="c3", changes_seen=0, nonce="n1")
    assert (first["number"], first["repeated"]) == (again["number"], False) and again["repeated"]
    bo.command(match, "play", action="c2", changes_seen=1, nonce="n1")  # another one's nonce is another nonce
    late = ada.command(match, "play", action="c3", changes_seen=0, nonce="n1")
    assert late["repeated"] and late["view"]["actions"] == 2
    with ada.socket() as line:
        line.command(match, "watch")
        assert line.command(match, "play", action="d3", changes_seen=2, nonce="n2")["type"] == "update"
        answer = line.command(match, "play", action="d3", changes_seen=2, nonce="n2")
        assert answer["result"]["repeated"] and answer["result"]["number"] == late["view"]["events"] + 1


def test_submissions_out_of_order_are_stale(serving: ServerProcess) -> None:
    ada, bo, match = begun(serving)
    answer = ada.http.post(f"/api/matches/{match}/commands", json={"type": "play", "action": "c3", "changes_seen": 2})
    assert answer.status_code == 409 and answer.json()["error"]["code"] == "stale"
    assert answer.json()["view"]["changes"] == 0
    ada.command(match, "play", action="c3", changes_seen=0)
    bo.command(match, "offer", offer_type="draw")
    bo.command(match, "play", action="c2", changes_seen=1)  # offers make nothing stale


def test_many_join_and_one_sits_down(serving: ServerProcess) -> None:
    ada = serving.client()
    match = ada.open("mixtour")["match_id"]
    crowd = [serving.client() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        codes = list(
            pool.map(lambda one: one.http.post(f"/api/matches/{match}/commands", json={"type": "join"}).status_code, crowd)
        )
    assert codes.count(200) == 1
    assert len(ada.see(match)["info"]["participants"]) == 2
