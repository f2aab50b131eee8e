"""The responses of a session with every documented route are exactly those of the OpenAPI schema."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from tablier.core.registry import new, shelf
from tests.server.certificates import make_self_signed
from tests.server.push_service import PushService
from tests.server.server_process import TIMEOUT_S, Client, ServerProcess, SocketClient, fetch

EVENT_STREAM = "text/event-stream"
NDJSON = "application/x-ndjson"
UNKNOWN_ACCOUNT = "0" * 16
CLOCK = {"base_ms": 600_000, "increment_ms": 1000}
# statuses beside success that the session must have seen
SPECIAL_STATUSES = {
    ("get", "/api/games", 304),
    ("get", "/api/games", 421),
    ("get", "/api/matches/{match_id}", 410),
    ("post", "/api/matches/{match_id}/commands", 409),
    ("post", "/api/matches/{match_id}/commands", 410),
    ("post", "/api/matches/{match_id}/commands", 422),
    ("get", "/api/study/of/{match_id}", 409),
    ("post", "/api/study/import", 413),
    ("post", "/api/me/push/test", 502),
}


class ResponseValidator:
    """An httpx hook: asserts that the schema describes status, media type and body of every response of a documented route."""

    def __init__(self, openapi: dict[str, Any]) -> None:
        self.openapi = openapi
        self.received: set[tuple[str, str, int]] = set()  # method, path and status
        self._patterns = {path: re.compile(re.sub(r"\{\w+\}", "[^/]+", path)) for path in openapi["paths"]}

    def __call__(self, response: httpx.Response) -> None:
        request = response.request
        path = next((path for path, pattern in self._patterns.items() if pattern.fullmatch(request.url.path)), None)
        if path is None:
            return
        method, status = request.method.lower(), response.status_code
        label = f"{method} {path} {status}"
        responses = self.openapi["paths"][path][method]["responses"]
        assert str(status) in responses, label
        self.received.add((method, path, status))
        content = responses[str(status)].get("content")
        if content is None:
            assert not response.read(), label
            return
        media_type = response.headers["content-type"].partition(";")[0]
        assert media_type in content, f"{label}: {media_type}"
        if media_type == EVENT_STREAM:
            return  # endless: the reader validates each event
        response.read()
        schema = content[media_type]["schema"]
        if media_type == "application/json":
            self.validate(response.json(), schema, label)
        elif media_type == NDJSON:
            for line in response.text.splitlines():
                self.validate(json.loads(line), schema, label)
        else:
            self.validate(response.text, schema, label)

    def validate(self, value: Any, schema: dict[str, Any], label: str) -> None:
        """Assert that a value fits a schema of the document."""
        validator = Draft202012Validator({**schema, "components": self.openapi["components"]})
        error = best_match(validator.iter_errors(value))
        assert error is None, f"{label}: {error.json_path}: {error.message}"

    def validate_message(self, message: dict[str, Any]) -> None:
        """Assert that a message about a match is one of an event stream."""
        self.validate(message, self.event_schema()["properties"]["data"]["contentSchema"], "message")

    def event_schema(self) -> dict[str, Any]:
        responses = self.openapi["paths"]["/api/matches/{match_id}/events"]["get"]["responses"]
        return dict(responses["200"]["content"][EVENT_STREAM]["schema"])

    def watch(self, client: Client) -> Client:
        """Validate all further responses to a client."""
        client.http.event_hooks["response"].append(self)
        return client


@pytest.fixture(scope="module")
def push_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    service = PushService(*make_self_signed(tmp_path_factory.mktemp("service")))
    yield service
    service.close()


@pytest.fixture(scope="module")
def session_server(tmp_path_factory: pytest.TempPathFactory, push_service: PushService) -> Iterator[ServerProcess]:
    settings = {"push_allow_local": True, "contact": "mailto:operator@example.org"}
    environment = {"SSL_CERT_FILE": str(push_service.cert)}
    server = ServerProcess(tmp_path_factory.mktemp("server"), settings, environment).start()
    yield server
    assert server.stop() == 0, server.output
    assert "Traceback" not in "".join(server.output), "".join(server.output)


def read_schema(server: ServerProcess) -> dict[str, Any]:
    return dict(fetch(f"{server.url}/api/docs/openapi.json").json())


def send(client: Client, method: str, path: str, status: int, **options: Any) -> httpx.Response:
    """Send a request that must get this status."""
    response = client.http.request(method, f"/api/{path}", **options)
    assert response.status_code == status, response.text
    return response


# the session


def test_responses_of_a_session_fit_the_schema(session_server: ServerProcess, push_service: PushService) -> None:
    """A wrong, missing or unknown field of any body fails here, and so does a route that the session does not use."""
    server = session_server
    server.operator()
    damaged_id = server.client().open("mixtour")["match_id"]
    damage(server, damaged_id)
    validator = ResponseValidator(read_schema(server))
    ada, bo, eve = (validator.watch(server.client(name)) for name in ("Ada", "Bo", "Eve"))
    operator = validator.watch(server.operator())
    use_games(ada)
    use_damaged_match(ada, damaged_id)
    match_id = use_match(ada, bo)
    follow_match(validator, operator, ada, bo, eve)
    use_other_matches(ada, bo, eve)
    use_study(ada, match_id)
    use_account(validator, server, ada, bo)
    use_push(ada, push_service)
    use_operator_routes(operator, ada, bo, eve)
    successes = {
        (method, path, int(next(iter(operation["responses"]))))
        for path, operations in validator.openapi["paths"].items()
        for method, operation in operations.items()
    }
    assert successes | SPECIAL_STATUSES <= validator.received, (successes | SPECIAL_STATUSES) - validator.received


def damage(server: ServerProcess, match_id: str) -> None:
    """Make a match unreadable while the server does not run."""
    assert server.stop() == 0, server.output
    with sqlite3.connect(server.folder / "tablier.sqlite") as connection:
        connection.execute("UPDATE events SET data = ? WHERE match_id = ? AND number = 1", ('{"kind": "cre', match_id))
    connection.close()
    server.start()


def use_games(ada: Client) -> None:
    response = send(ada, "GET", "games", 200)
    send(ada, "GET", "games", 304, headers={"if-none-match": response.headers["etag"]})
    send(ada, "GET", "games", 421, headers={"host": "example.org"})
    send(ada, "GET", "games", 401, headers={"authorization": "Bearer wrong"})
    for game in response.json()["games"]:
        for edition in game["editions"]:
            send(ada, "POST", "setup", 200, json={"edition": edition["edition"]})
    send(ada, "POST", "setup", 400, json={"edition": "chess:blitz"})
    send(ada, "POST", "setup", 400, content=b"{")
    send(ada, "GET", "address", 200)
    send(ada, "GET", "qr", 200, params={"text": "http://localhost"})
    send(ada, "GET", "qr", 400)


def use_damaged_match(ada: Client, match_id: str) -> None:
    send(ada, "GET", f"matches/{match_id}", 410)
    send(ada, "POST", f"matches/{match_id}/commands", 410, json={"type": "join"})


def use_match(ada: Client, bo: Client) -> str:
    """Play a match of two accounts with a clock to its end, and return its id."""
    match = ada.open("mixtour:stein", first=0, public=True, clock=CLOCK)
    match_id = str(match["match_id"])
    commands = f"matches/{match_id}/commands"
    for kind in ("open", "live", "mine", "past"):
        send(ada, "GET", "matches", 200, params={"kind": kind})
    bo.command(match_id, "join")
    ada.try_action(match_id, "c3")
    send(ada, "POST", f"matches/{match_id}/try", 422, json={"action": "a1-a2"})
    played = ada.command(match_id, "play", action="c3", changes_seen=0, nonce="first")
    assert played["number"] == played["view"]["events"] and not played["repeated"]
    assert ada.command(match_id, "play", action="c3", nonce="first")["repeated"]
    stale = send(bo, "POST", commands, 409, json={"type": "play", "action": "d4", "changes_seen": 0}).json()
    assert stale["type"] == "match" and stale["error"]["code"] == "stale"
    ada.expect_command_error(match_id, "play", "not_your_turn", 409, action="d4")
    send(bo, "POST", commands, 422, json={"type": "play", "action": "c3"})
    send(bo, "POST", commands, 400, json={"type": "play"})
    bo.command(match_id, "give_time", to=0, time_ms=1000)
    for offer_type in ("draw", "takeback"):
        ada.command(match_id, "offer", offer_type=offer_type)
        ada.fetch_match(match_id)
        bo.command(match_id, "decline", offer_type=offer_type)
    ada.command(match_id, "chat", text="Good luck!")
    send(bo, "GET", f"matches/{match_id}/chat", 200)
    assert ada.command(match_id, "set_chat", enabled=False) == {"chat": False}
    ada.expect_command_error(match_id, "chat", "chat_off", 403, text="Anybody here?")
    assert send(bo, "GET", "matches", 200, params={"kind": "mine"}).json()["matches"]
    for turn, status in ((0, 200), (1, 200), (9, 404)):
        send(ada, "GET", f"matches/{match_id}/turns/{turn}", status)
    send(ada, "GET", f"study/of/{match_id}", 409)
    bo.command(match_id, "resign")
    ada.fetch_match(match_id)
    ada.command(match_id, "offer", offer_type="rematch")
    bo.command(match_id, "accept", offer_type="rematch")
    ada.fetch_match(match_id)
    for format_name, status in (("json", 200), ("list", 200), ("nothing", 400)):
        send(ada, "GET", f"matches/{match_id}/record", status, params={"format": format_name})
    send(ada, "GET", "matches/nowhere", 404)
    assert send(ada, "GET", "matches", 200, params={"kind": "past"}).json()["matches"]
    return match_id


def follow_match(validator: ResponseValidator, operator: Client, ada: Client, bo: Client, eve: Client) -> None:
    """Follow a match as a player over an event stream, and as a spectator over a socket."""
    match_id = ada.open("twixt:kosmos", first=0)["match_id"]
    with bo.http.stream("GET", f"/api/matches/{match_id}/events") as response, eve.socket() as socket:
        events = iter_events(response)
        name, data = next(events)
        assert name == json.loads(data)["type"] == "match"
        validator.validate({"event": name, "data": data}, validator.event_schema(), "event")
        validator.validate_message(json.loads(data))
        assert socket.command(match_id, "watch")["type"] == "match"
        bo.command(match_id, "join")
        ada.command(match_id, "play", action="f6")
        ada.command(match_id, "chat", text="Hello!")
        chat_id = eve.command(match_id, "chat", text="I am watching.", room="watchers")["id"]
        for kind in ("adjourn", "resume"):
            assert ada.command(match_id, kind).keys() == bo.command(match_id, kind).keys() == {"status"}
        ada.command(match_id, "resign")  # both may read both rooms from now on
        send(ada, "POST", f"matches/{match_id}/report", 202, json={"chat_id": chat_id, "reason": "noise"})
        hide = {"chat_id": chat_id, "reason": "noise"}
        send(operator, "POST", "operator/hide", 200, json=hide)
        types = {"match"}
        while types < {"match", "update", "info", "chat", "pause_requests", "chat_hidden"}:
            name, data = next(events)
            validator.validate({"event": name, "data": data}, validator.event_schema(), "event")
            message = json.loads(data)
            validator.validate_message(message)
            assert name == "update"
            types.add(message["type"])
        validate_socket_messages(validator, socket)


def iter_events(response: httpx.Response) -> Iterator[tuple[str, str]]:
    """Yield name and data of server-sent events."""
    name = ""
    for line in response.iter_lines():
        field, _, value = line.partition(": ")
        if field == "event":
            name = value
        elif field == "data":
            yield name, value


def validate_socket_messages(validator: ResponseValidator, socket: SocketClient) -> None:
    """Validate all messages to a spectator up to the hidden chat message: the same as those of an event stream."""
    validator.validate_message(socket.next("chat_hidden"))
    assert {message["type"] for message in socket.received} >= {"update", "info", "chat", "pause_requests"}
    for message in socket.received:
        validator.validate_message(message)


def use_other_matches(ada: Client, bo: Client, eve: Client) -> None:
    """Matches with an engine, with a player on the same device, of three accounts, by days, aborted and drawn."""
    engine = ada.open("mixtour:stein", seats=[{"who": "me"}, {"who": "engine", "level": 1}])
    ada.command(engine["match_id"], "resign")
    device = ada.open("kwintie", seats=[{"who": "me"}, {"who": "guest", "name": "Cy"}], clock={"days": 3})
    ada.command(device["match_id"], "play", action=device["viewer"]["legal"][0])
    ada.command(device["match_id"], "leave", seat=0)
    three = ada.open("twisty:djeco", options={"players": "3"}, chat=False)["match_id"]
    for client in (bo, eve):
        client.command(three, "join")
    bo.command(three, "leave")
    ada.fetch_match(three)
    send(ada, "GET", f"matches/{three}/record", 200)
    drawn = ada.open("mixtour:stein", first=0)["match_id"]
    bo.command(drawn, "join")
    ada.command(drawn, "play", action="c3")
    bo.expect_command_error(drawn, "offer", "nothing_to_take_back", 409, offer_type="takeback")
    ada.command(drawn, "offer", offer_type="takeback")
    bo.command(drawn, "accept", offer_type="takeback")
    ada.command(drawn, "offer", offer_type="draw")
    bo.command(drawn, "accept", offer_type="draw")
    bo.fetch_match(drawn)
    aborted = ada.open("mixtour:stein")["match_id"]
    ada.command(aborted, "offer", offer_type="abort")
    ada.fetch_match(aborted)
    ada.expect_error("/api/matches", "wrong_seats", 400, edition="mixtour", seats=[{"who": "me"}])


def use_study(ada: Client, match_id: str) -> None:
    for game in shelf():
        edition = game.edition_names()[0]
        line = random_line(edition)
        assert send(ada, "POST", "study", 200, json=line).json()["view"]["state"]["outcome"]
        send(ada, "POST", "study/record", 200, json={**line, "format": "json"})
        send(ada, "POST", "study/record", 200, json={**line, "format": "list"})
        send(ada, "POST", "study/try", 200, json={**line, "actions": [], "action": line["actions"][0]})
        send(ada, "POST", "study/import", 200, json={"text": line["start"]})
    send(ada, "POST", "study", 422, json={"edition": "mixtour:stein", "actions": ["c3", "c3"]})
    send(ada, "POST", "study/import", 400, json={"text": "not a game"})
    send(ada, "POST", "study/import", 413, json={"text": " " * 200_000})
    send(ada, "GET", f"study/of/{match_id}", 200)
    analysis = send(ada, "POST", "study/analyse", 200, json={"edition": "mixtour:stein", "time_limit_s": 0.5})
    assert json.loads(analysis.text.splitlines()[-1])["done"]


def random_line(edition: str) -> dict[str, Any]:
    """Return a game of random actions that is over."""
    rng = random.Random(1)
    state = new(edition)
    line: dict[str, Any] = {"edition": edition, "start": str(state), "actions": []}
    while state.outcome is None:
        action = rng.choice(state.legal_actions())
        line["actions"].append(action)
        state = state.play(action)
    return line


def use_account(validator: ResponseValidator, server: ServerProcess, ada: Client, bo: Client) -> None:
    guest = validator.watch(server.client())
    guest.http.cookies.clear()
    send(guest, "PATCH", "me", 401, json={"name": "Nobody"})
    send(guest, "GET", "me", 200)
    send(guest, "PATCH", "me", 200, json={"name": "Gil"})
    send(guest, "PATCH", "me", 400, json={"name": ""})
    for kind in ("device", "recovery"):
        url = send(guest, "POST", "me/links", 201, json={"kind": kind}).json()["url"]
        send(validator.watch(server.client()), "POST", "me/enter", 200, json={"token": url.rpartition("/")[2]})
    send(guest, "POST", "me/enter", 403, json={"token": "x" * 20})
    for muted in (True, False):
        send(ada, "POST", "me/mutes", 200, json={"account_id": bo.id, "muted": muted})
    bot = send(ada, "POST", "me/bots", 201, json={"name": "Robot"}).json()
    token = send(ada, "POST", f"me/bots/{bot['id']}/token", 201).json()["token"]
    send(ada, "POST", f"me/bots/{UNKNOWN_ACCOUNT}/token", 404)
    send(ada, "GET", "me/bots", 200)
    robot = validator.watch(Client(server, token=token))
    assert send(robot, "GET", "me", 200).json()["bot"]
    send(robot, "POST", "me/sign-out-everywhere", 403)
    send(robot, "GET", "operator/state", 403)
    send(ada, "GET", "me/export", 200)
    assert send(ada, "POST", "me/sign-out-everywhere", 200).json()["bots"]
    send(guest, "DELETE", "me", 200)


def use_push(ada: Client, service: PushService) -> None:
    browser = service.browser()
    device = {"endpoint": browser.endpoint}
    send(ada, "PUT", "me/push", 200, json=browser.subscription(all_events=True))
    send(ada, "PUT", "me/push", 400, json=browser.subscription(replaces="http://localhost/elsewhere"))
    send(ada, "GET", "me/push", 200)
    send(ada, "POST", "me/push/status", 200, json=device)
    send(ada, "POST", "me/push/test", 200, json=device)
    service.status = 500
    send(ada, "POST", "me/push/test", 502, json=device)
    service.status = 201
    send(ada, "POST", "me/push/unsubscribe", 200, json=device)
    send(ada, "POST", "me/push/test", 404, json=device)


def use_operator_routes(operator: Client, ada: Client, bo: Client, eve: Client) -> None:
    def change(path: str, status: int = 200, /, **body: Any) -> dict[str, Any]:
        return dict(send(operator, "POST", f"operator/{path}", status, json=body).json())

    def read(path: str, expected_status: int = 200, /, **parameters: Any) -> dict[str, Any]:
        return dict(send(operator, "GET", f"operator/{path}", expected_status, params=parameters).json())

    match_id = ada.open("mixtour:stein")["match_id"]
    bo.command(match_id, "join")
    chat_id = bo.command(match_id, "chat", text="something foul")["id"]
    send(ada, "POST", f"matches/{match_id}/report", 202, json={"chat_id": chat_id, "reason": "foul"})
    [report] = read("reports", closed=False)["reports"]
    change("close-report", report_id=report["id"])
    change("close-report", 404, report_id=10**6)
    change("hide", chat_id=chat_id, hidden=False)
    assert read("reports", closed=True)["reports"]
    change("note", account_id=bo.id, reason="warned")
    assert change("matches/" + match_id + "/end", result="win", winner=1)["number"]
    change("matches/" + match_id + "/end", 400, result="win")
    change("matches/" + match_id + "/end", 409, result="draw")
    change("ban", account_id=bo.id, until=2**50)
    send(bo, "PATCH", "me", 403, json={"name": "Banned"})
    details = read(f"accounts/{bo.id}")
    assert details["account"]["banned"] and all(details[part] for part in ("matches", "reports", "audit"))
    read(f"accounts/{UNKNOWN_ACCOUNT}", 404)
    change("ban", account_id=bo.id, banned=False)
    assert read(f"accounts/{ada.id}")["bots"]
    change("address-bans", address="192.0.2.7", until=2**50)
    change("address-bans", address="2001:db8::1")
    assert len(read("address-bans")["address_bans"]) == 2
    change("address-bans", address="192.0.2.7", banned=False)
    change("address-bans", 400, address="127.0.0.1")
    change("delete-account", account_id=eve.id)
    for path in ("accounts", "matches", "operators", "audit"):
        assert read(path, limit=1)[path]
        read(path, 400, limit=0)
    read("matches", status="over", game="mixtour", account_id=ada.id)
    read("state")
    change("revoke-operator", 404, account_id=UNKNOWN_ACCOUNT)
    change("revoke-operator", account_id=operator.id)
    read("state", 403)


# the validator itself

CHAT = {"id": 7, "room": "seats", "account_id": "a" * 16, "name": "Ada", "at": 1, "text": "Hello!"}


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda entry: entry.update(chat_id=entry.pop("id")), id="wrong name"),
        pytest.param(lambda entry: entry.pop("account_id"), id="missing"),
        pytest.param(lambda entry: entry.update(language="en"), id="unknown"),
        pytest.param(lambda entry: entry.update(at="now"), id="wrong type"),
        pytest.param(lambda entry: entry.update(room="hall"), id="unknown value"),
    ],
)
def test_the_validator_finds_a_wrong_field(server: ServerProcess, change: Callable[[dict[str, Any]], Any]) -> None:
    validator = ResponseValidator(read_schema(server))
    schema = validator.openapi["paths"]["/api/matches/{match_id}/chat"]["get"]["responses"]["200"]["content"]
    entry = dict(CHAT)
    validator.validate({"chat": [entry]}, schema["application/json"]["schema"], "chat")
    change(entry)
    with pytest.raises(AssertionError, match="chat"):
        validator.validate({"chat": [entry]}, schema["application/json"]["schema"], "chat")


def test_the_validator_finds_an_undescribed_status(server: ServerProcess) -> None:
    validator = ResponseValidator(read_schema(server))
    del validator.openapi["paths"]["/api/matches/{match_id}"]["get"]["responses"]["404"]
    client = validator.watch(server.client())
    with pytest.raises(AssertionError, match=re.escape("get /api/matches/{match_id} 404")):
        client.http.get("/api/matches/nowhere", timeout=TIMEOUT_S)


def test_all_objects_of_the_schema_are_closed(server: ServerProcess) -> None:
    schemas = read_schema(server)["components"]["schemas"]
    open_objects = [
        name for name, schema in schemas.items() if schema.get("properties") and schema.get("additionalProperties") is not False
    ]
    assert not open_objects
