"""Measurements: a server in one process, the load in another, and figures of both."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablier.core.registry import shelf

from ..run import raise_nofile_limit
from ..settings import Settings, save_settings
from .load import Load, LoadPlayer, Tally, connect_players, create_matches

HOST = "127.0.0.1"
WARM_UP_S = 3.0
IDLE_S = 10.0

NO_LIMITS = Settings(  # all load comes from one address
    host=HOST,
    max_requests_per_second=10_000.0,
    max_new_accounts_per_minute=1e9,
    max_sockets_per_address=100_000,
    max_sockets_per_account=100_000,
    max_matches_per_account=1_000_000,
)


@dataclass(frozen=True)
class BenchServer:
    """A server process."""

    process: subprocess.Popen[bytes]
    port: int

    def cpu_s(self) -> float:
        """Return the processor time that the process has used in all its threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        """Return the resident memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


@contextmanager
def run_server(port: int) -> Iterator[BenchServer]:
    """Run a server over an empty data folder for the duration of the block."""
    with tempfile.TemporaryDirectory() as folder:
        save_settings(Path(folder), NO_LIMITS)
        raise_nofile_limit()
        command = [sys.executable, "-m", "tablier.cli", "serve", "--no-browser", "--data", folder, "--port", str(port)]
        process = subprocess.Popen(command, stderr=subprocess.PIPE)
        assert process.stderr
        try:
            if not any(line.startswith(b"Ctrl-C") for line in process.stderr):
                raise RuntimeError("the server did not start")
            yield BenchServer(process, port)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


def measure_load(
    editions: Sequence[str], *, matches: int, seconds: float, pause_s: float = 0.0, port: int = 8497
) -> dict[str, Any]:
    """Measure the server while a number of matches of these editions are played, at once or with pauses."""
    with run_server(port) as server:
        return asyncio.run(_measure_load(server, create_matches((HOST, port), editions, matches), seconds, pause_s))


async def _measure_load(
    server: BenchServer, created: list[tuple[str, list[str]]], seconds: float, pause_s: float
) -> dict[str, Any]:
    load = Load((HOST, server.port), pause_s)
    players = await connect_players(load, created)
    load.playing = True
    for player in players:
        player.start()
    await asyncio.sleep(min(WARM_UP_S, seconds / 4))
    load.tally = Tally()
    started, cpu_s = time.perf_counter(), server.cpu_s()
    await asyncio.sleep(seconds)
    elapsed_s, used_s = time.perf_counter() - started, server.cpu_s() - cpu_s
    load.playing = False
    tally = load.tally
    memory_mb = server.memory_mb()
    await asyncio.sleep(0.5)
    for player in players:
        player.client.close()
    delays_s = sorted(tally.delays_s) or [0.0]
    return {
        "sockets": len(players),
        "moves_per_second": round(tally.moves / elapsed_s),
        "moves_per_cpu_second": round(tally.moves / used_s) if used_s else 0,
        "cpu": round(used_s / elapsed_s, 3),
        "p50_ms": round(1000 * delays_s[len(delays_s) // 2], 1),
        "p99_ms": round(1000 * delays_s[len(delays_s) * 99 // 100], 1),
        "memory_mb": round(memory_mb),
        "refused": tally.errors,
        "finished": tally.finished,
    }


def measure_idle(sockets: int, port: int = 8497) -> dict[str, Any]:
    """Measure the cost of sockets that send nothing."""
    with run_server(port) as server:
        created = create_matches((HOST, port), [shelf()[0].name], 1)
        return asyncio.run(_measure_idle(server, sockets, created[0][1][0]))


async def _measure_idle(server: BenchServer, sockets: int, cookie: str) -> dict[str, Any]:
    before_mb = server.memory_mb()
    load = Load((HOST, server.port))
    players = [await LoadPlayer(load, cookie).connect() for _ in range(sockets)]
    started, cpu_s = time.perf_counter(), server.cpu_s()
    await asyncio.sleep(IDLE_S)
    cpu = (server.cpu_s() - cpu_s) / (time.perf_counter() - started)
    for player in players:
        player.client.close()
    return {"sockets": len(players), "cpu": round(cpu, 3), "memory_mb": round(server.memory_mb() - before_mb)}
