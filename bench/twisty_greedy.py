"""Twisty's player against the greedy baseline, or against itself with other settings: one seat of ours against all the others.

    python bench/twisty_greedy.py                        two seats, 200 games, 0.1 s a move
    python bench/twisty_greedy.py --players 4 --nodes 5000
    python bench/twisty_greedy.py --ours paranoid=1 --theirs paranoid=0 --nodes 2000

Every deal is played once with our player in each seat. The greedy baseline always takes the shortest path to its next cube:
it is the native player with the setting `greedy=1`, the default of `--theirs`.
"""

from __future__ import annotations

import argparse
import math

from native_contest import Contest, limits_of, make_parser, parse_settings

import tablier
from tablier.engine.twin import native_game, option_texts


def main(arguments: argparse.Namespace) -> None:
    native = native_game("twisty")
    state = tablier.new("twisty:djeco", players=arguments.players, seed=0, turn_limit=arguments.turn_limit)
    ours, theirs = parse_settings(arguments.ours), parse_settings(arguments.theirs)
    contest = Contest()
    for deal in range(arguments.first_deal, arguments.first_deal + math.ceil(arguments.games / arguments.players)):
        start = native.Position.start("djeco", option_texts(state), deal)
        games = [
            [
                native.Player({"memory": 32.0, "seed": float(deal * 8 + number), **(ours if number == seat else theirs)})
                for number in range(arguments.players)
            ]
            for seat in range(arguments.players)
        ]
        contest.play_opening(start, games, limits_of(arguments))
    contest.print_result(f"{arguments.ours or 'player'} against {arguments.theirs}, {arguments.players} seats")


if __name__ == "__main__":
    parser = make_parser(__doc__, theirs="greedy=1")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--turn-limit", type=int, default=200, help="option turn_limit of the game")
    parser.add_argument("--first-deal", type=int, default=1000, help="seed of the first deal")
    main(parser.parse_args())
