"""Races: two clients play the same turn, repeated and outdated submissions, sign-outs and bans beside renames."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

import httpx

from tests.server.server_process import Client, ServerProcess, fetch, start_match


def test_two_clients_race_for_the_same_turn(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    with ada.socket() as first, ada.socket() as second, bo.socket() as third:
        for socket in (first, second, third):
            socket.command(match_id, "watch")
        for turn in range(10):
            cells = [f"{column}{row}" for column in "abcde" for row in "12345"]
            free = [cell for cell in cells if cell not in ada.fetch_match(match_id)["view"]["state"]["position"]["stacks"]]
            sent = [
                (socket, socket.send(match_id, "play", action=cell, changes_seen=2 * turn))
                for socket, cell in zip((first, second), free, strict=False)
            ]
            responses = [socket.answer(frame_id) for socket, frame_id in sent]
            assert sorted(response["type"] for response in responses) == ["error", "update"]
            refused = next(response for response in responses if response["type"] == "error")
            assert refused["error"]["code"] == "stale" and refused["current"]["view"]["changes"] == 2 * turn + 1
            message = bo.fetch_match(match_id)
            assert message["view"]["changes"] == 2 * turn + 1
            bo.command(match_id, "play", action=message["viewer"]["legal"][0])


def test_the_same_submission_is_played_once(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
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


def test_submissions_out_of_order_are_stale(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    response = ada.http.post(f"/api/matches/{match_id}/commands", json={"type": "play", "action": "c3", "changes_seen": 2})
    assert response.status_code == 409 and response.json()["error"]["code"] == "stale"
    assert response.json()["view"]["changes"] == 0
    ada.command(match_id, "play", action="c3", changes_seen=0)
    bo.command(match_id, "offer", offer_type="draw")
    bo.command(match_id, "play", action="c2", changes_seen=1)  # offers do not make an action stale


def test_only_one_of_many_accounts_takes_the_open_seat(server: ServerProcess) -> None:
    ada = server.client()
    match_id = ada.open("mixtour")["match_id"]
    clients = [server.client() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        path = f"/api/matches/{match_id}/commands"
        codes = list(pool.map(lambda client: client.http.post(path, json={"type": "join"}).status_code, clients))
    assert codes.count(200) == 1
    assert len(ada.fetch_match(match_id)["info"]["participants"]) == 2


def rename_20_times(pool: ThreadPoolExecutor, server: ServerProcess, client: Client) -> list[Future[httpx.Response]]:
    """Send renames on connections of their own, so that they are under way together."""
    cookie = client.headers
    return [
        pool.submit(fetch, f"{server.url}/api/me", "PATCH", json={"name": f"Name {number}"}, headers=cookie)
        for number in range(20)
    ]


def test_signing_out_beside_renames_is_never_undone(server: ServerProcess) -> None:
    with ThreadPoolExecutor(21) as pool:
        for _ in range(3):
            owner = server.client("Ada")
            stolen = owner.headers
            renames = rename_20_times(pool, server, owner)
            assert owner.http.post("/api/me/sign-out-everywhere").status_code == 200
            assert {rename.result().status_code for rename in renames} <= {200, 401}
            assert fetch(f"{server.url}/api/me", headers=stolen).json()["id"] != owner.id
            assert owner.http.get("/api/me").json()["id"] == owner.id


def test_a_ban_beside_renames_is_never_undone(server: ServerProcess) -> None:
    operator = server.operator()
    with ThreadPoolExecutor(21) as pool:
        for _ in range(3):
            bo = server.client("Bo")
            renames = rename_20_times(pool, server, bo)
            assert operator.http.post("/api/operator/ban", json={"account_id": bo.id}).status_code == 200
            assert {rename.result().status_code for rename in renames} <= {200, 403}
            bo.expect_error("/api/matches", "banned", 403, edition="mixtour")
