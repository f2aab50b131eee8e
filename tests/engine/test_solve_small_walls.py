"""Solver values of small walls, compared with minimax."""

from __future__ import annotations

import random
from functools import cache

import pytest

import tablier
from tablier.engine.solve.solver import Solver
from tests.engine.minimax import Minimax

WALLS = [(width, height, line) for width in (3, 4, 5) for height in (3, 4, 5) for line in (4, 5)] + [(6, 4, 4), (6, 5, 4)]
BASES = [("board", True), ("board", False), ("table", False)]
EVEN_WIDTHS = {4, 6}  # KWI-5: an even width has no centre, so a ban changes nothing
CASES = [(*wall, base, ban) for wall in WALLS for base, ban in BASES if not (ban and wall[0] in EVEN_WIDTHS)]


def new_wall(width: int, height: int, line: int, base: str, ban: bool, **options: object) -> tablier.State:
    return tablier.new("kwintie:board", width=width, height=height, line=line, base=base, centre_ban=ban, **options)


def solver_value(state: tablier.State) -> int:
    """Value for the seat to act by the solver: 1, 0 or -1."""
    solution = Solver(state, memory=1).solve()
    assert solution.value != "open"
    return 0 if solution.winner is None else 1 if solution.winner == state.turn else -1


@cache
def python_value(state: tablier.State) -> int:
    """Minimax value for the seat to act in the Python rules."""
    if state.outcome is not None:
        winner = state.outcome.winner
        return 0 if winner is None else 1 if winner == state.turn else -1
    return max(-python_value(state.play(action)) for action in state.legal_actions())


@pytest.mark.parametrize(("width", "height", "line", "base", "ban"), CASES)
def test_values_of_first_moves_and_random_positions(width: int, height: int, line: int, base: str, ban: bool) -> None:
    start, minimax, rng = new_wall(width, height, line, base, ban), Minimax(), random.Random(1)
    assert solver_value(start) == minimax.value(start)
    for action in start.legal_actions():
        assert solver_value(start.play(action)) == minimax.value(start.play(action)), action
    for _ in range(15):
        state = start
        while state.outcome is None:
            assert solver_value(state) == minimax.value(state), str(state)
            state = state.play(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("edition", ["kwintie:board", "kwintie:table", "kwintie:kwinty"])
@pytest.mark.parametrize("pieces", [3, 20])
def test_values_of_a_small_wall_in_the_python_rules(edition: str, pieces: int) -> None:
    line = {"line": 5} if edition == "kwintie:kwinty" else {"line": 3}
    start = tablier.new(edition, width=4, height=3, pieces=pieces, **line)
    python_value(start)  # fills the cache from the root
    for state in _sample_reachable(start, 400):
        assert solver_value(state) == python_value(state), str(state)


def test_values_with_counted_lines() -> None:
    start, minimax = tablier.new("kwintie:kwinty", width=5, height=4), Minimax()
    rng = random.Random(3)
    for _ in range(30):
        state = start
        while state.outcome is None:
            assert solver_value(state) == minimax.value(state), str(state)
            state = state.play(rng.choice(state.legal_actions()))


def _sample_reachable(start: tablier.State, count: int) -> list[tablier.State]:
    """Return at most `count` random ones of all reachable positions that are not over."""
    known, frontier, rng = {start}, [start], random.Random(4)
    while frontier:
        state = frontier.pop(rng.randrange(len(frontier)))
        for action in state.legal_actions():
            successor = state.play(action)
            if successor not in known and successor.outcome is None:
                known.add(successor)
                frontier.append(successor)
    return rng.sample(sorted(known, key=str), min(count, len(known)))
