"""Attack a server as an anonymous visitor could, and report what it costs the server and other people.

    python -m tools.attack [NAME …]        (or: make attack)

Starts the server of a checkout on loopback with its default limits, once per attack, on an empty or prepared data folder. All
attacks come from 127.0.0.1. Meanwhile another process, as a visitor from 127.0.0.2, pings the server over a WebSocket.
Every attack is bounded in number and time and ends by itself.

| name | attack |
| --- | --- |
| record, turns | 8 connections request the record or the first turn of the longest match that a guest can make |
| unknown, spellings, paths | paths that do not exist, many spellings of one script, and page paths of 60 kB |
| identities | one address requests lists with 60 identities |
| heads, bodies | requests whose head or body never ends |
| headers, line | one connection sends 300 MB of headers, or a request line of 100 MB |
| streams | 600 event streams that are never read |
| watched | 3,100 matches are watched while two other people play one more |

Writes to a temporary folder, reports progress on stderr and a Markdown table on stdout. `--checkout DIR` attacks the server of
another checkout with its own `.venv`; its modules are not imported. If its messages differ, `--protocol FILE` is a JSON
file with entries that replace those of `PROTOCOL`.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import multiprocessing
import re
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice, repeat
from multiprocessing.connection import Connection
from pathlib import Path, PurePosixPath
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tablier.server.bench.http_client import make_request, read_response
from tablier.server.bench.process import BenchServer

HOST = "127.0.0.1"
OTHER_HOST = "127.0.0.2"  # the source address of other people
START_TIMEOUT_S = 60.0
RESPONSE_TIMEOUT_S = 20.0
PING_INTERVAL_S = 0.1
PING_TIMEOUT_S = 20.0
SETTLE_S = 1.0  # after an attack, before memory is read
WINDOW = 50  # commands sent before their answers are read
STREAM_PAUSE_S = 0.07  # between event streams that are opened, below the rate limit
WATCH_PAUSE_S = 0.2  # between matches that a socket watches; all sockets together stay below the rate limit of an address
IDENTITIES_S = 15.0  # long enough that the average is near the lasting rate, not that of the burst
LIMIT_NAME = re.compile("per_(second|minute|account|person|address)$|connections$")
MB = 1_000_000

PROTOCOL: dict[str, Any] = {  # messages of the server; $match and $action are replaced
    "match_id": "match_id",
    "viewer": "viewer",
    "clock": {"base_ms": 3_600_000, "increment_ms": 0},
    "join": ["/api/matches/$match/commands", {"type": "join"}],
    "ping": {"id": 1, "command": {"type": "ping"}},
    "watch": {"id": 2, "match_id": "$match", "command": {"type": "watch"}},
    "play": {"id": 3, "match_id": "$match", "command": {"type": "play", "action": "$action"}},
    "lengthen": [  # commands that add events to a match, in turn; the next group follows once the server refuses one
        [{"id": 4, "match_id": "$match", "command": {"type": "give_time", "seat": 0, "to": 1, "time_ms": 1}}],
        [
            {"id": 5, "match_id": "$match", "command": {"type": "offer", "offer_type": "draw", "seat": 0}},
            {"id": 6, "match_id": "$match", "command": {"type": "decline", "offer_type": "draw", "seat": 0}},
        ],
    ],
    "script": ["/static/", "board-api.js"],
}


@dataclass
class Server:
    """A server process of a checkout, with its default settings."""

    checkout: Path
    folder: Path
    protocol: dict[str, Any]
    port: int = 0
    edition: str = ""  # of a game for two

    @contextmanager
    def run(self, *, limited: bool = True) -> Iterator[Server]:
        """Run the server for the duration of the block, with its default limits or without limits."""
        self.folder.mkdir(parents=True, exist_ok=True)
        settings = [f'host = "{HOST}"'] + ([] if limited else [f"{name} = 1000000" for name in self._limits()])
        (self.folder / "config.toml").write_text("\n".join(settings))
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port = probe.getsockname()[1]
        command = self._command("serve", "--no-browser", "--port", str(self.port))
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(command, stderr=log, stdout=log, cwd=self.checkout)
        self.figures = BenchServer(process, (HOST, self.port))
        try:
            self._wait_for_start()
            yield self
        finally:
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()
            process.wait()

    def _command(self, *arguments: str) -> list[str]:
        python = self.checkout / ".venv/bin/python"
        executable = str(python) if python.exists() else sys.executable
        return [executable, "-m", "tablier.cli", *arguments, "--data", str(self.folder)]

    def _limits(self) -> list[str]:
        """Return the names of the settings that limit numbers and rates of clients."""
        shown = subprocess.run(self._command("config"), capture_output=True, text=True, check=True, cwd=self.checkout)
        return [name for line in shown.stdout.splitlines() if LIMIT_NAME.search(name := line.partition(" ")[0])]

    def _wait_for_start(self) -> None:
        deadline = time.monotonic() + START_TIMEOUT_S
        while (answer := self.request("GET", "/api/games"))[0] != 200:
            if time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start: {(self.folder / 'log').read_text()}")
            time.sleep(0.2)
        editions = [edition for game in answer[1]["games"] for edition in game["editions"]]
        self.edition = next(edition["edition"] for edition in editions if len(edition["sides"]) == 2)

    def request(
        self, method: str, path: str, body: Any = None, cookie: str = "", source: str = OTHER_HOST
    ) -> tuple[int, Any, str]:
        """Send one request. Return status (0 if there is no answer), decoded body and the cookie it set."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=RESPONSE_TIMEOUT_S, source_address=(source, 0))
        headers = {"content-type": "application/json"} | ({"cookie": f"tablier={cookie}"} if cookie else {})
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            response = connection.getresponse()
            data = response.read()
        except OSError:
            return 0, None, ""
        finally:
            connection.close()
        set_cookie = (response.getheader("set-cookie") or "").partition("=")[2].partition(";")[0]
        is_json = (response.getheader("content-type") or "").startswith("application/json")
        return response.status, json.loads(data) if is_json else data, set_cookie

    @contextmanager
    def connect_socket(self, cookie: str = "", source: str = OTHER_HOST) -> Iterator[ClientConnection]:
        """Open a WebSocket for the duration of the block and wait for its greeting."""
        tcp = socket.create_connection((HOST, self.port), RESPONSE_TIMEOUT_S, (source, 0))
        tcp.settimeout(None)
        headers = {"cookie": f"tablier={cookie}"} if cookie else {}
        url = f"ws://{HOST}:{self.port}/api/socket"
        with connect(
            url, sock=tcp, additional_headers=headers, max_size=None, compression=None, open_timeout=RESPONSE_TIMEOUT_S
        ) as client:
            client.recv(RESPONSE_TIMEOUT_S)
            yield client

    def message(self, name: str, match_id: str = "", action: str = "") -> str:
        """Return a message of the protocol as JSON text."""
        return _fill(self.protocol[name], match_id, action)

    def new_cookie(self, source: str = OTHER_HOST) -> str:
        """Return the cookie of a new identity, or an empty text if the server refuses one."""
        return self.request("GET", "/api/me", source=source)[2]

    def create_match(self, cookie: str, source: str = OTHER_HOST, **terms: Any) -> str:
        """Create a match and return its id."""
        status, match, _cookie = self.request("POST", "/api/matches", {"edition": self.edition, **terms}, cookie, source)
        if status != 201:
            raise RuntimeError(f"no match could be created: {match}")
        return str(match[self.protocol["match_id"]])


