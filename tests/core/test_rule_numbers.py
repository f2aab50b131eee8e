"""Every numbered rule of a game has a test that cites its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tablier

TESTS = Path(__file__).parent.parent
GAMES = TESTS / "games"


def rule_numbers(game: str) -> list[str]:
    """The rule numbers in tests/games/NAME/rules.txt, such as TWX-6."""
    lines = (GAMES / game / "rules.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


RULES = [(file.parent.name, number) for file in sorted(GAMES.glob("*/rules.txt")) for number in rule_numbers(file.parent.name)]
TEST_NAMES = [
    name
    for file in sorted(TESTS.rglob("test_*.py"))
    for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
]


def test_every_game_of_this_repository_lists_its_rules() -> None:
    folder = Path(tablier.__file__).parent / "games"
    assert {file.parent.name for file in folder.glob("*/__init__.py")} == {game for game, _ in RULES}


@pytest.mark.parametrize("game", sorted({game for game, _ in RULES}))
def test_rule_numbers_are_consecutive_and_have_one_prefix(game: str) -> None:
    numbers = [number.split("-") for number in rule_numbers(game)]
    assert len({prefix for prefix, _ in numbers}) == 1
    assert [int(number) for _, number in numbers] == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize(("game", "number"), RULES, ids=[number for _, number in RULES])
def test_every_rule_has_a_test(game: str, number: str) -> None:
    cited = re.compile(rf"(?<![a-z0-9]){number.lower().replace('-', '_')}(?![0-9])")
    assert any(cited.search(name) for name in TEST_NAMES), f"no test of {game} cites {number}"


@pytest.mark.parametrize("game", sorted({game for game, _ in RULES}))
def test_no_test_cites_a_rule_that_does_not_exist(game: str) -> None:
    numbers = set(rule_numbers(game))
    prefix = rule_numbers(game)[0].split("-")[0]
    cited = {
        f"{prefix}-{cited_number}"
        for name in TEST_NAMES
        for cited_number in re.findall(rf"(?<![a-z0-9]){prefix.lower()}_([0-9]+)", name)
    }
    assert cited <= numbers
