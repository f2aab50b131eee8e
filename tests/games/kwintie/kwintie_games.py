"""Games played in the tests of this game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import tablier


def after(edition: str, actions: str = "", **options: Any) -> tablier.State:
    """The position after some actions."""
    state = tablier.new(f"kwintie:{edition}", **options)
    for action in actions.split():
        state = state.play(action)
    return state


def refused(state: tablier.State, action: str) -> tablier.IllegalAction:
    """Why an action is illegal; it must not be listed either."""
    assert action not in state.legal_actions()
    with pytest.raises(tablier.IllegalAction) as caught:
        state.play(action)
    assert caught.value.code in {*state.game.messages, "game_over"}
    return caught.value


def rows(state: tablier.State) -> list[str]:
    """The wall from the bottom up."""
    found: list[str] = state.position()["rows"]
    return found


def random_games(edition: str, number: int, **options: Any) -> Iterator[list[tablier.State]]:
    """All positions of some random games."""
    for seed in range(number):
        draw = random.Random(seed)
        states = [after(edition, **options)]
        while states[-1].outcome is None:
            states.append(states[-1].play(draw.choice(states[-1].legal_actions())))
        yield states