def _fill(template: Any, match_id: str = "", action: str = "") -> str:
    return json.dumps(template).replace("$match", match_id).replace("$action", action)


@dataclass
class Outcome:
    """What an attack has seen, and what it cost the server."""

    answers: Counter[str] = field(default_factory=Counter)
    note: str = ""
    elapsed_s: float = 0.0
    cpu_s: float = 0.0
    rss_mb: tuple[float, float, float] = (0.0, 0.0, 0.0)  # before, highest, after
    pings_ms: list[float] = field(default_factory=list)  # of another visitor
    failed_pings: int = 0
    alive: bool = False  # another visitor gets a page afterwards
    tracebacks: int = 0  # in the log

    def row(self, name: str) -> str:
        """Return a row of the Markdown table."""
        answers = ", ".join(f"{count:,} × {label}" for label, count in sorted(self.answers.items()))
        pings = "–"
        if self.pings_ms:
            pings = f"{statistics.median(self.pings_ms):.1f} / {max(self.pings_ms):.0f}"
        failed = f", {self.failed_pings} failed" if self.failed_pings else ""
        before, highest, after = (f"{value:.0f}" for value in self.rss_mb)
        notes = [
            self.note,
            "" if self.alive else "no answer afterwards",
            f"{self.tracebacks} tracebacks" if self.tracebacks else "",
        ]
        cells = [
            name,
            answers,
            "; ".join(filter(None, notes)),
            f"{before} → {after} (peak {highest})",
            f"{self.cpu_s:.1f} of {self.elapsed_s:.1f}",
            pings + failed,
        ]
        return f"| {' | '.join(cells)} |"


