"""Speed of the Python rules: what one turn costs the server, per game and edition.

Middle-of-the-game positions from random games; each figure is the median over positions of the best of three timings.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from typing import Any

import tablier

# edition, options, the plies of a random game that count as its middle
ROWS: list[tuple[str, dict[str, Any], range]] = [
    ("twixt:kosmos", {}, range(60, 61)),
    ("twixt:dujardin", {}, range(60, 61)),
    ("twixt:paper", {}, range(60, 61)),
    ("mixtour:stein", {}, range(20, 41)),
    ("mixtour:gerhards", {"points": 3}, range(20, 41)),
    ("kwintie:board", {}, range(8, 17)),
    ("kwintie:table", {}, range(8, 17)),
    ("kwintie:kwinty", {}, range(8, 17)),
    ("twisty:djeco", {"players": 2, "turn_limit": 200}, range(30, 61)),
    ("twisty:djeco", {"players": 4, "turn_limit": 200}, range(30, 61)),
]


def positions(edition: str, options: dict[str, Any], plies: range, games: int) -> list[tuple[tablier.State, str]]:
    found = []
    for seed in range(games):
        draw = random.Random(seed)
        dealt = {option.name: seed for option in tablier.game(edition.partition(":")[0]).options if option.seed}
        state = tablier.new(edition, **options, **dealt)
        for ply in range(plies.stop):
            if state.outcome is not None:
                break
            action = draw.choice(state.legal_actions())
            if ply in plies:
                found.append((tablier.from_text(str(state)), str(action)))
            state = state.play(action)
    return found


def stages(state: tablier.State, action: str) -> tuple[float, float, float]:
    """Milliseconds to play, to list and to view, once."""
    begun = time.perf_counter()
    following = state.play(action)
    played = time.perf_counter()
    following.legal_actions()
    listed = time.perf_counter()
    following.view(following.to_act)
    return (played - begun) * 1000, (listed - played) * 1000, (time.perf_counter() - listed) * 1000


def row(edition: str, options: dict[str, Any], plies: range, games: int) -> dict[str, Any]:
    best = []
    for state, action in positions(edition, options, plies, games):
        runs = [stages(state, action) for _ in range(3)]
        best.append([min(stage) for stage in zip(*runs, strict=True)])
    play, listing, view = (statistics.median(stage) for stage in zip(*best, strict=True))
    together = statistics.median(sum(stage) for stage in best)
    return {
        "edition": edition,
        "options": options,
        "positions": len(best),
        "play_ms": round(play, 4),
        "list_ms": round(listing, 4),
        "view_ms": round(view, 4),
        "together_ms": round(together, 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--games", type=int, default=10)
    asked = parser.parse_args()
    rows = [row(*line, asked.games) for line in ROWS]
    if asked.json:
        print(json.dumps(rows))
        return
    print(f"{'Python rules, milliseconds':<44}{'play':>9}{'list':>9}{'view':>9}{'together':>10}")
    for found in rows:
        name = " ".join([found["edition"], *(f"{key}={value}" for key, value in found["options"].items())])
        print(
            f"{name:<44}{found['play_ms']:>9.3f}{found['list_ms']:>9.3f}{found['view_ms']:>9.3f}{found['together_ms']:>10.3f}"
        )


if __name__ == "__main__":
    main()
