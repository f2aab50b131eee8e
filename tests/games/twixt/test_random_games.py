"""The rules against the reference implementation `Model`, turn by turn, in random games of every variant."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

import tablier
from tests.games.twixt.brute_force import IllegalTurn, Model, cross, hole_of, holes_open_to, is_knights_step, legal_actions
from tests.games.twixt.twixt_games import VARIANTS, new, random_turn

MAX_TURNS = 250


def check(state, model: Model) -> None:
    assert state.position() == model.position()
    assert state.to_act == model.to_act
    assert (state.outcome and (state.outcome.winner, state.outcome.reason)) == model.outcome
    actions = state.legal_actions()
    assert list(actions) == sorted(actions)
    assert set(actions) == legal_actions(state)
    check_route(state, model)


def check_route(state, model: Model) -> None:
    """Check that the state's route proves that its side can still connect its borders (TWX-14)."""
    if state.outcome is not None or state.options["pegs"] is not None:
        return
    board, side = state.rules.board, state._route.side
    holes = [hole_of(board.names[hole]) for hole in state._route.holes]
    along = 1 - side  # index of the coordinate between the borders of the side
    assert (holes[0][along], holes[-1][along]) == (0, model.size - 1)
    assert holes_open_to(side, model.size) - model.pegs[1 - side] >= set(holes)
    for first, second in pairwise(holes):
        assert is_knights_step(first, second)
        assert not any(cross(tuple(sorted((first, second))), barrier) for barrier in model.links[1 - side])


def check_text(state) -> None:
    again = tablier.from_text(str(state))
    assert again == state
    assert hash(again) == hash(state)
    assert str(again) == str(state)
    assert again.outcome == state.outcome
    assert again.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("variant", VARIANTS, ids=" ".join)
def test_games_of_listed_actions(variant):
    for seed in range(4):
        rng = Random(f"{variant} {seed}")
        state = new(variant)
        model = Model(state.options)
        for _ in range(MAX_TURNS):
            check(state, model)
            check_text(state)
            if state.outcome:
                break
            action = rng.choice(state.legal_actions())
            assert state.action(action) == action
            model.play(action)
            state = state.play(action)


@pytest.mark.parametrize("variant", VARIANTS, ids=" ".join)
def test_games_with_every_kind_of_turn(variant):
    legal_turns = illegal_turns = 0
    for seed in range(4):
        rng = Random(f"{variant} {seed}")
        state = new(variant)
        model = Model(state.options)
        for _ in range(MAX_TURNS):
            if state.outcome:
                break
            text = "swap" if rng.random() < 0.05 else random_turn(model, rng)
            before = str(state)
            canonical = state.action(text)
            assert state.action(canonical) == canonical
            try:
                model.play(text)
            except IllegalTurn:
                illegal_turns += 1
                for illegal in (text, canonical):
                    with pytest.raises(tablier.IllegalAction):
                        state.play(illegal)
            else:
                legal_turns += 1
                after = state.play(text)
                assert after == state.play(canonical)
                assert str(state) == before
                state = after
            check(state, model)
            check_text(state)
    assert legal_turns > 20
    assert illegal_turns > 10


@pytest.mark.parametrize("variant", [["twixt:kosmos", "size=6"], ["twixt:paper", "size=7"]], ids=" ".join)
def test_find_route_agrees_with_a_flood_fill(variant):
    """TWX-14: also checks positions where only one side can connect, which the outcome does not show."""
    from tablier.games.twixt.chains import find_route

    cut_off = 0
    for seed in range(20):
        rng = Random(seed)
        state = new(variant)
        model = Model(state.options)
        while state.outcome is None:
            action = rng.choice(state.legal_actions())
            model.play(action)
            state = state.play(action)
            for side in (0, 1):
                route = find_route(state.rules.board, side, state.pegs, state.links)
                assert (route is not None) == model.can_connect(side)
                cut_off += route is None
    assert cut_off > 30
