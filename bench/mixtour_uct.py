"""Mixtour's player against plain UCT, or against itself with other settings.

    python bench/mixtour_uct.py                                   gerhards, 200 games, 0.1 s a move
    python bench/mixtour_uct.py --edition stein --games 50
    python bench/mixtour_uct.py --theirs uct=1,playout_wins=1     UCT whose playouts also take immediate wins
    python bench/mixtour_uct.py --theirs mcts=1                   MCTS-Solver; see native/games/mixtour/mcts_baseline.hpp
    python bench/mixtour_uct.py --theirs margin=200 --nodes 5000
    python bench/mixtour_uct.py --ours @weights.json              weights of the features, a JSON list

Every opening consists of random turns and is played twice with the sides exchanged. Plain UCT (C = 0.59, uniform playouts of
at most 100 plies, immediate wins taken in the tree, the move with most wins chosen) is the native player with the setting
`uct=1`, the default of `--theirs`.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from pathlib import Path
from typing import Any

from native_contest import Contest, limits_of, make_parser, parse_settings

import tablier
from tablier.engine.player import NODES_PER_MB
from tablier.engine.twin import Twin, native_game


def load_settings(text: str) -> dict[str, float]:
    """Parse settings; `@FILE` stands for a list of weights in JSON."""
    settings: dict[str, float] = {}
    for part in text.split(","):
        if part.startswith("@"):
            settings |= {f"w{feature}": weight for feature, weight in enumerate(json.loads(Path(part[1:]).read_text()))}
        else:
            settings |= parse_settings(part)
    return settings


def random_opening(arguments: argparse.Namespace, rng: random.Random) -> Any:
    """A position after random turns in which no stack is higher than two, so that neither side can score soon."""
    options = {name: value for name in ("pieces", "points") if (value := getattr(arguments, name))}
    while True:
        state = tablier.new(f"mixtour:{arguments.edition}", **options)
        for _ in range(arguments.plies):
            state = state.play(rng.choice(state.legal_actions()))
        stacks = state.position()["stacks"].values()
        if state.outcome is None and max(map(len, stacks), default=0) < 3:
            return Twin(state).native


def main(arguments: argparse.Namespace) -> None:
    native = native_game("mixtour")
    rng = random.Random(arguments.seed)
    memory = {"memory": 1.0 + arguments.nodes // NODES_PER_MB if arguments.nodes else 64.0}  # megabytes
    contest = Contest()
    for number in range(math.ceil(arguments.games / 2)):
        start = random_opening(arguments, rng)
        games = []
        for seat in (0, 1):
            ours = native.Player({"seed": 2.0 * number, **memory, **load_settings(arguments.ours)})
            theirs = native.Player({"seed": 2.0 * number + 1, **memory, **load_settings(arguments.theirs)})
            games.append([ours, theirs] if seat == 0 else [theirs, ours])
        contest.play_opening(start, games, limits_of(arguments), arguments.max_plies)
    contest.print_result(f"{arguments.ours or 'player'} against {arguments.theirs}, {arguments.edition}")


if __name__ == "__main__":
    parser = make_parser(__doc__, theirs="uct=1")
    parser.add_argument("--edition", default="gerhards")
    parser.add_argument("--pieces", type=int)
    parser.add_argument("--points", type=int)
    parser.add_argument("--plies", type=int, default=4, help="random turns of the opening")
    parser.add_argument("--max-plies", type=int, default=500, help="a longer game is a draw")
    parser.add_argument("--seed", type=int, default=0)
    main(parser.parse_args())
