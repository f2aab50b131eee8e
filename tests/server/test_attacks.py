"""Attacks: each is refused with its code, and the match is unharmed."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.server_process import TIMEOUT_S, Client, RawSocket, ServerProcess, fetch, start_match, wait_until


def test_acting_for_another_seat_is_rejected(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    stranger = server.client()
    bo.expect_command_error(match_id, "play", "not_yours", 403, action="c3", seat=0)
    bo.expect_command_error(match_id, "play", "not_your_turn", 409, action="c3")
    stranger.expect_command_error(match_id, "play", "no_seat", 403, action="c3")
    stranger.expect_command_error(match_id, "resign", "no_seat", 403)
    stranger.expect_command_error(match_id, "leave", "no_seat", 403)
    stranger.expect_command_error(match_id, "offer", "no_seat", 403, offer_type="draw")
    stranger.expect_command_error(match_id, "set_chat", "no_seat", 403, enabled=False)
    stranger.expect_command_error(match_id, "chat", "no_seat", 403, text="psst", room="seats")
    stranger.expect_command_error(match_id, "adjourn", "no_seat", 403)
    assert ada.fetch_match(match_id)["view"]["events"] == 4  # create, two joins, start


@pytest.mark.parametrize(
    "cookie",
    ["", "x", "0123456789abcdef.0." + "0" * 64, "0123456789abcdef.0.", "'; DROP TABLE people; --", "a" * 5000],
)
def test_forged_cookies_are_ignored(server: ServerProcess, cookie: str) -> None:
    _, _, match_id = start_match(server)
    forged = {"cookie": f"tablier={cookie}"}
    response = fetch(
        f"{server.url}/api/matches/{match_id}/commands", "POST", json={"type": "play", "action": "c3"}, headers=forged
    )
    assert response.status_code == 401 and response.json()["error"]["code"] == "no_identity"


def test_a_cookie_of_an_old_epoch_is_ignored(server: ServerProcess) -> None:
    ada = server.client("Ada")
    old = dict(ada.http.cookies)
    assert ada.http.post("/api/me/sign-out-everywhere").status_code == 200
    assert dict(ada.http.cookies) != old
    assert ada.http.get("/api/me").json()["id"] == ada.id
    assert fetch(f"{server.url}/api/me", cookies=old).json()["id"] != ada.id


@pytest.mark.parametrize("token", ["x", "bot_0123456789abcdef_" + "0" * 48, "bot_" + "é" * 4])
def test_forged_tokens_are_refused(server: ServerProcess, token: str) -> None:
    headers = {"authorization": f"Bearer {token}".encode()}
    response = fetch(f"{server.url}/api/me", headers=headers)
    assert response.status_code == 401 and response.json()["error"]["code"] == "bad_token"


def test_requests_from_another_site_are_refused(server: ServerProcess) -> None:
    ada, _, match_id = start_match(server)
    for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        response = ada.http.post(f"/api/matches/{match_id}/commands", json={"type": "play", "action": "c3"}, headers=headers)
        assert response.status_code == 403 and response.json()["error"]["code"] == "cross_origin"
    response = ada.http.post(
        f"/api/matches/{match_id}/commands", json={"type": "play", "action": "c3"}, headers={"origin": server.url}
    )
    assert response.status_code == 200


def test_sockets_from_another_site_are_refused(server: ServerProcess) -> None:
    ada = server.client()
    with pytest.raises(InvalidStatus) as refused, ada.socket(origin="https://evil.example"):
        pass
    assert refused.value.response.status_code == 403
    with ada.socket(origin=server.url):
        pass


def test_a_form_of_another_site_cannot_post(server: ServerProcess) -> None:
    ada, _, match_id = start_match(server)
    response = ada.http.post(
        f"/api/matches/{match_id}/commands", content="type=play&action=c3", headers={"content-type": "text/plain"}
    )
    assert response.status_code == 400
    response = ada.http.post(
        f"/api/matches/{match_id}/commands", data={"type": "resign"}, headers={"origin": "https://evil.example"}
    )
    assert response.status_code == 403


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "null",
        "[]",
        '{"command": {}}',
        '{"command": {"type": "fly"}}',
        '{"command": {"type": "play"}}',
        '{"command": {"type": "play", "action": 7}, "match_id": "x"}',
        '{"command": {"type": "play", "action": "c3", "seat": -1}, "match_id": "x"}',
        '{"command": {"type": "play", "action": "c3", "cheat": true}, "match_id": "x"}',
        '{"command": {"type": "watch", "since": 1e400}, "match_id": "x"}',
        '{"command": {"type": "ping", "lag_ms": -5}}',
        "[" * 30_000,
        '{"id": "1", "command": {"type": "ping"}}',
        "\x00\x01",
        '{"command": {"type": "play", "action": "\\ud800"}, "match_id": "x"}',
    ],
)
def test_malformed_frames_get_an_error_and_the_connection_stays(server: ServerProcess, frame: str) -> None:
    with server.client().socket() as socket:
        socket.connection.send(frame)
        assert socket.next("error")["error"]["code"] == "bad_request"
        assert socket.command(None, "ping")["type"] == "ok"


def test_a_binary_frame_gets_an_error(server: ServerProcess) -> None:
    with server.client().socket() as socket:
        socket.connection.send(b"\xff\xfe\x00" * 50)
        assert socket.next("error")["error"]["code"] == "bad_request"


def test_oversized_frames_close_the_connection(server: ServerProcess) -> None:
    with server.client().socket() as socket, pytest.raises(ConnectionClosed) as closed:
        socket.connection.send("x" * 100_000)
        while True:
            socket.connection.recv(timeout=TIMEOUT_S)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


def test_oversized_bodies_are_refused(server: ServerProcess) -> None:
    ada, _, match_id = start_match(server)
    response = ada.http.post(f"/api/matches/{match_id}/commands", json={"type": "play", "action": "c" * 200_000})
    assert response.status_code == 413 and response.json()["error"]["code"] == "too_large"
    response = ada.http.post(f"/api/matches/{match_id}/commands", json={"type": "play", "action": "c" * 20_000})
    assert response.status_code == 400


def test_garbage_as_actions(server: ServerProcess) -> None:
    ada, _, match_id = start_match(server)
    for action in ("", " ", "c9", "c3\n", "c3 c4", "\u0663", "a" * 1000, "1" * 16_000, "<script>", "'; --", "\x00"):
        response = ada.http.post(f"/api/matches/{match_id}/commands", json={"type": "play", "action": action})
        assert 400 <= response.status_code < 500, response.text
        assert response.json()["error"]["code"] and response.json()["error"]["message"]
    assert ada.fetch_match(match_id)["view"]["actions"] == 0


def test_numbers_too_large_for_the_database(server: ServerProcess) -> None:
    ada, _, match_id = start_match(server)
    for number in (-1, 2**53 + 1, 2**63, 10**300):
        ada.expect_error(f"/api/matches/{match_id}/report", "bad_request", 400, chat_id=number)


def test_names_and_chat_with_sql_and_script_are_only_text(server: ServerProcess) -> None:
    nasty = "<script>alert(1)</script>'; DROP"
    ada, bo, match_id = start_match(server)
    ada.http.patch("/api/me", json={"name": nasty})
    other = ada.open("mixtour", public=True)["match_id"]
    assert bo.fetch_match(other)["info"]["participants"][0]["name"] == nasty
    bo.command(match_id, "chat", text=nasty)
    assert ada.http.get(f"/api/matches/{match_id}/chat").json()["chat"][0]["text"] == nasty
    response = ada.http.get(f"/api/matches/{match_id}/chat")
    assert response.headers["content-type"].startswith("application/json")
    assert response.headers["x-content-type-options"] == "nosniff"
    link = ada.http.post("/api/me/links", json={}).json()["url"]
    page = bo.http.get(httpx.URL(link).path)
    assert "<script>alert" not in page.text and "&lt;script&gt;" in page.text
    for text in ("x" * 501, "", "\x00", "\u0007"):
        assert bo.http.post(f"/api/matches/{match_id}/commands", json={"type": "chat", "text": text}).status_code == 400


@pytest.mark.parametrize("path", ["../../../pyproject.toml", "..%2f..%2fserver/app.py", "%2e%2e/server/app.py", "app.py"])
def test_files_outside_the_web_folders_are_not_served(server: ServerProcess, path: str) -> None:
    for root in ("/static/", "/static/x/", "/static/x/games/mixtour/", "/"):
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(f"GET {root}{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            response = b"".join(iter(lambda: connection.recv(65536), b""))
        assert response.startswith(b"HTTP/1.1 ") and b"import annotations" not in response and b"[project]" not in response


def test_python_of_a_game_is_not_served(server: ServerProcess) -> None:
    assert fetch(f"{server.url}/static/x/games/mixtour/state.py").status_code == 404


def test_the_policy_forbids_inline_script_everywhere(server: ServerProcess) -> None:
    for path in ("/", "/api/docs", "/api/me", "/nowhere", "/api/nowhere", "/enter/wrong-token"):
        policy = fetch(f"{server.url}{path}").headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with tight limits."""
    limits = {
        "max_requests_per_second": 5.0,
        "max_sockets_per_account": 3,
        "max_sockets_per_address": 6,
        "max_matches_per_account": 2,
        "max_new_accounts_per_minute": 120.0,
    }
    server = ServerProcess(tmp_path_factory.mktemp("strict"), limits).start()
    yield server
    server.stop()


