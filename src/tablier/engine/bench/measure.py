"""The measurements: the Python rules by the turn, the native rules by random games, perft, make and undo, and batches."""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tablier.core.registry import from_text
from tablier.core.state import State

from ..batch import Batch
from ..twin import Twin
from .variants import Variant

GAMES = 10  # random games whose middles are timed in Python
BATCH = 4096  # games in a batch


def python_turns(variant: Variant) -> dict[str, float]:
    """Milliseconds to play, to list and to view in the middle of random games: medians of the best of three."""
    best = []
    for state, action in _middles(variant):
        runs = [_stages(state, action) for _ in range(3)]
        best.append([min(stage) for stage in zip(*runs, strict=True)])
    if not best:
        return {}
    play, listing, view = (statistics.median(stage) for stage in zip(*best, strict=True))
    return {"play_ms": play, "list_ms": listing, "view_ms": view, "together_ms": statistics.median(map(sum, best))}


def _middles(variant: Variant) -> list[tuple[State, str]]:
    found = []
    for seed in range(GAMES):
        draw = random.Random(seed)
        state = variant.start(seed)
        for ply in range(variant.middle.stop):
            if state.outcome is not None:
                break
            action = draw.choice(state.legal_actions())
            if ply in variant.middle:
                found.append((from_text(str(state)), str(action)))
            state = state.play(action)
    return found


def _stages(state: State, action: str) -> tuple[float, float, float]:
    begun = time.perf_counter()
    following = state.play(action)
    played = time.perf_counter()
    following.legal_actions()
    listed = time.perf_counter()
    following.view(following.to_act)
    return (played - begun) * 1000, (listed - played) * 1000, (time.perf_counter() - listed) * 1000


PATIENCE = 5.0  # seconds for the last game: where pieces are lifted for ever, a random one may never end


def python_games(variant: Variant, seconds: float) -> dict[str, float]:
    """Complete random games and moves a second in the Python rules."""
    draw = random.Random(0)
    games = moves = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = variant.start(games)
        while state.outcome is None and time.perf_counter() - begun < seconds + PATIENCE:
            state = state.play(draw.choice(state.legal_actions()))
            moves += 1
        games += state.outcome is not None
    passed = time.perf_counter() - begun
    return {"games": games / passed, "moves": moves / passed}


def native_games(variant: Variant, seconds: float) -> dict[str, float]:
    """Complete random games and moves a second in the native rules, one core."""
    native = Twin(variant.start()).native
    played = {"games": 0, "moves": 0}

    def some(count: int) -> None:
        told = native.random_games(count, seed=count + played["games"])
        played["games"] += told["games"]
        played["moves"] += told["moves"]

    passed = _for_seconds(some, seconds)
    return {"games": played["games"] / passed, "moves": played["moves"] / passed}


def native_perft(variant: Variant, seconds: float) -> dict[str, float]:
    """Leaves a second, at the deepest perft that fits the time."""
    native = Twin(variant.start()).native
    depth, count, passed = 1, 1, 0.0
    while passed < seconds / 4 and depth < 12:
        begun = time.perf_counter()
        count = native.perft(depth)
        passed = time.perf_counter() - begun
        depth += 1
    return {"depth": depth - 1, "leaves": count / max(passed, 1e-9)}


def native_make_undo(variant: Variant, seconds: float) -> dict[str, float]:
    """Nanoseconds to play a random action and take it back in the middle of a game."""
    middles = [Twin(state).native for state, _ in _middles(variant)[:20]]
    times = 0

    def some(count: int) -> None:
        nonlocal times
        for native in middles:
            native.make_and_undo(count, count)
        times += count * len(middles)

    passed = _for_seconds(some, seconds)
    return {"ns": passed / times * 1e9}


def batch_moves(variant: Variant, threads: int, seconds: float) -> dict[str, float]:
    """Moves a second with masks and observations: drawn inside, and stepped from Python with ready actions."""
    batch = Batch(variant.edition, games=BATCH, seed=1, threads=threads, **variant.options)
    steps = 0

    def some(count: int) -> None:
        nonlocal steps
        batch.step_randomly(count, seed=steps)
        steps += count

    passed = _for_seconds(some, seconds)
    inside = steps * BATCH / passed
    stepped, spent = 0, 0.0
    while spent < seconds / 2:
        actions = np.argmax(batch.legal, axis=1)  # the choosing is not counted
        begun = time.perf_counter()
        batch.step(actions)
        spent += time.perf_counter() - begun
        stepped += BATCH
    return {"moves": inside, "stepped": stepped / spent}


def _for_seconds(some: Callable[[int], Any], seconds: float) -> float:
    """Calls with growing counts until that long has passed; the time it took in all."""
    count, passed = 1, 0.0
    while passed < seconds:
        begun = time.perf_counter()
        some(count)
        took = time.perf_counter() - begun
        passed += took
        if took < seconds / 8:
            count *= 2
    return passed


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
