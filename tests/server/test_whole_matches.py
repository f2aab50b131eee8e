"""Whole matches of every game, over WebSocket and over HTTP alone."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random
from typing import Any

import pytest

from tests.server.server_process import Client, ServerProcess

VARIANTS: list[tuple[str, dict[str, str]]] = [
    ("twixt:kosmos", {"size": "8"}),
    ("twixt:paper", {"size": "8"}),
    ("mixtour:stein", {"points": "1"}),
    ("mixtour:gerhards", {}),
    ("kwintie:board", {}),
    ("kwintie:table", {}),
    ("twisty:djeco", {}),
    ("twisty:djeco", {"players": "3"}),
    ("twisty:djeco", {"players": "4"}),
]
MAX_TURNS = 120  # after this many turns a player resigns


def open_match(server: ServerProcess, edition: str, options: dict[str, str]) -> tuple[list[Client], str]:
    """Open a match and fill its seats; return one client per seat and the id of the match."""
    clients = [server.client("Ada")]
    created = clients[0].open(edition, options=options)
    while clients[-1].fetch_match(created["match_id"])["info"]["open_seats"]:
        clients.append(server.client(f"Guest {len(clients)}"))
        clients[-1].command(created["match_id"], "join")
    return clients, created["match_id"]


@pytest.mark.parametrize(("edition", "options"), VARIANTS)
def test_over_websocket(server: ServerProcess, edition: str, options: dict[str, str]) -> None:
    rng = Random(5)
    clients, match_id = open_match(server, edition, options)
    with ExitStack() as stack:
        sockets = [stack.enter_context(client.socket()) for client in clients]
        messages = [socket.command(match_id, "watch") for socket in sockets]
        # by seat: index of its client
        client_index = {message["viewer"]["seats"][0]: index for index, message in enumerate(messages)}
        turn = 0
        while not messages[0]["view"]["result"] and turn < MAX_TURNS:
            mover = client_index[messages[0]["view"]["to_act"]]
            legal = messages[mover]["viewer"]["legal"]
            assert not any("legal" in message["viewer"] for index, message in enumerate(messages) if index != mover)
            fields = {"action": rng.choice(legal), "changes_seen": messages[mover]["view"]["changes"], "nonce": str(turn)}
            messages[mover] = sockets[mover].command(match_id, "play", **fields)
            assert messages[mover]["type"] == "update", messages[mover]
            for index, socket in enumerate(sockets):
                if index != mover:
                    messages[index] = socket.next("update")
                assert messages[index]["events"] == messages[mover]["events"]
            turn += 1
        finish_match(clients, match_id, client_index, messages[0])


@pytest.mark.parametrize(("edition", "options"), VARIANTS)
def test_over_http(server: ServerProcess, edition: str, options: dict[str, str]) -> None:
    rng = Random(6)
    clients, match_id = open_match(server, edition, options)
    client_index = {client.fetch_match(match_id)["viewer"]["seats"][0]: index for index, client in enumerate(clients)}
    turn = 0
    message = clients[0].fetch_match(match_id)
    while not message["view"]["result"] and turn < MAX_TURNS // 2:
        actor = clients[client_index[message["view"]["to_act"]]]
        viewer = actor.fetch_match(match_id)["viewer"]
        action = rng.choice(viewer["legal"])
        preview = actor.try_action(match_id, action)
        message = actor.command(match_id, "play", action=action, changes_seen=message["view"]["changes"])
        assert message["view"]["state"]["position"] == preview["state"]["position"]
        turn += 1
    finish_match(clients, match_id, client_index, message)


def finish_match(clients: list[Client], match_id: str, client_index: dict[int, int], message: dict[str, Any]) -> None:
    """Let the remaining players resign one after the other, and check that the record replays."""
    from tablier.records.record import Record

    while not message["view"]["result"]:
        seat = next(seat for seat in client_index if seat not in message["view"]["gone"])
        clients[client_index[seat]].command(match_id, "resign")
        message = clients[0].fetch_match(match_id)
    record = clients[0].http.get(f"/api/matches/{match_id}/record")
    assert Record.from_json(record.text).line.result is not None
    assert clients[0].fetch_match(match_id)["view"]["to_act"] is None
