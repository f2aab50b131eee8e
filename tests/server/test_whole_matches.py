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
LONGEST = 120  # turns; then everybody has shown that they can, and somebody resigns


def opened(serving: ServerProcess, edition: str, options: dict[str, str]) -> tuple[list[Client], str]:
    accounts = [serving.client("Ada")]
    table = accounts[0].open(edition, options=options)
    while accounts[-1].see(table["match_id"])["info"]["open_seats"]:
        accounts.append(serving.client(f"Guest {len(accounts)}"))
        accounts[-1].command(table["match_id"], "join")
    return accounts, table["match_id"]


@pytest.mark.parametrize(("edition", "options"), VARIANTS)
def test_over_websocket(serving: ServerProcess, edition: str, options: dict[str, str]) -> None:
    random = Random(5)
    accounts, match = opened(serving, edition, options)
    with ExitStack() as sockets:
        lines = [sockets.enter_context(one.socket()) for one in accounts]
        seen = [line.command(match, "watch") for line in lines]
        seats = {one["viewer"]["seats"][0]: index for index, one in enumerate(seen)}
        turn = 0
        while not seen[0]["view"]["result"] and turn < LONGEST:
            seat = seen[0]["view"]["to_act"]
            actor = seats[seat]
            legal = seen[actor]["viewer"]["legal"]
            assert not any("legal" in one["viewer"] for index, one in enumerate(seen) if index != actor)
            ask = {"action": random.choice(legal), "changes_seen": seen[actor]["view"]["changes"], "nonce": str(turn)}
            seen[actor] = lines[actor].command(match, "play", **ask)
            assert seen[actor]["type"] == "update", seen[actor]
            for index, line in enumerate(lines):
                if index != actor:
                    seen[index] = line.next("update")
                assert seen[index]["events"] == seen[actor]["events"]
            turn += 1
        ended(accounts, match, seats, seen[0])


@pytest.mark.parametrize(("edition", "options"), VARIANTS)
def test_over_http(serving: ServerProcess, edition: str, options: dict[str, str]) -> None:
    random = Random(6)
    accounts, match = opened(serving, edition, options)
    seats = {one.see(match)["viewer"]["seats"][0]: index for index, one in enumerate(accounts)}
    turn = 0
    seen = accounts[0].see(match)
    while not seen["view"]["result"] and turn < LONGEST // 2:
        actor = accounts[seats[seen["view"]["to_act"]]]
        mine = actor.see(match)["viewer"]
        text = random.choice(mine["legal"])
        tried = actor.try_action(match, text)
        seen = actor.command(match, "play", action=text, changes_seen=seen["view"]["changes"])
        assert seen["view"]["state"]["position"] == tried["state"]["position"]
        turn += 1
    ended(accounts, match, seats, seen)


def ended(accounts: list[Client], match: str, seats: dict[int, int], seen: dict[str, Any]) -> None:
    """Those who did not finish resign, one after the other; the record replays."""
    from tablier.records.record import Record

    while not seen["view"]["result"]:
        leaving = next(seat for seat in seats if seat not in seen["view"]["gone"])
        accounts[seats[leaving]].command(match, "resign")
        seen = accounts[0].see(match)
    record = accounts[0].http.get(f"/api/matches/{match}/record")
    assert Record.from_json(record.text).line.result is not None
    assert accounts[0].see(match)["view"]["to_act"] is None
