"""Benchmark variants of TwixT, and OpenSpiel's implementation (boards of size 5 to 24) for comparison."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

from ...core.game_parts import BenchmarkVariant, PeerRate

VARIANTS = (
    BenchmarkVariant("twixt:kosmos", {}, middle=range(60, 61)),
    BenchmarkVariant("twixt:dujardin", {"pegs": None, "links": None}, middle=range(60, 61)),
    BenchmarkVariant("twixt:dujardin", {}, middle=range(60, 61)),
    BenchmarkVariant("twixt:paper", {}, middle=range(60, 61)),
    BenchmarkVariant("twixt:paper", {"size": 12}, middle=range(20, 31)),
)
VARIANT_BY_SIZE = {24: "twixt:paper", 12: "twixt:paper size=12"}


def measure_peers(seconds: float) -> Iterator[PeerRate]:
    """Measure OpenSpiel, if it is installed.

    Two measurements per size: its MCTS with random rollouts in C++, counting a simulation as a game, and random games driven
    from Python. Each takes about `seconds`.
    """
    try:
        import pyspiel  # type: ignore[import-not-found]
    except ImportError:
        return
    for size, variant in VARIANT_BY_SIZE.items():
        game = pyspiel.load_game("twixt", {"board_size": size})
        plies, games = _measure_python_games(game, seconds)
        simulations = _measure_mcts(pyspiel, game, seconds)
        yield PeerRate("open_spiel MCTSBot, C++", variant, simulations, simulations * plies)
        yield PeerRate("open_spiel from Python", variant, games, games * plies)


def _measure_python_games(game: Any, seconds: float) -> tuple[float, float]:
    """Mean plies of a random game, and games per second, with one Python call per ply."""
    rng = random.Random(1)
    games = plies = 0
    started = time.perf_counter()
    while time.perf_counter() - started < seconds or games < 3:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
        games += 1
    return plies / games, games / (time.perf_counter() - started)


def _measure_mcts(pyspiel: Any, game: Any, seconds: float) -> float:
    """Simulations per second on an empty board."""
    simulations, elapsed_s = 50, 0.0
    while elapsed_s < seconds / 2:  # the last run takes about as long as all before it
        simulations *= 2
        # Evaluator: rollouts, seed. Bot: exploration constant, simulations, memory in MB, solve, seed, verbose.
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, simulations, 1000, False, 1, False)
        started = time.perf_counter()
        bot.step(game.new_initial_state())
        elapsed_s = time.perf_counter() - started
    return simulations / elapsed_s
