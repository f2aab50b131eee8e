"""Mixtour's player against plain UCT, or against itself with other settings.

    python bench/mixtour_uct.py                                   one point, 200 games, 0.1 s a move
    python bench/mixtour_uct.py --edition stein --games 50
    python bench/mixtour_uct.py --theirs uct=1,playout_wins=1            UCT whose playouts take wins at once, too
    python bench/mixtour_uct.py --theirs mcts=1                   a tree search that proves, with careful playouts
    python bench/mixtour_uct.py --theirs margin=200 --nodes 5000

Every opening, some random turns, is played twice, colours changed round. Plain UCT (C = 0.59, uniform playouts of at most 100
plies, immediate wins taken, most wins chosen) is the native player with the setting `uct=1`, the default of `--theirs`.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from pathlib import Path
from typing import Any

import tablier
from tablier.engine.twin import Twin, native_game


def settings(text: str) -> dict[str, float]:
    """`name=number,name=number`; `@FILE` is a list of weights in JSON."""
    found: dict[str, float] = {}
    for part in text.split(","):
        if part.startswith("@"):
            found |= {f"w{number}": weight for number, weight in enumerate(json.loads(Path(part[1:]).read_text()))}
        elif part:
            name, _, value = part.partition("=")
            found[name] = float(value)
    return found


def opening(given: argparse.Namespace, lot: random.Random) -> Any:
    """A position without a stack of three, so that nobody is about to score."""
    options = {name: value for name in ("pieces", "points") if (value := getattr(given, name))}
    while True:
        state = tablier.new(f"mixtour:{given.edition}", **options)
        for _ in range(given.plies):
            state = state.play(lot.choice(state.legal_actions()))
        stacks = state.position()["stacks"].values()
        if state.outcome is None and max(map(len, stacks), default=0) < 3:
            return Twin(state).native


def play(position: Any, players: list[Any], limits: tuple[float, int, int], longest: int) -> tuple[int, int]:
    """One game: the winner, -1 for a draw, and how many actions it took."""
    while not position.over and position.depth < longest:
        thought = players[position.to_act].think(position, *limits)
        if not position.play(thought["candidates"][0][0]):
            raise AssertionError(f"illegal action in {position.fields}")
    return position.winner if position.over else -1, position.depth


def contest(given: argparse.Namespace) -> None:
    native = native_game("mixtour")
    lot = random.Random(given.seed)
    limits = (0.0 if given.nodes or given.depth else given.seconds, given.nodes, given.depth)
    memory = {"memory": 1.0 + given.nodes // 2000 if given.nodes else 64.0}
    scores: list[float] = []  # of whole openings
    actions, begun, wins, draws, games = 0, time.monotonic(), 0, 0, 0
    for number in range(math.ceil(given.games / 2)):
        start = opening(given, lot)
        score = 0.0
        for seat in (0, 1):
            ours = native.Player({"seed": 2.0 * number, **memory, **settings(given.ours)})
            theirs = native.Player({"seed": 2.0 * number + 1, **memory, **settings(given.theirs)})
            winner, length = play(start.copy(), [ours, theirs] if seat == 0 else [theirs, ours], limits, given.longest)
            actions += length
            games += 1
            wins += winner == seat
            draws += winner < 0
            score += 1.0 if winner == seat else 0.5 if winner < 0 else 0.0
        scores.append(score / 2)
    mean = sum(scores) / len(scores)
    error = 1.96 * math.sqrt(sum((one - mean) ** 2 for one in scores) / max(1, len(scores) - 1) / len(scores))
    print(
        f"{given.ours or 'player'} against {given.theirs}, {given.edition}: {100 * mean:.1f} % ± {100 * error:.1f} "
        f"({wins} won, {draws} drawn of {games}; {actions / games:.0f} actions a game; {time.monotonic() - begun:.0f} s)",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default="gerhards")
    parser.add_argument("--pieces", type=int)
    parser.add_argument("--points", type=int)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--nodes", type=int, default=0)
    parser.add_argument("--depth", type=int, default=0)
    parser.add_argument("--plies", type=int, default=4, help="random turns before the players take over")
    parser.add_argument("--longest", type=int, default=500, help="turns after which a game is a draw")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--ours", default="")
    parser.add_argument("--theirs", default="uct=1")
    contest(parser.parse_args())
