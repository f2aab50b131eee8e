"""What the benchmark measures, and its peer: OpenSpiel plays TwixT on boards of 5 to 24 holes."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

VARIANTS: list[tuple[str, dict[str, Any], range]] = [
    ("twixt:kosmos", {}, range(60, 61)),
    ("twixt:dujardin", {"pegs": None, "links": None}, range(60, 61)),
    ("twixt:dujardin", {}, range(60, 61)),
    ("twixt:paper", {}, range(60, 61)),
    ("twixt:paper", {"size": 12}, range(20, 31)),
]
SIZES = {24: "twixt:paper", 12: "twixt:paper size=12"}


def peers(seconds: float) -> Iterator[tuple[str, str, float, float]]:
    """OpenSpiel's tree search with random rollouts in C++, a simulation a game; and its games driven from Python."""
    try:
        import pyspiel  # type: ignore[import-not-found]
    except ImportError:
        return
    for size, variant in SIZES.items():
        game = pyspiel.load_game("twixt", {"board_size": size})
        plies, driven = _driven(game, seconds)
        simulations = _simulated(pyspiel, game, seconds)
        yield "open_spiel MCTSBot, C++", variant, simulations, simulations * plies
        yield "open_spiel from Python", variant, driven, driven * plies


def _driven(game: Any, seconds: float) -> tuple[float, float]:
    """Mean plies of a random game, and games a second, one Python call a ply."""
    draw = random.Random(1)
    games = plies = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds or games < 3:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
            plies += 1
        games += 1
    return plies / games, games / (time.perf_counter() - begun)


def _simulated(pyspiel: Any, game: Any, seconds: float) -> float:
    """Simulations a second on an empty board."""
    simulations, passed = 50, 0.0
    while passed < seconds / 2:
        simulations *= 2
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, simulations, 1000, False, 1, False)
        begun = time.perf_counter()
        bot.step(game.new_initial_state())
        passed = time.perf_counter() - begun
    return simulations / passed
