"""The planes a learner sees (native/games/twisty/observation.hpp) say what the position says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tablier
from tablier.engine.twin import Twin
from tests.conformance.variants import random_game

COMMON, EACH = 15, 12
SPECIALS = ("step", "diagonal", "knight", "portal", "save")


def cells(names: Iterable[str | None]) -> NDArray[np.uint8]:
    plane = np.zeros((7, 7), np.uint8)
    for name in names:
        if name:
            plane[int(name[1]) - 1, "abcdefg".index(name[0])] = 1
    return plane


def everywhere(value: int) -> NDArray[np.uint8]:
    return np.full((7, 7), value, np.uint8)


def expected(state: tablier.State, own: int) -> list[NDArray[np.uint8]]:
    position: dict[str, Any] = state.position()
    tokens, rows, taken = position["tokens"], position["cards"], position["taken"]
    scene, seats = state.scene(own), [(own + number) % state.seats for number in range(state.seats)]
    planes = [cells(cell for cell, lying in tokens.items() if lying == token) for token in (*rows[own], *SPECIALS)]
    wanted = scene["next"][own]
    gets_on = {cell for cell, lying in tokens.items() if lying == wanted} | ({"d4"} if wanted is None else set())
    for seat in seats[1:]:
        if wanted in set(rows[seat][: taken[seat]]) - set(position["saved"][seat]):
            gets_on.add(position["pawns"][seat])
    planes += [cells(gets_on), everywhere(position["pawns"][own] is None)]
    turns, last = int(state.fields()[4]), state.options["turn_limit"] * state.seats
    planes.append(everywhere(255 * turns // last))
    for seat in seats:
        planes += [cells([position["pawns"][seat]]), everywhere(seat in position["left"]), everywhere(seat == state.turn)]
        planes += [everywhere(rows[seat].index(colour)) for colour in rows[own]]
        planes += [everywhere(taken[seat]), everywhere(len(position["saved"][seat]))]
    return planes


@pytest.mark.parametrize("players", [2, 3, 4])
def test_planes(players: int) -> None:
    start = tablier.new("twisty:djeco", players=players, turn_limit=60, seed=players)
    for state, action in random_game(start, players):
        if action is None:
            break
        seen = state
        if players > 2 and len(state.position()["left"]) == 0 and int(state.fields()[4]) > 90:
            seen = state.leave(1)
        own = seen.to_act
        assert own is not None
        planes = Twin(seen).native.observe()
        assert planes.shape == (COMMON + EACH * players, 7, 7)
        np.testing.assert_array_equal(planes, np.stack(expected(seen, own)))
