"""Attacks: each is refused with its code, and the match is unharmed."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.server_process import PATIENCE, Client, ServerProcess, fetch, until
from tests.server.test_tables import begun


def test_playing_for_another_seat(serving: ServerProcess) -> None:
    ada, bo, match = begun(serving)
    stranger = serving.client()
    bo.refused_command(match, "play", "not_yours", 403, action="c3", seat=0)
    bo.refused_command(match, "play", "not_your_turn", 409, action="c3")
    stranger.refused_command(match, "play", "no_seat", 403, action="c3")
    stranger.refused_command(match, "resign", "no_seat", 403)
    stranger.refused_command(match, "leave", "no_seat", 403)
    stranger.refused_command(match, "offer", "no_seat", 403, offer_type="draw")
    stranger.refused_command(match, "set_chat", "no_seat", 403, enabled=False)
    stranger.refused_command(match, "chat", "no_seat", 403, text="psst", room="seats")
    stranger.refused_command(match, "adjourn", "no_seat", 403)
    assert ada.see(match)["view"]["events"] == 4


@pytest.mark.parametrize(
    "cookie",
    ["", "x", "0123456789abcdef.0." + "0" * 64, "0123456789abcdef.0.", "'; DROP TABLE people; --", "a" * 5000],
)
def test_forged_cookies_are_nobody(serving: ServerProcess, cookie: str) -> None:
    _, _, match = begun(serving)
    forged = {"cookie": f"tablier={cookie}"}
    answer = fetch(f"{serving.url}/api/matches/{match}/commands", "POST", json={"type": "play", "action": "c3"}, headers=forged)
    assert answer.status_code == 401 and answer.json()["error"]["code"] == "no_identity"


def test_an_identity_with_another_epoch_is_nobody_s(serving: ServerProcess) -> None:
    ada = serving.client("Ada")
    old = dict(ada.http.cookies)
    assert ada.http.post("/api/me/sign-out-everywhere").status_code == 200
    assert dict(ada.http.cookies) != old
    assert ada.http.get("/api/me").json()["id"] == ada.id
    assert fetch(f"{serving.url}/api/me", cookies=old).json()["id"] != ada.id


@pytest.mark.parametrize("token", ["x", "bot_0123456789abcdef_" + "0" * 48, "bot_" + "é" * 4])
def test_forged_tokens_are_refused(serving: ServerProcess, token: str) -> None:
    headers = {"authorization": f"Bearer {token}".encode()}
    answer = fetch(f"{serving.url}/api/me", headers=headers)
    assert answer.status_code == 401 and answer.json()["error"]["code"] == "bad_token"


def test_requests_from_another_site_are_refused(serving: ServerProcess) -> None:
    ada, _, match = begun(serving)
    for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = ada.http.post(f"/api/matches/{match}/commands", json={"type": "play", "action": "c3"}, headers=headers)
        assert answer.status_code == 403 and answer.json()["error"]["code"] == "cross_origin"
    answer = ada.http.post(
        f"/api/matches/{match}/commands", json={"type": "play", "action": "c3"}, headers={"origin": serving.url}
    )
    assert answer.status_code == 200


def test_sockets_from_another_site_are_refused(serving: ServerProcess) -> None:
    ada = serving.client()
    with pytest.raises(InvalidStatus) as refused, ada.socket(origin="https://evil.example"):
        pass
    assert refused.value.response.status_code == 403
    with ada.socket(origin=serving.url):
        pass


def test_a_form_of_another_site_cannot_post(serving: ServerProcess) -> None:
    ada, _, match = begun(serving)
    answer = ada.http.post(
        f"/api/matches/{match}/commands", content="type=play&action=c3", headers={"content-type": "text/plain"}
    )
    assert answer.status_code == 400
    answer = ada.http.post(
        f"/api/matches/{match}/commands", data={"type": "resign"}, headers={"origin": "https://evil.example"}
    )
    assert answer.status_code == 403


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
def test_malformed_frames_get_an_error_and_the_line_stays(serving: ServerProcess, frame: str) -> None:
    with serving.client().socket() as line:
        line.connection.send(frame)
        assert line.next("error")["error"]["code"] == "bad_request"
        assert line.command(None, "ping")["type"] == "ok"


def test_binary_rubbish_does_no_harm(serving: ServerProcess) -> None:
    with serving.client().socket() as line:
        line.connection.send(b"\xff\xfe\x00" * 50)
        assert line.next("error")["error"]["code"] == "bad_request"


def test_oversized_frames_end_the_line(serving: ServerProcess) -> None:
    with serving.client().socket() as line, pytest.raises(ConnectionClosed) as closed:
        line.connection.send("x" * 100_000)
        while True:
            line.connection.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


def test_oversized_bodies_are_refused(serving: ServerProcess) -> None:
    ada, _, match = begun(serving)
    answer = ada.http.post(f"/api/matches/{match}/commands", json={"type": "play", "action": "c" * 200_000})
    assert answer.status_code == 413 and answer.json()["error"]["code"] == "too_large"
    answer = ada.http.post(f"/api/matches/{match}/commands", json={"type": "play", "action": "c" * 20_000})
    assert answer.status_code == 400


def test_actions_of_rubbish(serving: ServerProcess) -> None:
    ada, _, match = begun(serving)
    for action in ("", " ", "c9", "c3\n", "c3 c4", "\u0663", "a" * 1000, "1" * 16_000, "<script>", "'; --", "\x00"):
        answer = ada.http.post(f"/api/matches/{match}/commands", json={"type": "play", "action": action})
        assert 400 <= answer.status_code < 500, answer.text
        assert answer.json()["error"]["code"] and answer.json()["error"]["message"]
    assert ada.see(match)["view"]["actions"] == 0


def test_numbers_that_no_store_can_hold(serving: ServerProcess) -> None:
    ada, _, match = begun(serving)
    for number in (-1, 2**53 + 1, 2**63, 10**300):
        ada.refused(f"/api/matches/{match}/report", "bad_request", 400, chat_id=number)


def test_names_and_chat_with_sql_and_script_are_only_text(serving: ServerProcess) -> None:
    nasty = "<script>alert(1)</script>'; DROP"
    ada, bo, match = begun(serving)
    ada.http.patch("/api/me", json={"name": nasty})
    other = ada.open("mixtour", public=True)["match_id"]
    assert bo.see(other)["info"]["participants"][0]["name"] == nasty
    bo.command(match, "chat", text=nasty)
    assert ada.http.get(f"/api/matches/{match}/chat").json()["chat"][0]["text"] == nasty
    answer = ada.http.get(f"/api/matches/{match}/chat")
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    link = ada.http.post("/api/me/links", json={}).json()["url"]
    page = bo.http.get(httpx.URL(link).path)
    assert "<script>alert" not in page.text and "&lt;script&gt;" in page.text
    for text in ("x" * 501, "", "\x00", "\u0007"):
        assert bo.http.post(f"/api/matches/{match}/commands", json={"type": "chat", "text": text}).status_code == 400


@pytest.mark.parametrize("path", ["../../../pyproject.toml", "..%2f..%2fserver/app.py", "%2e%2e/server/app.py", "app.py"])
def test_files_outside_are_not_served(serving: ServerProcess, path: str) -> None:
    for root in ("/web/x/", "/web/x/games/mixtour/", "/"):
        with socket.create_connection(("127.0.0.1", serving.port)) as line:
            line.sendall(f"GET {root}{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            got = b"".join(iter(lambda: line.recv(65536), b""))
        assert got.startswith(b"HTTP/1.1 ") and b"import annotations" not in got and b"[project]" not in got


def test_python_of_a_game_is_not_served(serving: ServerProcess) -> None:
    assert fetch(f"{serving.url}/web/x/games/mixtour/state.py").status_code == 404


def test_the_policy_forbids_inline_script_everywhere(serving: ServerProcess) -> None:
    for path in ("/", "/api/docs", "/api/me", "/nowhere", "/api/nowhere", "/enter/wrong-token"):
        policy = fetch(f"{serving.url}{path}").headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
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


def test_floods_are_refused_and_then_cut(strict: ServerProcess) -> None:
    with strict.client().socket() as line, pytest.raises(ConnectionClosed) as closed:
        for _ in range(500):
            line.connection.send('{"command": {"type": "ping"}}')
        while True:
            line.connection.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


def test_too_many_requests(strict: ServerProcess) -> None:
    ada = strict.client()
    assert ada.http.get("/api/me").status_code == 200
    assert any(ada.http.get("/api/me").status_code == 429 for _ in range(1000))  # sooner or later: a slow machine asks slowly


def test_too_many_sockets(strict: ServerProcess) -> None:
    time.sleep(1)
    ada = strict.client()
    with ada.socket(), ada.socket(), ada.socket():
        with pytest.raises(InvalidStatus) as refused, ada.socket():
            pass
        assert refused.value.response.status_code == 429


def test_too_many_matches(strict: ServerProcess) -> None:
    time.sleep(1)
    ada = strict.client()
    for _ in range(2):
        ada.open("mixtour")
    ada.refused("/api/matches", "too_many_matches", 429, edition="mixtour")


def test_a_slow_reader_makes_nobody_wait(serving: ServerProcess) -> None:
    """Somebody asks for much and reads nothing: the others play on, and in the end the line is cut."""
    ada, bo, match = begun(serving, "twixt:kosmos")
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", serving.port))
    slow = Handmade(raw, ada)
    operator = serving.operator()
    before = operator.http.get("/api/operator/state").json()["sockets"]
    for _ in range(2500):
        slow.send({"match_id": match, "command": {"type": "watch"}})  # some 6 kB each, with all the holes to choose from
    for actor in (ada, bo, ada, bo):
        actor.command(match, "play", action=actor.see(match)["viewer"]["legal"][0])
    until(lambda: operator.http.get("/api/operator/state").json()["sockets"] < before)
    raw.close()


class Handmade:
    """A socket client that never reads."""

    def __init__(self, raw: socket.socket, account: Client) -> None:
        self.raw = raw
        cookie = account.headers["cookie"]
        head = f"GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nCookie: {cookie}\r\n"
        raw.sendall(f"{head}Sec-WebSocket-Key: dGFibGllciBzYXlzIGhpIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        assert b"101" in raw.recv(200)
        raw.settimeout(PATIENCE)

    def send(self, frame: dict[str, object]) -> None:
        data = json.dumps(frame).encode()
        self.raw.sendall(bytes([0x81, 0x80 | len(data)]) + b"\0\0\0\0" + data)


def test_garbage_instead_of_http(serving: ServerProcess, tmp_path: Path) -> None:
    for garbage in (b"\x00" * 100, b"GET / HTTP/9.9\r\n\r\n", b"POST /api/matches HTTP/1.1\r\nContent-Length: -1\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", serving.port)) as line:
            line.sendall(garbage)
    assert Client(serving).id
