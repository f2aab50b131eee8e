"""MIX-1 to MIX-8: turns, towers and points, with the examples of the rule sheets."""

from __future__ import annotations

import pytest

import tablier
from tests.games.mixtour.mixtour_boards import expect_illegal, moves_onto, position, state_after

EDITIONS = ["mixtour:stein", "mixtour:gerhards"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_mix_1_the_board_is_empty_white_begins_and_turns_alternate(edition: str) -> None:
    state = tablier.new(edition)
    assert state.position()["stacks"] == {} and len(state.legal_actions()) == 25
    assert state.legal_actions()[0] == "a1" and state.legal_actions()[-1] == "e5"
    for turn, action in enumerate(["c3", "c4", "c3-c4", "a1"]):
        assert state.turn == state.to_act == turn % 2
        state = state.play(action)
    assert state.position()["stacks"] == {"a1": "B", "c4": "BW"}


def test_mix_2_a_turn_adds_or_moves_and_the_default_edition_is_stein() -> None:
    state = state_after("c3 c4")
    assert state.edition == "mixtour:stein"
    assert {"a1", "c3-c4", "c4-c3"} <= set(state.legal_actions())
    assert len(state.legal_actions()) == 23 + 2


def test_mix_3_a_piece_of_ones_own_comes_from_the_reserve_onto_an_empty_cell() -> None:
    state = state_after("c3 c4")
    assert state.position() == {"stacks": {"c3": "W", "c4": "B"}, "reserve": [24, 24], "score": [0, 0]}
    error = expect_illegal(state, "c4")
    assert (error.code, error.cell) == ("occupied", "c4")


@pytest.mark.parametrize(("edition", "pieces", "points"), [("mixtour:stein", 25, 5), ("mixtour:gerhards", 20, 1)])
def test_mix_3_the_editions_have_their_own_reserves_and_points(edition: str, pieces: int, points: int) -> None:
    state = tablier.new(edition)
    assert state.position()["reserve"] == [pieces, pieces] and state.options["points"] == points
    assert tablier.new(edition, pieces=7).position()["reserve"] == [7, 7]


def test_mix_4_any_number_of_pieces_moves_in_order_regardless_of_their_owners() -> None:
    state = position(turn=0, b1="BWB", c1="B")
    assert {action for action in state.legal_actions() if action.endswith("-c1")} == {"b1-c1", "b1:1-c1", "b1:2-c1"}
    assert state.play("b1:1-c1").position()["stacks"] == {"b1": "BW", "c1": "BB"}
    assert state.play("b1:2-c1").position()["stacks"] == {"b1": "B", "c1": "BWB"}
    assert state.play("b1-c1").position()["stacks"] == {"c1": "BBWB"}


def test_mix_4_a_number_equal_to_the_height_is_the_whole_stack() -> None:
    state = position(turn=0, b1="BWB", c1="B")
    assert state.action("b1:3-c1") == "b1-c1" and state.play("b1:3-c1") == state.play("b1-c1")
    assert state.action("b1:4-c1") == "b1:4-c1"
    error = expect_illegal(state, "b1:4-c1")
    assert (error.code, error.source, error.count, error.height) == ("too_few", "b1", 4, 3)


def test_mix_5_a_move_ends_on_another_stack_exactly_as_far_away_as_that_is_high() -> None:
    state = position(turn=0, a1="W", b1="B", c3="WB", a5="B")
    assert moves_onto(state, "c3") == {"a1", "a5"}
    assert moves_onto(state, "a1") == {"b1"}
    error = expect_illegal(state, "b1-a5")
    assert (error.code, error.source, error.target) == ("no_line", "b1", "a5")
    error = expect_illegal(state, "a1-a5")
    assert (error.code, error.distance, error.height) == ("wrong_distance", 4, 1)
    assert expect_illegal(state, "a1-a2").code == "no_target"
    assert expect_illegal(state, "a1-a1").code == "same_cell"
    assert expect_illegal(state, "d4-c3").code == "nothing_there"


def test_mix_5_the_height_of_the_moved_part_does_not_matter() -> None:
    state = position(turn=0, a1="WBW", b1="B", c3="WB")
    assert {"a1-b1", "a1:1-b1", "a1:2-b1", "a1:1-c3"} <= set(state.legal_actions())
    assert "b1-a1" not in state.legal_actions()


def test_mix_5_a_lone_piece_is_covered_from_every_neighbouring_cell_with_a_stack() -> None:
    # The second example on Stein's sheet.
    around = {"a1": "W", "a2": "BWB", "a3": "BB", "b3": "W", "c1": "WWBB", "c2": "B"}
    state = position(turn=0, b2="W", **around)
    assert moves_onto(state, "b2") == set(around)
    assert moves_onto(position(turn=0, b2="W", **around, d4="B", e2="W"), "b2") == set(around)


def test_mix_6_the_example_of_the_sheet_e4_reaches_b4_and_e1_is_blocked() -> None:
    state = position(turn=0, b4="WBW", e4="B", e1="WB", d2="W", c3="B")
    assert "e4-b4" in state.legal_actions()
    error = expect_illegal(state, "e1-b4")
    assert (error.code, error.cells) == ("blocked", ["d2", "c3"])
    assert expect_illegal(position(turn=0, b4="WBW", e4="B", e1="WB", c3="B"), "e1-b4").cells == ["c3"]
    assert "e1-b4" in position(turn=0, b4="WBW", e4="B", e1="WB").legal_actions()


def test_mix_6_illustration_1_two_towers_reach_the_tower_of_two_and_a_third_is_blocked() -> None:
    state = position(turn=0, edition="mixtour:gerhards", c3="WB", a3="WWB", e5="B", c1="WB", c2="B")
    assert moves_onto(state, "c3") == {"a3", "e5"}
    assert expect_illegal(state, "c1-c3").cells == ["c2"]


def test_mix_7_a_stack_of_five_is_taken_off_and_its_top_scores() -> None:
    state = position(turn=0, a1="WBBW", b1="B", e5="WB")
    after = state.play("a1-b1")
    assert after.position() == {"stacks": {"e5": "WB"}, "reserve": [24, 24], "score": [1, 0]}
    assert after.turn == 1 and after.outcome is None


def test_mix_7_a_stack_may_reach_eight() -> None:
    after = position(turn=1, score="2-3", a1="WBBW", e5="WWWB", c1="B").play("a1-e5")
    assert after.position() == {"stacks": {"c1": "B"}, "reserve": [25, 24], "score": [3, 3]}


def test_mix_7_the_top_moved_piece_decides_who_scores_and_the_rest_stays() -> None:
    after = position(turn=0, a1="WBWB", d1="BWB", e5="W").play("a1:2-d1")
    assert after.position() == {"stacks": {"a1": "WB", "e5": "W"}, "reserve": [23, 24], "score": [0, 1]}


def test_mix_7_the_owner_of_the_top_scores_even_if_the_opponent_moved() -> None:
    after = position(turn=0, score="0-4", a1="WBBB", b1="B").play("a1-b1")
    assert after.outcome == tablier.Outcome(1, "points", (0, 5))
    assert after.position()["stacks"] == {} and after.position()["reserve"] == [25, 25]


def test_mix_7_pieces_that_went_back_can_be_added_again() -> None:
    state = position(turn=1, edition="mixtour:stein|pieces=5", a1="WWWW", b1="W")
    assert state.position()["reserve"] == [0, 5]
    after = state.play("a1-b1")
    assert after.position()["reserve"] == [5, 5]
    assert "a1" in after.play("a5").legal_actions()


@pytest.mark.parametrize(("edition", "points"), [("mixtour:stein", 5), ("mixtour:gerhards", 1)])
def test_mix_8_the_first_to_reach_the_points_wins(edition: str, points: int) -> None:
    for goal in range(1, 10):
        header = edition if goal == points else f"{edition}|points={goal}"
        state = position(turn=0, edition=header, score=f"{goal - 1}-{goal - 1}", a1="WBBW", b1="B", e5="B", e4="W")
        assert state.outcome is None
        after = state.play("a1-b1")
        assert after.outcome == tablier.Outcome(0, "points", (goal, goal - 1))
        assert after.to_act is None and after.legal_actions() == ()
        with pytest.raises(tablier.IllegalAction, match="game_over"):
            after.play("a1")


def test_mix_8_illustration_2_red_moves_three_cells_onto_a_stack_of_three_and_wins() -> None:
    state = position(turn=1, edition="mixtour:gerhards", a4="WB", d4="BWW", c2="W", e1="B")
    after = state.play("a4-d4")
    assert after.outcome == tablier.Outcome(1, "points", (0, 1))
    assert after.position()["stacks"] == {"c2": "W", "e1": "B"}
    assert tablier.game("mixtour").edition("gerhards").sides == ("White", "Red")


def test_mix_8_a_tournament_goes_on_over_one_board_until_more_than_half_the_points() -> None:
    state = position(turn=1, edition="mixtour:gerhards|points=2", a4="WB", d4="BWW", c2="W", e1="B")
    after = state.play("a4-d4")
    assert after.outcome is None and after.to_act == 0 and after.position()["score"] == [0, 1]
