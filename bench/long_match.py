"""Reading a match of 10,000 events: `python -m bench.long_match [SECONDS]`.

For each route, 8 connections without an identity read as fast as they can, while another client measures the round trip of a
ping over its socket, which shows the longest stall of the event loop. Then the CPU time of an update for 1,000 listeners.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from random import Random

import httpx

from tablier import match as matches
from tablier.match import Increment, Match
from tablier.match.events import TimeGiven
from tablier.server.matches.encoding import encode_events
from tablier.server.matches.live_match import LiveMatch
from tablier.server.matches.repository import all_event_rows, insert_match
from tablier.server.matches.seating import MatchInfo, Participant
from tablier.server.store.store import Store
from tests.server.server_process import ServerProcess

EVENTS = 10_000
CONNECTIONS = 8
LISTENERS = 1000
MATCH_ID = "longmatch000"
NOW = 1_700_000_000_000
INFO = MatchInfo(MATCH_ID, "a" * 16, False, NOW, (Participant("Ada", "a" * 16), Participant("Bo", "b" * 16)))


def make_match() -> Match:
    """Return a match in which a seat has given time again and again."""
    match = matches.begin("mixtour:stein", ("Ada", "Bo"), now=NOW, rng=Random(0), clock=Increment(60_000, 0))
    while match.number < EVENTS:
        match = matches.fold(match, TimeGiven(number=match.number + 1, at=NOW, seat=0, to=1, time_ms=1))
    return match


async def fill(file: Path, match: Match) -> None:
    """Write the match."""
    store = Store(file)
    await store.append(all_event_rows(MATCH_ID, match), lambda connection: insert_match(connection, INFO, match))
    store.close()


def measure_route(server: ServerProcess, path: str, seconds: float) -> None:
    """Print requests per second and the round trip of a ping."""
    end = time.monotonic() + seconds
    counts = [0] * CONNECTIONS

    def read(number: int) -> None:
        with httpx.Client(base_url=server.url, timeout=60) as client:
            while time.monotonic() < end:
                counts[number] += client.get(path).status_code == 200

    threads = [threading.Thread(target=read, args=(number,)) for number in range(CONNECTIONS if path else 0)]
    trips = []
    with server.client().socket() as socket:
        for thread in threads:
            thread.start()
        while time.monotonic() < end:
            started = time.perf_counter()
            socket.command(None, "ping")
            trips.append((time.perf_counter() - started) * 1000)
            time.sleep(0.02)
        for thread in threads:
            thread.join()
    p50, p99, longest = statistics.median(trips), statistics.quantiles(trips, n=100)[98], max(trips)
    print(f"{path or 'nobody reads':40} {sum(counts) / seconds:8.0f}/s", end="   ")
    print(f"ping p50 {p50:6.1f}, p99 {p99:6.1f}, max {longest:6.1f} ms")


class Listener:
    """A watcher that only counts bytes."""

    account = None
    received = 0

    def send(self, message: bytes) -> None:
        """Count the bytes."""
        self.received += len(message)


async def measure_update(updates: int = 200) -> None:
    """Print the CPU time of sending one move to all listeners."""
    match = matches.begin("mixtour:stein", ("Ada", "Bo"), now=NOW, rng=Random(0))
    live = LiveMatch(INFO, matches.play_action(match, 0, "c3", NOW))
    for _ in range(LISTENERS):
        live.add(Listener())
    events = encode_events(live.match.events_since(live.match.number - 1))
    started = time.process_time()
    for _ in range(updates):
        live.broadcast_update(events, NOW)
    print(f"an update for {LISTENERS} watchers: {(time.process_time() - started) / updates * 1000:.2f} ms of CPU")


def main(seconds: float) -> None:
    """Print all figures."""
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(fill(Path(name) / "tablier.sqlite", make_match()))
        server = ServerProcess(Path(name)).start()
        try:
            for path in ("", f"/api/matches/{MATCH_ID}", f"/api/matches/{MATCH_ID}/record"):
                measure_route(server, path, seconds)
        finally:
            server.kill()
    asyncio.run(measure_update())


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 6.0)
