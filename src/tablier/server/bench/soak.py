"""The soak test: a mixed load for minutes, and the growth of the server's memory."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tablier.core.registry import new
from tablier.engine.player import has_player

from .http_client import HttpClient, make_request
from .load import CLOCK, Load, LoadPlayer, ShelfVisitor, Tally, create_match
from .measure import percentiles_ms
from .process import BenchServer, run_server

MATCHES = 16  # at a time, two new accounts each
ENGINE_MATCHES = 3  # at a time, one new account each
WATCHERS = 8
SHELF = 5  # visitors of the start page
PAUSE_S = 0.4  # between the moves of a match
VISIT_PAUSE_S = 0.1  # between the requests of the visitor who uses the other routes
STREAM_S = 1.0  # an event stream is read for this long
STEADY_S = 60.0  # growth counts from here: caches are filled
SAMPLE_S = 30.0
RETRY_S = 0.5
SETTLE_S = 5.0  # after all clients have left


@dataclass
class Soak:
    """A running soak test and its counts."""

    server: BenchServer
    editions: Sequence[str]
    load: Load
    matches: int = 0  # started so far
    moves: int = 0
    counts: Counter[str] = field(default_factory=Counter)  # other requests by kind, and failures
    current: dict[int, str] = field(default_factory=dict)  # id of the match in each slot

    async def play_matches(self, slot: int, editions: Sequence[str], *, engine: bool = False) -> None:
        """Play one match after the other, each with new accounts."""
        while True:
            edition = editions[(slot + self.matches) % len(editions)]
            terms = {"clock": CLOCK} if slot % 2 else {}
            players: list[LoadPlayer] = []
            try:
                match = await create_match(self.server.address, edition, engine=engine, public=True, **terms)
                for cookie in match.cookies:
                    player = await LoadPlayer(self.load, cookie).connect()
                    player.rematch = False
                    players.append(player)
                    player.watch(match.match_id)
                self.matches += 1
                self.current[slot] = match.match_id
                await players[0].finished.wait()
            except (OSError, EOFError):
                self.counts["failed"] += 1
                await asyncio.sleep(RETRY_S)
            finally:
                for player in players:
                    player.client.close()

    async def watch_matches(self, index: int) -> None:
        """Watch the match of a slot over one socket, and change to the next one when it is over."""
        watcher = await LoadPlayer(self.load, seated=False).connect()
        try:
            while True:
                match_id = self.current.get(index % MATCHES, "")
                if match_id and match_id != watcher.match_id:
                    watcher.watch(match_id)
                await asyncio.sleep(RETRY_S)
        finally:
            watcher.client.close()

    async def visit(self) -> None:
        """Use pages, records, studies and event streams in turn."""
        client = HttpClient(self.server.address)
        while True:
            for slot, match_id in list(self.current.items()):
                line = {"edition": self.editions[slot % len(self.editions)], "options": {}, "actions": []}
                requests: list[tuple[str, str, str, Any]] = [
                    ("page", "GET", "/", None),
                    ("page", "GET", f"/m/{match_id}", None),
                    ("record", "GET", f"/api/matches/{match_id}/record", None),
                    ("study", "POST", "/api/study", line),
                ]
                for kind, method, path, body in requests:
                    try:
                        status, _data = await client.request(method, path, body)
                        self.counts[kind if status < 300 else f"{kind} {status}"] += 1
                    except (OSError, EOFError):
                        self.counts["failed"] += 1
                        client.close()
                    await asyncio.sleep(VISIT_PAUSE_S)
                await self._read_stream(match_id)
            await asyncio.sleep(VISIT_PAUSE_S)

    async def _read_stream(self, match_id: str) -> None:
        try:
            reader, writer = await asyncio.open_connection(*self.server.address)
        except OSError:
            self.counts["failed"] += 1
            return
        writer.write(make_request("GET", f"/api/matches/{match_id}/events", host=self.server.address[0]))
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(STREAM_S):
                while await reader.read(65_536):
                    pass
        self.counts["stream"] += 1
        writer.close()

    async def run(self, minutes: float, report: Callable[[dict[str, Any]], None]) -> list[dict[str, Any]]:
        """Run the load and report figures at intervals; the last ones after all clients have left. Return all of them."""
        loops = [self.play_matches(slot, self.editions) for slot in range(MATCHES)]
        with_engine = [edition for edition in self.editions if has_player(new(edition))]
        if with_engine:
            loops += [self.play_matches(MATCHES + slot, with_engine, engine=True) for slot in range(ENGINE_MATCHES)]
        loops += [self.watch_matches(index) for index in range(WATCHERS)]
        loops += [ShelfVisitor(self.load).run() for _ in range(SHELF)]
        self.load.playing = True
        started, cpu_s, sampled_s = time.monotonic(), self.server.cpu_s(), 0.0
        tasks = [asyncio.create_task(loop) for loop in (*loops, self.visit())]
        samples = [self._sample(0.0, 0.0)]
        report(samples[0])
        while sampled_s < minutes * 60:
            await asyncio.sleep(min(SAMPLE_S, minutes * 60 - sampled_s))
            elapsed_s, used_s = time.monotonic() - started, self.server.cpu_s()
            self.moves += self.load.tally.moves
            samples.append(self._sample(elapsed_s, (used_s - cpu_s) / (elapsed_s - sampled_s)))
            report(samples[-1])
            sampled_s, cpu_s, self.load.tally = elapsed_s, used_s, Tally()
        self.load.playing = False
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(SETTLE_S)
        samples.append(self._sample(time.monotonic() - started, 0.0))
        report(samples[-1])
        return samples

    def _sample(self, elapsed_s: float, cpu: float) -> dict[str, Any]:
        return {
            "elapsed_s": round(elapsed_s),
            "memory_mb": round(self.server.memory_mb(), 1),
            "descriptors": self.server.descriptors(),
            "cpu": round(cpu, 3),  # mean number of busy cores
            "moves": self.moves,
            "matches": self.matches,
            **percentiles_ms(self.load.tally.delays_s),
            "refused": self.load.tally.errors,
            "requests": dict(sorted(self.counts.items())),
        }


def run_soak(
    editions: Sequence[str], minutes: float, *, folder: Path, report: Callable[[dict[str, Any]], None]
) -> list[dict[str, Any]]:
    """Run a soak test on a server with its data in `folder`. Return its figures; `report` gets each when it is measured."""
    with run_server(folder) as server:
        return asyncio.run(Soak(server, editions, Load(server.address, PAUSE_S, chat=True)).run(minutes, report))


def growth_mb(samples: Sequence[dict[str, Any]]) -> float | None:
    """Return the growth of memory from the first sample after `STEADY_S` to the end of the load; None if it was shorter.

    `samples` are all figures of a soak test; the last one is from after the load.
    """
    steady = [sample["memory_mb"] for sample in samples[:-1] if sample["elapsed_s"] >= STEADY_S]
    return round(steady[-1] - steady[0], 1) if len(steady) > 1 else None
