"""Games between native players of one game with different settings, for the benchmarks of single games."""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from typing import Any

Limits = tuple[float, int, int]  # seconds, nodes, depth per move; 0 for none


class Contest:
    """Collects the results of one player, "ours". The mean score of the games of one opening is one sample."""

    def __init__(self) -> None:
        self._started_at = time.monotonic()
        self._samples: list[float] = []
        self._wins = self._draws = self._games = self._actions = 0

    def play_opening(self, start: Any, players_by_game: Sequence[Sequence[Any]], limits: Limits, max_plies: int = 0) -> None:
        """Play `start` once per entry of `players_by_game`, which lists the players by seat. In game `n` ours has seat `n`."""
        score = 0.0
        for seat, players in enumerate(players_by_game):
            winner, length = play_game(start.copy(), players, limits, max_plies)
            self._actions += length
            self._games += 1
            self._wins += winner == seat
            self._draws += winner < 0
            score += 1.0 if winner == seat else 0.5 if winner < 0 else 0.0
        self._samples.append(score / len(players_by_game))

    def print_result(self, title: str) -> None:
        """Print the mean score of ours with the half-width of its 95 % confidence interval, and the totals."""
        count = len(self._samples)
        mean = sum(self._samples) / count
        variance = sum((sample - mean) ** 2 for sample in self._samples) / max(1, count - 1)
        half_width = 1.96 * math.sqrt(variance / count)
        elapsed_s = time.monotonic() - self._started_at
        print(
            f"{title}: {100 * mean:.1f} % ± {100 * half_width:.1f} ({self._wins} won, {self._draws} drawn of {self._games}; "
            f"{self._actions / self._games:.0f} actions a game; {elapsed_s:.0f} s)",
            flush=True,
        )


def play_game(position: Any, players: Sequence[Any], limits: Limits, max_plies: int = 0) -> tuple[int, int]:
    """Play `position` to the end, or `max_plies` actions (0: no limit).

    Returns the winning seat, or -1 for a draw or an unfinished game, and the number of actions played.
    """
    while not position.over and (not max_plies or position.depth < max_plies):
        result = players[position.to_act].think(position, *limits)
        if not position.play(result["candidates"][0][0]):
            raise AssertionError(f"illegal action in {position.fields}")
    return position.winner if position.over else -1, position.depth


def parse_settings(text: str) -> dict[str, float]:
    """Parse `name=number,name=number`."""
    return {name: float(value) for name, _, value in (part.partition("=") for part in text.split(",") if part)}


def make_parser(description: str, theirs: str) -> argparse.ArgumentParser:
    """A parser with the flags that all contests share. `theirs` is the default opponent."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.1, help="time per move, without --nodes and --depth")
    parser.add_argument("--nodes", type=int, default=0)
    parser.add_argument("--depth", type=int, default=0)
    parser.add_argument("--ours", default="", help="settings of our player: name=number,…")
    parser.add_argument("--theirs", default=theirs, help="settings of the opponent")
    return parser


def limits_of(arguments: argparse.Namespace) -> Limits:
    """The limits per move; `--seconds` applies only without `--nodes` and `--depth`."""
    seconds = 0.0 if arguments.nodes or arguments.depth else arguments.seconds
    return seconds, arguments.nodes, arguments.depth
