"""The move generator and the perft tables against the brute-force generator."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import tablier
from tests.games.kwintie.brute_force import legal_actions
from tests.games.kwintie.kwintie_games import after, random_games

TABLES = sorted((Path(__file__).parent / "perft").glob("*.txt"))
MAX_SEQUENCES = 4000  # the brute-force generator counts them in about a second


@pytest.mark.parametrize("line", (Path(__file__).parent / "variants.txt").read_text().splitlines())
def test_legal_actions_are_complete_and_sorted(line: str) -> None:
    fields = line.partition("#")[0].split()
    if fields:
        options = dict(pair.split("=") for pair in fields[1:])
        for states in random_games(fields[0].removeprefix("kwintie:"), 5, **options):
            for state in states:
                assert set(state.legal_actions()) == legal_actions(state)
                assert list(state.legal_actions()) == sorted(state.legal_actions())


def perft(state: tablier.State, depth: int, generate: Callable[[tablier.State], set[str]]) -> int:
    """Perft with the given move generator."""
    return 1 if depth == 0 else sum(perft(state.play(action), depth - 1, generate) for action in generate(state))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_perft_tables_agree_with_brute_force(table: Path) -> None:
    checked = 0
    for line in table.read_text().splitlines():
        tokens = line.partition("#")[0].split()
        if tokens and int(tokens[1]) <= MAX_SEQUENCES:
            depth, count, *pairs = tokens
            start = after(table.stem, **dict(pair.split("=") for pair in pairs))
            assert perft(start, int(depth), legal_actions) == int(count)
            checked += 1
    assert checked > 3


def test_perft_3_of_the_board() -> None:
    assert perft(after("board"), 3, lambda state: set(state.legal_actions())) == 2790
