"""TWX-1 to TWX-9: the board, pegs and links. For the notation of turns see test_notation.py."""

from __future__ import annotations

from itertools import product

import pytest

import tablier
from tablier.games.twixt.board import make_board
from tests.games.twixt.brute_force import cross, hole_of, is_knights_step
from tests.games.twixt.twixt_games import after, expect_illegal


def links(state) -> list[list[str]]:
    return state.position()["links"]


# the board


@pytest.mark.parametrize("edition", ["twixt:kosmos", "twixt:dujardin", "twixt:paper"])
def test_twx_1_a_square_without_its_corners(edition):
    state = tablier.new(edition)
    assert state.position()["size"] == 24
    assert len(state.legal_actions()) == 24 * 22
    for corner in ("a1", "a24", "x1", "x24"):
        assert expect_illegal(state, corner).facts == {"hole": corner}
        assert expect_illegal(state, corner).code == "corner"
    with pytest.raises(tablier.BadNotation) as caught:
        state.play("y1")
    assert (caught.value.code, caught.value.hole, caught.value.last) == ("off_board", "y1", "x24")


@pytest.mark.parametrize("size", [6, 12, 26, 27, 48])
def test_twx_1_every_size_lists_all_holes_in_code_point_order(size):
    state = tablier.new("twixt:kosmos", size=size, pie=False)
    first = state.legal_actions()
    second = state.play("c3").legal_actions()
    assert list(first) == sorted(first)
    assert list(second) == sorted(second)
    assert len(first) == size * (size - 2) == len(second) + 1


def test_twx_1_columns_past_z_have_two_letters():
    state = tablier.new("twixt:kosmos", size=48).play("aa3")
    listed = state.legal_actions()
    assert listed.index("a10") < listed.index("a2") < listed.index("aa2") < listed.index("av9") < listed.index("b2")
    assert listed.index("s9") < listed.index("swap") < listed.index("t10")
    assert "av48" not in listed
    assert state.play("av2").play("ac4").position()["links"][0] == ["aa3ac4"]


def test_twx_2_the_first_side_joins_top_and_bottom():
    down = after("twixt:paper", "b1 a2 c3 a3 b5 a4 d6", size=6)
    assert down.outcome == tablier.Outcome(0, "connected")
    across = after("twixt:paper", "b1 a2 c1 c3 d1 e2 e1 f4", size=6)
    assert across.outcome == tablier.Outcome(1, "connected")


def test_twx_3_pegs_in_the_opponents_border_rows_are_illegal():
    state = tablier.new("twixt:kosmos", size=12)
    assert expect_illegal(state, "a5").code == expect_illegal(state, "l5").code == "border"
    state = state.play("e1")
    assert expect_illegal(state, "e12").code == expect_illegal(state, "f1").code == "border"
    assert expect_illegal(state, "e1").code == "border"
    state = state.play("a5").play("e12").play("l5")
    assert state.position()["pegs"] == [["e1", "e12"], ["a5", "l5"]]
    assert expect_illegal(state.play("c3"), "c3").facts == {"hole": "c3"}
    assert expect_illegal(state.play("c3"), "c3").code == "occupied"


# a turn


def test_twx_4_sides_alternate():
    state = tablier.new("twixt:kosmos", size=12)
    for ply, text in enumerate(("c3", "d3", "e3", "f3")):
        assert (state.turn, state.to_act) == (ply % 2, ply % 2)
        state = state.play(text)
    assert state.position()["pegs"] == [["c3", "e3"], ["d3", "f3"]]


def test_twx_4_links_are_removed_before_the_peg_and_added_after_it():
    state = after("twixt:kosmos", "c3 j9 d5 j8 c4/ j7")
    assert links(state)[0] == ["c3d5"]
    assert expect_illegal(state, "d2+c4").code == "crosses_own"
    assert links(state.play("-c3d5,d2+c4"))[0] == ["c4d2"]
    assert links(state.play("-c3d5,d2"))[0] == ["c4d2"]
    assert links(state.play("-c3d5,d2+c4d2"))[0] == ["c4d2"]
    assert links(state.play("d2"))[0] == ["c3d5"]


def test_twx_5_eight_directions():
    around = ["e5", "g5", "d6", "h6", "d8", "h8", "e9", "g9"]
    text = " ".join(f"{hole} j{row}" for hole, row in zip(around, range(2, 10), strict=True))
    state = after("twixt:kosmos", text, pie=False).play("f7/")
    assert links(state)[0] == []
    state = after("twixt:kosmos", text, pie=False).play("f7")
    assert links(state)[0] == ["d6f7", "d8f7", "e5f7", "e9f7", "f7g5", "f7g9", "f7h6", "f7h8"]


def test_twx_5_the_double_link_of_the_rule_sheets():
    """A peg between two others gets two links at once."""
    for setup in ("e5 g5", "e5 e9", "d6 h6", "e5 f8", "d6 g9"):
        first, second = setup.split()
        state = after("twixt:kosmos", f"{first} k2 {second} k3")
        assert links(state)[0] == []
        doubles = [action for action in state.legal_actions() if len(links(state.play(action))[0]) == 2]
        assert len(doubles) == 2, setup


def test_twx_5_any_two_own_pegs_may_be_linked():
    state = after("twixt:kosmos", "c3 j9 d5/ j8")
    assert links(state.play("h8"))[0] == []
    assert links(state.play("h8+c3d5"))[0] == ["c3d5"]
    assert links(state.play("h8+d5c3"))[0] == ["c3d5"]
    assert links(state.play("e7+d5+c3d5"))[0] == ["c3d5", "d5e7"]
    assert expect_illegal(state, "h8+c3").code == "no_knights_step"
    assert expect_illegal(state, "h8+c3d4").facts == {"hole": "d4"}
    assert expect_illegal(state, "h8+j9j8").facts == {"hole": "j8"}
    assert expect_illegal(state, "h8+h8").code == "no_knights_step"
    assert expect_illegal(state.play("h8+c3d5").play("k2"), "h9+c3d5").code == "linked"
    assert expect_illegal(state, "h8+c3d5+d5c3").code == "twice"


