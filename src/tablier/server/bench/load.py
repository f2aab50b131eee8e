"""The load: people who play at random, each as soon as it is their turn, or at a steady pace."""

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


class Mine(msgspec.Struct, frozen=True):
    """What a player needs to know to go on."""

    legal: list[str] = []


class View(msgspec.Struct):
    """How far it is."""

    changes: int
    result: dict[str, Any] | None
    rematch: bool = False


class Heard(msgspec.Struct):
    """Whatever the server says; the rest is not looked at."""

    type: str
    match: str = ""
    id: int = 0
    view: View | None = None
    mine: Mine = Mine()
    table: dict[str, Any] = {}


hear = msgspec.json.Decoder(Heard).decode


@dataclass
class Tally:
    """What was seen."""

    moves: int = 0
    refused: int = 0
    finished: int = 0  # matches, by either player
    delays: list[float] = field(default_factory=list)  # seconds from sending to the acknowledgement


@dataclass
class Load:
    """Settings of one run, and what it has seen."""

    address: tuple[str, int]
    pause: float = 0.0  # seconds between moves of a match, at a steady pace
    tally: Tally = field(default_factory=Tally)
    playing: bool = False
    random: random.Random = field(default_factory=lambda: random.Random(1))


class Player:
    """One socket with one seat."""

    def __init__(self, load: Load, cookie: str) -> None:
        self.load = load
        self.cookie = cookie
        self.match = ""
        self._offered = ""  # the match of which another one was asked for
        self._numbers = count(1)
        self._sent: tuple[int, float] = (0, 0.0)
        self._waiting: Heard | None = None  # my turn, but the run has not begun or the pace is slower

    async def connect(self) -> Player:
        """Opens the socket."""
        host, port = self.load.address
        self.wire = WebSocketClient(f"{host}:{port}", self.cookie, self._heard)
        await asyncio.get_running_loop().create_connection(lambda: self.wire, host, port)
        await self.wire.ready
        return self

    def watch(self, match: str) -> None:
        """Sits down at a match."""
        self.match = match
        self._ask(do="watch")

    def begin(self) -> None:
        """Goes on if it is my turn."""
        if self._waiting:
            heard, self._waiting = self._waiting, None
            self._turn(heard)

    def _ask(self, **what: Any) -> int:
        number = next(self._numbers)
        self.wire.send(msgspec.json.encode({"id": number, "match": self.match, "ask": what}))
        return number

    def _heard(self, message: bytes) -> None:
        heard = hear(message)
        if heard.type == "error":
            self.load.tally.refused += 1
        if heard.type == "table" and heard.table.get("next"):
            self.watch(heard.table["next"])
        if heard.type not in ("update", "match") or heard.match != self.match or heard.view is None:
            return
        if heard.id and heard.id == self._sent[0]:
            self.load.tally.moves += 1
            self.load.tally.delays.append(time.perf_counter() - self._sent[1])
            self._sent = (0, 0.0)
        if heard.view.result:
            if self._offered != self.match:
                self._offered = self.match
                self.load.tally.finished += 1
                self._ask(do="offer", offer_type="rematch")
        elif heard.mine.legal:
            self._turn(heard)

    def _turn(self, heard: Heard) -> None:
        if not self.load.playing:
            self._waiting = heard
        elif self.load.pause:
            asyncio.get_running_loop().call_later(self.load.random.uniform(0.5, 1.5) * self.load.pause, self._act, heard)
        else:
            self._act(heard)

    def _act(self, heard: Heard) -> None:
        if not self.load.playing or heard.view is None:
            self._waiting = heard
            return
        legal = heard.mine.legal
        number = self._ask(
            do="act",
            action=legal[int(self.load.random.random() * len(legal))],
            changes_seen=heard.view.changes,
            nonce=f"{self.match}{heard.view.changes}",
        )
        self._sent = number, time.perf_counter()


def tables(address: tuple[str, int], editions: Sequence[str], number: int) -> list[tuple[str, list[str]]]:
    """So many matches with two people each: the match and the cookies."""
    found = []
    line = http.client.HTTPConnection(*address)
    for index in range(number):
        cookies = [_newcomer(line) for _ in range(2)]
        body = {"edition": editions[index % len(editions)], "seats": [{"who": "me"}, {"who": "open"}]}
        match = _post(line, "/api/matches", cookies[0], body)["match"]
        _post(line, f"/api/matches/{match}/join", cookies[1], {})
        found.append((match, cookies))
    line.close()
    return found


def _newcomer(line: http.client.HTTPConnection) -> str:
    line.request("GET", "/api/me")
    answer = line.getresponse()
    answer.read()
    return (answer.getheader("set-cookie") or "").partition("=")[2].partition(";")[0]


def _post(line: http.client.HTTPConnection, path: str, cookie: str, body: dict[str, Any]) -> dict[str, Any]:
    line.request("POST", path, json.dumps(body), {"cookie": f"tablier={cookie}", "content-type": "application/json"})
    answer = line.getresponse()
    told = json.loads(answer.read())
    if answer.status >= 300:
        raise ConnectionError(str(told))
    return dict(told)


async def seated(load: Load, opened: Sequence[tuple[str, list[str]]]) -> list[Player]:
    """Everybody connected and watching."""
    players = []
    for match, cookies in opened:
        for cookie in cookies:
            player = await Player(load, cookie).connect()
            player.watch(match)
            players.append(player)
    await asyncio.sleep(1)
    return players