HEADING = """\
| attack | answers | note | RSS in MB | CPU s | ping of another visitor, p50 / max ms |
| --- | --- | --- | --- | --- | --- |"""


def ping_until_stopped(port: int, message: str, pipe: Connection) -> None:
    """Ping the server until the pipe has a message; then send the delays in milliseconds and the number of failures.

    Sends a first message once it is ready.
    """
    delays_ms: list[float] = []
    failures = 0
    server = Server(Path(), Path(), {}, port)
    pipe.send("ready")
    stopped = False
    while not stopped:
        try:
            with server.connect_socket() as client:
                while not (stopped := pipe.poll(PING_INTERVAL_S)):
                    started = time.perf_counter()
                    client.send(message)
                    client.recv(PING_TIMEOUT_S)
                    delays_ms.append(1000 * (time.perf_counter() - started))
        except (OSError, WebSocketException, TimeoutError):
            failures += 1
            stopped = pipe.poll(PING_INTERVAL_S)
    pipe.send((delays_ms, failures))


@contextmanager
def observe(server: Server) -> Iterator[Outcome]:
    """Measure the server during the block, with the pings of another visitor."""
    outcome = Outcome()
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    pinger = context.Process(target=ping_until_stopped, args=(server.port, server.message("ping"), theirs), daemon=True)
    pinger.start()
    ours.recv()
    time.sleep(5 * PING_INTERVAL_S)  # some pings without an attack
    finished = threading.Event()
    before = highest = server.figures.memory_mb()

    def sample() -> None:
        nonlocal highest
        while not finished.wait(0.1):
            highest = max(highest, server.figures.memory_mb())

    sampler = threading.Thread(target=sample)
    sampler.start()
    started, cpu_s = time.perf_counter(), server.figures.cpu_s()
    try:
        yield outcome
    finally:
        outcome.elapsed_s, outcome.cpu_s = time.perf_counter() - started, server.figures.cpu_s() - cpu_s
        finished.set()
        sampler.join()
        ours.send("stop")
        if ours.poll(PING_TIMEOUT_S + 5):
            outcome.pings_ms, outcome.failed_pings = ours.recv()
        pinger.kill()
        time.sleep(SETTLE_S)
        outcome.rss_mb = before, highest, server.figures.memory_mb()
        outcome.alive = server.request("GET", "/")[0] == 200
        outcome.tracebacks = (server.folder / "log").read_text(errors="replace").count("Traceback")


# attacks with many requests


async def flood(port: int, requests: Iterator[bytes], *, connections: int, seconds: float) -> Counter[str]:
    """Send requests over several connections until there are none left or the time is over; count the answers by status."""
    answers: Counter[str] = Counter()
    deadline = time.monotonic() + seconds

    async def send_all() -> None:
        writer: asyncio.StreamWriter | None = None
        for request in requests:
            if time.monotonic() > deadline:
                break
            try:
                async with asyncio.timeout(RESPONSE_TIMEOUT_S):
                    if writer is None:
                        reader, writer = await asyncio.open_connection(HOST, port, limit=MB)
                    writer.write(request)
                    status, headers, _body = await read_response(reader)
                answers[str(status)] += 1
                stays_open = headers.get("connection") != "close"
            except (OSError, EOFError) as error:
                answers["timeout" if isinstance(error, TimeoutError) else "closed"] += 1
                stays_open = False
                await asyncio.sleep(0.01)
            if not stays_open and writer:
                writer.close()
                writer = None
        if writer:
            writer.close()

    await asyncio.gather(*(send_all() for _ in range(connections)))
    return answers


