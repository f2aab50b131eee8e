"""The types in `web/app/protocol.ts` are true: real messages decode strictly and encode to the same JSON again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tablier.server.engines import opponents as opponents_module
from tablier.server.errors import RequestError
from tablier.server.socket.messages import RESULT_TYPES, OkMessage, ServerMessage
from tests.server import server_process
from tests.server.push_service import Browser
from tests.server.server_process import Client, ServerProcess, SocketClient
from tests.server.test_engines import ENGINE_SEATS, engine_service, occupy
from tests.server.test_lobby import FakeListener
from tests.server.test_match_service import open_match, play
from tools.generate_protocol_types import http_routes

RESULT_TYPES_BY_TAG = {str(command.__struct_config__.tag): result for command, result in RESULT_TYPES.items()}
MESSAGE_TAGS = {str(message.__struct_config__.tag) for message in get_args(ServerMessage)}
ENGINE_MESSAGES = {"engine_queue", "notice"}  # need an engine that waits or fails
ROUTES = http_routes()
# the first needs a push service; the second would take the rights of the only operator of the shared server
NOT_VISITED = {"POST /api/me/push/test", "POST /api/operator/revoke-operator"}


def check(data: bytes | str, types: Iterable[Any]) -> Any:
    """Decode a message as the first type that fits. A field that is null in place of missing, or vice versa, is an error."""
    errors = []
    for type_ in types:
        try:
            message = msgspec.json.decode(data, type=type_)
            assert json.loads(msgspec.json.encode(message)) == json.loads(data)
            return message
        except (msgspec.ValidationError, AssertionError) as error:
            errors.append(f"{type_}: {error}")
    raise AssertionError("\n".join([*errors, str(data)]))


class CheckedSocket(SocketClient):
    """A client that checks the type of every message."""

    tags: set[str]  # of all messages and of the commands that were answered with `ok`; shared by all sockets
    results: set[str]

    def __init__(self, connection: Any) -> None:
        self.commands: dict[int, str] = {}
        super().__init__(connection)

    def _receive(self, timeout: float) -> dict[str, Any]:
        data = self.connection.recv(timeout=timeout)
        message = check(data, [ServerMessage])
        self.tags.add(str(type(message).__struct_config__.tag))
        if isinstance(message, OkMessage) and message.id is not None:
            command = self.commands[message.id]
            self.results.add(command)
            check(bytes(message.result), [RESULT_TYPES_BY_TAG[command]])
        return dict(json.loads(data))

    def send(self, match_id: str | None, type_: str, **fields: Any) -> int:
        frame_id = super().send(match_id, type_, **fields)
        self.commands[frame_id] = type_
        return frame_id


def test_messages_of_a_socket_have_their_types(server: ServerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_process, "SocketClient", CheckedSocket)
    CheckedSocket.tags, CheckedSocket.results = set(), set()
    ada, bo, cleo = server.client("Ada"), server.client("Bo"), server.client("Cleo")
    with ada.socket() as first, bo.socket() as second, cleo.socket() as watcher:
        watcher.command(None, "watch_lobby")
        watcher.next("lobby")
        match_id = ada.open("mixtour", first=0, public=True, clock={"base_ms": 600_000})["match_id"]
        for socket in (first, second, watcher):
            socket.command(match_id, "watch")
        play_match(first, second, match_id)
        watcher.command(match_id, "chat", text="Well played.", room="watchers")
        hidden = {"chat_id": watcher.next("chat")["chat"]["id"]}
        server.operator().http.post("/api/operator/hide", json=hidden).raise_for_status()
        watcher.next("chat_hidden")
        watcher.connection.send("{")
        watcher.next("error", id=None)
        watcher.command("unknown", "watch")
        watcher.command(match_id, "unwatch")
        watcher.command(None, "set_away")
        watcher.command(None, "ping")
        cleo.open("kwintie")
        watcher.next("lobby", own=True)
    # sockets that do not watch the match: commands are answered with `ok`
    match_id = ada.open("mixtour", first=0, clock={"base_ms": 600_000})["match_id"]
    with ada.socket() as first, bo.socket() as second:
        play_match(first, second, match_id)
        first.command(match_id, "show_turn", turn=0)
    assert CheckedSocket.tags == MESSAGE_TAGS - ENGINE_MESSAGES
    assert CheckedSocket.results == set(RESULT_TYPES_BY_TAG)


def play_match(first: SocketClient, second: SocketClient, match_id: str) -> None:
    """Join, play, chat, make offers, pause, resign, and leave the rematch."""
    second.command(match_id, "join")
    first.command(match_id, "try", action="c3")
    first.command(match_id, "play", action="c3")
    stale = first.command(match_id, "play", action="d4", changes_seen=0)
    assert stale["error"]["code"] == "stale" and stale["current"]["events"] == []
    second.command(match_id, "play", action="d4")
    first.command(match_id, "chat", text="Hello")
    second.command(match_id, "set_chat", enabled=True)
    second.command(match_id, "give_time", to=0, time_ms=5000)
    second.command(match_id, "offer", offer_type="takeback")
    first.command(match_id, "decline", offer_type="takeback")
    first.command(match_id, "offer", offer_type="takeback")
    second.command(match_id, "accept", offer_type="takeback")
    for pause in ("adjourn", "resume"):
        first.command(match_id, pause)
        second.command(match_id, pause)
    second.command(match_id, "resign")
    first.command(match_id, "offer", offer_type="rematch")
    second.command(match_id, "accept", offer_type="rematch")
    rematch_id = first.command(match_id, "watch")["info"]["next_match_id"]
    first.command(match_id, "unwatch")
    assert first.command(rematch_id, "leave")["type"] == "ok"


def test_messages_about_engines_have_their_types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents_module, "QUEUE_CHECK_S", 0.01)

    async def fail(*_: Any) -> str:
        raise RequestError("engine_failed")

    async def main() -> None:
        async with engine_service(tmp_path) as (service, _, pool):
            for awaited in sorted(ENGINE_MESSAGES):
                live = await open_match(service, seats=ENGINE_SEATS)
                listener = FakeListener()
                live.add(listener)
                if awaited == "engine_queue":
                    other = await occupy(pool)
                else:
                    other.cancel()
                    monkeypatch.setattr(pool, "choose", fail)
                await service.submit(live, play("c3"))
                tag = ""
                while tag != awaited:
                    message = await listener.next()
                    check(json.dumps(message), [ServerMessage])
                    tag = message["type"]

    asyncio.run(main())


class Visitor:
    """Sends requests and checks the bodies of the responses."""

    def __init__(self) -> None:
        self.visited = set[str]()

    def visit(self, client: Client, route: str, body: Any = None, /, status: int = 0, **ids: Any) -> Any:
        """Send a request and return the first object of the response. With `status`, it must fail with it."""
        name = route.partition("?")[0]
        bodies = ROUTES[name]
        method, path = route.format(**ids).split()
        response = client.http.request(method, path, json=body)
        assert response.status_code == status if status else response.is_success, response.text
        self.visited.add(name)
        objects = [check(line, bodies.error if status else bodies.response) for line in response.content.splitlines()]
        return msgspec.to_builtins(objects[0])

    def visit_stream(self, client: Client, route: str, **ids: Any) -> None:
        """Check the first message of an event stream."""
        with client.http.stream("GET", route.format(**ids).split()[1]) as response:
            data = next(line for line in response.iter_lines() if line.startswith("data: "))
            check(data.removeprefix("data: "), ROUTES[route].response)
        self.visited.add(route)


def test_bodies_of_all_routes_have_their_types(server: ServerProcess) -> None:
    visitor = Visitor()
    ada, bo = server.client("Ada"), server.client("Bo")
    visitor.visit(ada, "GET /api/games")
    visitor.visit(ada, "GET /api/address")
    visit_matches(visitor, ada, bo)
    visit_studies(visitor, ada)
    visit_operator(visitor, server.operator(), ada, bo)
    visit_account(visitor, ada)
    with_body = {route for route, bodies in ROUTES.items() if bodies.response}
    assert visitor.visited == with_body - NOT_VISITED


def visit_matches(visitor: Visitor, ada: Client, bo: Client) -> None:
    visit, command = visitor.visit, "POST /api/matches/{match_id}/commands"
    for edition in ("mixtour", "twisty", "twixt", "kwintie"):
        visit(ada, "POST /api/setup", {"edition": edition})
        visit(ada, "POST /api/matches", {"edition": edition, "public": True})
    terms = {"edition": "mixtour", "first": 0, "public": True, "clock": {"days": 3}}
    ids = {"match_id": visit(ada, "POST /api/matches", terms)["match_id"]}
    visit(bo, command, {"type": "join"}, **ids)
    visit(ada, "POST /api/matches/{match_id}/try", {"type": "try", "action": "c3"}, **ids)
    visit(ada, command, {"type": "play", "action": "c3"}, **ids)
    visit(ada, command, {"type": "play", "action": "d4", "changes_seen": 0}, status=409, **ids)
    visit(ada, command, {"type": "adjourn"}, **ids)
    visit(ada, command, {"type": "set_chat", "enabled": True}, **ids)
    chat_id = visit(bo, command, {"type": "chat", "text": "Hello"}, **ids)["id"]
    visit(ada, "GET /api/matches/{match_id}/chat", **ids)
    visit(ada, "POST /api/matches/{match_id}/report", {"chat_id": chat_id}, **ids)
    for turn in (0, 1):
        visit(ada, "GET /api/matches/{match_id}/turns/{turn}", turn=turn, **ids)
    visitor.visit_stream(ada, "GET /api/matches/{match_id}/events", **ids)
    visit(bo, command, {"type": "resign"}, **ids)
    visit(ada, "GET /api/matches/{match_id}", **ids)
    visit(ada, "GET /api/study/of/{match_id}", **ids)
    for kind in ("open", "live", "mine", "past"):
        visit(ada, f"GET /api/matches?kind={kind}")


def visit_studies(visitor: Visitor, ada: Client) -> None:
    visit, line = visitor.visit, {"edition": "mixtour:stein", "actions": ["c3", "d4"]}
    start = visit(ada, "POST /api/study", line)["start"]
    visit(ada, "POST /api/study/try", {**line, "action": "e5"})
    visit(ada, "POST /api/study/import", {"text": start})
    visit(ada, "POST /api/study/analyse", {**line, "time_limit_s": 0.5})


def visit_operator(visitor: Visitor, operator: Client, ada: Client, bo: Client) -> None:
    visit = visitor.visit
    match_id = ada.open("kwintie")["match_id"]
    report = visit(operator, "GET /api/operator/reports")["reports"][0]
    visit(operator, "POST /api/operator/hide", {"chat_id": report["chat_id"]})
    visit(operator, "POST /api/operator/close-report", {"report_id": report["id"]})
    visit(operator, "POST /api/operator/note", {"account_id": bo.id, "reason": "a test"})
    visit(operator, "GET /api/operator/accounts?search=Bo")
    visit(operator, "GET /api/operator/accounts/{account_id}", account_id=bo.id)
    visit(operator, "POST /api/operator/ban", {"account_id": bo.id})
    visit(operator, "POST /api/operator/address-bans", {"address": "203.0.113.7"})
    visit(operator, "GET /api/operator/address-bans")
    visit(operator, "POST /api/operator/address-bans", {"address": "203.0.113.7", "banned": False})
    visit(operator, "GET /api/operator/matches?status=waiting")
    visit(operator, "POST /api/operator/matches/{match_id}/end", {"result": "abort"}, match_id=match_id)
    visit(operator, "POST /api/operator/delete-account", {"account_id": bo.id})
    for page in ("operators", "audit", "state"):
        visit(operator, f"GET /api/operator/{page}")


def visit_account(visitor: Visitor, ada: Client) -> None:
    visit, browser = visitor.visit, Browser("https://push.example.com/device")
    visit(ada, "GET /api/me")
    visit(ada, "PATCH /api/me", {"name": "Ada L."})
    visit(ada, "POST /api/me/mutes", {"account_id": "0" * 16})
    bot = visit(ada, "POST /api/me/bots", {"name": "Bot"})["id"]
    visit(ada, "GET /api/me/bots")
    visit(ada, "POST /api/me/bots/{bot}/token", bot=bot)
    visit(ada, "GET /api/me/push")
    visit(ada, "PUT /api/me/push", browser.subscription())
    for action in ("status", "unsubscribe"):
        visit(ada, f"POST /api/me/push/{action}", {"endpoint": browser.endpoint})
    link = visit(ada, "POST /api/me/links", {})["url"]
    visit(ada, "POST /api/me/enter", {"token": link.rpartition("/")[2]})
    visit(ada, "GET /api/me/export")
    visit(ada, "POST /api/me/sign-out-everywhere")
    visit(ada, "DELETE /api/me")
