"""Cost of the lists of matches: one list in process, and a server with people on the shelf while public matches open and start.

With `--poll`, pages fetch their lists every 15 s and at every `lobby` message instead of using the pushed lists.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import msgspec
from sqlalchemy import Engine, event
from websockets.asyncio.client import connect

from tablier.core.registry import shelf
from tablier.server.accounts.service import Account
from tablier.server.bench.process import BenchServer, run_server
from tablier.server.matches import lobby
from tablier.server.matches.creation import NewMatch, create_match
from tablier.server.matches.service import MatchService
from tablier.server.settings import Settings
from tablier.server.store.store import Store

LISTED = 100
REPETITIONS = 50
POLL_S = 15.0
ADA = Account("a" * 16, "Ada", stored=True)


async def measure_list() -> str:
    """Return queries and processor time of one list of `LISTED` matches, without the cache."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "tablier.sqlite")
        service = MatchService(store)
        for _ in range(LISTED):
            await create_match(service, Settings(), msgspec.convert({"edition": "mixtour", "public": True}, NewMatch), ADA)
        queries = 0

        def count(*_: Any) -> None:
            nonlocal queries
            queries += 1

        event.listen(Engine, "before_cursor_execute", count)
        started = time.process_time()
        for _ in range(REPETITIONS):
            assert len(await store.read(lambda connection: lobby.read_public(connection, "open"))) == LISTED
        cpu_ms = (time.process_time() - started) / REPETITIONS * 1000
        event.remove(Engine, "before_cursor_execute", count)
        await service.close()
        store.close()
        return f"one list of {LISTED} matches: {queries / REPETITIONS:.0f} queries, {cpu_ms:.1f} ms of processor time"


async def visit(url: str, *, poll: bool, counts: dict[str, int], ready: asyncio.Semaphore) -> None:
    """Behave as one visible shelf until cancelled."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        await http.get("/api/me")
        headers = {"cookie": f"tablier={http.cookies['tablier']}"}

        async def fetch(*kinds: str) -> None:
            for kind in kinds:
                await http.get("/api/matches", params={"kind": kind})
                counts["fetched"] += 1

        async with connect(f"ws{url[4:]}/api/socket", additional_headers=headers, max_size=None, compression=None) as socket:
            await socket.send(json.dumps({"id": 1, "command": {"type": "watch_lobby"}}))
            await fetch("mine", "open", "live")
            ready.release()
            while True:
                try:
                    async with asyncio.timeout(POLL_S if poll else None):
                        message = await socket.recv()
                except TimeoutError:
                    await fetch("mine", "open", "live")
                    continue
                if b'"lobby"' in (message if isinstance(message, bytes) else message[:40].encode()):
                    counts["messages"] += 1
                    counts["bytes"] += len(message)
                    if poll:
                        await fetch("mine", "open", "live")


async def open_and_join(url: str, *, matches: int, join: bool, pause_s: float) -> None:
    """Create public matches. With `join`, another account joins each of them two pauses later."""
    editions = cycle(game.edition_names()[0] for game in shelf())
    match_ids: list[str] = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as ada, httpx.AsyncClient(base_url=url, timeout=60) as bo:
        await ada.get("/api/me")
        await bo.get("/api/me")
        for _ in range(matches):
            response = await ada.post("/api/matches", json={"edition": next(editions), "public": True})
            match_ids.append(response.raise_for_status().json()["match_id"])
            if join and len(match_ids) > 2:
                await bo.post(f"/api/matches/{match_ids.pop(0)}/commands", json={"type": "join"})
            await asyncio.sleep(pause_s)


async def measure_shelf(server: BenchServer, *, people: int, seconds: float, poll: bool) -> str:
    """Return the processor time of the server with `people` on the shelf while a public match opens and starts each second."""
    url = "http://{}:{}".format(*server.address)
    await open_and_join(url, matches=LISTED, join=False, pause_s=0)
    counts = {"fetched": 0, "messages": 0, "bytes": 0}
    ready = asyncio.Semaphore(0)
    visitors = [asyncio.create_task(visit(url, poll=poll, counts=counts, ready=ready)) for _ in range(people)]
    for _ in range(people):
        await ready.acquire()
    counts.update(fetched=0, messages=0, bytes=0)
    started, cpu_s = time.monotonic(), server.cpu_s()
    await open_and_join(url, matches=round(seconds), join=True, pause_s=1)
    elapsed_s = time.monotonic() - started
    share = (server.cpu_s() - cpu_s) / elapsed_s
    for visitor in visitors:
        visitor.cancel()
    await asyncio.gather(*visitors, return_exceptions=True)
    return (
        f"{people} people on the shelf, {'polling' if poll else 'pushed lists'}: {share:.1%} of one core in {elapsed_s:.0f} s; "
        f"{counts['messages']} messages ({counts['bytes'] / 1e6:.1f} MB), {counts['fetched']} lists fetched"
    )


def main() -> None:
    """Print both measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--poll", action="store_true")
    args = parser.parse_args()
    print(asyncio.run(measure_list()), flush=True)
    with run_server(Path(tempfile.gettempdir())) as server:
        print(asyncio.run(measure_shelf(server, people=args.people, seconds=args.seconds, poll=args.poll)))


if __name__ == "__main__":
    main()
