"""Measurements: a server in one process, the load in another, and figures of both."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from tablier.core.registry import shelf

from .load import (
    Load,
    LoadPlayer,
    Schedule,
    ShelfVisitor,
    Tally,
    Workload,
    connect_players,
    connect_watchers,
    create_match,
    create_matches,
)
from .process import BenchServer, run_server

WARM_UP_S = 3.0  # played before the measurement
ANSWERS_S = 1.0  # for the answers to `watch`, and for the last ones
IDLE_S = 10.0  # duration of the measurement of idle sockets


def measure_load(workload: Workload, *, seconds: float, folder: Path) -> dict[str, Any]:
    """Measure a server with its data in `folder` under a workload."""
    with run_server(folder) as server:
        return asyncio.run(run_workload(server, workload, seconds))


async def run_workload(server: BenchServer, workload: Workload, seconds: float) -> dict[str, Any]:
    """Run a workload on a server and return the figures of `seconds` of it, after a warm-up."""
    load = Load(server.address, workload.pause_s, chat=workload.mixed)
    created = await create_matches(server.address, workload)
    interval_s = workload.matches / workload.rate if workload.rate else 0.0
    schedules = [Schedule(interval_s) for _ in created] if workload.rate else []
    players = await connect_players(load, created, schedules or [None] * len(created))
    watchers = await connect_watchers(load, created, workload.watchers)
    visitors = [asyncio.create_task(ShelfVisitor(load).run()) for _ in range(workload.shelf)]
    await asyncio.sleep(ANSWERS_S)
    for schedule in schedules:
        schedule.start(time.monotonic(), load.rng)
    load.playing = True
    for player in players:
        player.start()
    await asyncio.sleep(min(WARM_UP_S, seconds / 4))
    load.tally = tally = Tally()
    started, cpu_s = time.monotonic(), server.cpu_s()
    await asyncio.sleep(seconds)
    ended = time.monotonic()
    elapsed_s, used_s = ended - started, server.cpu_s() - cpu_s
    load.playing, load.tally = False, Tally()
    if schedules:
        add_overdue(tally, schedules, players, ended)
    figures = {
        "sockets": len(players) + len(watchers) + len(visitors),
        "memory_mb": round(server.memory_mb()),
        "moves_per_second": round(tally.moves / elapsed_s, 1),
        "moves_per_cpu_second": round(tally.moves / used_s) if used_s else 0,
        "cpu": round(used_s / elapsed_s, 3),
        **percentiles_ms(tally.delays_s),
        "refused": tally.errors,
        "overdue": tally.overdue,
        "finished": tally.finished,
        "updates": tally.updates,
        "lists": tally.lists,
        "list_messages": tally.list_messages,
    }
    await asyncio.sleep(ANSWERS_S)
    for visitor in visitors:
        visitor.cancel()
    failures = [error for error in await asyncio.gather(*visitors, return_exceptions=True) if isinstance(error, OSError)]
    for player in players + watchers:
        player.client.close()
    return figures | ({"failed_visitors": len(failures)} if failures else {})


def add_overdue(tally: Tally, schedules: list[Schedule], players: list[LoadPlayer], now_s: float) -> None:
    """Count moves that are due and not acknowledged, with their delays so far. Without them a hanging server looks fast."""
    since = [start for player in players if (start := player.pending_since()) is not None and start < now_s]
    overdue = since + [due_s for schedule in schedules for due_s in schedule.take_overdue(now_s)]
    tally.overdue += len(overdue)
    tally.delays_s += [now_s - due_s for due_s in overdue]


def percentiles_ms(delays_s: list[float]) -> dict[str, float]:
    """Return median, 99th percentile and maximum in milliseconds."""
    ordered = sorted(delays_s) or [0.0]
    return {
        "p50_ms": round(1000 * ordered[len(ordered) // 2], 1),
        "p99_ms": round(1000 * ordered[len(ordered) * 99 // 100], 1),
        "max_ms": round(1000 * ordered[-1], 1),
    }


def measure_idle(sockets: int, *, folder: Path) -> dict[str, Any]:
    """Measure the cost of sockets that send nothing."""
    with run_server(folder) as server:
        return asyncio.run(_measure_idle(server, sockets))


async def _measure_idle(server: BenchServer, sockets: int) -> dict[str, Any]:
    match = await create_match(server.address, shelf()[0].edition_names()[0])
    before_mb = server.memory_mb()
    load = Load(server.address)
    players = [await LoadPlayer(load, match.cookies[0]).connect() for _ in range(sockets)]
    started, cpu_s = time.monotonic(), server.cpu_s()
    await asyncio.sleep(IDLE_S)
    cpu = (server.cpu_s() - cpu_s) / (time.monotonic() - started)
    for player in players:
        player.client.close()
    return {"sockets": len(players), "cpu": round(cpu, 3), "memory_mb": round(server.memory_mb() - before_mb)}
