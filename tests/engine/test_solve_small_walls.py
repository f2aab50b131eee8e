"""Solved walls against plain minimax, move by move."""

from __future__ import annotations

import random
from functools import cache

import pytest

import tablier
from tablier.engine.solve.solver import Solver
from tests.engine.minimax import Minimax

WALLS = [(width, height, line) for width in (3, 4, 5) for height in (3, 4, 5) for line in (4, 5)] + [(6, 4, 4), (6, 5, 4)]
BASES = [("board", True), ("board", False), ("table", False)]
EVEN = {4, 6}  # KWI-5: an even width has no centre, so a ban changes nothing
CASES = [(*wall, base, ban) for wall in WALLS for base, ban in BASES if not (ban and wall[0] in EVEN)]


def wall(width: int, height: int, line: int, base: str, ban: bool, **options: object) -> tablier.State:
    return tablier.new("kwintie:board", width=width, height=height, line=line, base=base, centre_ban=ban, **options)


def solved(state: tablier.State) -> int:
    """The value for the seat to act, by the solver."""
    solution = Solver(state, memory=1).solve()
    assert solution.value != "open"
    return 0 if solution.winner is None else 1 if solution.winner == state.turn else -1


@cache
def plain_value(state: tablier.State) -> int:
    """In the Python rules alone."""
    if state.outcome is not None:
        winner = state.outcome.winner
        return 0 if winner is None else 1 if winner == state.turn else -1
    return max(-plain_value(state.play(action)) for action in state.legal_actions())


@pytest.mark.parametrize(("width", "height", "line", "base", "ban"), CASES)
def test_every_first_move_and_random_positions(width: int, height: int, line: int, base: str, ban: bool) -> None:
    start, minimax, draw = wall(width, height, line, base, ban), Minimax(), random.Random(1)
    assert solved(start) == minimax.value(start)
    for action in start.legal_actions():
        assert solved(start.play(action)) == minimax.value(start.play(action)), action
    for _ in range(15):
        state = start
        while state.outcome is None:
            assert solved(state) == minimax.value(state), str(state)
            state = state.play(draw.choice(state.legal_actions()))


@pytest.mark.parametrize("edition", ["kwintie:board", "kwintie:table", "kwintie:kwinty"])
@pytest.mark.parametrize("pieces", [3, 20])
def test_every_position_of_a_small_wall_in_the_python_rules(edition: str, pieces: int) -> None:
    line = {"line": 5} if edition == "kwintie:kwinty" else {"line": 3}
    start = tablier.new(edition, width=4, height=3, pieces=pieces, **line)
    plain_value(start)
    for state in _reachable(start, 400):
        assert solved(state) == plain_value(state), str(state)


def test_lines_of_four_are_counted() -> None:
    start, minimax = tablier.new("kwintie:kwinty", width=5, height=4), Minimax()
    draw = random.Random(3)
    for _ in range(30):
        state = start
        while state.outcome is None:
            assert solved(state) == minimax.value(state), str(state)
            state = state.play(draw.choice(state.legal_actions()))


def _reachable(start: tablier.State, most: int) -> list[tablier.State]:
    found, waiting, draw = {start}, [start], random.Random(4)
    while waiting:
        state = waiting.pop(draw.randrange(len(waiting)))
        for action in state.legal_actions():
            after = state.play(action)
            if after not in found and after.outcome is None:
                found.add(after)
                waiting.append(after)
    return draw.sample(sorted(found, key=str), min(most, len(found)))