def lengthen_match(server: Server, max_events: int) -> str:
    """Create a match and add events until `max_events` or until the server refuses more. Return its id."""
    cookie = server.new_cookie()
    seats = [{"who": "me"}, {"who": "guest", "name": "B"}]
    match_id = server.create_match(cookie, seats=seats, clock=server.protocol["clock"])
    with server.connect_socket(cookie) as client:
        events = 4  # create, two joins, start
        for group in server.protocol["lengthen"]:
            frames, refused = cycle(_fill(template, match_id) for template in group), False
            while events < max_events and not refused:
                window = min(WINDOW, max_events - events)
                for frame in islice(frames, window):
                    client.send(frame)
                for _ in range(window):
                    refused |= json.loads(client.recv(RESPONSE_TIMEOUT_S))["type"] == "error"
                    events += not refused
    return match_id


def request_long_match(server: Server, path: str, scale: float) -> Outcome:
    """Let 8 connections request something of a long match."""
    with server.run(limited=False):
        match_id = lengthen_match(server, int(10_000 * scale))
    with server.run():
        match = server.request("GET", f"/api/matches/{match_id}")[1]
        with observe(server) as outcome:
            requests = repeat(make_request("GET", f"/api/matches/{match_id}/{path}", host=HOST))
            outcome.answers = asyncio.run(flood(server.port, requests, connections=8, seconds=8 * min(scale * 10, 1)))
        outcome.note = f"match of {match['view']['events']:,} events"
    return outcome


def request_paths(server: Server, paths: Iterator[str], identities: int = 0, seconds: float = 60) -> Outcome:
    """Request paths over 8 connections, with some identities in turn."""
    with server.run():
        cookies = [server.new_cookie(HOST) for _ in range(identities)] or [""]
        with observe(server) as outcome:
            requests = (
                make_request("GET", path, host=HOST, cookie=cookie) for path, cookie in zip(paths, cycle(cookies), strict=False)
            )
            outcome.answers = asyncio.run(flood(server.port, requests, connections=8, seconds=seconds))
        accepted = outcome.answers["200"] / outcome.elapsed_s
        outcome.note = f"{sum(map(bool, cookies))} identities, {accepted:.0f} accepted a second" if identities else ""
    return outcome


# attacks with connections


async def hold_connections(port: int, requests: list[bytes], seconds: float, pause_s: float = 0.0) -> Counter[str]:
    """Open a connection for each request, `pause_s` apart, send it, and count those that are open at the end."""
    answers: Counter[str] = Counter()
    places = asyncio.Semaphore(50)  # for connections being opened

    async def hold(index: int, request: bytes) -> None:
        await asyncio.sleep(index * pause_s)
        try:
            async with places:
                reader, writer = await asyncio.wait_for(asyncio.open_connection(HOST, port), RESPONSE_TIMEOUT_S)
        except OSError:
            answers["refused"] += 1
            return
        state = "open at the end"
        try:
            writer.write(request)
            async with asyncio.timeout(max(0.0, deadline - time.monotonic())):
                head = await reader.readuntil(b"\r\n")
                status = head.decode("latin-1").split(" ")[1]
                state = f"{status}, open at the end"
                while await reader.read(65_536):
                    pass
                state = f"{status}, closed"
        except TimeoutError:
            pass
        except (OSError, EOFError):
            state = "closed"
        answers[state] += 1
        writer.close()

    deadline = time.monotonic() + seconds
    await asyncio.gather(*(hold(index, request) for index, request in enumerate(requests)))
    return answers


def hold_requests(server: Server, request: bytes, number: int, seconds: float) -> Outcome:
    """Send requests that never end and count the connections that the server keeps."""
    with server.run(), observe(server) as outcome:
        outcome.answers = asyncio.run(hold_connections(server.port, [request] * number, seconds))
        outcome.note = f"held for {seconds:.0f} s"
    return outcome


