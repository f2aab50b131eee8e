"""The operator's API: accounts, matches, reports, bans, operators and the audit log."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tablier.match import DAY
from tablier.server.matches.clock import wall_clock_ms
from tablier.server.store.store import DATABASE_FILE, open_database
from tests.server.server_process import TIMEOUT_S, Client, ServerProcess, fetch, start_match


def operate(server: ServerProcess, path: str, **body: Any) -> dict[str, Any]:
    """Send a change as the operator and return the result."""
    response = server.operator().http.post(f"/api/operator/{path}", json=body)
    assert response.status_code == 200, response.text
    return dict(response.json())


def look_up(server: ServerProcess, path: str, **parameters: Any) -> dict[str, Any]:
    """Read a route as the operator."""
    response = server.operator().http.get(f"/api/operator/{path}", params=parameters)
    assert response.status_code == 200, response.text
    return dict(response.json())


def audit_of(server: ServerProcess, target: str | int) -> list[tuple[str, str]]:
    """Return actions and details of the audit log about a target, oldest first."""
    entries = look_up(server, "audit", target=str(target))["audit"]
    assert all(entry["operator_id"] == server.operator().id and entry["at"] > 0 for entry in entries)
    return [(entry["action"], entry["detail"]) for entry in reversed(entries)]


def test_accounts_are_searched_by_name_and_id_in_pages(server: ServerProcess) -> None:
    clients = [server.client(f"Zebra {number}") for number in range(3)]
    pages = [look_up(server, "accounts", search="ZEBRA", limit=2, offset=offset) for offset in (0, 2)]
    ids = [account["id"] for page in pages for account in page["accounts"]]
    assert sorted(ids) == sorted(client.id for client in clients)
    assert [page["next_offset"] for page in pages] == [2, None]
    by_id = look_up(server, "accounts", search=clients[0].id[:12])["accounts"]
    assert [account["name"] for account in by_id] == ["Zebra 0"] and "token" not in by_id[0] and "epoch" not in by_id[0]
    assert look_up(server, "accounts", search="Zebra%")["accounts"] == []


def test_one_account_is_shown_with_bots_matches_reports_and_bans(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    bot = bo.http.post("/api/me/bots", json={"name": "Robot"}).json()
    chat_id = bo.command(match_id, "chat", text="something foul")["id"]
    ada.http.post(f"/api/matches/{match_id}/report", json={"chat_id": chat_id})
    operate(server, "note", account_id=bo.id, reason="warned")
    operate(server, "ban", account_id=bo.id, reason="rude")
    shown = look_up(server, f"accounts/{bo.id}")
    assert shown["account"]["name"] == "Bo" and shown["account"]["banned"]
    assert [entry["id"] for entry in shown["bots"]] == [bot["id"]]
    assert [(entry["match_id"], entry["players"]) for entry in shown["matches"]] == [(match_id, "Ada, Bo")]
    assert [entry["chat_id"] for entry in shown["reports"]] == [chat_id]
    assert [(entry["action"], entry["detail"]) for entry in shown["audit"]] == [("ban", "rude"), ("note", "warned")]
    assert server.operator().http.get("/api/operator/accounts/" + "1" * 16).status_code == 404


def test_matches_are_listed_by_status_game_and_account(server: ServerProcess) -> None:
    ada, _, running = start_match(server)
    waiting = ada.open("twixt", public=False)["match_id"]

    def list_ids(**parameters: Any) -> list[str]:
        matches = look_up(server, "matches", account_id=ada.id, **parameters)["matches"]
        return [entry["match_id"] for entry in matches]

    assert sorted(list_ids()) == sorted([running, waiting])
    assert list_ids(status="running") == list_ids(game="mixtour") == [running]
    assert list_ids(status="waiting") == list_ids(game="twixt") == [waiting]
    assert list_ids(status="over") == []


def test_an_operator_ends_matches_by_a_ruling(server: ServerProcess) -> None:
    ada, bo, won = start_match(server)
    waiting = ada.open("mixtour")["match_id"]
    with bo.socket() as socket:
        socket.command(won, "watch")
        operate(server, f"matches/{won}/end", result="win", winner=1, reason="cheating")
        assert socket.next("update")["events"][0] | {"at": 0, "number": 0} == {
            **{"kind": "ruling", "winner": 1, "reason": "ruling"},
            **{"at": 0, "number": 0},
        }
    assert ada.fetch_match(won)["view"]["result"] == {"winner": 1, "reason": "ruling"}
    assert audit_of(server, won) == [("end_match", "win 1; cheating")]
    operate(server, f"matches/{waiting}/end", result="abort")
    assert ada.fetch_match(waiting)["view"]["result"] == {"aborted": True, "reason": "aborted"}
    assert ada.http.get(f"/api/matches/{waiting}/record").status_code == 200
    operator = server.operator()
    operator.expect_error(f"/api/operator/matches/{won}/end", "match_over", 409, result="draw")
    operator.expect_error(f"/api/operator/matches/{won}/end", "bad_request", 400, result="win")
    operator.expect_error("/api/operator/matches/none/end", "no_such_match", 404, result="draw")
    assert audit_of(server, won) == [("end_match", "win 1; cheating")], "a refused change is not logged"


def test_reports_are_made_once_and_closed_without_hiding(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    chat_id = bo.command(match_id, "chat", text="harmless")["id"]
    for _ in range(3):
        response = ada.http.post(f"/api/matches/{match_id}/report", json={"chat_id": chat_id, "reason": "boring"})
        assert response.status_code == 202

    def find_reports(*, closed: bool) -> list[int]:
        listed = look_up(server, "reports", closed=closed)["reports"]
        return [entry["id"] for entry in listed if entry["chat_id"] == chat_id]

    (report_id,) = find_reports(closed=False)
    operate(server, "close-report", report_id=report_id, reason="not foul")
    assert find_reports(closed=False) == [] and find_reports(closed=True) == [report_id]
    assert audit_of(server, report_id)[-1] == ("close_report", "not foul")
    assert [message["id"] for message in ada.http.get(f"/api/matches/{match_id}/chat").json()["chat"]] == [chat_id]
    server.operator().expect_error("/api/operator/close-report", "no_such_report", 404, report_id=2**40)


def test_a_hidden_message_is_shown_again(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    chat_id = bo.command(match_id, "chat", text="a joke")["id"]
    operate(server, "hide", chat_id=chat_id)
    assert ada.http.get(f"/api/matches/{match_id}/chat").json()["chat"] == []
    operate(server, "hide", chat_id=chat_id, hidden=False, reason="it was a joke")
    assert ada.http.get(f"/api/matches/{match_id}/chat").json()["chat"][0]["text"] == "a joke"
    assert [action for action, _ in audit_of(server, chat_id)][-2:] == ["hide_chat", "unhide_chat"]
    server.operator().expect_error("/api/operator/hide", "no_such_chat", 404, chat_id=2**40)


def test_a_ban_has_an_end_and_ends_matches_and_connections(server: ServerProcess) -> None:
    ada, bo, running = start_match(server)
    waiting = bo.open("mixtour")["match_id"]
    robot = bo.http.post("/api/me/bots", json={"name": "Robot"}).json()
    bot = Client(server, token=robot["token"])
    until = int(time.time() * 1000) + 3_600_000
    with bo.socket() as socket:
        operate(server, "ban", account_id=bo.id, until=until, reason="spam")
        with pytest.raises(ConnectionClosed) as closed:
            socket.next("nothing")
        assert closed.value.rcvd and closed.value.rcvd.code == 1008
    assert bo.expect_error("/api/matches", "banned", 403, edition="mixtour")["facts"] == {"until": until}
    bot.expect_error("/api/matches", "banned", 403, edition="mixtour")
    assert ada.fetch_match(running)["view"]["result"] == {"winner": 0, "reason": "left"}
    assert ada.fetch_match(waiting)["view"]["result"]["aborted"]
    operate(server, "ban", account_id=bo.id, until=1)  # a ban that has ended
    bo.open("mixtour")
    operate(server, "ban", account_id=bo.id)
    operate(server, "ban", account_id=bo.id, banned=False, reason="appeal")
    bo.open("mixtour")
    assert audit_of(server, bo.id) == [("ban", f"until {until}; spam"), ("ban", "until 1"), ("ban", ""), ("unban", "appeal")]


def test_deleting_an_account_is_logged_and_leaves_a_tombstone(server: ServerProcess) -> None:
    ada = server.client("Ada")
    stolen = ada.headers["cookie"]
    operate(server, "delete-account", account_id=ada.id, reason="on request")
    assert audit_of(server, ada.id) == [("delete_account", "on request")]
    shown = look_up(server, f"accounts/{ada.id}")["account"]
    assert shown["deleted"] and shown["name"] == ""
    assert fetch(f"{server.url}/api/me", headers={"cookie": stolen}).json()["id"] != ada.id
    server.operator().expect_error("/api/operator/delete-account", "no_such_person", 404, account_id="2" * 16)


@pytest.fixture(scope="module")
def public_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server behind a proxy that serves https."""
    process = ServerProcess(tmp_path_factory.mktemp("public"), {"proxied": True, "url": "https://play.example"}).start()
    yield process
    assert process.stop() == 0, process.output


