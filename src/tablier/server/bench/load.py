"""The load generator: players who play random legal actions, spectators, and people who read the lists of matches.

A *closed loop* sends a move when the move before was answered, at once or after a pause. If the server stalls, so does the
load, and the delays look better than those of people who do not wait for each other (coordinated omission). In an *open loop*
every move has a due time that does not depend on the server, and delays count from it.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import msgspec

from .http_client import HttpClient
from .ws_client import WebSocketClient

CLOCK = {"base_ms": 600_000, "increment_ms": 10_000}  # long enough for random games that are played slowly
MOVES_PER_CHAT = 20  # of a match, with `mixed`
CHAT_INTERVAL_S = 2.0  # at least, between two messages of an account: the server refuses more than one per second
LISTS = ("mine", "open", "live")  # lists of the start page
LIST_INTERVAL_S = 15.0  # between requests for lists while there is no socket that pushes them


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
    own: bool = False  # of a `lobby` message: own matches have changed


decode_message = msgspec.json.Decoder(ReceivedMessage).decode


@dataclass
class Tally:
    """Counts of one measurement."""

    moves: int = 0
    errors: int = 0
    finished: int = 0  # matches, counted by both players
    updates: int = 0  # received by spectators
    lists: int = 0  # fetched by people on the shelf
    list_messages: int = 0  # with changed public lists, received by people on the shelf
    delays_s: list[float] = field(default_factory=list)  # of moves: from sending, or from the due time, to the acknowledgement
    overdue: int = 0  # moves that were due at the end and not acknowledged


@dataclass(frozen=True, kw_only=True)
class Workload:
    """What is played, and how fast."""

    editions: Sequence[str]
    matches: int
    pause_s: float = 0.0  # closed loop: mean time between the moves of a match; 0 for as fast as possible
    rate: float = 0.0  # open loop: moves per second of all matches; 0 for a closed loop
    watchers: int = 0  # spectators, spread over the matches
    shelf: int = 0  # people who read the lists of matches
    mixed: bool = False  # public matches, clocks on half of them, chat


@dataclass
class Load:
    """One run of a workload, and its counts."""

    address: tuple[str, int]
    pause_s: float = 0.0
    chat: bool = False
    tally: Tally = field(default_factory=Tally)
    playing: bool = False  # False before and after the measurement
    rng: random.Random = field(default_factory=lambda: random.Random(1))


class Schedule:
    """The due times of the moves of one match in an open loop: `interval_s` apart, whether or not moves were answered."""

    def __init__(self, interval_s: float) -> None:
        self._interval_s = interval_s
        self._next_s = 0.0

    def start(self, now_s: float, rng: random.Random) -> None:
        """Begin the schedule at a random phase, so that the matches do not move all at once."""
        self._next_s = now_s + rng.random() * self._interval_s

    def take(self) -> float:
        """Return the due time of the next move."""
        due_s = self._next_s
        self._next_s += self._interval_s
        return due_s

    def take_overdue(self, now_s: float) -> list[float]:
        """Return the due times before `now_s` that were not taken."""
        overdue = []
        while self._next_s < now_s:
            overdue.append(self.take())
        return overdue


class LoadPlayer:
    """One socket that plays one seat, or only watches if it is not `seated`."""

    def __init__(self, load: Load, cookie: str = "", *, schedule: Schedule | None = None, seated: bool = True) -> None:
        """With a `schedule`, which both players of a match share, moves are played at its due times."""
        self.load = load
        self.cookie = cookie
        self.match_id = ""
        self.finished = asyncio.Event()  # set when a match has ended
        self.rematch = True  # offer another match at the end
        self._schedule = schedule
        self._seated = seated
        self._next_chat_at = 0.0
        self._rematch_offered = ""  # id of the match after which a rematch was offered
        self._frame_ids = count(1)
        self._sent: tuple[int, float] = (0, 0.0)  # frame id of the last move, and the time from which its delay counts
        self._turn: ReceivedMessage | None = None  # own turn, not played yet because the run has not started

    async def connect(self) -> LoadPlayer:
        """Open the socket."""
        host, port = self.load.address
        self.client = WebSocketClient(f"{host}:{port}", self.cookie, self._on_message)
        await asyncio.get_running_loop().create_connection(lambda: self.client, host, port)
        await self.client.ready
        return self

    def watch(self, match_id: str) -> None:
        """Start playing or watching a match."""
        self.match_id = match_id
        self._send_command(type="watch")

    def start(self) -> None:
        """Play the pending turn, if any."""
        if self._turn:
            message, self._turn = self._turn, None
            self._on_turn(message)

    def pending_since(self) -> float | None:
        """Return the time from which the delay of the unacknowledged move counts, or None."""
        return self._sent[1] if self._sent[0] else None

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
        if not self._seated:
            self.load.tally.updates += 1
            return
        if message.id and message.id == self._sent[0]:
            self.load.tally.moves += 1
            self.load.tally.delays_s.append(time.monotonic() - self._sent[1])
            self._sent = (0, 0.0)
        if message.view.result:
            if self._rematch_offered != self.match_id:
                self._rematch_offered = self.match_id
                self.load.tally.finished += 1
                self.finished.set()
                if self.rematch:
                    self._send_command(type="offer", offer_type="rematch")
        elif message.viewer.legal:
            self._on_turn(message)

    def _on_turn(self, message: ReceivedMessage) -> None:
        if not self.load.playing:
            self._turn = message
        elif self._schedule:
            due_s = self._schedule.take()
            asyncio.get_running_loop().call_later(max(0.0, due_s - time.monotonic()), self._play, message, due_s)
        elif self.load.pause_s:
            delay_s = self.load.rng.uniform(0.5, 1.5) * self.load.pause_s
            asyncio.get_running_loop().call_later(delay_s, self._play, message)
        else:
            self._play(message)

    def _play(self, message: ReceivedMessage, due_s: float | None = None) -> None:
        if not self.load.playing or message.view is None:
            self._turn = message
            return
        legal = message.viewer.legal
        frame_id = self._send_command(
            type="play",
            action=legal[int(self.load.rng.random() * len(legal))],  # faster than `rng.choice`
            changes_seen=message.view.changes,
            nonce=f"{self.match_id}{message.view.changes}",
        )
        self._sent = frame_id, time.monotonic() if due_s is None else due_s
        now = time.monotonic()
        if self.load.chat and message.view.changes % MOVES_PER_CHAT == 0 and now >= self._next_chat_at:
            self._next_chat_at = now + CHAT_INTERVAL_S
            self._send_command(type="chat", text="Good move!", room="seats")


class ShelfVisitor:
    """A person on the start page. Requests lists of matches as the page does, see `web/app/lists.js`.

    All lists are fetched when the page is shown and when the socket has opened. Then the server pushes the public lists. The
    list of own matches is fetched again after a message that it has changed, and all lists at intervals if the socket is lost.
    """

    def __init__(self, load: Load) -> None:
        self.http = HttpClient(load.address)
        self._load = load
        self._own_changed = asyncio.Event()

    async def run(self) -> None:
        """Use lists until cancelled."""
        host, port = self._load.address
        await self.http.request("GET", "/api/me")
        await self._fetch(*LISTS)
        self.client = WebSocketClient(f"{host}:{port}", self.http.cookie, self._on_message)
        await asyncio.get_running_loop().create_connection(lambda: self.client, host, port)
        await self.client.ready
        self.client.send(msgspec.json.encode({"id": 1, "command": {"type": "watch_lobby"}}))
        try:
            await self._fetch(*LISTS)
            while True:
                try:
                    async with asyncio.timeout(LIST_INTERVAL_S):
                        await self._own_changed.wait()
                except TimeoutError:
                    if not self.client.is_open:
                        await self._fetch(*LISTS)
                else:
                    self._own_changed.clear()
                    await self._fetch("mine")
        finally:
            self.client.close()
            self.http.close()

    async def _fetch(self, *kinds: str) -> None:
        for kind in kinds:
            status, _data = await self.http.request("GET", f"/api/matches?kind={kind}")
            self._load.tally.lists += 1
            self._load.tally.errors += status != 200

    def _on_message(self, data: bytes) -> None:
        message = decode_message(data)
        if message.type == "lobby" and message.own:
            self._own_changed.set()
        elif message.type == "lobby":
            self._load.tally.list_messages += 1


@dataclass(frozen=True)
class CreatedMatch:
    """A match that was created for the load, with the cookies of its players."""

    match_id: str
    cookies: list[str]


async def create_match(address: tuple[str, int], edition: str, *, engine: bool = False, **terms: Any) -> CreatedMatch:
    """Create a match of two new accounts, or of one and an engine."""
    clients = [HttpClient(address) for _ in range(1 if engine else 2)]
    for client in clients:
        await client.request("GET", "/api/me")
    other = {"who": "engine", "level": 1} if engine else {"who": "open"}
    body = {"edition": edition, "seats": [{"who": "me"}, other], **terms}
    match_id = (await clients[0].request_json("POST", "/api/matches", body))["match_id"]
    if not engine:
        await clients[1].request_json("POST", f"/api/matches/{match_id}/commands", {"type": "join"})
    for client in clients:
        client.close()
    return CreatedMatch(match_id, [client.cookie for client in clients])


async def create_matches(address: tuple[str, int], workload: Workload) -> list[CreatedMatch]:
    """Create the matches of a workload."""
    created = []
    for index in range(workload.matches):
        terms: dict[str, Any] = {"public": True} if workload.mixed else {}
        if workload.mixed and index % 2:
            terms["clock"] = CLOCK
        created.append(await create_match(address, workload.editions[index % len(workload.editions)], **terms))
    return created


async def connect_players(
    load: Load, created: Sequence[CreatedMatch], schedules: Sequence[Schedule | None]
) -> list[LoadPlayer]:
    """Connect both players of every match and let them watch it. `schedules` has an entry for each match."""
    players = []
    for match, schedule in zip(created, schedules, strict=True):
        for cookie in match.cookies:
            player = await LoadPlayer(load, cookie, schedule=schedule).connect()
            player.watch(match.match_id)
            players.append(player)
    return players


async def connect_watchers(load: Load, created: Sequence[CreatedMatch], number: int) -> list[LoadPlayer]:
    """Connect spectators, spread evenly over the matches."""
    watchers = []
    for index in range(number):
        watcher = await LoadPlayer(load, seated=False).connect()
        watcher.watch(created[index % len(created)].match_id)
        watchers.append(watcher)
    return watchers
