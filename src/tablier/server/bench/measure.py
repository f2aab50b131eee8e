"""Measuring: a server in one process, the load in another, and figures of both sides."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablier.core.registry import shelf

from ..run import raise_nofile_limit
from ..settings import Settings, save_settings
from .load import Load, Player, Tally, seated, tables

ROOM = Settings(  # for a whole town behind one address
    host="127.0.0.1",
    max_requests_per_second=10_000.0,
    max_new_accounts_per_minute=1e9,
    max_sockets_per_address=100_000,
    max_sockets_per_account=100_000,
    max_matches_per_account=1_000_000,
)


@dataclass(frozen=True)
class Served:
    """A running server."""

    process: subprocess.Popen[bytes]
    port: int

    def cpu(self) -> float:
        """Seconds of processor time it has used, all threads together."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Megabytes in use."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024

    def stop(self) -> None:
        """Ends it as Ctrl-C would."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)


def started(folder: Path, port: int) -> Served:
    """A server over an empty folder."""
    save_settings(folder, ROOM)
    raise_nofile_limit()
    command = [sys.executable, "-m", "tablier.cli", "serve", "--no-browser", "--data", str(folder), "--port", str(port)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    assert process.stderr
    for line in process.stderr:
        if line.startswith(b"Ctrl-C"):
            return Served(process, port)
    raise RuntimeError("the server did not start")


def measured(editions: Sequence[str], *, matches: int, seconds: float, pause: float = 0.0, port: int = 8497) -> dict[str, Any]:
    """One row: so many matches of these editions, played as fast as they go or at a pace."""
    with tempfile.TemporaryDirectory() as folder:
        server = started(Path(folder), port)
        try:
            opened = tables(("127.0.0.1", port), editions, matches)
            return asyncio.run(_played(server, opened, seconds, pause))
        finally:
            server.stop()


async def _played(server: Served, opened: list[tuple[str, list[str]]], seconds: float, pause: float) -> dict[str, Any]:
    load = Load(("127.0.0.1", server.port), pause)
    players = await seated(load, opened)
    load.playing = True
    _begin(players)
    await asyncio.sleep(min(3.0, seconds / 4))  # until it runs evenly
    load.tally = Tally()
    began, cpu = time.perf_counter(), server.cpu()
    await asyncio.sleep(seconds)
    passed, used = time.perf_counter() - began, server.cpu() - cpu
    load.playing = False
    tally = load.tally
    memory = server.memory()
    await asyncio.sleep(0.5)
    for player in players:
        player.wire.close()
    delays = sorted(tally.delays) or [0.0]
    return {
        "sockets": len(players),
        "moves_per_second": round(tally.moves / passed),
        "moves_per_cpu_second": round(tally.moves / used) if used else 0,
        "cpu": round(used / passed, 3),
        "p50_ms": round(1000 * delays[len(delays) // 2], 1),
        "p99_ms": round(1000 * delays[len(delays) * 99 // 100], 1),
        "memory_mb": round(memory),
        "refused": tally.refused,
        "finished": tally.finished,
    }


def _begin(players: list[Player]) -> None:
    for player in players:
        player.begin()


def idle(sockets: int, port: int = 8497) -> dict[str, Any]:
    """So many sockets that do nothing: what they cost."""

    async def held(server: Served, opened: list[tuple[str, list[str]]]) -> dict[str, Any]:
        before = server.memory()
        load = Load(("127.0.0.1", server.port))
        match, cookies = opened[0]
        players = [await Player(load, cookies[0]).connect() for _ in range(sockets)]
        cpu, began = server.cpu(), time.perf_counter()
        await asyncio.sleep(10)
        used = (server.cpu() - cpu) / (time.perf_counter() - began)
        for player in players:
            player.wire.close()
        return {"sockets": len(players), "match": match, "cpu": round(used, 3), "memory_mb": round(server.memory() - before)}

    with tempfile.TemporaryDirectory() as folder:
        server = started(Path(folder), port)
        try:
            return asyncio.run(held(server, tables(("127.0.0.1", port), [shelf()[0].name], 1)))
        finally:
            server.stop()
