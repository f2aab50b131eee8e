"""KWI-1 to KWI-7: placement of pieces."""

from __future__ import annotations

from itertools import pairwise

import pytest

import tablier
from tests.games.kwintie.kwintie_games import after, expect_illegal, random_games, rows


def test_kwi_1_white_begins_and_turns_alternate() -> None:
    state = after("board")
    turns = []
    for action in ("a", "b", "c", "d"):
        turns.append((state.turn, state.to_act))
        state = state.play(action)
    assert turns == [(0, 0), (1, 1), (0, 0), (1, 1)]
    assert rows(state) == ["wbwb.....", "wbwb....."]


def test_kwi_1_the_wall_is_at_most_nine_high() -> None:
    state = after("board", "a a a a")
    assert len(rows(state)) == 8
    error = expect_illegal(state, "a")
    assert (error.code, error.where, error.height, error.limit) == ("too_high", "a", 8, 9)
    state = after("board", "a a a a b b b b")
    assert "ab" in state.legal_actions()
    full = state.play("ab")
    assert len(rows(full)) == 9
    assert expect_illegal(full, "ab").code == "too_high"
    assert expect_illegal(full, "b").height == 9


def test_kwi_1_the_wall_is_at_most_nine_wide() -> None:
    assert "".join(action for action in after("board", "a").legal_actions() if len(action) == 1) == "abcdefghi"
    with pytest.raises(tablier.BadNotation) as caught:
        after("board").play("j")
    assert (caught.value.code, caught.value.where, caught.value.last) == ("no_such_column", "j", "i")
    with pytest.raises(tablier.BadNotation):
        after("board").play("ij")


def test_kwi_2_a_piece_lies_or_stands() -> None:
    assert rows(after("board", "c")) == ["..w......", "..w......"]
    assert rows(after("board", "cd")) == ["..WW....."]
    assert rows(after("board", "cd ab")) == ["BBWW....."]
    assert after("board", "cd a").position()["left"] == [19, 19]


def test_kwi_3_a_lying_piece_needs_two_columns_of_one_height() -> None:
    state = after("board", "a")
    error = expect_illegal(state, "ab")
    assert (error.code, error.left, error.right, error.left_height, error.right_height) == ("uneven", "a", "b", 2, 0)
    assert rows(state.play("b").play("ab")) == ["wb.......", "wb.......", "WW......."]


def test_kwi_3_pieces_rest_on_one_or_two_others() -> None:
    assert rows(after("board", "ab ab")) == ["WW.......", "BB......."]
    assert rows(after("board", "ab cd bc")) == ["WWBB.....", ".WW......"]
    assert rows(after("board", "ab b")) == ["WW.......", ".b.......", ".b......."]


def test_kwi_3_nothing_is_ever_moved_or_taken_away() -> None:
    for states in random_games("board", 20):
        for before, following in pairwise(states):
            old, new = rows(before), rows(following)
            for row, text in enumerate(old):
                assert all(was in (".", now) for was, now in zip(text, new[row], strict=True))


def test_kwi_4_lying_pieces_of_one_colour_may_not_touch_end_to_end() -> None:
    state = after("board", "ab i")
    error = expect_illegal(state, "cd")
    assert (error.code, error.columns, error.cell) == ("end_to_end", "cd", "b1")
    assert "de" in state.legal_actions()  # a gap between them
    state = after("board", "cd i")
    error = expect_illegal(state, "ab")
    assert (error.code, error.cell) == ("end_to_end", "c1")
    assert expect_illegal(after("board", "ab i fg h"), "de").cell == "f1"  # its right end


def test_kwi_4_holds_in_upper_rows() -> None:
    state = after("board", "ab cd ab i")
    assert rows(state)[1] == "WW......b"
    assert expect_illegal(state, "cd").cell == "b2"


def test_kwi_4_standing_pieces_of_one_colour_may_not_stand_on_each_other() -> None:
    state = after("board", "a b")
    error = expect_illegal(state, "a")
    assert (error.code, error.where, error.cell) == ("on_end", "a", "a2")
    assert "b" in state.legal_actions()  # on Black's
    assert rows(after("board", "a b b a")) == ["wb.......", "wb.......", "bw.......", "bw......."]


def test_kwi_4_a_small_face_may_touch_a_long_face() -> None:
    # White standing beside White lying, and standing on lying, and lying on standing
    assert rows(after("board", "ab i c")) == ["WWw.....b", "..w.....b"]
    assert rows(after("board", "ab i a")) == ["WW......b", "w.......b", "w........"]
    assert rows(after("board", "a b c i ab")) == ["wbw.....b", "wbw.....b", "WW......."]
    assert rows(after("board", "a i b")) == ["ww......b", "ww......b"]  # long face against long face
    assert rows(after("board", "ab i ab")) == ["WW......b", "WW......b"]


