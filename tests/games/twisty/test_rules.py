"""The rules TWS-1 to TWS-13, by number; TWS-14 is in test_ends.py.

Actions: `@a1` picks a corner, `c2>d2` lands on c2 and goes on to d2, and `!` at the end protects the cubes taken so far.
"""

from __future__ import annotations

from collections import Counter

import pytest

import tablier
from tablier import IllegalAction, Outcome, State
from tests.games.twisty.twisty_boards import EXAMPLE, position


def illegal_code(state: State, action: str) -> str:
    with pytest.raises(IllegalAction) as error:
        state.play(action)
    assert action not in state.legal_actions()
    return error.value.code


def end_cells(state: State) -> set[str]:
    return {action.rstrip("!")[-2:] for action in state.legal_actions()}


# board and setup


@pytest.mark.parametrize("seed", range(5))
def test_tws_1_corners_and_centre_start_empty_and_44_tokens_lie_on_the_rest(seed: int) -> None:
    tokens = tablier.new("twisty", seed=seed).position()["tokens"]
    cells = {column + row for column in "abcdefg" for row in "1234567"}
    assert set(tokens) == cells - {"a1", "a7", "g1", "g7", "d4"}
    counts = Counter(tokens.values())
    assert counts == dict.fromkeys("ABCDEFG", 4) | {"step": 3, "diagonal": 3, "knight": 3, "portal": 4, "save": 3}