def test_twx_6_no_link_crosses_an_opponents_link():
    for edition in ("twixt:kosmos", "twixt:dujardin", "twixt:paper"):
        state = after(edition, "c3 c4 d5 d2")
        assert links(state) == [["c3d5"], []]
    error = expect_illegal(after("twixt:kosmos", "c3 c4 d5"), "d2+c4")
    assert (error.code, error.link, error.other) == ("crosses", "c4d2", "c3d5")


def test_twx_6_own_links_by_edition():
    turns = "c3 k5 d5 k6 c4 k7 d2"
    assert links(after("twixt:kosmos", turns))[0] == ["c3d5"]
    assert links(after("twixt:dujardin", turns))[0] == ["c3d5", "c4d2"]
    assert links(after("twixt:paper", turns))[0] == ["c3d5", "c4d2"]
    assert links(after("twixt:kosmos", turns, own_links_cross=True))[0] == ["c3d5", "c4d2"]
    assert links(after("twixt:paper", turns, own_links_cross=False))[0] == ["c3d5"]
    error = expect_illegal(after("twixt:kosmos", "c3 k5 d5 k6 c4 k7"), "d2+c4")
    assert (error.code, error.link, error.other) == ("crosses_own", "c4d2", "c3d5")


def test_twx_6_links_of_a_list_may_not_cross_each_other():
    state = after("twixt:kosmos", "c3 k5 d5/ k6 c4 k7 d2/ k8")
    assert expect_illegal(state, "h8+c3d5+c4d2").code == "crosses_own"
    assert links(state.play("h8+c4d2"))[0] == ["c4d2"]
    state = after("twixt:dujardin", "c3 k5 d5/ k6 c4 k7 d2/ k8")
    assert links(state.play("h8+c3d5+c4d2"))[0] == ["c3d5", "c4d2"]


def test_twx_6_each_link_of_an_open_board_is_crossed_by_nine():
    board = make_board(24)
    for link, (low, high) in board.ends.items():
        columns, rows = zip(*(divmod(hole, 24) for hole in (low, high)), strict=True)
        if min(columns + rows) >= 3 and max(columns + rows) <= 20:
            assert len(board.crossing[link]) == 9


def test_twx_6_crossing_agrees_with_plain_geometry():
    board = make_board(8)
    ends_of = {link: tuple(hole_of(board.names[hole]) for hole in ends) for link, ends in board.ends.items()}
    assert all(is_knights_step(*ends) for ends in ends_of.values())
    for first, second in product(ends_of, repeat=2):
        assert (second in board.crossing[first]) == cross(ends_of[first], ends_of[second])


def test_twx_7_a_link_not_placed_does_not_block():
    state = after("twixt:dujardin", "c3 c4 d5/")
    assert links(state.play("d2")) == [[], ["c4d2"]]
    state = state.play("d2")
    assert expect_illegal(state, "h8+c3d5").code == "crosses"


def test_twx_7_chosen_links_are_exactly_those():
    state = after("twixt:kosmos", "c3 j9 e3 j8")
    assert links(state.play("d5"))[0] == ["c3d5", "d5e3"]
    assert links(state.play("d5+e3"))[0] == ["d5e3"]
    assert links(state.play("d5/"))[0] == []


def test_twx_7_paper_places_every_link_and_rejects_lists():
    state = after("twixt:paper", "c3 j9 e3 j8")
    assert links(state.play("d5"))[0] == ["c3d5", "d5e3"]
    for text in ("d5/", "d5+e3", "d5+c3+e3", "h8/"):
        assert expect_illegal(state, text).code == "no_link_lists"
    assert links(after("twixt:paper", "c3 j9 e3 j8", choose_links=True).play("d5/"))[0] == []


def test_twx_8_pegs_do_not_block_links():
    state = after("twixt:paper", "c3 c4 j9 d4 d5")
    assert links(state)[0] == ["c3d5"]


def test_twx_9_any_number_of_own_links_may_be_removed():
    state = after("twixt:kosmos", "c3 j9 d5 j8 e7 h8 h3 k4")
    assert links(state) == [["c3d5", "d5e7"], ["h8j9"]]
    assert links(state.play("-c3d5,-d5e7,b9"))[0] == []
    assert links(state.play("-e7d5,b9"))[0] == ["c3d5"]
    assert links(state.play("-c3d5,b9+c3d5"))[0] == ["c3d5", "d5e7"]
    assert expect_illegal(state, "-h8j9,b9").code == "not_your_link"
    assert expect_illegal(state, "-c3e7,b9").code == "no_link"
    assert expect_illegal(state, "-c3d5,-d5c3,b9").facts == {"link": "c3d5"}
    assert expect_illegal(state, "-c3d5,-d5c3,b9").code == "twice"


def test_twx_9_paper_has_no_removals():
    assert links(after("twixt:dujardin", "c3 j9 d5 j8").play("-c3d5,b9"))[0] == []
    assert expect_illegal(after("twixt:paper", "c3 j9 d5 j8"), "-c3d5,b9").code == "no_removals"
    assert expect_illegal(after("twixt:kosmos", "c3 j9 d5 j8", remove_links=False), "-c3d5,b9").code == "no_removals"
    assert links(after("twixt:paper", "c3 j9 d5 j8", remove_links=True).play("-c3d5,b9"))[0] == []
