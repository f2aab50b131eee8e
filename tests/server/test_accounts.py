"""Accounts: links to other devices, bots, chat limits, operators, export and deletion."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx

from tests.server.server_process import TIMEOUT_S, Client, ServerProcess, fetch, start_match

ROOT = Path(__file__).parent.parent.parent


def test_a_device_link_works_once(serving: ServerProcess) -> None:
    ada, other = serving.client("Ada"), serving.client()
    path = httpx.URL(ada.http.post("/api/me/links", json={"kind": "device"}).json()["url"]).path
    assert "Ada" in other.http.get(path).text
    assert other.http.get("/api/me").json()["id"] != ada.id, "opening a link must not sign in"
    assert other.http.post(path, headers={"origin": "https://evil.example"}).status_code == 403
    assert other.http.post(path).status_code == 303
    assert other.http.get("/api/me").json() == ada.http.get("/api/me").json()
    third = serving.client()
    assert third.http.get(path).status_code == 403
    third.refused("/api/me/enter", "bad_link", 403, token=path.rpartition("/")[2])


def test_a_recovery_link_works_until_it_is_replaced(serving: ServerProcess) -> None:
    ada = serving.client("Ada")
    token = ada.http.post("/api/me/links", json={"kind": "recovery"}).json()["url"].rpartition("/")[2]
    for _ in range(2):
        other = serving.client()
        assert other.http.post("/api/me/enter", json={"token": token}).json()["id"] == ada.id
    ada.http.post("/api/me/links", json={"kind": "recovery"})
    serving.client().refused("/api/me/enter", "bad_link", 403, token=token)


def test_a_forged_identity_cookie_is_ignored(serving: ServerProcess) -> None:
    response = fetch(f"{serving.url}/api/me", cookies={"tablier": "0123456789abcdef.0." + "a" * 64})
    assert response.json()["id"] != "0123456789abcdef"
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie


def test_the_example_bot_plays_a_match(serving: ServerProcess) -> None:
    ada = serving.client("Ada")
    account = ada.http.post("/api/me/bots", json={"name": "Robot"}).json()
    match = ada.open("kwintie:board")["match_id"]
    command = [sys.executable, str(ROOT / "examples" / "bot.py"), serving.url, account["token"], match]
    bot = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    with ada.socket() as line:
        message = line.command(match, "watch")
        while not message["view"]["result"]:
            if "legal" in message.get("viewer", {}):
                message = line.command(match, "play", action=message["viewer"]["legal"][0])
            else:
                message = line.next("update")
    assert "reason" in bot.communicate(timeout=TIMEOUT_S)[0]
    assert "Robot" in message["view"]["players"]


def test_bot_tokens_are_shown_once_renewed_and_limited(serving: ServerProcess) -> None:
    ada = serving.client()
    created = ada.http.post("/api/me/bots", json={"name": "Bot"}).json()
    bot = Client(serving, token=created["token"])
    assert bot.id == created["id"] and bot.http.get("/api/me").json()["bot"]
    assert "token" not in ada.http.get("/api/me/bots").json()["bots"][0]
    bot.refused("/api/me/bots", "not_yours", 403, name="Child")
    bot.refused("/api/me/links", "not_yours", 403)
    renewed = ada.http.post(f"/api/me/bots/{bot.id}/token").json()["token"]
    assert bot.http.get("/api/me").status_code == 401
    assert Client(serving, token=renewed).id == bot.id
    serving.client().refused(f"/api/me/bots/{bot.id}/token", "no_such_person", 404)
    for _ in range(9):
        assert ada.http.post("/api/me/bots", json={"name": "Bot"}).status_code == 201
    ada.refused("/api/me/bots", "too_large", name="Bot")


def test_some_routes_are_closed_to_bots(serving: ServerProcess) -> None:
    created = serving.client().http.post("/api/me/bots", json={"name": "Bot"}).json()
    bot = Client(serving, token=created["token"])
    for method, path in (("POST", "/api/me/links"), ("POST", "/api/me/sign-out-everywhere"), ("PUT", "/api/me/push")):
        response = bot.http.request(method, path, json={})
        assert (response.status_code, response.json()["error"]["code"]) == (403, "not_yours"), path


def test_operator_routes_are_closed_to_others(serving: ServerProcess) -> None:
    ada = serving.client()
    paths = fetch(f"{serving.url}/api/docs/openapi.json").json()["paths"]
    routes = [(method, path) for path in paths if path.startswith("/api/operator") for method in paths[path]]
    assert len(routes) == 5
    for method, path in routes:
        response = ada.http.request(method, path)
        assert (response.status_code, response.json()["error"]["code"]) == (403, "not_operator"), path
        response = fetch(serving.url + path, method)
        assert (response.status_code, response.json()["error"]["code"]) == (401, "no_identity"), path


def test_the_chat_rooms_are_separate_while_the_match_runs(serving: ServerProcess) -> None:
    ada, bo, match = start_match(serving)
    watcher = serving.client("Wanda")

    def read(reader: Client) -> list[str]:
        return [message["text"] for message in reader.http.get(f"/api/matches/{match}/chat").json()["chat"]]

    with ada.socket() as at_seat, watcher.socket() as watching:
        at_seat.command(match, "watch")
        watching.command(match, "watch")
        bo.command(match, "chat", text="good luck")
        watcher.command(match, "chat", text="c3 wins", room="watchers")
        assert at_seat.next("chat")["chat"]["text"] == "good luck"
        assert watching.next("chat")["chat"]["text"] == "c3 wins"
        assert not any(message["type"] == "chat" for message in at_seat.received + watching.received)
    assert read(ada) == ["good luck"] and read(watcher) == ["c3 wins"]
    ada.refused_command(match, "chat", "no_seat", 403, text="hi", room="watchers")
    ada.command(match, "resign")
    assert read(ada) == ["good luck", "c3 wins"]


def test_chat_is_switched_off_and_muted(serving: ServerProcess) -> None:
    ada, bo, match = start_match(serving)
    bo.command(match, "chat", text="hurry up")
    assert ada.http.post("/api/me/mutes", json={"account_id": bo.id}).json()["muted"] == [bo.id]
    assert ada.http.get(f"/api/matches/{match}/chat").json()["chat"] == []
    ada.http.post("/api/me/mutes", json={"account_id": bo.id, "on": False})
    assert len(ada.http.get(f"/api/matches/{match}/chat").json()["chat"]) == 1
    ada.command(match, "set_chat", enabled=False)
    bo.refused_command(match, "chat", "chat_off", 403, text="hello?")
    ada.command(match, "set_chat", enabled=True)
    bo.command(match, "chat", text="hello")


def test_an_operator_reads_reports_hides_messages_and_bans(serving: ServerProcess) -> None:
    ada, bo, match = start_match(serving)
    chat_id = bo.command(match, "chat", text="something foul")["id"]
    assert ada.http.post(f"/api/matches/{match}/report", json={"chat_id": chat_id, "reason": "foul"}).status_code == 202
    serving.client().refused(f"/api/matches/{match}/report", "no_such_chat", 404, chat_id=chat_id)
    assert ada.http.get("/api/operator/reports").status_code == 403
    ada.refused("/api/operator/ban", "not_operator", 403, account_id=bo.id)
    operator = serving.operator()
    reports = operator.http.get("/api/operator/reports").json()["reports"]
    report = next(entry for entry in reports if entry["chat_id"] == chat_id)
    assert report["text"] == "something foul" and report["reason"] == "foul" and report["match_id"] == match
    assert report["account_id"] == bo.id and report["reporter"] == ada.id
    with bo.socket() as line:
        line.command(match, "watch")
        operator.http.post("/api/operator/hide", json={"chat_id": chat_id})
        assert line.next("chat_hidden")["chat_id"] == chat_id
    assert ada.http.get(f"/api/matches/{match}/chat").json()["chat"] == []
    operator.http.post("/api/operator/ban", json={"account_id": bo.id})
    bo.refused_command(match, "chat", "banned", 403, text="no")
    bo.refused("/api/matches", "banned", 403, edition="mixtour")
    operator.http.post("/api/operator/ban", json={"account_id": bo.id, "on": False})
    bo.command(match, "chat", text="sorry")


def test_an_account_is_exported_and_deleted(serving: ServerProcess) -> None:
    ada, bo, match = start_match(serving)
    ada.http.patch("/api/me", json={"name": "Augusta"})
    waiting = ada.open("mixtour", public=True)["match_id"]
    over = ada.open("mixtour", seats=[{"who": "me"}, {"who": "guest", "name": "Kid"}])["match_id"]
    ada.command(over, "resign", seat=0)
    ada.command(match, "play", action="c3", nonce="1")
    ada.command(match, "chat", text="my secret")
    ada.http.post("/api/me/bots", json={"name": "Babbage"})
    exported = ada.http.get("/api/me/export").json()
    assert exported["account"][0]["name"] == "Augusta" and exported["chat"][0]["text"] == "my secret"
    assert {entry["match_id"] for entry in exported["matches"]} == {match, waiting, over} and len(exported["bots"]) == 1
    assert "token" not in exported["bots"][0]
    assert ada.http.delete("/api/me").status_code == 200
    message = bo.fetch_match(match)
    assert message["view"]["result"]["reason"] == "left" and "Augusta" not in str(message) and "Ada" not in str(message)
    assert ada.id not in str(message) and bo.http.get(f"/api/matches/{match}/chat").json()["chat"] == []
    assert bo.fetch_match(waiting)["view"]["result"]["aborted"]
    assert bo.http.get(f"/api/matches/{over}/record").status_code == 200
    assert ada.http.get("/api/me").json()["name"] != "Augusta"
