"""Tactical problems: each file in `tactics/` is true, too hard for a low level, and solved by the highest."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tablier
from tablier.engine.levels import MAX_LEVEL
from tablier.engine.player import has_player
from tablier.engine.tactics import BLIND, SEEDS, Collected, losing, winning

FILES = sorted((Path(__file__).parent / "tactics").glob("*.txt"))
LEAST = 100  # problems in a file
CHECKED = 8  # of each file; `python bench/tactics.py --check` does all of them


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
def collected(request: pytest.FixtureRequest) -> Collected:
    found = Collected.read(request.param.read_text(encoding="utf-8"))
    if not has_player(tablier.from_text(found.problems[0].position)):
        pytest.skip("compiled without this game's player")
    return found


def test_there_are_many_and_all_can_be_read(collected: Collected) -> None:
    positions = [problem.position for problem in collected.problems]
    assert len(set(positions)) == len(positions) >= LEAST and collected.nodes > 0
    for problem in collected.problems:
        state = tablier.from_text(problem.position)
        assert str(state) == problem.position
        assert set(problem.accepted) < set(state.legal_actions()), problem


def test_exhaustive_search_says_the_same(collected: Collected) -> None:
    cheapest = sorted(collected.problems, key=lambda problem: problem.plies)[: len(collected.problems) // 2]
    for problem in cheapest[:: max(1, len(cheapest) // CHECKED)]:
        assert problem.is_true(), problem


def test_the_low_level_solves_none(collected: Collected) -> None:
    assert [problem for problem in collected.problems if any(problem.solved_by(BLIND, seed=seed) for seed in SEEDS)] == []


def test_the_highest_level_solves_nearly_all(collected: Collected) -> None:
    unsolved = [problem for problem in collected.problems if not problem.solved_by(MAX_LEVEL, nodes=collected.nodes, seconds=0)]
    assert len(unsolved) <= 0.05 * len(collected.problems), unsolved


@pytest.mark.parametrize("edition", [edition for game in tablier.shelf() for edition in game.edition_names()])
def test_exhaustive_search_is_plain_minimax(edition: str) -> None:
    """Held to the Python rules, in the last positions of random games."""
    start = tablier.new(edition)
    if not has_player(start) or len(start.legal_actions()) > 100:
        pytest.skip("compiled without this game's player, or too wide for the Python rules")
    for seed in range(3):
        passed = _random_game(start, random.Random(seed))
        for state in passed[-2:]:
            seats = range(state.seats)
            led = {action: [seat for seat in seats if _forces(state.play(action), seat, 1)] for action in state.legal_actions()}
            assert winning(state, 2) == {action for action, forced in led.items() if state.to_act in forced}
            assert losing(state, 2) == {action for action, forced in led.items() if set(forced) - {state.to_act}}


def _random_game(state: tablier.State, lot: random.Random) -> list[tablier.State]:
    passed = []
    while state.outcome is None and len(passed) < 60:
        passed.append(state)
        state = state.play(lot.choice(state.legal_actions()))
    return passed


def _forces(state: tablier.State, seat: int, plies: int) -> bool:
    if state.outcome is not None:
        return state.outcome.winner == seat
    if plies == 0:
        return False
    ways = (_forces(state.play(action), seat, plies - 1) for action in state.legal_actions())
    return any(ways) if state.to_act == seat else all(ways)
