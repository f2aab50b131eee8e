"""CPU time of a server start with running clocks: `python bench/start_clocks.py [MATCHES] [MOVES]`, by default 10,000 and 20.

Writes the matches to a temporary folder, with a heartbeat of an hour ago, and opens the server's context over it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from sqlalchemy import insert

from tablier import match as matches
from tablier.match import Increment, Match
from tablier.server.context import open_context
from tablier.server.matches.repository import all_event_rows, insert_match
from tablier.server.matches.seating import MatchInfo, Participant
from tablier.server.metrics import Metrics
from tablier.server.settings import Settings
from tablier.server.store import schema
from tablier.server.store.store import Store

EDITION = "twixt:kosmos"


def make_match(moves: int, seed: int, now: int) -> Match:
    """Return a match whose clock runs."""
    rng = Random(seed)
    match = matches.begin(EDITION, ("Ada", "Bo"), now=now, rng=rng, clock=Increment(3_600_000, 0))
    for _ in range(moves):
        match = matches.play_action(match, match.to_act or 0, rng.choice(match.state.legal_actions()), now)
    return match


async def fill(file: Path, count: int, moves: int) -> None:
    """Write `count` running matches."""
    now = time.time_ns() // 1_000_000 - 3_600_000
    samples = [make_match(moves, seed, now) for seed in range(20)]
    store = Store(file)
    for first in range(0, count, 500):
        infos = [
            MatchInfo(f"match{number:07}", "a" * 16, False, now, (Participant("Ada", "a" * 16), Participant("Bo", "b" * 16)))
            for number in range(first, min(count, first + 500))
        ]
        rows = [row for number, info in enumerate(infos) for row in all_event_rows(info.id, samples[number % 20])]

        def statement(connection: object, infos: list[MatchInfo] = infos) -> None:
            for number, info in enumerate(infos):
                insert_match(connection, info, samples[number % 20])  # type: ignore[arg-type]

        await store.append(tuple(rows), statement)
    await store.write(lambda connection: connection.execute(insert(schema.heartbeat).values(id=1, at=now)))
    store.close()


async def measure(folder: Path) -> None:
    """Print the time of a start."""
    cpu, wall = time.process_time(), time.perf_counter()
    async with open_context(folder, Settings(engine_workers=1), Metrics()) as context:
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        print(f"{len(context.matches.deadlines)} running clocks: {cpu:.2f} s of CPU, {wall:.2f} s until ready")


def main(count: int, moves: int) -> None:
    """Measure one start."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asyncio.run(fill(folder / "tablier.sqlite", count, moves))
        asyncio.run(measure(folder))


if __name__ == "__main__":
    arguments = [int(text) for text in sys.argv[1:]]
    main(*(arguments + [10_000, 20][len(arguments) :]))
