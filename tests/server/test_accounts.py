"""Accounts: links to other devices, bots, chat limits, operators, export and deletion."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.server_process import TIMEOUT_S, Client, ServerProcess, fetch, start_match

ROOT = Path(__file__).parent.parent.parent


def test_a_device_link_works_once(server: ServerProcess) -> None:
    ada, other = server.client("Ada"), server.client()
    path = httpx.URL(ada.http.post("/api/me/links", json={"kind": "device"}).json()["url"]).path
    assert "Ada" in other.http.get(path).text
    assert other.http.get("/api/me").json()["id"] != ada.id, "opening a link must not sign in"
    assert other.http.post(path, headers={"origin": "https://evil.example"}).status_code == 403
    assert other.http.post(path).status_code == 303
    assert other.http.get("/api/me").json() == ada.http.get("/api/me").json()
    third = server.client()
    assert third.http.get(path).status_code == 403
    third.expect_error("/api/me/enter", "bad_link", 403, token=path.rpartition("/")[2])


def test_a_recovery_link_works_until_it_is_replaced(server: ServerProcess) -> None:
    ada = server.client("Ada")
    token = ada.http.post("/api/me/links", json={"kind": "recovery"}).json()["url"].rpartition("/")[2]
    for _ in range(2):
        other = server.client()
        assert other.http.post("/api/me/enter", json={"token": token}).json()["id"] == ada.id
    ada.http.post("/api/me/links", json={"kind": "recovery"})
    server.client().expect_error("/api/me/enter", "bad_link", 403, token=token)


def test_a_forged_identity_cookie_is_ignored(server: ServerProcess) -> None:
    response = fetch(f"{server.url}/api/me", cookies={"tablier": "0123456789abcdef.0." + "a" * 64})
    assert response.json()["id"] != "0123456789abcdef"
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie


def test_the_example_bot_plays_a_match(server: ServerProcess) -> None:
    ada = server.client("Ada")
    bot_account = ada.http.post("/api/me/bots", json={"name": "Robot"}).json()
    match_id = ada.open("kwintie:board")["match_id"]
    command = [sys.executable, str(ROOT / "examples" / "bot.py"), server.url, bot_account["token"], match_id]
    bot = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    with ada.socket() as socket:
        message = socket.command(match_id, "watch")
        while not message["view"]["result"]:
            if "legal" in message.get("viewer", {}):
                message = socket.command(match_id, "play", action=message["viewer"]["legal"][0])
            else:
                message = socket.next("update")
    assert "reason" in bot.communicate(timeout=TIMEOUT_S)[0]
    assert "Robot" in message["view"]["players"]


def test_bot_tokens_are_shown_once_renewed_and_limited(server: ServerProcess) -> None:
    ada = server.client()
    created = ada.http.post("/api/me/bots", json={"name": "Bot"}).json()
    bot = Client(server, token=created["token"])
    assert bot.id == created["id"] and bot.http.get("/api/me").json()["bot"]
    assert "token" not in ada.http.get("/api/me/bots").json()["bots"][0]
    bot.expect_error("/api/me/bots", "not_yours", 403, name="Child")
    bot.expect_error("/api/me/links", "not_yours", 403)
    renewed = ada.http.post(f"/api/me/bots/{bot.id}/token").json()["token"]
    assert bot.http.get("/api/me").status_code == 401
    assert Client(server, token=renewed).id == bot.id
    server.client().expect_error(f"/api/me/bots/{bot.id}/token", "no_such_person", 404)
    for _ in range(9):  # ten bots are allowed
        assert ada.http.post("/api/me/bots", json={"name": "Bot"}).status_code == 201
    ada.expect_error("/api/me/bots", "too_large", name="Bot")


def test_signing_out_everywhere_revokes_links_tokens_and_connections(server: ServerProcess) -> None:
    ada = server.client("Ada")
    links = [ada.http.post("/api/me/links", json={"kind": kind}).json()["url"] for kind in ("device", "recovery")]
    created = ada.http.post("/api/me/bots", json={"name": "Bot"}).json()
    bot = Client(server, token=created["token"])
    with ada.socket() as socket, bot.socket() as bot_socket:
        response = ada.http.post("/api/me/sign-out-everywhere").json()
        assert response["id"] == ada.id and response["bots"] == [{"id": bot.id, "name": "Bot"}]
        for connection in (socket, bot_socket):
            with pytest.raises(ConnectionClosed) as closed:
                connection.next("nothing")
            assert closed.value.rcvd and closed.value.rcvd.code == 1008
    for link in links:
        server.client().expect_error("/api/me/enter", "bad_link", 403, token=link.rpartition("/")[2])
    assert bot.http.get("/api/me").status_code == 401
    renewed = ada.http.post(f"/api/me/bots/{bot.id}/token").json()["token"]
    assert Client(server, token=renewed).id == bot.id
    assert ada.http.post("/api/me/sign-out-everywhere").json()["bots"] == [{"id": bot.id, "name": "Bot"}]
    assert ada.http.post("/api/me/sign-out-everywhere").json()["bots"] == []


def test_some_routes_are_closed_to_bots(server: ServerProcess) -> None:
    created = server.client().http.post("/api/me/bots", json={"name": "Bot"}).json()
    bot = Client(server, token=created["token"])
    for method, path in (("POST", "/api/me/links"), ("POST", "/api/me/sign-out-everywhere"), ("PUT", "/api/me/push")):
        response = bot.http.request(method, path, json={})
        assert (response.status_code, response.json()["error"]["code"]) == (403, "not_yours"), path


def test_operator_routes_are_closed_to_others(server: ServerProcess) -> None:
    ada = server.client()
    paths = fetch(f"{server.url}/api/docs/openapi.json").json()["paths"]
    routes = [(method, path) for path in paths if path.startswith("/api/operator") for method in paths[path]]
    assert len(routes) == 16
    for method, path in routes:
        response = ada.http.request(method, path)
        assert (response.status_code, response.json()["error"]["code"]) == (403, "not_operator"), path
        response = fetch(server.url + path, method)
        assert (response.status_code, response.json()["error"]["code"]) == (401, "no_identity"), path


def test_the_chat_rooms_are_separate_while_the_match_runs(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    watcher = server.client("Wanda")

    def read_chat(reader: Client) -> list[str]:
        return [message["text"] for message in reader.http.get(f"/api/matches/{match_id}/chat").json()["chat"]]

    with ada.socket() as player_socket, watcher.socket() as watcher_socket:
        player_socket.command(match_id, "watch")
        watcher_socket.command(match_id, "watch")
        bo.command(match_id, "chat", text="good luck")
        watcher.command(match_id, "chat", text="c3 wins", room="watchers")
        assert player_socket.next("chat")["chat"]["text"] == "good luck"
        assert watcher_socket.next("chat")["chat"]["text"] == "c3 wins"
        assert not any(message["type"] == "chat" for message in player_socket.received + watcher_socket.received)
    assert read_chat(ada) == ["good luck"] and read_chat(watcher) == ["c3 wins"]
    ada.expect_command_error(match_id, "chat", "no_seat", 403, text="hi", room="watchers")
    ada.command(match_id, "resign")
    assert read_chat(ada) == ["good luck", "c3 wins"]


def test_chat_is_switched_off_and_muted(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    bo.command(match_id, "chat", text="hurry up")
    assert ada.http.post("/api/me/mutes", json={"account_id": bo.id}).json()["muted"] == [bo.id]
    assert ada.http.get(f"/api/matches/{match_id}/chat").json()["chat"] == []
    ada.http.post("/api/me/mutes", json={"account_id": bo.id, "muted": False})
    assert len(ada.http.get(f"/api/matches/{match_id}/chat").json()["chat"]) == 1
    ada.command(match_id, "set_chat", enabled=False)
    bo.expect_command_error(match_id, "chat", "chat_off", 403, text="hello?")
    ada.command(match_id, "set_chat", enabled=True)
    bo.command(match_id, "chat", text="hello")


def test_an_operator_reads_reports_hides_messages_and_bans(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    chat_id = bo.command(match_id, "chat", text="something foul")["id"]
    assert ada.http.post(f"/api/matches/{match_id}/report", json={"chat_id": chat_id, "reason": "foul"}).status_code == 202
    server.client().expect_error(f"/api/matches/{match_id}/report", "no_such_chat", 404, chat_id=chat_id)
    assert ada.http.get("/api/operator/reports").status_code == 403
    ada.expect_error("/api/operator/ban", "not_operator", 403, account_id=bo.id)
    operator = server.operator()
    reports = operator.http.get("/api/operator/reports").json()["reports"]
    report = next(entry for entry in reports if entry["chat_id"] == chat_id)
    assert report["text"] == "something foul" and report["reason"] == "foul" and report["match_id"] == match_id
    assert report["account_id"] == bo.id and report["reporter"] == ada.id
    with bo.socket() as socket:
        socket.command(match_id, "watch")
        operator.http.post("/api/operator/hide", json={"chat_id": chat_id})
        assert socket.next("chat_hidden")["chat_id"] == chat_id
    assert ada.http.get(f"/api/matches/{match_id}/chat").json()["chat"] == []
    operator.http.post("/api/operator/ban", json={"account_id": bo.id})
    bo.expect_command_error(match_id, "chat", "banned", 403, text="no")
    bo.expect_error("/api/matches", "banned", 403, edition="mixtour")
    operator.http.post("/api/operator/ban", json={"account_id": bo.id, "banned": False})
    bo.command(match_id, "chat", text="sorry")


def test_an_account_is_exported_and_deleted(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    ada.http.patch("/api/me", json={"name": "Augusta"})
    waiting = ada.open("mixtour", public=True)["match_id"]
    over = ada.open("mixtour", seats=[{"who": "me"}, {"who": "guest", "name": "Kid"}])["match_id"]
    ada.command(over, "resign", seat=0)
    ada.command(match_id, "play", action="c3", nonce="1")
    ada.command(match_id, "chat", text="my secret")
    ada.http.post("/api/me/bots", json={"name": "Babbage"})
    cookie = ada.headers
    exported = ada.http.get("/api/me/export").json()
    assert exported["account"][0]["name"] == "Augusta" and exported["chat"][0]["text"] == "my secret"
    assert {entry["match_id"] for entry in exported["matches"]} == {match_id, waiting, over} and len(exported["bots"]) == 1
    assert "token" not in exported["bots"][0]
    assert ada.http.delete("/api/me").status_code == 200
    message = bo.fetch_match(match_id)
    assert message["view"]["result"]["reason"] == "left" and "Augusta" not in str(message) and "Ada" not in str(message)
    assert ada.id not in str(message) and bo.http.get(f"/api/matches/{match_id}/chat").json()["chat"] == []
    assert bo.fetch_match(waiting)["view"]["result"]["aborted"]
    assert bo.http.get(f"/api/matches/{over}/record").status_code == 200
    assert ada.http.get("/api/me").json()["name"] != "Augusta"
    assert fetch(f"{server.url}/api/me", headers=cookie).json()["id"] != ada.id, "the old cookie stays invalid"
