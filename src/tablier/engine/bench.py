"""Benchmarks of the rules: Python rules per turn and in random games; native random games, perft, make/undo and batches.

Each game declares its variants and programs to compare with (`Game.benchmarks`); others are measured in every edition.
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tablier.core.game_parts import PeerRate
from tablier.core.registry import find, from_text, new, shelf
from tablier.core.state import State

from .batch import Batch
from .twin import Twin

DEFAULT_MIDDLE = range(10, 20)
SAMPLE_GAMES = 10  # random games whose middle positions are timed in Python
BATCH_SIZE = 4096  # games
LAST_GAME_TIMEOUT_S = 5.0  # a random game may never end where pieces are taken up again


@dataclass(frozen=True)
class Variant:
    """An edition with options, and the plies of a random game that count as its middle game."""

    edition: str
    options: dict[str, Any]
    middle: range

    def __str__(self) -> str:
        return " ".join([self.edition, *(f"{name}={value}" for name, value in self.options.items())])

    def start(self, seed: int = 0) -> State:
        """The start position; a random setup is determined by the seed."""
        seeds = {option.name: seed for option in find(self.edition)[0].seed_options}
        return new(self.edition, **{**seeds, **self.options})


def list_variants() -> list[Variant]:
    """The variants to measure, of all games."""
    variants = []
    for game in shelf():
        if game.benchmarks:
            rows = game.benchmarks.variants
            variants += [Variant(row.edition, dict(row.options), row.middle) for row in rows]
        else:
            variants += [Variant(name, {}, DEFAULT_MIDDLE) for name in game.edition_names()]
    return variants


def measure_peers(seconds: float) -> Iterator[PeerRate]:
    """Measure the other programs that are installed, each for about `seconds`."""
    for game in shelf():
        if game.benchmarks and game.benchmarks.measure_peers:
            yield from game.benchmarks.measure_peers(seconds)


def measure_python_turns(variant: Variant) -> dict[str, float]:
    """Milliseconds to play, list and view in the middle of random games: medians of the best of three runs."""
    best = []
    for state, action in _middle_positions(variant):
        runs = [_time_turn(state, action) for _ in range(3)]
        best.append([min(times) for times in zip(*runs, strict=True)])
    if not best:
        return {}
    play, listing, view = (statistics.median(times) for times in zip(*best, strict=True))
    return {"play_ms": play, "list_ms": listing, "view_ms": view, "together_ms": statistics.median(map(sum, best))}


def _middle_positions(variant: Variant) -> list[tuple[State, str]]:
    positions = []
    for seed in range(SAMPLE_GAMES):
        rng = random.Random(seed)
        state = variant.start(seed)
        for ply in range(variant.middle.stop):
            if state.outcome is not None:
                break
            action = rng.choice(state.legal_actions())
            if ply in variant.middle:
                positions.append((from_text(str(state)), str(action)))
            state = state.play(action)
    return positions


def _time_turn(state: State, action: str) -> tuple[float, float, float]:
    started_at = time.perf_counter()
    successor = state.play(action)
    played_at = time.perf_counter()
    successor.legal_actions()
    listed_at = time.perf_counter()
    successor.view(successor.to_act)
    return (played_at - started_at) * 1000, (listed_at - played_at) * 1000, (time.perf_counter() - listed_at) * 1000


def measure_python_games(variant: Variant, seconds: float) -> dict[str, float]:
    """Complete random games and moves per second in the Python rules."""
    rng = random.Random(0)
    games = moves = 0
    started_at = time.perf_counter()
    while time.perf_counter() - started_at < seconds:
        state = variant.start(games)
        while state.outcome is None and time.perf_counter() - started_at < seconds + LAST_GAME_TIMEOUT_S:
            state = state.play(rng.choice(state.legal_actions()))
            moves += 1
        games += state.outcome is not None
    elapsed_s = time.perf_counter() - started_at
    return {"games": games / elapsed_s, "moves": moves / elapsed_s}


def measure_native_games(variant: Variant, seconds: float) -> dict[str, float]:
    """Complete random games and moves per second in the native rules, on one core."""
    native = Twin(variant.start()).native
    totals = {"games": 0, "moves": 0}

    def run(count: int) -> None:
        counts = native.random_games(count, seed=count + totals["games"])
        totals["games"] += counts["games"]
        totals["moves"] += counts["moves"]

    elapsed_s = _repeat_for(run, seconds)
    return {"games": totals["games"] / elapsed_s, "moves": totals["moves"] / elapsed_s}


def measure_native_perft(variant: Variant, seconds: float) -> dict[str, float]:
    """Leaves per second of the deepest perft that fits the time."""
    native = Twin(variant.start()).native
    depth, leaves, elapsed_s = 1, 1, 0.0
    while elapsed_s < seconds / 4 and depth < 12:  # the next depth takes several times as long
        started_at = time.perf_counter()
        leaves = native.perft(depth)
        elapsed_s = time.perf_counter() - started_at
        depth += 1
    return {"depth": depth - 1, "leaves": leaves / max(elapsed_s, 1e-9)}


def measure_native_make_undo(variant: Variant, seconds: float) -> dict[str, float]:
    """Nanoseconds to play a random action and undo it in the middle of a game."""
    positions = [Twin(state).native for state, _ in _middle_positions(variant)[:20]]
    repetitions = 0

    def run(count: int) -> None:
        nonlocal repetitions
        for native in positions:
            native.make_and_undo(count, seed=count)
        repetitions += count * len(positions)

    elapsed_s = _repeat_for(run, seconds)
    return {"ns": elapsed_s / repetitions * 1e9}


def measure_batch(variant: Variant, threads: int, seconds: float) -> dict[str, float]:
    """Moves per second including masks and observations.

    `moves` is for random moves that the batch chooses itself, `stepped` for actions passed in from Python.
    """
    batch = Batch(variant.edition, games=BATCH_SIZE, seed=1, threads=threads, **variant.options)
    steps = 0

    def run(count: int) -> None:
        nonlocal steps
        batch.step_randomly(count, seed=steps)
        steps += count

    elapsed_s = _repeat_for(run, seconds)
    random_rate = steps * BATCH_SIZE / elapsed_s
    stepped, stepping_s = 0, 0.0
    while stepping_s < seconds / 2:
        actions = np.argmax(batch.legal, axis=1)  # outside the measured time
        started_at = time.perf_counter()
        batch.step(actions)
        stepping_s += time.perf_counter() - started_at
        stepped += BATCH_SIZE
    return {"moves": random_rate, "stepped": stepped / stepping_s}


def _repeat_for(run: Callable[[int], Any], seconds: float) -> float:
    """Call `run` with growing counts until `seconds` have passed; return the total time of the calls."""
    count, total_s = 1, 0.0
    while total_s < seconds:
        started_at = time.perf_counter()
        run(count)
        elapsed_s = time.perf_counter() - started_at
        total_s += elapsed_s
        if elapsed_s < seconds / 8:
            count *= 2
    return total_s


def available_cores() -> int:
    """Number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
