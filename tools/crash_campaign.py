"""A campaign of power cuts: `python -m tools.crash_campaign [KILLS] [TABLES]`, or `make crash`.

Hundreds of players over sockets, each acting as soon as it is their turn and sending again what was not acknowledged; the
server is killed with SIGKILL at random moments and started again. Then the store itself is asked: every acknowledged event is
there, in order, once, with the text that was sent; every match folds; clocks have their grace; bots go on.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import tablier
from tablier.engine import player
from tests.server.server_process import TIMEOUT_S, ServerProcess

EDITIONS = ("mixtour:stein", "kwintie:board", "twisty:djeco", "twixt:kosmos")


@dataclass
class Seat:
    """One person at one table, over however many connections it takes."""

    campaign: Campaign
    headers: dict[str, str]
    match: str
    last: int = 0  # the number of the last event known
    pending: dict[str, Any] | None = None  # sent, not acknowledged

    async def play(self) -> None:
        while self.campaign.going_on:
            try:
                await self._connected()
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.05)

    async def _connected(self) -> None:
        url = f"ws://127.0.0.1:{self.campaign.server.port}/api/socket"
        async with connect(url, additional_headers=self.headers, max_size=None, compression=None, open_timeout=5) as line:
            await self._send(line, {"type": "watch", "since": self.last}, 1)
            if self.pending:
                await self._send(line, self.pending, 2)
            async for text in line:
                if not self.campaign.going_on:
                    return
                await self._heard(line, json.loads(text))

    async def _send(self, line: Any, ask: dict[str, Any], number: int) -> None:
        await line.send(json.dumps({"id": number, "match_id": self.match, "command": ask}))

    async def _heard(self, line: Any, message: dict[str, Any]) -> None:
        if message["type"] == "error":
            assert message["error"]["code"] in ("store_failed", "shutting_down"), message
            await self._send(line, self.pending, 2) if self.pending else None
        if message["type"] == "ok" and message["id"] == 2:
            assert message["result"]["repeated"], message
            self._acknowledged(message["result"]["number"])
        if message["type"] not in ("match", "update"):
            return
        numbers = [event["number"] for event in message["events"]]
        assert numbers == list(range(self.last + 1, self.last + 1 + len(numbers))), (self.last, numbers)
        self.last += len(numbers)
        if message.get("id") == 2:
            self._acknowledged(message["events"][-1]["number"])
        view, mine = message["view"], message.get("viewer", {})
        if view["result"] or self.pending or "legal" not in mine:
            return
        action = self.campaign.random.choice(mine["legal"])
        self.pending = {
            "type": "play",
            "action": action,
            "changes_seen": view["changes"],
            "nonce": f"{self.match}{view['changes']}",
        }
        await self._send(line, self.pending, 2)

    def _acknowledged(self, number: int) -> None:
        assert self.pending
        self.campaign.known.append((self.match, number, self.pending["action"]))
        self.pending = None


@dataclass
class Campaign:
    """Tables, kills, and the reckoning."""

    folder: Path
    tables: int = 100
    seed: int = 1
    going_on: bool = True
    known: list[tuple[str, int, str]] = field(default_factory=list)  # acknowledged: match, number, action
    with_bots: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.server = ServerProcess(self.folder, {"restart_grace_s": 30})

    @property
    def acknowledged(self) -> int:
        return len(self.known)

    def run(self, kills: int) -> None:
        self.server.start()
        seats = self._seats()
        try:
            asyncio.run(self._killed(seats, kills))
        finally:
            self.server.kill()
        self._reckon()

    def _seats(self) -> list[Seat]:
        seats = []
        for number in range(self.tables):
            accounts = [self.server.client() for _ in range(2)]
            clock = {"clock": {"base": 3_600_000, "increment": 1000}} if number % 2 else {}
            match = accounts[0].open(EDITIONS[number % len(EDITIONS)], **clock)["match_id"]
            accounts[1].command(match, "join")
            seats += [Seat(self, one.headers, match) for one in accounts]
            for one in accounts:
                one.http.close()
        for edition in filter(_has_engine, EDITIONS):
            one = self.server.client()
            bot = {"who": "engine", "level": 1}
            match = one.open(edition, seats=[{"who": "me"}, bot])["match_id"]
            self.with_bots.append(match)
            seats.append(Seat(self, one.headers, match))
        return seats

    async def _killed(self, seats: list[Seat], kills: int) -> None:
        players = [asyncio.create_task(seat.play()) for seat in seats]
        for kill in range(kills):
            await self._moment()
            await asyncio.to_thread(self.server.kill)
            print(f"kill {kill + 1}: {self.acknowledged} acknowledged so far", file=sys.stderr)
            await asyncio.to_thread(self.server.start)
        await self._played_on()
        await self._bots_going_on()
        self.going_on = False
        await asyncio.to_thread(self.server.kill)
        for ended in asyncio.as_completed(players, timeout=30):
            await ended

    async def _moment(self) -> None:
        """Some moment while people play: after a number of moves drawn by lot, and then a few milliseconds."""
        await self._more(self.random.randint(1, 3 * self.tables), 20)
        await asyncio.sleep(self.random.uniform(0, 0.02))

    async def _played_on(self) -> None:
        """After the last restart everybody goes on, as far as games are not over by then."""
        await self._more(3 * self.tables, TIMEOUT_S)

    async def _more(self, moves: int, seconds: float) -> None:
        """So many moves more; but where all games have ended there are none."""
        wanted, patience = self.acknowledged + moves, time.monotonic() + seconds
        while self.acknowledged < wanted and time.monotonic() < patience:
            await asyncio.sleep(0.005)

    async def _bots_going_on(self) -> None:
        """Gives bots on a busy machine the time to answer after the last restart."""
        patience = time.monotonic() + 90
        while time.monotonic() < patience:
            stored = self._stored()
            if all(len(_actors(stored, match)) == 2 for match in self.with_bots):
                return
            await asyncio.sleep(0.5)

    def _stored(self) -> dict[tuple[str, int], dict[str, Any]]:
        with sqlite3.connect(self.folder / "tablier.sqlite") as store:
            return {
                (match, number): json.loads(data)
                for match, number, data in store.execute("SELECT match_id, number, data FROM events ORDER BY match_id, number")
            }

    def _reckon(self) -> None:
        stored = self._stored()
        for match, number, action in self.known:
            assert stored[match, number]["action"] == action, (match, number, action)
        assert len({known[:2] for known in self.known}) == len(self.known)
        for match in {match for match, _ in stored}:
            numbers = [number for one, number in stored if one == match]
            assert numbers == list(range(1, len(numbers) + 1))
        checked = subprocess.run(
            [sys.executable, "-m", "tablier.cli", "doctor", "--data", str(self.folder)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert checked.returncode == 0, checked.stdout
        self._check_clocks(stored)
        for match in self.with_bots:
            assert len(_actors(stored, match)) == 2, match

    def _check_clocks(self, stored: dict[tuple[str, int], dict[str, Any]]) -> None:
        """Nobody lost on time, and no running clock lost more than the time that was played."""
        assert not any(event["kind"] == "flag" for event in stored.values())
        for event in stored.values():
            if event["kind"] == "resume":
                assert event["grace_ms"] >= 30_000


def _actors(stored: dict[tuple[str, int], dict[str, Any]], match: str) -> set[int]:
    """The seats that have acted in a match."""
    return {event["seat"] for (one, _), event in stored.items() if one == match and event["kind"] == "action"}


def _has_engine(edition: str) -> bool:
    return player.has_player(tablier.new(edition))


if __name__ == "__main__":
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    tables = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        campaign = Campaign(Path(folder), tables=tables, seed=int(began))
        campaign.run(kills)
        print(f"{kills} kills, {2 * tables} players, {campaign.acknowledged} acknowledged moves, none lost, none doubled")
