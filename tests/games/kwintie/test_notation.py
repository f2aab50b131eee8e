"""Parsing of actions and position texts, and the errors of malformed ones."""

from __future__ import annotations

import pickle
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tests.examples import examples
from tests.games.kwintie.kwintie_games import after, random_games

LETTERS = st.sampled_from("abcdefghijklmnopqrWBwb.-/|01 pas=\0é٣")
POSITIONS = [
    state
    for edition, options in (
        ("board", {}),
        ("table", {}),
        ("kwinty", {"width": 4, "height": 4}),
        ("board", {"width": 4, "height": 4, "line": 3, "pieces": 5}),
    )
    for states in random_games(edition, 8, **options)
    for state in states
]


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "unreadable", 0),
        ("A", "unreadable", 0),
        ("aB", "unreadable", 1),
        ("a1", "unreadable", 1),
        ("abc", "unreadable", 2),
        ("passs", "unreadable", 2),
        (" a", "unreadable", 0),
        ("a\0", "unreadable", 1),
        ("a\n", "unreadable", 1),
        ("ａ", "unreadable", 0),
        ("a" * 1000, "unreadable", 2),
        ("a" * 20_000, "too_long", 16_384),
        ("j", "no_such_column", 0),
        ("ij", "no_such_column", 1),
        ("ac", "no_neighbours", 1),
        ("ba", "no_neighbours", 1),
        ("aa", "no_neighbours", 1),
    ],
)
def test_malformed_actions(text: str, code: str, at: int) -> None:
    state = after("board")
    for parse in (state.action, state.play):
        with pytest.raises(tablier.BadNotation) as caught:
            parse(text)
        assert (caught.value.code, caught.value.at) == (code, at)


@pytest.mark.parametrize("value", [None, 3, b"a", ["a"], 2.5])
def test_values_that_are_not_text_raise_bad_notation(value: object) -> None:
    with pytest.raises(tablier.BadNotation):
        after("board").play(value)  # type: ignore[arg-type]


def test_parsed_actions_are_canonical() -> None:
    assert [str(after("table").action(text)) for text in ("q", "pq", "a", "pass")] == ["q", "pq", "a", "pass"]


@given(st.sampled_from(POSITIONS), st.text(st.one_of(LETTERS, st.characters()), max_size=5))
def test_any_text_is_played_or_raises_a_rules_error(state: tablier.State, text: str) -> None:
    try:
        following = state.play(text)
    except tablier.BadNotation as error:
        assert 0 <= error.at <= len(text)
        assert text not in state.legal_actions()
    except tablier.IllegalAction as error:
        assert text not in state.legal_actions() and error.code in {*state.game.messages, "game_over"}
    else:
        assert text in state.legal_actions() and following != state


def test_position_texts() -> None:
    assert str(after("board")) == "kwintie:board|-|0"
    assert str(after("board", "a bc")) == "kwintie:board|wBB....../w........|0"
    assert str(after("table", "i", width=5)) == "kwintie:table|width=5|........w......../........w........|1"


@pytest.mark.parametrize("state", POSITIONS[::3], ids=str)
def test_position_texts_round_trip(state: tablier.State) -> None:
    again = tablier.from_text(str(state))
    assert again == state and hash(again) == hash(state)
    assert (again.outcome, again.turn, again.legal_actions()) == (state.outcome, state.turn, state.legal_actions())
    assert pickle.loads(pickle.dumps(state)) == state


