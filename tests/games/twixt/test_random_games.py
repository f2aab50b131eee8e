"""The fast rules held against the slow ones, turn by turn, on random games of every variant."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

import tablier
from tests.games.twixt.brute_force import Model, Refused, cross, hole_of, holes_open_to, knights, legal
from tests.games.twixt.twixt_games import VARIANTS, new, random_text

LONGEST = 250


def check(state, model: Model) -> None:
    assert state.position() == model.position()
    assert state.to_act == model.to_act
    assert (state.outcome and (state.outcome.winner, state.outcome.reason)) == model.outcome
    listed = state.legal_actions()
    assert list(listed) == sorted(listed)
    assert set(listed) == legal(state)
    check_route(state, model)


def check_route(state, model: Model) -> None:
    """The route that is kept from turn to turn really shows that its side is alive (TWX-14)."""
    if state.outcome is not None or state.options["pegs"] is not None:
        return
    board, side = state.rules.board, state._route.side
    holes = [hole_of(board.names[hole]) for hole in state._route.holes]
    along = 1 - side
    assert (holes[0][along], holes[-1][along]) == (0, model.size - 1)
    assert holes_open_to(side, model.size) - model.pegs[1 - side] >= set(holes)
    for one, two in pairwise(holes):
        assert knights(one, two)
        assert not any(cross(tuple(sorted((one, two))), wall) for wall in model.links[1 - side])


def check_text(state) -> None:
    again = tablier.from_text(str(state))
    assert again == state
    assert hash(again) == hash(state)
    assert str(again) == str(state)
    assert again.outcome == state.outcome
    assert again.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("variant", VARIANTS, ids=" ".join)
def test_plain_games(variant):
    for seed in range(4):
        random = Random(f"{variant} {seed}")
        state = new(variant)
        model = Model(state.options)
        for _ in range(LONGEST):
            check(state, model)
            check_text(state)
            if state.outcome:
                break
            action = random.choice(state.legal_actions())
            assert state.action(action) == action
            model.play(action)
            state = state.play(action)


@pytest.mark.parametrize("variant", VARIANTS, ids=" ".join)
def test_games_with_every_kind_of_turn(variant):
    played = refused = 0
    for seed in range(4):
        random = Random(f"{variant} {seed}")
        state = new(variant)
        model = Model(state.options)
        for _ in range(LONGEST):
            if state.outcome:
                break
            text = "swap" if random.random() < 0.05 else random_text(model, random)
            before = str(state)
            written = state.action(text)
            assert state.action(written) == written
            try:
                model.play(text)
            except Refused:
                refused += 1
                for wrong in (text, written):
                    with pytest.raises(tablier.IllegalAction):
                        state.play(wrong)
            else:
                played += 1
                after = state.play(text)
                assert after == state.play(written)
                assert str(state) == before
                state = after
            check(state, model)
            check_text(state)
    assert played > 20
    assert refused > 10


@pytest.mark.parametrize("variant", [["twixt:kosmos", "size=6"], ["twixt:paper", "size=7"]], ids=" ".join)
def test_routes_by_hand_agree_with_the_plain_flood(variant):
    """TWX-14: also while only one side is alive, where the outcome does not show it."""
    from tablier.games.twixt.chains import find_route

    dead = 0
    for seed in range(20):
        random = Random(seed)
        state = new(variant)
        model = Model(state.options)
        while state.outcome is None:
            action = random.choice(state.legal_actions())
            model.play(action)
            state = state.play(action)
            for side in (0, 1):
                route = find_route(state.rules.board, side, state.pegs, state.links)
                assert (route is not None) == model.alive(side)
                dead += route is None
    assert dead > 30
