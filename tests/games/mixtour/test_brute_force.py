"""The shallow rows of the perft tables, counted with the reference move generator."""

from __future__ import annotations

from pathlib import Path

import pytest

import tablier
from tests.games.mixtour.brute_force import legal_actions

TABLES = sorted((Path(__file__).parent / "perft").glob("*.txt"))


def brute_force_perft(state: tablier.State, depth: int) -> int:
    actions = legal_actions(state)
    return len(actions) if depth == 1 else sum(brute_force_perft(state.play(action), depth - 1) for action in actions)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_perft_tables_agree_with_brute_force(table: Path) -> None:
    for line in table.read_text().splitlines():
        tokens = line.partition("#")[0].split()
        if tokens and int(tokens[0]) <= 3:
            depth, count, *options = tokens
            start = tablier.new(f"mixtour:{table.stem}", **dict(option.split("=") for option in options))
            assert brute_force_perft(start, int(depth)) == int(count)