def test_tws_1_the_counts_of_special_tokens_are_an_option() -> None:
    state = tablier.new("twisty", seed=1, specials="step:1,diagonal:2,knight:3,portal:10,save:0")
    counts = Counter(state.position()["tokens"].values())
    assert [counts[kind] for kind in ("step", "diagonal", "knight", "portal", "save")] == [1, 2, 3, 10, 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tws_2_every_player_has_a_row_of_the_seven_colours(players: int) -> None:
    state = tablier.new("twisty", players=players, seed=7)
    cards = state.position()["cards"]
    assert len(cards) == players == state.seats
    assert all(sorted(row) == list("ABCDEFG") for row in cards)
    assert len({tuple(row) for row in cards}) > 1
    assert state.game.editions[0].sides == ("Star", "Square", "Triangle", "Circle")


def test_tws_3_each_seat_picks_a_free_corner_in_turn_order_and_seat_0_begins() -> None:
    state = tablier.new("twisty", players=3, seed=0)
    assert (state.turn, state.legal_actions()) == (0, ("@a1", "@a7", "@g1", "@g7"))
    assert illegal_code(state, "@d4") == "not_a_corner"
    assert illegal_code(state, "b3") == illegal_code(state, "pass") == "corner_expected"
    state = state.play("@g1")
    assert (state.turn, state.legal_actions()) == (1, ("@a1", "@a7", "@g7"))
    assert illegal_code(state, "@g1") == "corner_taken"
    state = state.play("@a1").play("@g7")
    assert state.turn == state.to_act == 0
    assert state.position()["pawns"] == ["g1", "a1", "g7"]
    assert illegal_code(state, "@a7") == "no_corner_now"
    assert state.play(state.legal_actions()[0]).turn == 1


def test_tws_3_corners_can_be_dealt() -> None:
    pawns = [tablier.new("twisty", players=4, seed=seed, corners="dealt").position()["pawns"] for seed in range(20)]
    assert all(sorted(corners) == ["a1", "a7", "g1", "g7"] for corners in pawns)
    assert len({tuple(corners) for corners in pawns}) > 5
    assert tablier.new("twisty", deal=EXAMPLE + ";g1/a7", corners="dealt").position()["pawns"] == ["g1", "a7"]


# a turn


def test_tws_4_the_pawn_moves_like_a_knight_over_anything() -> None:
    state = position({"c6": "A"}, ["d4", "a1"], ["BACDEFG:0:0", "ABCDEFG:0:0"])
    assert end_cells(state) == {"b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"}
    assert illegal_code(state, "d5") == illegal_code(state, "d4") == illegal_code(state, "g7") == "no_knight_move"


def test_tws_4_the_first_move_is_an_l_regardless_of_the_token_under_the_pawn() -> None:
    state = position({"d3": "+", "d2": "A"}, ["d3", "a1"])
    assert illegal_code(state, "d2") == "no_knight_move"
    assert end_cells(state) == {"b2", "b4", "c1", "c5", "e1", "e5", "f2", "f4"}


def test_tws_4_the_move_is_compulsory() -> None:
    assert illegal_code(tablier.new("twisty", deal=EXAMPLE).play("@a1").play("@g7"), "pass") == "must_move"


def test_tws_4_with_no_legal_move_the_seat_passes() -> None:
    state = position({}, ["a1", "b3", "c2"])
    assert state.legal_actions() == ("pass",)
    assert illegal_code(state, "b3") == "nothing_to_rob"
    after = state.play("pass")
    assert after.position() == state.position()
    assert (after.turn, after.to_act) == (1, 1)


def test_tws_5_on_an_empty_cell_the_pawn_just_stays() -> None:
    state = position({"c2": "."}, ["a1", "g7"], ["BACDEFG:1:0", "CBADEFG:0:0"])
    after = state.play("c2")
    assert after.position() == state.position() | {"pawns": ["c2", "g7"]}
    assert after.turn == 1
    assert illegal_code(state, "c2>d4") == "turn_ends"


def test_tws_6_a_cube_of_the_next_colour_is_taken() -> None:
    state = position({"c2": "B", "b3": "C"}, ["a1", "g7"], ["ABCDEFG:1:0", "CBADEFG:0:0"])
    after = state.play("c2")
    assert "c2" not in after.position()["tokens"]
    assert after.position()["taken"] == [2, 0]
    assert after.position()["pawns"] == ["c2", "g7"]
    assert illegal_code(state, "c2>d4") == "turn_ends"


def test_tws_6_any_other_cube_stays_under_the_pawn() -> None:
    state = position({"c2": "B", "b3": "C"}, ["a1", "g7"], ["ABCDEFG:1:0", "CBADEFG:0:0"])
    after = state.play("b3")
    assert after.position() == state.position() | {"pawns": ["b3", "g7"]}
    assert illegal_code(state, "b3>d4") == "turn_ends"


def test_tws_7_step_goes_on_to_the_four_neighbours() -> None:
    state = position({"c2": "+", "c1": "A"}, ["a1", "g7"])
    assert set(state.legal_actions()) == {"b3", "c2", "c2>b2", "c2>c1", "c2>c3", "c2>d2"}
    assert illegal_code(state, "c2>d3") == "no_step"
    after = state.play("c2>c1").position()
    assert after["taken"] == [1, 0]
    assert after["tokens"]["c2"] == "step"


def test_tws_7_diagonal_goes_on_to_the_four_corners_of_its_cell() -> None:
    state = position({"c2": "x"}, ["a1", "g7"])
    assert set(state.legal_actions()) == {"b3", "c2", "c2>b1", "c2>d1", "c2>d3"}  # b3 is listed by its shorter path
    assert state.play("c2>b3") == state.play("b3")
    assert illegal_code(state, "c2>c3") == "no_diagonal"


def test_tws_7_knight_goes_on_by_another_l_and_back_to_the_start() -> None:
    state = position({"c2": "n"}, ["a1", "g7"])
    assert end_cells(state) == {"b3", "c2", "a1", "a3", "b4", "d4", "e1", "e3"}
    assert illegal_code(state, "c2>c3") == "no_knight_move"


def test_tws_7_portal_goes_on_to_another_portal() -> None:
    state = position({"c2": "o", "f6": "o", "a5": "o"}, ["a1", "g7"])
    assert set(state.legal_actions()) == {"b3", "c2", "c2>a5", "c2>f6"}
    assert illegal_code(state, "c2>b3") == illegal_code(state, "c2>c2") == "no_exit"


def test_tws_7_moves_chain_freely_as_in_the_printed_example() -> None:
    # a knight move to a diagonal token, a diagonal step to a knight token, a knight move to the needed cube
    state = position({"b3": "x", "c4": "n", "e5": "A"}, ["a1", "g7"])
    assert "b3>c4>e5" in state.legal_actions()
    after = state.play("b3>c4>e5").position()
    assert (after["pawns"][0], after["taken"]) == ("e5", [1, 0])
    assert {after["tokens"][cell] for cell in ("b3", "c4")} == {"diagonal", "knight"}


def test_tws_7_the_player_may_stay_on_a_special_token() -> None:
    state = position({"c2": "+"}, ["a1", "g7"])
    assert state.play("c2").position() == state.position() | {"pawns": ["c2", "g7"]}


def test_tws_8_a_portal_under_another_pawn_is_no_exit_even_when_it_could_be_robbed() -> None:
    state = position({"c2": "o", "f6": "o", "a5": "o"}, ["a1", "f6"], ["ABCDEFG:0:0", "ABCDEFG:1:0"])
    assert set(state.legal_actions()) == {"b3", "c2", "c2>a5"}
    assert illegal_code(state, "c2>f6") == "portal_taken"


def test_tws_8_a_pawn_on_a_portal_is_robbed_by_any_other_way_in() -> None:
    state = position({"c2": "+", "d2": "o", "f6": "o"}, ["a1", "d2"], ["ABCDEFG:0:0", "ABCDEFG:1:0"])
    assert state.play("c2>d2").to_act == 1
    assert illegal_code(state, "c2>d2>f6") == "robbery_ends_turn"


def test_tws_9_save_protects_all_that_is_taken_so_far() -> None:
    state = position({"c2": "s"}, ["a1", "g7"], ["EBCGFAD:3:1", "ABCDEFG:0:0"])
    assert {"c2", "c2!"} <= set(state.legal_actions())
    assert state.play("c2").position()["saved"] == [["E"], []]
    after = state.play("c2!")
    assert after.position()["saved"] == [["B", "C", "E"], []]
    assert after.turn == 1
    assert illegal_code(state, "c2>b3") == "turn_ends"
    assert illegal_code(state, "b3!") == "no_save_token"


@pytest.mark.parametrize("row", ["EBCGFAD:0:0", "EBCGFAD:2:2"])
def test_tws_9_protecting_nothing_is_not_listed_but_accepted(row: str) -> None:
    state = position({"c2": "s"}, ["a1", "g7"], [row, "ABCDEFG:0:0"])
    assert "c2!" not in state.legal_actions()
    assert state.play("c2!") == state.play("c2")
    assert state.action("c2!") == "c2"


def test_tws_10_a_pawn_with_the_needed_cube_can_be_robbed() -> None:
    state = position({}, ["a1", "c2"], ["BACDEFG:0:0", "ABCDEFG:3:1"])
    assert "c2" in state.legal_actions()
    after = state.play("c2").position()
    assert after["cards"] == [list("BACDEFG"), list("ACDEFGB")]
    assert after["taken"] == [1, 2]
    assert after["saved"] == [[], ["A"]]
    assert after["tokens"] == state.position()["tokens"]
    assert after["pawns"] == ["c2", None]


@pytest.mark.parametrize(
    ("mine", "theirs", "code"),
    [
        ("ABCDEFG:0:0", "ABCDEFG:3:1", "cube_protected"),
        ("DABCEFG:0:0", "ABCDEFG:3:1", "nothing_to_rob"),
        ("ABCDEFG:7:0", "ABCDEFG:3:1", "nothing_needed"),
    ],
)
def test_tws_10_otherwise_its_cell_may_not_be_entered(mine: str, theirs: str, code: str) -> None:
    assert illegal_code(position({}, ["a1", "c2"], [mine, theirs]), "c2") == code


@pytest.mark.parametrize("token", [".", "A", "B", "+", "n", "s"])
def test_tws_10_the_token_under_the_robbed_pawn_stays(token: str) -> None:
    state = position({"c2": token}, ["a1", "c2"], ["ABCDEFG:0:0", "ABCDEFG:1:0"])
    after = state.play("c2")
    assert after.position()["tokens"] == state.position()["tokens"]
    assert after.position()["taken"] == [1, 0]
    assert illegal_code(state, "c2>b4") == "robbery_ends_turn"
    assert illegal_code(state, "c2!") == "no_save_token"


def test_tws_11_the_robbed_player_answers_out_of_turn_with_a_free_corner() -> None:
    state = position({}, ["a1", "c2", "g7"], ["ABCDEFG:0:0", "GABCDEF:2:0", "CBADEFG:0:0"])
    robbed = state.play("c2")
    assert (robbed.turn, robbed.to_act) == (0, 1)
    assert robbed.legal_actions() == ("@a1", "@a7", "@g1")
    assert illegal_code(robbed, "a3") == "corner_expected"
    assert illegal_code(robbed, "@g7") == "corner_taken"
    answered = robbed.play("@a7")
    assert (answered.turn, answered.to_act) == (1, 1)
    assert answered.position()["pawns"] == ["c2", "a7", "g7"]
    assert answered.position()["cards"][1] == list("GBCDEFA")


def test_tws_11_a_robbed_colour_is_collected_again_last() -> None:
    state = position({"b5": "F"}, ["a1", "c2"], ["ABCDEFG:0:0", "BACDEGF:6:0"]).play("c2").play("@a7")
    assert state.position()["cards"][1] == list("BCDEGFA")
    assert state.play("b5").position()["taken"] == [1, 6]


def test_tws_11_a_free_corner_is_left_even_when_the_others_hold_three() -> None:
    rows = ["ABCDEFG:0:0", "ABCDEFG:1:0", "CBADEFG:0:0", "CBADEFG:0:0"]
    robbed = position({"c2": "n"}, ["e1", "a1", "a7", "g1"], rows).play("c2>a1")
    assert robbed.legal_actions() == ("@g7",)


def test_tws_12_a_pawn_lands_on_no_cell_twice_in_a_turn() -> None:
    state = position({"c2": "+", "d2": "+"}, ["a1", "g7"])
    assert illegal_code(state, "c2>d2>c2") == "landed_twice"


def test_tws_12_going_back_to_the_start_is_allowed_once() -> None:
    state = position({"d3": "+", "b2": "n", "d2": "A"}, ["d3", "g7"])
    assert {"b2>d3", "b2>d3>d2"} <= set(state.legal_actions())
    assert state.play("b2>d3").position()["pawns"] == ["d3", "g7"]
    assert state.play("b2>d3>d2").position()["taken"] == [1, 0]
    again = position({"d3": "+", "b2": "n", "d2": "+"}, ["d3", "g7"])
    assert illegal_code(again, "b2>d3>d2>d3") == "landed_twice"


# the end


def test_tws_13_landing_on_the_centre_with_all_seven_wins() -> None:
    state = position({}, ["b3", "g7"], ["ABCDEFG:7:0", "ABCDEFG:0:0"])
    won = state.play("d4")
    assert won.outcome == Outcome(0, "centre")
    assert (won.to_act, won.legal_actions()) == (None, ())
    assert illegal_code(won, "b3") == "game_over"
    assert tablier.from_text(str(won)).outcome == won.outcome


def test_tws_13_landing_there_with_six_does_not() -> None:
    assert position({}, ["b3", "g7"], ["ABCDEFG:6:0", "ABCDEFG:0:0"]).play("d4").outcome is None


def test_tws_13_the_seventh_cube_ends_the_turn() -> None:
    state = position({"c2": "G"}, ["a1", "g7"], ["ABCDEFG:6:0", "ABCDEFG:0:0"])
    assert state.play("c2").outcome is None
    assert illegal_code(state, "c2>d4") == "turn_ends"


def test_tws_13_robbing_the_seventh_on_the_centre_wins_only_by_landing_again() -> None:
    state = position({"c6": "n", "a5": "A"}, ["b3", "d4"], ["ABCDEFG:6:0", "GABCDEF:1:0"]).play("d4")
    assert state.outcome is None
    state = state.play("@a7")
    assert tablier.from_text(str(state)).outcome is None
    state = state.play("b5")
    assert state.play("c6>d4").outcome == Outcome(0, "centre")  # leaves the centre and returns within one turn
    assert state.play("c6").outcome is None


def test_tws_13_a_pawn_on_the_centre_bars_it() -> None:
    assert illegal_code(position({}, ["b3", "d4"], ["ABCDEFG:7:0", "ABCDEFG:1:0"]), "d4") == "nothing_needed"


def test_tws_13_all_seven_can_still_be_robbed() -> None:
    state = position({}, ["a1", "c2"], ["ABCDEFG:0:0", "ABCDEFG:7:0"]).play("c2")
    assert (state.position()["taken"], state.position()["cards"][1]) == ([1, 6], list("BCDEFGA"))
    assert state.scene(None)["next"] == ["B", "A"]
