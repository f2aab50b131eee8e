"""Two sets of TwixT's weights against each other, as `tablier train` writes them.

    python bench/twixt_weights.py new.hpp old.hpp --size 24 --nodes 200 --games 100
    python bench/twixt_weights.py new.hpp old.hpp --size 24 --seconds 0.2 --games 100
    python bench/twixt_weights.py shipped shipped,paths=1 --seconds 0.4     the weights that ship; settings follow

Every game begins with two random pegs well inside the board, and every such opening is played from both seats. The error is
that of 95 %, from pairs of games.
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

AWAY = 2  # lines between an opening's pegs and the borders
LONGEST = 600
Settings = dict[str, float]


def settings(text: str) -> Settings:
    """Of `FILE,name=value,…`."""
    file, *others = text.split(",")
    numbers: list[str] = []
    if file != "shipped":
        numbers = re.findall(r"-?\d+", Path(file).read_text(encoding="utf-8").partition("fitted{")[2].partition("}")[0])
    found = {f"w{place}": float(number) for place, number in enumerate(numbers)}
    return found | {name: float(value) for name, value in (other.split("=", 1) for other in others)}


def pair(players: tuple[Settings, Settings], size: int, nodes: int, seconds: float, seed: int) -> float:
    """What the first makes of an opening, from both seats: 0 to 2."""
    lot = random.Random(seed)
    state = new("twixt:kosmos", size=size, pie=False)
    for _ in range(2):
        state = state.play(lot.choice([hole for hole in state.legal_actions() if _inside(hole, size)]))
    score = 0.0
    for first in (0, 1):
        seats = [native_game("twixt").Player({"memory": 64.0, "seed": float(seed)} | one) for one in players]
        position = Twin(state).native
        for _ in range(LONGEST):
            if position.over:
                break
            thought = seats[position.to_act ^ first].think(position, seconds, 0 if seconds else nodes, 0)
            position.play(thought["candidates"][0][0])
        won = position.over and position.winner >= 0
        score += float(position.winner ^ first == 0) if won else 0.5
    return score


def _inside(hole: str, size: int) -> bool:
    return all(AWAY <= at < size - AWAY for at in (ord(hole[0]) - ord("a"), int(hole[1:]) - 1))


def main() -> None:
    """Plays them and tells the score of the first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--size", type=int, default=12)
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.0, help="a move, instead of nodes")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=os.cpu_count())
    given = parser.parse_args()
    try:
        players = settings(given.first), settings(given.second)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    play = partial(pair, players, given.size, given.nodes, given.seconds)
    with ProcessPoolExecutor(given.at_once, get_context("spawn")) as pool:
        scores = list(pool.map(play, range(given.seed * 100_000, given.seed * 100_000 + given.games // 2)))
    score = 100 * statistics.mean(scores) / 2
    error = 100 * 1.96 * statistics.stdev(scores) / 2 / len(scores) ** 0.5 if len(scores) > 1 else 100.0
    print(f"{score:.1f} ± {error:.1f} % of {2 * len(scores)} games, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