BOARD, TABLE = "kwintie:board|", "kwintie:table|"
FIELDS = "wbwb...../wbwb.....|0"  # rows from the bottom up, and the seat to act


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (BOARD + "-", "unreadable"),
        (BOARD + "-|0|", "unreadable"),
        (BOARD + "|0", "unreadable"),
        (BOARD + "-|2", "unreadable"),
        (BOARD + "-|", "unreadable"),
        (BOARD + "-|٠", "unreadable"),
        (BOARD + FIELDS.replace("wbwb.", "wbwb", 1), "unreadable"),
        (BOARD + FIELDS.replace("wbwb.", "wbwb..", 1), "unreadable"),
        (BOARD + FIELDS.replace("wbwb.", "wbwbx", 1), "unreadable"),
        (BOARD + "a" * 60_000 + "|0", "unreadable"),
        (BOARD + "/" * 60_000 + "|0", "unreadable"),
        (BOARD + "/".join(["w........"] * 10) + "|0", "unreadable"),
        (BOARD + ".........|0", "empty_row"),
        (BOARD + FIELDS.replace("|", "/.........|"), "empty_row"),
        (BOARD + "wbw....../wbwb.....|0", "floating"),
        (BOARD + "w........|1", "no_piece"),
        (BOARD + "W........|1", "no_piece"),
        (BOARD + "WWW......|1", "no_piece"),
        (BOARD + "WWWWb...b/....b...b|0", "no_piece"),  # KWI-4
        (BOARD + "w.b.b..../w.b.b..../w......../w........|0", "no_piece"),
        (BOARD + "pieces=1|" + FIELDS, "too_many_pieces"),
        (BOARD + "....w..../....w....|1", "no_first_piece"),  # KWI-5
        (BOARD + "...WW....|1", "no_first_piece"),
        (BOARD + "b......../b......../w......../w........|0", "no_first_piece"),  # KWI-1
        (TABLE + "wb.............../wb...............|0", "no_first_piece"),
        (TABLE + ".......WWb......./.........b.......|0", "no_first_piece"),
        (TABLE + "........w.b....../........w.b......|0", "bottom_gap"),  # KWI-6
        (TABLE + "width=3|......wbwb......./......wbwb.......|0", "too_wide"),
        (BOARD + "-|1", "wrong_turn"),
        (BOARD + FIELDS.replace("|0", "|1"), "wrong_turn"),
        (BOARD + "w.w....../w.w......|1", "wrong_turn"),
        (BOARD + "bbw....../bbw....../WW.......|0", "wrong_turn"),  # neither of Black's pieces can have been the last
        (BOARD + "WWwWWb.b./..w..b.b.|0", "won_before"),  # White has won, so it would be Black's turn
        (BOARD + "WWwWW.w../BBwBB.w../..b....../..b......|1", "won_before"),
        (BOARD + "width=9|base=table|-|0", "conflict"),
        (BOARD + "width=12|-|0", "bad_value"),
    ],
)
def test_impossible_positions_are_rejected_quickly(text: str, code: str) -> None:
    started = time.process_time()
    with pytest.raises(tablier.BadNotation) as caught:
        tablier.from_text(text)
    assert caught.value.code == code
    assert 0 <= caught.value.at <= len(text)
    assert time.process_time() - started < 0.5


def test_errors_of_positions_give_the_offset() -> None:
    text = "kwintie:board|wbwb...../wbwx.....|0"
    with pytest.raises(tablier.BadNotation) as caught:
        tablier.from_text(text)
    assert text[caught.value.at] == "x"
    text = "kwintie:table|........wBW....../........w........|0"
    with pytest.raises(tablier.BadNotation) as caught:
        tablier.from_text(text)
    assert (text[caught.value.at], caught.value.cell) == ("W", "k1")


def test_uneven_numbers_of_pieces_are_valid_after_a_pass() -> None:
    state = after("table", "ij j i h ij", width=3, height=4)
    for position in (state, state.play("pass"), state.play("pass").play("h")):
        assert tablier.from_text(str(position)) == position


@settings(max_examples=examples(500), deadline=None)
@given(st.sampled_from(POSITIONS), st.text(LETTERS, max_size=4), st.integers(0, 400), st.integers(0, 3))
def test_mutated_position_texts_round_trip_or_raise_bad_notation(state: tablier.State, noise: str, at: int, cut: int) -> None:
    text = str(state)
    start = len(text.partition("|")[0]) + 1
    at = start + at % (len(text) - start + 1)
    changed = text[:at] + noise + text[at + cut :]
    try:
        again = tablier.from_text(changed)
    except tablier.BadNotation as error:
        assert 0 <= error.at <= len(changed)
    else:
        assert str(again) == changed