def hold_streams(server: Server, number: int) -> Outcome:
    """Open event streams of one match and never read them."""
    with server.run():
        match_id = server.create_match(server.new_cookie())
        with observe(server) as outcome:
            request = make_request("GET", f"/api/matches/{match_id}/events", host=HOST)
            seconds = number * STREAM_PAUSE_S + 10
            outcome.answers = asyncio.run(hold_connections(server.port, [request] * number, seconds, STREAM_PAUSE_S))
    return outcome


async def send_endlessly(port: int, head: bytes, chunk: bytes, size: int, seconds: float) -> tuple[int, str]:
    """Send `head` and then chunks until `size` bytes are sent or the server closes. Return bytes sent and the answer."""
    reader, writer = await asyncio.open_connection(HOST, port)
    sent, answer = 0, "accepted"
    try:
        async with asyncio.timeout(seconds):
            writer.write(head)
            while sent < size:
                writer.write(chunk)
                await writer.drain()
                sent += len(chunk)
    except TimeoutError:
        answer = "timeout"
    except OSError:
        answer = "closed"
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(0.5):
            answer = (await reader.readline()).decode("latin-1").strip().removeprefix("HTTP/1.1 ") or answer
    writer.close()
    return sent, answer


def send_much(server: Server, head: bytes, chunk: bytes, size: int) -> Outcome:
    """Send an endless head over one connection."""
    with server.run(), observe(server) as outcome:
        sent, answer = asyncio.run(send_endlessly(server.port, head, chunk, size, 60))
        outcome.answers[answer] += 1
        outcome.note = f"{sent / MB:.1f} MB sent"
    return outcome


# many watched matches


def watch_many(server: Server, number: int, per_socket: int = 200) -> Outcome:
    """Watch many matches over few sockets, then let two other people play one more match."""
    with server.run(limited=False), ThreadPoolExecutor(4) as threads:
        match_ids = list(threads.map(server.create_match, repeat(server.new_cookie(), number)))
    parts = [match_ids[start : start + per_socket] for start in range(0, number, per_socket)]
    with server.run(), observe(server) as outcome, ThreadPoolExecutor(len(parts)) as threads, ExitStack() as sockets:
        for answers in threads.map(partial(_watch, server, sockets), parts):
            outcome.answers += answers
        delivered, played = play_with_others(server, moves=6)
        outcome.note = f"{delivered} of {played} moves reached the other player"
    return outcome


def _watch(server: Server, sockets: ExitStack, match_ids: list[str]) -> Counter[str]:
    """Watch matches over one socket, at a pace below the rate limit. Count the answers by type or error code."""
    answers: Counter[str] = Counter()
    try:
        client = sockets.enter_context(server.connect_socket(source=HOST))
        for match_id in match_ids:
            client.send(server.message("watch", match_id))
            while (answer := json.loads(client.recv(RESPONSE_TIMEOUT_S))).get("id") is None and answer["type"] != "match":
                pass
            answers[answer["error"]["code"] if answer["type"] == "error" else answer["type"]] += 1
            time.sleep(WATCH_PAUSE_S)
    except (OSError, WebSocketException, TimeoutError):
        answers["closed"] += 1
    return answers


def play_with_others(server: Server, moves: int) -> tuple[int, int]:
    """Let two other people play. Return how many moves reached the other player, and how many were played."""
    cookies = [server.new_cookie(), server.new_cookie()]
    match_id = server.create_match(cookies[0])
    path, body = server.protocol["join"]
    server.request("POST", path.replace("$match", match_id), body, cookies[1])
    with server.connect_socket(cookies[0]) as first, server.connect_socket(cookies[1]) as second:
        clients = [first, second]
        legal = []
        for client in clients:
            client.send(server.message("watch", match_id))
            legal.append(_wait_for_legal(server, client))
        delivered = played = 0
        while played < moves:
            mover = 0 if legal[0] else 1
            if not legal[mover]:
                break
            clients[mover].send(server.message("play", match_id, legal[mover][0]))
            played += 1
            legal[mover] = []
            legal[1 - mover] = _wait_for_legal(server, clients[1 - mover])
            delivered += bool(legal[1 - mover])
    return delivered, played


