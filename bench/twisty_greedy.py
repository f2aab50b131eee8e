"""Twisty's player against the greedy racer, or against itself with other settings: one seat of ours against all the others.

    python bench/twisty_greedy.py                        two seats, 200 games, 0.1 s a move
    python bench/twisty_greedy.py --players 4 --nodes 5000
    python bench/twisty_greedy.py --ours others=1 --theirs others=0 --nodes 2000

Every deal is played once with our player in each seat. The greedy racer always takes the shortest way to its next cube: it is
the native player with the setting `greedy=1`, the default of `--theirs`.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import Any

import tablier
from tablier.engine.twin import native_game, option_texts


def settings(text: str) -> dict[str, float]:
    """`name=number,name=number`."""
    return {name: float(value) for name, _, value in (part.partition("=") for part in text.split(",") if part)}


def play(start: Any, players: list[Any], limits: list[tuple[float, int, int]]) -> tuple[int, int]:
    """One game: the winner, -1 for a draw, and how many actions it took."""
    position = start.copy()
    while not position.over:
        seat = position.to_act
        thought = players[seat].think(position, *limits[seat])
        if not position.play(thought["candidates"][0][0]):
            raise AssertionError(f"illegal action in {position.fields}")
    return position.winner, position.depth


def contest(given: argparse.Namespace) -> None:
    native = native_game("twisty")
    state = tablier.new("twisty:djeco", players=given.players, seed=0, turn_limit=given.turn_limit)
    ours, theirs = settings(given.ours), settings(given.theirs)
    limit = (0.0 if given.nodes or given.depth else given.seconds, given.nodes, given.depth)
    scores: list[float] = []  # of whole deals, each seat once
    actions, begun, wins, draws, games = 0, time.monotonic(), 0, 0, 0
    for deal in range(given.first_deal, given.first_deal + math.ceil(given.games / given.players)):
        start = native.Position.start("djeco", option_texts(state), deal)
        score = 0.0
        for seat in range(given.players):
            players = [
                native.Player({"memory": 32.0, "seed": float(deal * 8 + number), **(ours if number == seat else theirs)})
                for number in range(given.players)
            ]
            winner, length = play(start, players, [limit] * given.players)
            actions += length
            games += 1
            wins += winner == seat
            draws += winner < 0
            score += 1.0 if winner == seat else 0.5 if winner < 0 else 0.0
        scores.append(score / given.players)
    mean = sum(scores) / len(scores)
    error = 1.96 * math.sqrt(sum((one - mean) ** 2 for one in scores) / max(1, len(scores) - 1) / len(scores))
    print(
        f"{given.ours or 'player'} against {given.theirs}, {given.players} seats: {100 * mean:.1f} % ± {100 * error:.1f} "
        f"({wins} won, {draws} drawn of {games}; {actions / games:.0f} actions a game; {time.monotonic() - begun:.0f} s)"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--turn-limit", type=int, default=200)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--nodes", type=int, default=0)
    parser.add_argument("--depth", type=int, default=0)
    parser.add_argument("--first-deal", type=int, default=1000)
    parser.add_argument("--ours", default="")
    parser.add_argument("--theirs", default="greedy=1")
    contest(parser.parse_args())
