"""TWS-14: leaving and the turn limit."""

from __future__ import annotations

import pytest

import tablier
from tablier import IllegalAction, Outcome
from tests.games.twisty.twisty_boards import EXAMPLE, position

ROBBERY = ["ABCDEFG:0:0", "GABCDEF:2:0", "CBADEFG:0:0"]  # card rows: seat 0 needs A, which seat 1 has


def test_tws_14_a_leaving_seat_takes_its_pawn_off_and_keeps_its_cubes() -> None:
    state = position({}, ["a1", "c2", "g7"], ROBBERY)
    after = state.leave(1)
    assert after.position() == state.position() | {"pawns": ["a1", None, "g7"], "left": [1]}
    assert (after.turn, after.to_act, after.outcome) == (0, 0, None)
    assert after.play("c2").turn == 2
    assert tablier.from_text(str(after)) == after != state


def test_tws_14_the_last_one_left_wins() -> None:
    state = position({}, ["a1", "c2", "g7"], ROBBERY).leave(0)
    assert (state.turn, state.outcome) == (1, None)
    over = state.leave(2)
    assert over.outcome == Outcome(1, "last_left")
    assert (over.to_act, over.legal_actions()) == (None, ())
    assert tablier.from_text(str(over)) == over
    with pytest.raises(IllegalAction, match="game_over"):
        over.leave(1)


def test_tws_14_with_two_seats_the_other_one_wins() -> None:
    assert tablier.new("twisty", deal=EXAMPLE).leave(0).outcome == Outcome(1, "last_left")


def test_tws_14_a_robbed_player_who_leaves_picks_no_corner() -> None:
    state = position({}, ["a1", "c2", "g7"], ROBBERY).play("c2").leave(1)
    assert (state.turn, state.to_act, state.position()["left"]) == (2, 2, [1])
    assert tablier.from_text(str(state)) == state


def test_tws_14_the_victim_picks_a_corner_even_if_the_robber_leaves() -> None:
    state = position({}, ["a1", "c2", "g7"], ROBBERY).play("c2").leave(0)
    assert (state.turn, state.to_act, state.legal_actions()) == (0, 1, ("@a1", "@a7", "@g1"))
    assert tablier.from_text(str(state)) == state
    assert state.play("@a7").turn == 1


def test_tws_14_a_third_seat_leaves_before_the_victim_picks_a_corner() -> None:
    state = position({}, ["a1", "c2", "g7"], ROBBERY).play("c2").leave(2)
    assert (state.turn, state.to_act) == (0, 1)
    assert "@g7" in state.legal_actions()
    assert tablier.from_text(str(state)) == state
    assert state.play("@g7").turn == 1
    assert tablier.from_text(str(state.leave(0))).outcome == Outcome(1, "last_left")
    assert tablier.from_text(str(state.leave(1))).outcome == Outcome(0, "last_left")


def test_tws_14_leaving_before_and_while_corners_are_picked() -> None:
    start = tablier.new("twisty", players=4, seed=0)
    state = start.leave(0)
    assert (state.turn, state.to_act) == (1, 1)
    state = state.play("@a1").leave(3)
    assert (state.turn, state.legal_actions()) == (2, ("@a7", "@g1", "@g7"))
    assert tablier.from_text(str(state)) == state
    state = state.play("@a7")
    assert state.turn == 1  # the first remaining seat begins
    state = start.play("@a1").play("@a7").play("@g1").leave(3)
    assert (state.turn, state.position()["pawns"]) == (0, ["a1", "a7", "g1", None])
    state = start.play("@a1").play("@a7").leave(0)
    assert (state.turn, "@a1" in state.legal_actions()) == (2, True)
    assert tablier.from_text(str(state)) == state


@pytest.mark.parametrize(("seat", "code"), [(3, "no_such_seat"), (-1, "no_such_seat"), (1, "already_gone")])
def test_tws_14_only_a_playing_seat_can_leave(seat: int, code: str) -> None:
    with pytest.raises(IllegalAction) as error:
        tablier.new("twisty", players=3, seed=0).leave(1).leave(seat)
    assert error.value.code == code


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tws_14_a_draw_after_the_limit_of_turns_times_the_seats(players: int) -> None:
    state = tablier.new("twisty", players=players, seed=0, turn_limit=2)
    for _ in range(players):
        state = state.play(state.legal_actions()[0])
    for _ in range(2 * players):
        assert state.outcome is None
        state = state.play(state.legal_actions()[0])
    assert state.outcome == Outcome(None, "turn_limit")
    assert state.outcome.json() == {"draw": True}
    assert tablier.from_text(str(state)) == state


def test_tws_14_the_limit_counts_the_seats_at_the_start_and_no_leaving() -> None:
    state = tablier.new("twisty", players=3, seed=0, corners="dealt", turn_limit=1).leave(2)
    for _ in range(3):
        assert state.outcome is None
        state = state.play(state.legal_actions()[0])
    assert state.outcome == Outcome(None, "turn_limit")


def test_tws_14_a_pass_counts_as_a_turn_and_a_corner_pick_does_not() -> None:
    stuck = position({}, ["a1", "b3", "c2"], turns=3, limit=2)
    assert str(stuck.play("pass")).endswith("|1|4")
    robbed = position({}, ["a1", "c2"], ["ABCDEFG:0:0", "ABCDEFG:1:0"], turns=4, limit=9).play("c2")
    assert str(robbed).endswith("|0>1|5")
    assert str(robbed.play("@a1")).endswith("|1|5")


def test_tws_14_a_robbery_in_the_last_turn_ends_the_game() -> None:
    state = position({}, ["c2", "a1"], ["ABCDEFG:1:0", "ABCDEFG:0:0"], turn="1", turns=3, limit=2).play("c2")
    assert (state.outcome, state.to_act) == (Outcome(None, "turn_limit"), None)
    assert tablier.from_text(str(state)) == state


def test_tws_14_a_win_in_the_last_turn_counts() -> None:
    state = position({}, ["g7", "b3"], ["ABCDEFG:0:0", "ABCDEFG:7:0"], turn="1", turns=19, limit=10).play("d4")
    assert state.outcome == Outcome(1, "centre")
    assert tablier.from_text(str(state)) == state


def test_without_a_limit_turns_are_not_counted() -> None:
    state = tablier.new("twisty", deal=EXAMPLE).play("@a1").play("@g7")
    returned = state.play("c2").play("f5").play("a1").play("g7")
    assert returned == state
    assert hash(returned) == hash(state)
    limited = tablier.new("twisty", deal=EXAMPLE, turn_limit=9).play("@a1").play("@g7")
    assert limited.play("c2").play("f5").play("a1").play("g7") != limited