def _wait_for_legal(server: Server, client: ClientConnection) -> list[str]:
    """Return the legal actions in the next match message or update by the other player; none if it does not come."""
    deadline = time.monotonic() + 3.0
    with suppress(TimeoutError, WebSocketException):
        while True:
            message = json.loads(client.recv(max(0.01, deadline - time.monotonic())))
            if message["type"] == "match" or (message["type"] == "update" and "id" not in message):
                return list(message.get(server.protocol["viewer"], {}).get("legal", []))
    return []


Attack = Callable[[Server, float], Outcome]


def list_attacks(protocol: dict[str, Any]) -> dict[str, Attack]:
    """Return the attacks by name. Their second argument scales the number of requests."""
    folder, script = protocol["script"]
    half_head = f"GET / HTTP/1.1\r\nhost: {HOST}\r\n".encode()
    half_body = f"POST /api/setup HTTP/1.1\r\nhost: {HOST}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{{"
    long_path = "/".join(["x" * 200] * 15)  # about 3 kB

    def spell(number: int) -> str:
        """Return one of many paths to the same script: the bits of the number choose between two detours."""
        detour = f"../{PurePosixPath(folder).name}/"
        return f"{folder}{''.join(detour if number >> bit & 1 else './' for bit in range(20))}{script}"

    return {
        "record": lambda server, scale: request_long_match(server, "record", scale),
        "turns": lambda server, scale: request_long_match(server, "turns/0", scale),
        "unknown": lambda server, scale: request_paths(
            server, (f"{folder}x/{long_path}{n}.js" for n in range(int(20_000 * scale)))
        ),
        "spellings": lambda server, scale: request_paths(server, map(spell, range(int(5_000 * scale)))),
        "paths": lambda server, scale: request_paths(
            server, (f"/p{n}{20 * long_path}/q{n}" for n in range(int(3_000 * scale))), identities=60
        ),
        "identities": lambda server, scale: request_paths(
            server, repeat("/api/matches"), identities=60, seconds=IDENTITIES_S * min(scale * 10, 1)
        ),
        "heads": lambda server, scale: hold_requests(server, half_head, int(1_000 * scale), 35 * min(scale * 10, 1)),
        "bodies": lambda server, scale: hold_requests(server, half_body.encode(), int(200 * scale), 35 * min(scale * 10, 1)),
        "headers": lambda server, scale: send_much(
            server, half_head, b"".join(b"x-%04d: %s\r\n" % (n, b"y" * 1000) for n in range(60)), int(300 * MB * scale)
        ),
        "line": lambda server, scale: send_much(server, b"GET /", b"y" * 65_536, int(100 * MB * scale)),
        "streams": lambda server, scale: hold_streams(server, int(600 * scale)),
        "watched": lambda server, scale: watch_many(server, int(3_100 * scale)),
    }


def main(arguments: list[str] | None = None) -> int:
    """Run the attacks named on the command line, or all. Return 1 if a server did not answer afterwards."""
    parser = argparse.ArgumentParser(description="Attack a server on loopback and report what it costs.")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--checkout", type=Path, default=Path.cwd())
    parser.add_argument("--protocol", type=Path)
    parser.add_argument("--scale", type=float, default=1.0, help="scales the number of requests, connections and bytes")
    options = parser.parse_args(arguments)
    protocol = PROTOCOL | (json.loads(options.protocol.read_text()) if options.protocol else {})
    attacks = list_attacks(protocol)
    names = options.names or list(attacks)
    if unknown := set(names) - set(attacks):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are: {', '.join(attacks)}")
    hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
    alive = True
    rows = []
    for name in names:
        print(name, file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(prefix="tablier-attack-") as folder:
            outcome = attacks[name](Server(options.checkout.resolve(), Path(folder), protocol), options.scale)
        rows.append(outcome.row(name))
        print(rows[-1], file=sys.stderr, flush=True)
        alive &= outcome.alive
    print("\n".join((HEADING, *rows)))
    return 0 if alive else 1


if __name__ == "__main__":
    sys.exit(main())
