"""Helpers that play games in the tests of Kwintie."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import tablier


def after(edition: str, actions: str = "", **options: Any) -> tablier.State:
    """Return the position after actions separated by spaces: `a` stands on column a, `bc` lies on columns b and c."""
    state = tablier.new(f"kwintie:{edition}", **options)
    for action in actions.split():
        state = state.play(action)
    return state


def expect_illegal(state: tablier.State, action: str) -> tablier.IllegalAction:
    """Play an illegal action and return its error. Also checks that it is not listed and that the code has a message."""
    assert action not in state.legal_actions()
    with pytest.raises(tablier.IllegalAction) as caught:
        state.play(action)
    assert caught.value.code in {*state.game.messages, "game_over"}
    return caught.value


def rows(state: tablier.State) -> list[str]:
    """Rows of the wall, from the bottom up: `W` and `B` are cubes of lying pieces, `w` and `b` of standing ones."""
    wall: list[str] = state.position()["rows"]
    return wall


def random_games(edition: str, number: int, **options: Any) -> Iterator[list[tablier.State]]:
    """Yield all positions of each of `number` random games."""
    for seed in range(number):
        rng = random.Random(seed)
        states = [after(edition, **options)]
        while states[-1].outcome is None:
            states.append(states[-1].play(rng.choice(states[-1].legal_actions())))
        yield states
