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


def opened(serving: ServerProcess, edition: str, options: dict[str, str]) -> tuple[list[Client], str]:
    accounts = [serving.client("Ada")]
    table = accounts[0].open(edition, options=options)
    while accounts[-1].fetch_match(table["match_id"])["info"]["open_seats"]:
        accounts.append(serving.client(f"Guest {len(accounts)}"))
        accounts[-1].command(table["match_id"], "join")
    return accounts, table["match_id"]


@pytest.mark.parametrize(("edition", "options"), VARIANTS)
def test_over_websocket(serving: ServerProcess, edition: str, options: dict[str, str]) -> None:
    random = Random(5)
    accounts, match_id = opened(serving, edition, options)
    with ExitStack() as sockets:
        lines = [sockets.enter_context(one.socket()) for one in accounts]
        message = [socket.command(match_id, "watch") for socket in lines]
        seats = {one["viewer"]["seats"][0]: index for index, one in enumerate(message)}
        turn = 0
        while not message[0]["view"]["result"] and turn < MAX_TURNS:
            seat = message[0]["view"]["to_act"]
            actor = seats[seat]
            legal = message[actor]["viewer"]["legal"]
            assert not any("legal" in one["viewer"] for index, one in enumerate(message) if index != actor)
            ask = {"action": random.choice(legal), "changes_seen": message[actor]["view"]["changes"], "nonce": str(turn)}
            message[actor] = lines[actor].command(match_id, "play", **ask)
            assert message[actor]["type"] == "update", message[actor]
            for index, socket in enumerate(lines):
                if index != actor:
                    message[index] = socket.next("update")
                assert message[index]["events"] == message[actor]["events"]
            turn += 1
        ended(accounts, match_id, seats, message[0])


@pytest.mark.parametrize(("edition", "options"), VARIANTS)
def test_over_http(serving: ServerProcess, edition: str, options: dict[str, str]) -> None:
    random = Random(6)
    accounts, match_id = opened(serving, edition, options)
    seats = {one.fetch_match(match_id)["viewer"]["seats"][0]: index for index, one in enumerate(accounts)}
    turn = 0
    message = accounts[0].fetch_match(match_id)
    while not message["view"]["result"] and turn < MAX_TURNS // 2:
        actor = accounts[seats[message["view"]["to_act"]]]
        mine = actor.fetch_match(match_id)["viewer"]
        text = random.choice(mine["legal"])
        tried = actor.try_action(match_id, text)
        message = actor.command(match_id, "play", action=text, changes_seen=message["view"]["changes"])
        assert message["view"]["state"]["position"] == tried["state"]["position"]
        turn += 1
    ended(accounts, match_id, seats, message)


def ended(accounts: list[Client], match_id: str, seats: dict[int, int], message: dict[str, Any]) -> None:
    """Those who did not finish resign, one after the other; the record replays."""
    from tablier.records.record import Record

    while not message["view"]["result"]:
        leaving = next(seat for seat in seats if seat not in message["view"]["gone"])
        accounts[seats[leaving]].command(match_id, "resign")
        message = accounts[0].fetch_match(match_id)
    record = accounts[0].http.get(f"/api/matches/{match_id}/record")
    assert Record.from_json(record.text).line.result is not None
    assert accounts[0].fetch_match(match_id)["view"]["to_act"] is None