class PublicClient:
    """A browser that reaches a server through its proxy."""

    def __init__(self, server: ServerProcess, address: str = "198.51.100.1") -> None:
        self.url = server.url
        self.headers = {"host": "play.example", "origin": "https://play.example", "x-forwarded-for": address}
        self.cookie = self.request("GET", "/api/me").headers["set-cookie"]
        self.headers["cookie"] = self.cookie.partition(";")[0]

    def request(self, method: str, path: str, **body: Any) -> httpx.Response:
        return fetch(self.url + path, method, headers=self.headers, json=body or None)

    def become_operator(self, link: str) -> None:
        headers = {**self.headers, "content-type": "application/x-www-form-urlencoded"}
        assert fetch(self.url + httpx.URL(link).path, "POST", headers=headers).status_code == 303


def test_https_has_a_cookie_bound_to_the_host_and_strict_transport_security(public_server: ServerProcess) -> None:
    client = PublicClient(public_server)
    assert client.cookie.startswith("__Host-tablier=") and "Secure" in client.cookie and "Path=/" in client.cookie
    assert "Domain" not in client.cookie
    response = client.request("GET", "/")
    assert response.headers["strict-transport-security"] == "max-age=31536000" and "set-cookie" not in response.headers
    plain = {**client.headers, "cookie": client.headers["cookie"].removeprefix("__Host-")}
    assert "set-cookie" in fetch(public_server.url, headers=plain).headers, "a cookie from http is not accepted"
    local = fetch(public_server.url)
    assert "strict-transport-security" not in local.headers, "it would apply to all servers on this machine"
    deleted = client.request("DELETE", "/api/me").headers["set-cookie"]
    assert deleted.startswith('__Host-tablier=""') and "Secure" in deleted and "Max-Age=0" in deleted


