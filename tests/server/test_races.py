"""Races: two clients play the same turn, repeated and outdated submissions."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from tests.server.server_process import ServerProcess, start_match


def test_two_clients_race_for_the_same_turn(serving: ServerProcess) -> None:
    ada, bo, match_id = start_match(serving)
    with ada.socket() as one, ada.socket() as other, bo.socket() as third:
        for socket in (one, other, third):
            socket.command(match_id, "watch")
        for turn in range(10):
            cells = [f"{column}{row}" for column in "abcde" for row in "12345"]
            free = [cell for cell in cells if cell not in ada.fetch_match(match_id)["view"]["state"]["position"]["stacks"]]
            sent = [
                (socket, socket.send(match_id, "play", action=cell, changes_seen=2 * turn))
                for socket, cell in zip((one, other), free, strict=False)
            ]
            responses = [socket.answer(number) for socket, number in sent]
            assert sorted(response["type"] for response in responses) == ["error", "update"]
            refused = next(response for response in responses if response["type"] == "error")
            assert refused["error"]["code"] == "stale" and refused["current"]["view"]["changes"] == 2 * turn + 1
            message = bo.fetch_match(match_id)
            assert message["view"]["changes"] == 2 * turn + 1
            bo.command(match_id, "play", action=message["viewer"]["legal"][0])


def test_the_same_submission_is_played_once(serving: ServerProcess) -> None:
    ada, bo, match_id = start_match(serving)
    first = ada.command(match_id, "play", action="c3", changes_seen=0, nonce="n1")
    again = ada.command(match_id, "play", action="c3", changes_seen=0, nonce="n1")
    assert (first["number"], first["repeated"]) == (again["number"], False) and again["repeated"]
    bo.command(match_id, "play", action="c2", changes_seen=1, nonce="n1")  # nonces of different accounts are independent
    late = ada.command(match_id, "play", action="c3", changes_seen=0, nonce="n1")
    assert late["repeated"] and late["view"]["actions"] == 2
    with ada.socket() as socket:
        socket.command(match_id, "watch")
        assert socket.command(match_id, "play", action="d3", changes_seen=2, nonce="n2")["type"] == "update"
        response = socket.command(match_id, "play", action="d3", changes_seen=2, nonce="n2")
        assert response["result"]["repeated"] and response["result"]["number"] == late["view"]["events"] + 1


def test_submissions_out_of_order_are_stale(serving: ServerProcess) -> None:
    ada, bo, match_id = start_match(serving)
    response = ada.http.post(f"/api/matches/{match_id}/commands", json={"type": "play", "action": "c3", "changes_seen": 2})
    assert response.status_code == 409 and response.json()["error"]["code"] == "stale"
    assert response.json()["view"]["changes"] == 0
    ada.command(match_id, "play", action="c3", changes_seen=0)
    bo.command(match_id, "offer", offer_type="draw")
    bo.command(match_id, "play", action="c2", changes_seen=1)  # offers do not make an action stale


def test_only_one_of_many_accounts_takes_the_open_seat(serving: ServerProcess) -> None:
    ada = serving.client()
    match_id = ada.open("mixtour")["match_id"]
    crowd = [serving.client() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        codes = list(
            pool.map(lambda one: one.http.post(f"/api/matches/{match_id}/commands", json={"type": "join"}).status_code, crowd)
        )
    assert codes.count(200) == 1
    assert len(ada.fetch_match(match_id)["info"]["participants"]) == 2
