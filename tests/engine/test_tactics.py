"""Tactical problems: the files in `tactics/` are correct, too hard for a low level, and solved by the highest."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tablier
from tablier.engine.levels import MAX_LEVEL
from tablier.engine.player import has_player
from tablier.engine.tactics import SEEDS, WEAK_LEVEL, ProblemSet, losing_actions, winning_actions

FILES = sorted((Path(__file__).parent / "tactics").glob("*.txt"))
MIN_PROBLEMS = 100  # per file
VERIFIED_PER_FILE = 8  # approximate number of problems; `python bench/tactics.py --check` verifies all


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
def problem_set(request: pytest.FixtureRequest) -> ProblemSet:
    result = ProblemSet.parse(request.param.read_text(encoding="utf-8"))
    if not has_player(tablier.from_text(result.problems[0].position)):
        pytest.skip("compiled without this game's player")
    return result


def test_problems_are_canonical_positions_with_legal_actions(problem_set: ProblemSet) -> None:
    positions = [problem.position for problem in problem_set.problems]
    assert len(set(positions)) == len(positions) >= MIN_PROBLEMS and problem_set.nodes > 0
    for problem in problem_set.problems:
        state = tablier.from_text(problem.position)
        assert str(state) == problem.position
        assert set(problem.accepted) < set(state.legal_actions()), problem


def test_exhaustive_search_confirms_the_problems(problem_set: ProblemSet) -> None:
    cheapest = sorted(problem_set.problems, key=lambda problem: problem.plies)[: len(problem_set.problems) // 2]
    for problem in cheapest[:: max(1, len(cheapest) // VERIFIED_PER_FILE)]:
        assert problem.verify(), problem


def test_the_low_level_solves_no_problem(problem_set: ProblemSet) -> None:
    assert [
        problem for problem in problem_set.problems if any(problem.is_solved_by(WEAK_LEVEL, seed=seed) for seed in SEEDS)
    ] == []


def test_the_highest_level_solves_95_percent(problem_set: ProblemSet) -> None:
    unsolved = [
        problem for problem in problem_set.problems if not problem.is_solved_by(MAX_LEVEL, nodes=problem_set.nodes, seconds=0)
    ]
    assert len(unsolved) <= 0.05 * len(problem_set.problems), unsolved


@pytest.mark.parametrize("edition", [edition for game in tablier.shelf() for edition in game.edition_names()])
def test_exhaustive_search_equals_minimax_in_the_python_rules(edition: str) -> None:
    """Compares the last positions of random games."""
    start = tablier.new(edition)
    if not has_player(start) or len(start.legal_actions()) > 100:
        pytest.skip("compiled without this game's player, or too wide for the Python rules")
    for seed in range(3):
        positions = _random_game(start, random.Random(seed))
        for state in positions[-2:]:
            winners = {action: _seats_forcing_win(state.play(action)) for action in state.legal_actions()}
            assert winning_actions(state, 2) == {action for action, seats in winners.items() if state.to_act in seats}
            assert losing_actions(state, 2) == {action for action, seats in winners.items() if seats - {state.to_act}}


def _seats_forcing_win(state: tablier.State) -> set[int]:
    return {seat for seat in range(state.seats) if _forces_win(state, seat, 1)}


def _random_game(state: tablier.State, rng: random.Random) -> list[tablier.State]:
    positions = []
    while state.outcome is None and len(positions) < 60:
        positions.append(state)
        state = state.play(rng.choice(state.legal_actions()))
    return positions


def _forces_win(state: tablier.State, seat: int, plies: int) -> bool:
    if state.outcome is not None:
        return state.outcome.winner == seat
    if plies == 0:
        return False
    results = (_forces_win(state.play(action), seat, plies - 1) for action in state.legal_actions())
    return any(results) if state.to_act == seat else all(results)
