"""Kill a server with SIGKILL while clients play, and check that no acknowledged move is lost or stored twice.

    python -m tools.crash_campaign [KILLS] [MATCHES]        (or: make crash)

Two clients play each match over WebSockets. They act as soon as it is their turn and repeat a move until it is acknowledged.
The server is killed at random moments and started again. Afterwards the database must hold every acknowledged event once, in
order and unchanged; `tablier doctor` must accept it; every restart must have given the clocks their grace period, and engines
must have moved.

Writes to a temporary folder, reports progress on stderr and a summary on stdout; a failed check is an AssertionError.
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

RESTART_GRACE_S = 30
ENGINE_TIMEOUT_S = 90  # for engines on a busy machine to move after the last restart

WATCH_ID, PLAY_ID = 1, 2  # request ids of a client's messages

StoredEvents = dict[tuple[str, int], dict[str, Any]]  # by match id and event number


@dataclass
class Client:
    """A client on one seat of a match; it reconnects as often as needed."""

    campaign: Campaign
    headers: dict[str, str]
    match_id: str
    last_event: int = 0
    pending: dict[str, Any] | None = None  # the move that was sent and is not acknowledged yet

    async def play(self) -> None:
        """Play until the campaign ends. Raises `AssertionError` on a wrong response."""
        while self.campaign.running:
            try:
                await self._play_over_one_connection()
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.05)

    async def _play_over_one_connection(self) -> None:
        url = f"ws://127.0.0.1:{self.campaign.server.port}/api/socket"
        async with connect(url, additional_headers=self.headers, max_size=None, compression=None, open_timeout=5) as socket:
            await self._send(socket, {"type": "watch", "since": self.last_event}, WATCH_ID)
            if self.pending:
                await self._send(socket, self.pending, PLAY_ID)
            async for text in socket:
                if not self.campaign.running:
                    return
                await self._handle(socket, json.loads(text))

    async def _send(self, socket: Any, command: dict[str, Any], request_id: int) -> None:
        await socket.send(json.dumps({"id": request_id, "match_id": self.match_id, "command": command}))

    async def _handle(self, socket: Any, message: dict[str, Any]) -> None:
        """Check a message of the server, record an acknowledgement and play a random legal move on our turn."""
        if message["type"] == "error":
            assert message["error"]["code"] in ("store_failed", "shutting_down"), message
            if self.pending:
                await self._send(socket, self.pending, PLAY_ID)
        if message["type"] == "ok" and message["id"] == PLAY_ID:  # repeats a move that was already stored
            assert message["result"]["repeated"], message
            self._acknowledge(message["result"]["number"])
        if message["type"] not in ("match", "update"):
            return
        numbers = [event["number"] for event in message["events"]]
        assert numbers == list(range(self.last_event + 1, self.last_event + 1 + len(numbers))), (self.last_event, numbers)
        self.last_event += len(numbers)
        if message.get("id") == PLAY_ID:
            self._acknowledge(message["events"][-1]["number"])
        view, viewer = message["view"], message.get("viewer", {})
        if view["result"] or self.pending or "legal" not in viewer:
            return
        action = self.campaign.rng.choice(viewer["legal"])
        nonce = f"{self.match_id}{view['changes']}"
        self.pending = {"type": "play", "action": action, "changes_seen": view["changes"], "nonce": nonce}
        await self._send(socket, self.pending, PLAY_ID)

    def _acknowledge(self, number: int) -> None:
        assert self.pending
        self.campaign.acknowledged.append((self.match_id, number, self.pending["action"]))
        self.pending = None


@dataclass
class Campaign:
    """Matches of every edition, the kills, and the check of the database."""

    folder: Path
    matches: int = 100  # between two clients; matches against engines are added
    seed: int = 1
    running: bool = True
    acknowledged: list[tuple[str, int, str]] = field(default_factory=list)  # match id, event number, action
    engine_matches: list[str] = field(default_factory=list)  # match ids

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.server = ServerProcess(self.folder, {"restart_grace_s": RESTART_GRACE_S})

    def run(self, kills: int) -> None:
        """Play, kill the server `kills` times and check the database. Raises `AssertionError` if a check fails."""
        self.server.start()
        clients = self._create_clients()
        try:
            asyncio.run(self._play_and_kill(clients, kills))
        finally:
            self.server.kill()
        self._check_database()

    def _create_clients(self) -> list[Client]:
        clients = []
        editions = [edition for game in tablier.shelf() for edition in game.edition_names()]
        for number in range(self.matches):
            accounts = [self.server.client() for _ in range(2)]
            clock = {"clock": {"base_ms": 3_600_000, "increment_ms": 1000}} if number % 2 else {}
            match_id = accounts[0].open(editions[number % len(editions)], **clock)["match_id"]
            accounts[1].command(match_id, "join")
            clients += [Client(self, account.headers, match_id) for account in accounts]
            for account in accounts:
                account.http.close()
        for edition in filter(_has_engine, editions):
            account = self.server.client()
            match_id = account.open(edition, seats=[{"who": "me"}, {"who": "engine", "level": 1}])["match_id"]
            self.engine_matches.append(match_id)
            clients.append(Client(self, account.headers, match_id))
        return clients

    async def _play_and_kill(self, clients: list[Client], kills: int) -> None:
        tasks = [asyncio.create_task(client.play()) for client in clients]
        for kill in range(kills):
            await self._wait_for_moves(self.rng.randint(1, 3 * self.matches), timeout_s=20)
            await asyncio.sleep(self.rng.uniform(0, 0.02))
            await asyncio.to_thread(self.server.kill)
            print(f"kill {kill + 1}: {len(self.acknowledged)} acknowledged so far", file=sys.stderr)
            await asyncio.to_thread(self.server.start)
        await self._wait_for_moves(3 * self.matches, TIMEOUT_S)
        await self._wait_for_engines()
        self.running = False
        await asyncio.to_thread(self.server.kill)
        for task in asyncio.as_completed(tasks, timeout=30):
            await task

    async def _wait_for_moves(self, count: int, timeout_s: float) -> None:
        """Wait for `count` more acknowledged moves; the timeout ends it if all matches are over."""
        target, deadline = len(self.acknowledged) + count, time.monotonic() + timeout_s
        while len(self.acknowledged) < target and time.monotonic() < deadline:
            await asyncio.sleep(0.005)

    async def _wait_for_engines(self) -> None:
        """Wait until every engine has moved, or for `ENGINE_TIMEOUT_S`; `_check_database` reports engines that have not."""
        deadline = time.monotonic() + ENGINE_TIMEOUT_S
        while time.monotonic() < deadline:
            events = self._read_events()
            if all(len(_seats_that_acted(events, match_id)) == 2 for match_id in self.engine_matches):
                return
            await asyncio.sleep(0.5)

    def _read_events(self) -> StoredEvents:
        query = "SELECT match_id, number, data FROM events ORDER BY match_id, number"
        with sqlite3.connect(self.folder / "tablier.sqlite") as database:
            return {(match_id, number): json.loads(data) for match_id, number, data in database.execute(query)}

    def _check_database(self) -> None:
        events = self._read_events()
        for match_id, number, action in self.acknowledged:
            assert events[match_id, number]["action"] == action, (match_id, number, action)
        assert len({entry[:2] for entry in self.acknowledged}) == len(self.acknowledged)
        for match_id in {key[0] for key in events}:
            numbers = [number for other, number in events if other == match_id]
            assert numbers == list(range(1, len(numbers) + 1))
        command = [sys.executable, "-m", "tablier.cli", "doctor", "--data", str(self.folder)]
        doctor = subprocess.run(command, capture_output=True, text=True, check=False)
        assert doctor.returncode == 0, doctor.stdout
        _check_clocks(events)
        for match_id in self.engine_matches:
            assert len(_seats_that_acted(events, match_id)) == 2, match_id


def _check_clocks(events: StoredEvents) -> None:
    """Check that no player lost on time and that every restart granted its grace."""
    assert not any(event["kind"] == "flag" for event in events.values())
    for event in events.values():
        if event["kind"] == "resume":
            assert event["grace_ms"] >= RESTART_GRACE_S * 1000


def _seats_that_acted(events: StoredEvents, match_id: str) -> set[int]:
    return {event["seat"] for (other, _), event in events.items() if other == match_id and event["kind"] == "action"}


def _has_engine(edition: str) -> bool:
    return player.has_player(tablier.new(edition))


def main() -> None:
    """Run a campaign of the size given on the command line."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    matches = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    with tempfile.TemporaryDirectory() as folder:
        campaign = Campaign(Path(folder), matches=matches, seed=int(time.monotonic()))
        campaign.run(kills)
    moves = len(campaign.acknowledged)
    print(f"{kills} kills, {2 * matches} players, {moves} acknowledged moves, none lost, none stored twice")


if __name__ == "__main__":
    main()
