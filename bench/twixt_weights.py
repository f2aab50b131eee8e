"""Contest between two sets of weights of TwixT's player, as `tablier train` writes them.

    python bench/twixt_weights.py new.hpp old.hpp --size 24 --nodes 200 --games 100
    python bench/twixt_weights.py new.hpp old.hpp --size 24 --seconds 0.2 --games 100
    python bench/twixt_weights.py shipped shipped,paths=1 --seconds 0.4     the compiled weights, with a setting

Every opening has two random pegs inside the board and is played from both seats. Prints the score of the first set with the
half-width of its 95 % confidence interval, computed from pairs of games.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from tablier.core.registry import new
from tablier.engine.twin import Twin, native_game

BORDER_DISTANCE = 2  # rows or columns between the pegs of an opening and the edge
MAX_PLIES = 600  # a longer game is a draw
Settings = dict[str, float]


def parse_settings(text: str) -> Settings:
    """Settings from `FILE,name=value,…`; FILE is a weights header or `shipped`. Raises `OSError` or `ValueError`."""
    file, *pairs = text.split(",")
    numbers: list[str] = []
    if file != "shipped":
        numbers = re.findall(r"-?\d+", Path(file).read_text(encoding="utf-8").partition("fitted_weights{")[2].partition("}")[0])
    weights = {f"w{index}": float(number) for index, number in enumerate(numbers)}
    return weights | {name: float(value) for name, value in (pair.split("=", 1) for pair in pairs)}


def play_pair(settings_pair: tuple[Settings, Settings], size: int, nodes: int, seconds: float, seed: int) -> float:
    """Points of the first player in two games from one opening, one from each seat: 0 to 2."""
    rng = random.Random(seed)
    state = new("twixt:kosmos", size=size, pie=False)
    for _ in range(2):
        state = state.play(rng.choice([hole for hole in state.legal_actions() if _is_inside(hole, size)]))
    points = 0.0
    for first_seat in (0, 1):
        defaults = {"memory": 64.0, "seed": float(seed)}
        players = [native_game("twixt").Player(defaults | settings) for settings in settings_pair]
        position = Twin(state).native
        for _ in range(MAX_PLIES):
            if position.over:
                break
            result = players[position.to_act ^ first_seat].think(position, seconds, 0 if seconds else nodes, 0)
            position.play(result["candidates"][0][0])
        decided = position.over and position.winner >= 0
        points += float(position.winner ^ first_seat == 0) if decided else 0.5
    return points


def _is_inside(hole: str, size: int) -> bool:
    coordinates = (ord(hole[0]) - ord("a"), int(hole[1:]) - 1)
    return all(BORDER_DISTANCE <= coordinate < size - BORDER_DISTANCE for coordinate in coordinates)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--size", type=int, default=12)
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.0, help="time per move, instead of nodes")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    try:
        settings_pair = parse_settings(arguments.first), parse_settings(arguments.second)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    play = partial(play_pair, settings_pair, arguments.size, arguments.nodes, arguments.seconds)
    with ProcessPoolExecutor(arguments.workers, get_context("spawn")) as pool:
        scores = list(pool.map(play, range(arguments.seed * 100_000, arguments.seed * 100_000 + arguments.games // 2)))
    score = 100 * statistics.mean(scores) / 2
    half_width = 100 * 1.96 * statistics.stdev(scores) / 2 / len(scores) ** 0.5 if len(scores) > 1 else 100.0
    print(f"{score:.1f} ± {half_width:.1f} % of {2 * len(scores)} games, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