def test_a_banned_address_is_refused_before_anything_else(public_server: ServerProcess) -> None:
    operator = PublicClient(public_server)
    operator.become_operator(next(line.split()[-1] for line in public_server.output if "/enter/" in line))
    banned = {"x-forwarded-for": "2001:db8:7:7::1"}
    assert fetch(f"{public_server.url}/api/me", headers=banned).status_code == 200
    response = operator.request("POST", "/api/operator/address-bans", address="2001:db8:7:7::9", reason="flood")
    assert response.json() == {"network": "2001:0db8:0007:0007::/64"}
    for path in ("/", "/api/me", "/service_worker.js", "/nothing", "/api/socket"):
        response = fetch(public_server.url + path, headers={**banned, "host": "evil.example"})
        assert (response.status_code, response.json()["error"]["code"]) == (403, "banned"), path
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{public_server.port}/api/socket", additional_headers=banned, open_timeout=TIMEOUT_S)
    assert refused.value.response.status_code == 403
    assert fetch(public_server.url, headers={"x-forwarded-for": "2001:db8:7:8::1"}).status_code == 200
    (entry,) = operator.request("GET", "/api/operator/address-bans").json()["address_bans"]
    assert (entry["network"], entry["until"], entry["reason"]) == ("2001:0db8:0007:0007::/64", None, "flood")
    ended = {"address": "2001:0db8:0007:0007::/64", "until": 1}
    assert operator.request("POST", "/api/operator/address-bans", **ended).status_code == 200
    assert fetch(public_server.url, headers=banned).status_code == 200, "the ban has ended"
    remove = {"address": "2001:db8:7:7::", "banned": False}
    assert operator.request("POST", "/api/operator/address-bans", **remove).status_code == 200
    assert operator.request("GET", "/api/operator/address-bans").json()["address_bans"] == []
    for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.0/8", "example.org"):
        response = operator.request("POST", "/api/operator/address-bans", address=address)
        assert response.json()["error"]["code"] == "bad_address", address


