"""The observation planes of native/games/twisty/observation.hpp, compared with the position JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tablier
from tablier.engine.twin import Twin
from tests.conformance.variants import random_game

COMMON_PLANES = 15  # seven colours, five special tokens, goals, own pawn not on the board, turns played
PLANES_PER_SEAT = 12  # pawn, left, turn, seven card indices, taken, saved
TURNS_FIELD = 4  # index in `State.fields`: turns played
SPECIALS = ("step", "diagonal", "knight", "portal", "save")


def cell_plane(names: Iterable[str | None]) -> NDArray[np.uint8]:
    plane = np.zeros((7, 7), np.uint8)
    for name in names:
        if name:
            plane[int(name[1]) - 1, "abcdefg".index(name[0])] = 1
    return plane


def constant_plane(value: int) -> NDArray[np.uint8]:
    return np.full((7, 7), value, np.uint8)


def expected_planes(state: tablier.State, own: int) -> list[NDArray[np.uint8]]:
    """The planes as seat `own` sees them: common ones, then those of each seat, beginning with `own`."""
    position: dict[str, Any] = state.position()
    tokens, cards, taken = position["tokens"], position["cards"], position["taken"]
    scene, seats = state.scene(own), [(own + number) % state.seats for number in range(state.seats)]
    planes = [cell_plane(cell for cell, on_cell in tokens.items() if on_cell == token) for token in (*cards[own], *SPECIALS)]
    needed = scene["next"][own]
    goals = {cell for cell, token in tokens.items() if token == needed} | ({"d4"} if needed is None else set())
    for seat in seats[1:]:
        if needed in set(cards[seat][: taken[seat]]) - set(position["saved"][seat]):
            goals.add(position["pawns"][seat])
    planes += [cell_plane(goals), constant_plane(position["pawns"][own] is None)]
    turns, max_turns = int(state.fields()[TURNS_FIELD]), state.options["turn_limit"] * state.seats
    planes.append(constant_plane(255 * turns // max_turns))
    for seat in seats:
        planes += [
            cell_plane([position["pawns"][seat]]),
            constant_plane(seat in position["left"]),
            constant_plane(seat == state.turn),
        ]
        planes += [constant_plane(cards[seat].index(colour)) for colour in cards[own]]
        planes += [constant_plane(taken[seat]), constant_plane(len(position["saved"][seat]))]
    return planes


@pytest.mark.parametrize("players", [2, 3, 4])
def test_planes_agree_with_the_position(players: int) -> None:
    start = tablier.new("twisty:djeco", players=players, turn_limit=60, seed=players)
    for state, action in random_game(start, players):
        if action is None:
            break
        observed = state
        # late in the game also with a seat that has left
        if players > 2 and len(state.position()["left"]) == 0 and int(state.fields()[TURNS_FIELD]) > 90:
            observed = state.leave(1)
        own = observed.to_act
        assert own is not None
        planes = Twin(observed).native.observe()
        assert planes.shape == (COMMON_PLANES + PLANES_PER_SEAT * players, 7, 7)
        np.testing.assert_array_equal(planes, np.stack(expected_planes(observed, own)))
