"""The perft tables against the slow enumeration, where that takes no time."""

from __future__ import annotations

from pathlib import Path

import pytest

import tablier
from tests.games.mixtour.brute_force import legal

TABLES = sorted((Path(__file__).parent / "perft").glob("*.txt"))


def slow_perft(state: tablier.State, depth: int) -> int:
    actions = legal(state)
    return len(actions) if depth == 1 else sum(slow_perft(state.play(action), depth - 1) for action in actions)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_the_tables_agree_with_the_slow_enumeration(table: Path) -> None:
    for line in table.read_text().splitlines():
        depth, count, *options = line.partition("#")[0].split() or ["9", "0"]
        if int(depth) <= 3:
            given = dict(option.split("=") for option in options)
            assert slow_perft(tablier.new(f"mixtour:{table.stem}", **given), int(depth)) == int(count)
