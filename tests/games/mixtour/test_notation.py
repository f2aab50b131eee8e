"""Notation of turns and positions: canonical forms, and the error for every text that is not one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier.core.messages import explain
from tests.examples import examples
from tests.games.mixtour.mixtour_boards import state_after

GAME = tablier.game("mixtour")


def random_positions() -> list[tablier.State]:
    """All positions of a few random games."""
    states: list[tablier.State] = []
    for seed, options in enumerate([{}, {"pieces": 5}, {"pieces": 5, "points": 1}, {"pieces": 6, "points": 2}]):
        rng = random.Random(seed)
        state: tablier.State = tablier.new("mixtour:gerhards" if seed % 2 else "mixtour", **options)
        states.append(state)
        while state.outcome is None:
            state = state.play(rng.choice(state.legal_actions()))
            states.append(state)
    return states


POSITIONS = random_positions()


def test_position_text_format() -> None:
    assert str(tablier.new("mixtour")) == "mixtour:stein|0|0-0|-|-"
    assert str(state_after("a1 a2 b1 b2 b2-a1 a1:1-a2", pieces=9)) == "mixtour:stein|pieces=9|0|0-0|a1:0,a2:11,b1:0|a2:1-a1"


@pytest.mark.parametrize("index", range(0, len(POSITIONS), 3))
def test_position_texts_round_trip(index: int) -> None:
    state = POSITIONS[index]
    again = tablier.from_text(str(state))
    assert again == state and hash(again) == hash(state) and again.outcome == state.outcome
    assert again.legal_actions() == state.legal_actions() and again.view(state.to_act) == state.view(state.to_act)


def test_transpositions_are_equal() -> None:
    assert state_after("a1 b1 c1 d1") == state_after("c1 d1 a1 b1")
    assert (
        state_after("a1 b1") != state_after("a1 b1", points=4) != state_after("a1 b1", "mixtour:gerhards", pieces=25, points=4)
    )


@pytest.mark.parametrize(
    ("fields", "code", "at"),  # at: index in the whole text, whose fields begin at 14
    [
        ("0|0-0|-", "fields", 21),
        ("0|0-0|-|-|", "fields", 23),
        ("2|0-0|-|-", "unreadable", 14),
        ("|0-0|-|-", "unreadable", 14),
        ("0|0:0|-|-", "unreadable", 16),
        ("0|00-0|-|-", "unreadable", 16),
        ("0|٠-0|-|-", "unreadable", 16),
        ("0|6-0|a1:0|-", "impossible_score", 16),
        ("0|5-5|a1:0|-", "impossible_score", 16),
        ("0|1-0||-", "unreadable", 20),
        ("0|1-0|a1:01111|-", "unreadable", 20),
        ("0|1-0|a1:W|-", "unreadable", 20),
        ("0|1-0|a1:0,f1:0|-", "unreadable", 25),
        ("0|1-0|b1:0,a1:0|-", "unreadable", 25),
        ("0|1-0|a1:0,a1:0|-", "unreadable", 25),
        ("0|1-0|a1:0,|-", "unreadable", 25),
        ("0|1-0|a1:0,b1:٠|-", "unreadable", 25),
        ("0|1-0|a1:0|", "unreadable", 25),
        ("0|1-0|a1:0|a1", "unreadable", 25),
        ("0|1-0|a1:0|PASS", "unreadable", 25),
        ("1|0-0|-|-", "impossible_opening", 14),
        ("1|0-0|a1:1|-", "impossible_opening", 20),
        ("0|0-0|a1:0|-", "impossible_opening", 14),
        ("1|0-0|a1:0,b1:1|-", "impossible_opening", 14),
        ("0|0-0|a1:01|-", "impossible_opening", 14),
        ("0|0-0|a1:0,b1:0|-", "impossible_opening", 20),
        ("0|1-0|a1:0|pass", "impossible_last", 25),
        ("0|1-0|a1:0|passes", "impossible_last", 25),
        ("0|1-0|a1:0,b1:01|repetition", "impossible_last", 31),
        ("0|5-0|a1:0,b1:01,c1:1|repetition", "impossible_last", 36),
        ("0|1-0|a1:0,b1:01|a1-b1", "impossible_last", 31),  # no such move
        ("0|1-0|a1:0,b1:01|b1-a1", "impossible_last", 31),  # does not undo a move
        ("0|1-0|a1:0,b1:01|b1:2-a1", "impossible_last", 31),  # not canonical
        ("0|1-0|a1:0,b1:011|b1:1-a1", "impossible_last", 32),  # the rest is higher than the distance
        ("0|1-0|a1:000,d1:001|d1-a1", "impossible_last", 34),
        ("0|1-0|a1:00,c1:0011|c1:1-a1", "impossible_last", 34),
    ],
)
def test_unreachable_positions_are_rejected(fields: str, code: str, at: int) -> None:
    with pytest.raises(tablier.BadNotation) as error:
        tablier.from_text(f"mixtour:stein|{fields}")
    assert (error.value.code, error.value.at) == (code, at)
    assert explain(error.value, GAME) and "?" not in explain(error.value, GAME)  # a missing fact is shown as "?"


def test_too_many_pieces_are_rejected() -> None:
    for stacks in ("a1:0000,a3:00", "a1:1111,a3:11"):
        with pytest.raises(tablier.BadNotation, match="too_many_pieces"):
            tablier.from_text(f"mixtour:stein|pieces=5|0|1-1|{stacks}|-")
    tablier.from_text("mixtour:stein|pieces=5|0|1-1|a1:0000,a3:01,a5:1111|-")
    with pytest.raises(tablier.BadNotation, match="too_many_pieces"):  # MIX-7: the winning tower is back in the reserves
        tablier.from_text("mixtour:stein|pieces=5|0|5-1|a1:0000,a3:01,a5:1111|-")
    with pytest.raises(tablier.BadNotation, match="too_many_pieces"):
        tablier.from_text("mixtour:stein|pieces=5|0|5-1|a1:0000,a3:0|-")
    tablier.from_text("mixtour:stein|pieces=5|0|1-5|a1:0000,a3:0|-")


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", 0), ("A1", 0), ("f1", 0), ("a", 1), ("a6", 1), ("a10", 2), ("a1 ", 2), ("a1-", 3), ("a1-f1", 3), ("a1-b2-c3", 5),
        ("a1:", 3), ("a1:0-b1", 3), ("a1:12-b1", 4), ("a1:٢-b1", 3), ("a1:2b1", 4), ("pas", 3), ("pass ", 4), ("a1\0", 2),
        ("a" * 1000 + "1", 1), ("a1:" + "9" * 5000 + "-b1", 4),
    ],
)  # fmt: skip
def test_an_unreadable_turn_reports_the_index(text: str, at: int) -> None:
    state = tablier.new("mixtour")
    for read in (state.action, state.play):
        with pytest.raises(tablier.BadNotation) as error:
            read(text)
        assert (error.value.code, error.value.at) == ("unreadable", at)


@pytest.mark.parametrize("text", [None, 3, b"a1", ["a1"], ("a1",)])
def test_a_value_other_than_str_is_unreadable(text: object) -> None:
    for read in (tablier.new("mixtour").action, tablier.new("mixtour").play):
        with pytest.raises(tablier.BadNotation, match="unreadable"):
            read(text)  # type: ignore[arg-type]


def test_a_turn_over_the_length_limit_is_too_long() -> None:
    with pytest.raises(tablier.BadNotation, match="too_long"):
        tablier.new("mixtour").play("a1" * 10_000)


@settings(max_examples=examples(600))
@given(st.sampled_from(POSITIONS), st.text(st.sampled_from("abcdef0123456:-pas") | st.characters(), max_size=8))
def test_any_turn_text_is_played_or_rejected_with_a_message(state: tablier.State, text: str) -> None:
    try:
        following = state.play(text)
    except tablier.BadNotation as error:
        assert error.code == "unreadable" and 0 <= error.at <= len(text)
    except tablier.IllegalAction as error:
        assert state.action(text) not in state.legal_actions()
        assert "?" not in explain(error, GAME) and error.code not in explain(error, GAME)
    else:
        assert state.action(text) in state.legal_actions() and following == state.play(state.action(text))


@settings(max_examples=examples(600))
@given(st.data())
def test_every_well_formed_move_is_listed_or_illegal(data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(POSITIONS))
    cell = st.sampled_from([column + row for column in "abcde" for row in "12345"])
    count = data.draw(st.sampled_from(["", ":1", ":2", ":3", ":4", ":9"]))
    text = data.draw(cell) + count + "-" + data.draw(cell)
    try:
        state.play(text)
    except tablier.IllegalAction:
        assert state.action(text) not in state.legal_actions()
    else:
        assert state.action(text) in state.legal_actions()


@settings(max_examples=examples(1000))
@given(st.data(), st.text(st.sampled_from("abcde012345:-,|pas=") | st.characters(), max_size=5), st.integers(0, 4))
def test_any_position_text_is_canonical_or_rejected(data: st.DataObject, noise: str, cut: int) -> None:
    text = str(data.draw(st.sampled_from(POSITIONS)))
    at = data.draw(st.integers(text.rindex("|") - 8, len(text)) | st.integers(0, len(text)))
    start = text.index("|") + 1
    changed = text[: max(at, start)] + noise + text[max(at, start) + cut :]
    try:
        state = tablier.from_text(changed)
    except tablier.BadNotation as error:
        assert 0 <= error.at <= len(changed)
    else:
        assert str(state) == changed
        state.legal_actions()