def test_a_flood_of_frames_closes_the_connection(strict_server: ServerProcess) -> None:
    with strict_server.client().socket() as socket, pytest.raises(ConnectionClosed) as closed:
        for _ in range(500):
            socket.connection.send('{"command": {"type": "ping"}}')
        while True:
            socket.connection.recv(timeout=TIMEOUT_S)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


def test_too_many_requests(strict_server: ServerProcess) -> None:
    ada = strict_server.client()
    assert ada.http.get("/api/me").status_code == 200
    assert any(ada.http.get("/api/me").status_code == 429 for _ in range(1000))  # many, because a slow machine sends slowly


def test_too_many_sockets(strict_server: ServerProcess) -> None:
    time.sleep(1)  # refills the rate limits of this address after the previous test
    ada = strict_server.client()
    with ada.socket(), ada.socket(), ada.socket():
        with pytest.raises(InvalidStatus) as refused, ada.socket():
            pass
        assert refused.value.response.status_code == 429


def test_too_many_matches(strict_server: ServerProcess) -> None:
    time.sleep(1)  # refills the rate limits of this address after the previous test
    ada = strict_server.client()
    for _ in range(2):
        ada.open("mixtour")
    ada.expect_error("/api/matches", "too_many_matches", 429, edition="mixtour")


def test_a_slow_reader_does_not_delay_others(server: ServerProcess) -> None:
    """A client requests much and reads nothing: others play on, and it is disconnected in the end."""
    ada, bo, match_id = start_match(server, "twixt:kosmos")
    slow = RawSocket(server.port, ada, receive_buffer=4096)
    operator = server.operator()
    before = operator.http.get("/api/operator/state").json()["sockets"]
    for _ in range(2500):
        slow.send({"match_id": match_id, "command": {"type": "watch"}})  # each response has some 6 kB, with all legal actions
    for actor in (ada, bo, ada, bo):
        actor.command(match_id, "play", action=actor.fetch_match(match_id)["viewer"]["legal"][0])
    wait_until(lambda: operator.http.get("/api/operator/state").json()["sockets"] < before)
    slow.close()


def test_garbage_instead_of_http(server: ServerProcess, tmp_path: Path) -> None:
    for garbage in (b"\x00" * 100, b"GET / HTTP/9.9\r\n\r\n", b"POST /api/matches HTTP/1.1\r\nContent-Length: -1\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(garbage)
    assert Client(server).id