def test_kwi_4_different_colours_may_touch_in_any_way() -> None:
    assert rows(after("board", "ab cd")) == ["WWBB....."]
    assert rows(after("board", "a a")) == ["w........", "w........", "b........", "b........"]


def test_kwi_5_gaps_are_allowed_on_the_board() -> None:
    state = after("board", "a")
    assert {"c", "ef", "i", "hi"} <= set(state.legal_actions())
    assert rows(state.play("i")) == ["w.......b", "w.......b"]


def test_kwi_5_whites_first_piece_keeps_off_the_central_square() -> None:
    start = after("board")
    assert start.legal_actions() == ("a", "ab", "b", "bc", "c", "cd", "d", "f", "fg", "g", "gh", "h", "hi", "i")
    for action in ("e", "de", "ef"):
        error = expect_illegal(start, action)
        assert (error.code, error.where) == ("centre", "e")


def test_kwi_5_black_and_later_pieces_may_have_the_centre() -> None:
    assert {"e", "de", "ef"} <= set(after("board", "a").legal_actions())
    assert {"e", "de", "ef"} <= set(after("board", "a b").legal_actions())


@pytest.mark.parametrize("width", range(3, 10))
def test_kwi_5_an_even_width_has_no_centre(width: int) -> None:
    banned = set(after("board", width=width, centre_ban=False).legal_actions()) - set(
        after("board", width=width).legal_actions()
    )
    middle = "abcdefghi"[width // 2]
    expected = {text for text in after("board", width=width, centre_ban=False).legal_actions() if middle in text}
    assert banned == (expected if width % 2 else set())


@pytest.mark.parametrize("edition", ["table", "kwinty"])
def test_kwi_6_the_first_piece_is_written_i_or_ij(edition: str) -> None:
    start = after(edition)
    assert start.legal_actions() == ("i", "ij")
    for action in ("a", "h", "hi", "j", "q", "pq"):
        error = expect_illegal(start, action)
        assert (error.code, error.standing, error.lying) == ("first_piece", "i", "ij")


def test_kwi_6_a_piece_on_the_table_stands_beside_one_already_there() -> None:
    state = after("table", "ij")
    assert state.legal_actions() == ("gh", "h", "i", "ij", "j", "k", "kl")
    for action in ("g", "fg", "l", "lm", "a", "q", "pq"):
        assert expect_illegal(state, action).code == "gap"
    assert expect_illegal(state, "hi").code == expect_illegal(state, "jk").code == "uneven"


def test_kwi_6_the_small_faces_count_on_the_table_too() -> None:
    state = after("table", "ij k")
    assert expect_illegal(state, "gh").code == "end_to_end"
    assert "h" in state.legal_actions() and "lm" in state.legal_actions()


def test_kwi_6_the_wall_grows_to_either_side_up_to_nine() -> None:
    left = after("table", "i h g f e d c b")
    assert {"a", "j"} <= set(left.legal_actions())
    error = expect_illegal(left, "jk")
    assert (error.code, error.wide, error.limit) == ("too_wide", 10, 9)
    full = left.play("a")
    assert rows(full) == ["wbwbwbwbw" + "." * 8] * 2
    assert expect_illegal(full, "j").code == "too_wide"
    right = after("table", "i j k l m n o p q")
    assert rows(right) == ["." * 8 + "wbwbwbwbw"] * 2
    assert expect_illegal(right, "h").code == "too_wide"
    assert {"i", "ij", "q", "pq"} <= set(right.legal_actions())


def test_kwi_6_both_sides_share_the_nine() -> None:
    state = after("table", "i j h k g l f m")  # f to m: eight
    assert {"e", "n"} <= set(state.legal_actions())
    assert expect_illegal(state, "de").code == expect_illegal(state, "no").code == "too_wide"
    state = state.play("n")
    assert expect_illegal(state, "e").code == expect_illegal(state, "o").code == "too_wide"


@pytest.mark.parametrize("width", range(3, 10))
def test_kwi_6_a_smaller_width_keeps_the_columns_of_the_notation(width: int) -> None:
    for states in random_games("table", 5, width=width, line=3):
        for state in states:
            assert all(len(row) == 17 for row in rows(state))
            if rows(state):
                bottom = rows(state)[0].strip(".")
                assert "." not in bottom and len(bottom) <= width


def test_kwi_7_kwintys_every_piece_but_the_first_touches_another() -> None:
    """Equivalent to KWI-6: both editions always have the same placements."""
    for states in random_games("kwinty", 30):
        table = after("table")
        for state, following in pairwise(states):
            assert state.legal_actions() == table.legal_actions()
            table = next(child for child in map(table.play, table.legal_actions()) if child.position() == following.position())