def run_operator_link(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tablier.cli", "operator-link", "--data", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "LANG": "C"})


def test_operators_are_made_by_links_and_revoked_and_survive_a_restart(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path).start()
    try:
        first_link = next(line.split()[-1] for line in server.output if "/enter/" in line)
        printed = run_operator_link(tmp_path)  # while the server runs
        assert printed.returncode == 0 and "/enter/" in printed.stdout
        second = server.client("Second")
        assert second.http.post(httpx.URL(printed.stdout.strip()).path).status_code == 303
        assert server.operator().http.get("/api/me").json()["operator"], "a new link does not invalidate the first"
        server.client().expect_error("/api/me/enter", "bad_link", 403, token=first_link.rpartition("/")[2])
        operators = look_up(server, "operators")["operators"]
        assert {entry["id"] for entry in operators} == {second.id, server.operator().id}
        assert second.http.get("/api/operator/state").status_code == 200
        operate(server, "revoke-operator", account_id=second.id, reason="left the club")
        assert second.http.get("/api/operator/state").status_code == 403
        server.operator().expect_error("/api/operator/revoke-operator", "no_such_person", 404, account_id=second.id)
        actions = [entry["action"] for entry in look_up(server, "audit")["audit"]]
        assert actions == ["revoke_operator", "make_operator", "make_operator", "create_operator_link"]
        operate(server, "address-bans", address="192.0.2.7")
        server.stop()
        server.start()
        assert not any("/enter/" in line for line in server.output), "the link would get into the log of a service"
        assert [entry["network"] for entry in look_up(server, "address-bans")["address_bans"]] == ["192.0.2.7"]
    finally:
        server.kill()


def test_links_expire_by_the_system_clock(tmp_path: Path) -> None:
    """The server's own clock is ahead of it after a start with events of the future."""
    open_database(tmp_path / DATABASE_FILE).dispose()
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as database, database:
        database.execute("INSERT INTO heartbeat (id, at) VALUES (1, ?)", (wall_clock_ms() + 3 * DAY,))
    server = ServerProcess(tmp_path).start()
    try:
        for link in (run_operator_link(tmp_path).stdout.split()[-1], server.output[-2].split()[-1]):
            client = server.client()
            path = httpx.URL(link).path
            assert client.http.get(path).status_code == 200
            assert client.http.post(path).status_code == 303
            assert client.http.get("/api/me").json()["operator"]
        token = server.client("Ada").http.post("/api/me/links", json={"kind": "device"}).json()["url"].rpartition("/")[2]
        assert server.client().http.post("/api/me/enter", json={"token": token}).json()["name"] == "Ada"
    finally:
        server.kill()


def test_an_operator_loses_its_rights_for_a_request_whose_body_is_still_arriving(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path).start()

    def unban_itself_after(loss: str) -> bytes:
        """Begin to lift the own ban as an operator, lose the rights and get banned, send the rest, and return the status."""
        second = server.client("Second")
        assert second.http.post(httpx.URL(run_operator_link(tmp_path).stdout.strip()).path).status_code == 303
        body = json.dumps({"account_id": second.id, "banned": False, "reason": "I did nothing"}).encode()
        head = (
            f"POST /api/operator/ban HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {second.headers['cookie']}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", server.port), TIMEOUT_S) as connection:
            connection.sendall(head.encode() + body[:-1])
            operate(server, "note", account_id=second.id)  # meanwhile the head is authenticated
            operate(server, loss, account_id=second.id)
            operate(server, "ban", account_id=second.id)
            connection.sendall(body[-1:])
            with connection.makefile("rb") as response:
                status = response.readline().split()[1]
        assert look_up(server, f"accounts/{second.id}")["account"]["banned"]
        return status

    try:
        statuses = [unban_itself_after(loss) for loss in ("note", "revoke-operator", "delete-account")]
        assert statuses == [b"403", b"403", b"401"]
        assert "unban" not in [entry["action"] for entry in look_up(server, "audit")["audit"]]
    finally:
        server.kill()


def test_an_operator_link_needs_a_database(tmp_path: Path) -> None:
    result = run_operator_link(tmp_path)
    assert result.returncode == 1 and "no database" in result.stderr
