"""The load generator: players who play random legal actions, at once or at a steady pace."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import msgspec

from .ws_client import WebSocketClient


class ReceivedViewer(msgspec.Struct, frozen=True):
    """The fields of a message's `viewer` that a player needs."""

    legal: list[str] = []


class ReceivedView(msgspec.Struct):
    """The fields of a message's `view` that a player needs."""

    changes: int
    result: dict[str, Any] | None


class ReceivedMessage(msgspec.Struct):
    """The fields of any server message that a player needs; others are skipped while decoding."""

    type: str
    match_id: str = ""
    id: int = 0
    view: ReceivedView | None = None
    viewer: ReceivedViewer = ReceivedViewer()
    info: dict[str, Any] = {}


decode_message = msgspec.json.Decoder(ReceivedMessage).decode


@dataclass
class Tally:
    """Counts of one measurement."""

    moves: int = 0
    errors: int = 0
    finished: int = 0  # counted by both players of a match
    delays_s: list[float] = field(default_factory=list)  # from sending a move to its acknowledgement


@dataclass
class Load:
    """The settings of one run, and its counts."""

    address: tuple[str, int]
    pause_s: float = 0.0  # mean time between moves; 0 for as fast as possible
    tally: Tally = field(default_factory=Tally)
    playing: bool = False
    rng: random.Random = field(default_factory=lambda: random.Random(1))


class LoadPlayer:
    """One socket that plays one seat."""

    def __init__(self, load: Load, cookie: str) -> None:
        self.load = load
        self.cookie = cookie
        self.match_id = ""
        self._rematch_offered = ""  # id of the match after which a rematch was offered
        self._frame_ids = count(1)
        self._sent: tuple[int, float] = (0, 0.0)  # frame id and time of the last move
        self._turn: ReceivedMessage | None = None  # own turn, not played yet because the run has not started

    async def connect(self) -> LoadPlayer:
        """Open the socket."""
        host, port = self.load.address
        self.client = WebSocketClient(f"{host}:{port}", self.cookie, self._on_message)
        await asyncio.get_running_loop().create_connection(lambda: self.client, host, port)
        await self.client.ready
        return self

    def watch(self, match_id: str) -> None:
        """Start playing a match."""
        self.match_id = match_id
        self._send_command(type="watch")

    def start(self) -> None:
        """Play the pending turn, if any."""
        if self._turn:
            message, self._turn = self._turn, None
            self._on_turn(message)

    def _send_command(self, **command: Any) -> int:
        frame_id = next(self._frame_ids)
        self.client.send(msgspec.json.encode({"id": frame_id, "match_id": self.match_id, "command": command}))
        return frame_id

    def _on_message(self, data: bytes) -> None:
        message = decode_message(data)
        if message.type == "error":
            self.load.tally.errors += 1
        if message.type == "info" and message.info.get("next_match_id"):
            self.watch(message.info["next_match_id"])
        if message.type not in ("update", "match") or message.match_id != self.match_id or message.view is None:
            return
        if message.id and message.id == self._sent[0]:
            self.load.tally.moves += 1
            self.load.tally.delays_s.append(time.perf_counter() - self._sent[1])
            self._sent = (0, 0.0)
        if message.view.result:
            if self._rematch_offered != self.match_id:
                self._rematch_offered = self.match_id
                self.load.tally.finished += 1
                self._send_command(type="offer", offer_type="rematch")
        elif message.viewer.legal:
            self._on_turn(message)

    def _on_turn(self, message: ReceivedMessage) -> None:
        if not self.load.playing:
            self._turn = message
        elif self.load.pause_s:
            delay_s = self.load.rng.uniform(0.5, 1.5) * self.load.pause_s
            asyncio.get_running_loop().call_later(delay_s, self._play, message)
        else:
            self._play(message)

    def _play(self, message: ReceivedMessage) -> None:
        if not self.load.playing or message.view is None:
            self._turn = message
            return
        legal = message.viewer.legal
        frame_id = self._send_command(
            type="play",
            action=legal[int(self.load.rng.random() * len(legal))],
            changes_seen=message.view.changes,
            nonce=f"{self.match_id}{message.view.changes}",
        )
        self._sent = frame_id, time.perf_counter()


def create_matches(address: tuple[str, int], editions: Sequence[str], number: int) -> list[tuple[str, list[str]]]:
    """Create matches of two new accounts each. Return the id and the two cookies of each match."""
    created = []
    connection = http.client.HTTPConnection(*address)
    for index in range(number):
        cookies = [_new_cookie(connection) for _ in range(2)]
        body = {"edition": editions[index % len(editions)], "seats": [{"who": "me"}, {"who": "open"}]}
        match_id = _post(connection, "/api/matches", cookies[0], body)["match_id"]
        _post(connection, f"/api/matches/{match_id}/commands", cookies[1], {"type": "join"})
        created.append((match_id, cookies))
    connection.close()
    return created


def _new_cookie(connection: http.client.HTTPConnection) -> str:
    connection.request("GET", "/api/me")
    response = connection.getresponse()
    response.read()
    return (response.getheader("set-cookie") or "").partition("=")[2].partition(";")[0]


def _post(connection: http.client.HTTPConnection, path: str, cookie: str, body: dict[str, Any]) -> dict[str, Any]:
    headers = {"cookie": f"tablier={cookie}", "content-type": "application/json"}
    connection.request("POST", path, json.dumps(body), headers)
    response = connection.getresponse()
    payload = json.loads(response.read())
    if response.status >= 300:
        raise ConnectionError(str(payload))
    return dict(payload)


async def connect_players(load: Load, created: Sequence[tuple[str, list[str]]]) -> list[LoadPlayer]:
    """Connect both players of every match and let them watch it."""
    players = []
    for match_id, cookies in created:
        for cookie in cookies:
            player = await LoadPlayer(load, cookie).connect()
            player.watch(match_id)
            players.append(player)
    await asyncio.sleep(1)
    return players
