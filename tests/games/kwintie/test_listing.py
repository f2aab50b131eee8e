"""The listed actions against the slow enumeration, and the perft tables against it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import tablier
from tests.games.kwintie.brute_force import legal
from tests.games.kwintie.kwintie_games import after, random_games

TABLES = sorted((Path(__file__).parent / "perft").glob("*.txt"))
SMALL = 4000  # sequences the slow enumeration counts in about a second


@pytest.mark.parametrize("line", (Path(__file__).parent / "variants.txt").read_text().splitlines())
def test_the_list_is_complete(line: str) -> None:
    words = line.partition("#")[0].split()
    if words:
        options = dict(word.split("=") for word in words[1:])
        for states in random_games(words[0].removeprefix("kwintie:"), 5, **options):
            for state in states:
                assert set(state.legal_actions()) == legal(state)
                assert list(state.legal_actions()) == sorted(state.legal_actions())


def count(state: tablier.State, depth: int, listed: Callable[[tablier.State], set[str]]) -> int:
    return 1 if depth == 0 else sum(count(state.play(action), depth - 1, listed) for action in listed(state))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_the_perft_tables_agree_with_the_slow_enumeration(table: Path) -> None:
    checked = 0
    for line in table.read_text().splitlines():
        depth, number, *pairs = line.partition("#")[0].split() or ("0", "1")
        if int(number) <= SMALL:
            assert count(after(table.stem, **dict(pair.split("=") for pair in pairs)), int(depth), legal) == int(number)
            checked += 1
    assert checked > 3


def test_perft_of_the_issue() -> None:
    assert count(after("board"), 3, lambda state: set(state.legal_actions())) == 2790
