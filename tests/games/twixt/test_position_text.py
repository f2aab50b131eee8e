"""Position texts, views, terminal drawings and descriptions."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier.core.terminal_text import to_plain_text
from tests.examples import examples
from tests.games.twixt.twixt_games import VARIANTS, new


def test_position_texts():
    """The format is described in `tablier.games.twixt.position_text`."""
    state = tablier.new("twixt:kosmos", size=12)
    assert str(state) == "twixt:kosmos|size=12|0|01|-|-"
    state = state.play("c3").play("swap").play("j9").play("d5").play("h8").play("e4")
    assert str(state) == "twixt:kosmos|size=12|0|10|c3BD,d5,e4|h8D,j9"
    ahead = tablier.new("twixt:paper", handicap=3)
    assert str(ahead) == "twixt:paper|handicap=3|0+2|01|-|-"
    assert str(ahead.play("c3").play("d5").play("e7")) == "twixt:paper|handicap=3|1|01|c3B,d5B,e7|-"


@pytest.mark.parametrize(
    ("text", "code"),  # ok: accepted, beside a similar text that is rejected
    [
        ("twixt:kosmos", "wrong_fields"),
        ("twixt:kosmos|0|01|-", "wrong_fields"),
        ("twixt:kosmos|0|01|-|-|", "wrong_fields"),
        ("twixt:kosmos|2|01|-|-", "unreadable"),
        ("twixt:kosmos|0+0|01|-|-", "unreadable"),
        ("twixt:kosmos|0+1|01|-|-", "wrong_turn"),
        ("twixt:kosmos|handicap=2|0|01|-|-", "wrong_turn"),
        ("twixt:kosmos|handicap=2|0+2|01|-|-", "wrong_turn"),
        ("twixt:kosmos|1|01|-|-", "wrong_turn"),
        ("twixt:kosmos|0|00|-|-", "unreadable"),
        ("twixt:kosmos|0|10|-|-", "wrong_sides"),
        ("twixt:kosmos|1|10|-|-", "wrong_sides"),
        ("twixt:kosmos|1|10|c3|-", "wrong_turn"),
        ("twixt:kosmos|pie=no|0|10|c3|-", "wrong_sides"),
        ("twixt:kosmos|handicap=1|0|10|c3|-", "wrong_sides"),
        ("twixt:kosmos|1|01||-", "unreadable"),
        ("twixt:kosmos|1|01|c3,|-", "unreadable"),
        ("twixt:kosmos|1|01|c3E|-", "unreadable"),
        ("twixt:kosmos|0|01|c3,e3,d5|h2,h3,h4", "out_of_order"),
        ("twixt:kosmos|0|01|c3,c3|h2,h3", "out_of_order"),
        ("twixt:kosmos|1|01|c3,-|-", "unreadable"),
        ("twixt:kosmos|1|01|y3|-", "off_board"),
        ("twixt:kosmos|1|01|a1|-", "corner"),
        ("twixt:kosmos|1|01|a2|-", "border"),
        ("twixt:kosmos|0|01|c3|c1", "border"),
        ("twixt:kosmos|0|01|c3|c3", "occupied"),
        ("twixt:kosmos|0|01|c3|d4,d5", "wrong_turn"),
        ("twixt:kosmos|1|01|c3B|-", "no_far_peg"),
        ("twixt:kosmos|1|01|c1A|-", "no_far_peg"),
        ("twixt:kosmos|1|01|w24D|-", "no_far_peg"),
        ("twixt:kosmos|0|01|c3BA,d1,d5|h2,h3,h4", "unreadable"),
        ("twixt:kosmos|0|01|c3B,c4A,d2,d5|h2,h3,h4,h5", "crosses_own"),
        ("twixt:kosmos|0|01|c3B,d5|c4A,d2", "crosses"),
        ("twixt:paper|pegs=2|0|01|c3,c4,c5|d3,d4,d5", "too_many_pegs"),
        ("twixt:paper|links=1|0|01|c3BD,d5,e4|h3,h4,h5", "too_many_links"),
        ("twixt:paper|pegs=2|1|01|c3,c4|d3", "ok"),
        ("twixt:paper|pegs=2|0|01|c3|d3,d4", "wrong_turn"),
        ("twixt:paper|size=6|0|01|b1B,b5AD,c3,d6|a2,a3,a4,a5", "already_won"),
        ("twixt:paper|size=6|1|01|b1B,b5AD,c3,d6|a2,a3,a4", "ok"),
        ("twixt:kosmos|0=|01|c3|d3", "no_repetition"),
        ("twixt:dujardin|0=|01|c3|d3", "no_repetition"),
        ("twixt:dujardin|pegs=1|0=|01|c3|d3", "ok"),
        ("twixt:dujardin|pegs=1|1=|01|c3|-", "no_repetition"),
        ("twixt:paper|pegs=4|size=6|1=|01|b1B,b5AD,c3,d6|a2,a3,a4,a5", "no_repetition"),
        ("twixt:kosmos|1|01|" + "c" * 1000 + "3|-", "unreadable"),
        ("twixt:kosmos|1|01|c3\0|-", "unreadable"),
        ("twixt:kosmos|1|01|c٣|-", "unreadable"),
    ],
)
def test_impossible_positions_are_rejected_with_a_code(text, code):
    if code == "ok":
        state = tablier.from_text(text)
        assert tablier.from_text(str(state)) == state
        return
    with pytest.raises(tablier.BadNotation) as caught:
        tablier.from_text(text)
    assert caught.value.code == code
    assert 0 <= caught.value.at <= len(text)
    assert "field" not in caught.value.facts


def test_the_offset_of_an_error_counts_from_the_start_of_the_text():
    with pytest.raises(tablier.BadNotation) as caught:
        tablier.from_text("twixt:kosmos|0|01|c3|c1")
    assert caught.value.at == 21


def test_a_crowded_board_of_the_largest_size_round_trips():
    state = tablier.new("twixt:paper", size=48, pie=False)
    rng = Random(5)
    for _ in range(400):
        state = state.play(rng.choice(state.legal_actions()))
    assert tablier.from_text(str(state)) == state


def test_states_are_frozen_and_hashable():
    state = tablier.new("twixt:kosmos")
    with pytest.raises(AttributeError):
        state.turn = 1
    with pytest.raises(AttributeError):
        state.other = 1
    with pytest.raises(TypeError):
        state.options["size"] = 6
    assert len({state, tablier.new("twixt:kosmos"), tablier.new("twixt:paper"), state.play("c3")}) == 3
    assert tablier.new("twixt:kosmos", size=12) != state
    assert state != "twixt"
    assert repr(state) == "tablier.from_text('twixt:kosmos|0|01|-|-')"


def test_a_view_is_plain_json():
    state = tablier.new("twixt:dujardin", size=12).play("c3")
    view = state.view(1)
    assert json.loads(json.dumps(view)) == view
    assert view["scene"] == {"chain": None, "pegs_left": [49, 50], "links_left": [50, 50], "must_lift": False, "linkable": []}
    assert view["legal"] == list(state.legal_actions())
    assert state.view(0)["legal"] == state.view(None)["legal"] == []


def test_option_values_out_of_range_are_rejected():
    for name, value in [("size", 5), ("size", 49), ("pegs", 0), ("pegs", 1000), ("handicap", 4), ("pie", "maybe")]:
        with pytest.raises(tablier.BadOptions):
            tablier.new("twixt", **{name: value})
    assert tablier.new("twixt:dujardin", pegs="unlimited").options["pegs"] is None


def test_the_drawing_shows_pegs_links_and_turn():
    state = tablier.new("twixt:kosmos", size=6).play("c2").play("d3").play("d4")
    drawn = to_plain_text(state.game.render(state))
    assert drawn.splitlines()[0] == "   a  b  c  d  e  f"
    assert "○" in drawn
    assert "●" in drawn
    assert "Black to move." in drawn
    unlinked = tablier.new("twixt:kosmos", size=6).play("c2").play("d3").play("d4/")
    assert drawn != to_plain_text(state.game.render(unlinked))
    assert max(map(len, to_plain_text(state.game.render(tablier.new("twixt"))).splitlines())) <= 80


def test_descriptions():
    state = tablier.new("twixt:dujardin", size=6).play("c2").play("d3").play("d4")
    assert state.game.describe(state) == [
        "TwixT on a board of 6 by 6 holes.",
        "Red joins top and bottom.",
        "Red, 2 pegs: c2, d4.",
        "Red, 1 link: c2 to d4.",
        "Black joins left and right.",
        "Black, 1 peg: d3.",
        "Black has no links.",
        "Red: 48 pegs left, 49 links left.",
        "Black: 49 pegs left, 50 links left.",
        "Black to move.",
    ]


@pytest.mark.parametrize(
    ("state", "last"),
    [
        (tablier.new("twixt:kosmos").play("c3"), "Black to move, or swap sides."),
        (tablier.new("twixt:kosmos", handicap=3), "White to move, and 2 more turns."),
        (tablier.new("twixt:paper", handicap=2), "Red to move, and 1 more turn."),
        (tablier.from_text("twixt:paper|size=6|1|01|b1B,b5AD,c3,d6|a2,a3,a4"), "Red has joined the two borders."),
        (tablier.from_text("twixt:dujardin|pegs=1|0=|01|c3|d3"), "A draw: the same position stood for the third time."),
        (
            tablier.from_text("twixt:dujardin|pegs=1|0|01|c3|d3"),
            "Red to move: all its pegs are on the board, one must be taken up.",
        ),
    ],
)
def test_the_last_line_shows_the_turn_or_the_outcome(state, last):
    assert state.game.describe(state)[-1] == last
    assert to_plain_text(state.game.render(state)).splitlines()[-1] == last


TEXTS = []
for _number, _variant in enumerate(VARIANTS):
    _rng, _state = Random(_number), new(_variant)
    for _ in range(20):
        if _state.outcome is None:
            _state = _state.play(_rng.choice(_state.legal_actions()))
    TEXTS.append(str(_state))


@settings(deadline=None, max_examples=examples(500))
@given(st.sampled_from(TEXTS), st.data())
def test_mutated_position_texts_round_trip_or_raise_bad_notation(text, data):
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(st.sampled_from([*"0123abcABCD|,-+=", "", "é", "\0", "size=7|"])) + text[at + cut :]
    try:
        state = tablier.from_text(text)
    except tablier.BadNotation:
        return
    assert tablier.from_text(str(state)) == state
    assert str(state).split("|")[-4:] == text.split("|")[-4:]
    assert (state.outcome is None) == (state.legal_actions() != ())


@settings(deadline=None, max_examples=examples(200))
@given(st.text(max_size=60))
def test_any_text_is_a_position_or_raises_bad_notation(text):
    for candidate in (text, "twixt:kosmos|" + text, "twixt:kosmos|1|01|" + text + "|-"):
        try:
            state = tablier.from_text(candidate)
        except tablier.BadNotation:
            continue
        assert tablier.from_text(str(state)) == state
