"""Turn notation: canonical forms and malformed texts.

A turn is `^hole,` (lift this peg), `-holehole,` for each removed link, the hole of the new peg, and then nothing (all possible
links), `/` (no links), or `+hole` or `+holehole` for each new link: to the new peg, or between two other pegs.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier.core.state import MAX_ACTION_LENGTH
from tests.examples import examples
from tests.games.twixt.twixt_games import after

CROWDED = after("twixt:kosmos", "b2 k5 c4 k6 b5 k7 d3/ k8 e8 k9")  # a peg on d6 can have several links
LIFTING = after("twixt:dujardin", "c3 h8 d5 j9", pegs=2)  # no pegs left: a turn must lift one
PAPER = after("twixt:paper", "c3 h8 e3 j9")  # links cannot be chosen


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("l12", "l12"),
        ("d6/", "d6/"),
        ("h3/", "h3"),  # no link is possible, so this equals the automatic links
        ("d6+b5+c4+e8", "d6"),
        ("d6+d6e8+c4d6+b5d6", "d6"),
        ("d6+e8+c4", "d6+c4+e8"),
        ("d6+d3b2+e8d6", "d6+e8+b2d3"),
        ("d6+d3b5+b2d3+e8", "d6+e8+b2d3+b5d3"),
        ("-c4b2,d6+e8+b2d3", "-b2c4,d6+e8+b2d3"),
        ("-c4b2,d6+e8+c4+b5", "-b2c4,d6"),
        ("-e8d6,-c4b2,h3", "-b2c4,-d6e8,h3"),
        ("swap", "swap"),
        ("^e8,d6+b5+c4", "^e8,d6"),
    ],
)
def test_canonical_texts(text, canonical):
    assert CROWDED.action(text) == canonical
    assert CROWDED.action(canonical) == canonical


def test_canonical_texts_with_a_lift_and_few_links():
    assert LIFTING.action("^c3,e7+d5") == "^c3,e7"
    assert LIFTING.action("^c3,e7/") == "^c3,e7/"
    few = after("twixt:dujardin", "c3 j9 e3 j8 c7 j7 e7 j6", links=3)
    assert few.action("d5+c7+e3+c3") == "d5"
    assert few.action("d5+c7+e7+c3") == "d5+c3+c7+e7"


def test_an_illegal_link_list_stays_in_the_canonical_text():
    assert PAPER.action("d5+c3+e3") == "d5+c3+e3"
    assert PAPER.action("d5/") == "d5/"


def test_a_text_and_its_canonical_form_have_the_same_effect():
    for text in ("d6+d6e8+c4d6+b5d6", "-c4b2,d6+e8+b2d3", "d6+e8+c4"):
        assert CROWDED.play(text) == CROWDED.play(CROWDED.action(text))


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", 0),
        (" c3", 0),
        ("c3 ", 2),
        ("C3", 0),
        ("c", 0),
        ("3", 0),
        ("c0", 0),
        ("c03", 0),
        ("c3\n", 2),
        ("c3\0", 2),
        ("c٣", 0),
        ("c3//", 3),
        ("c3/+d5", 3),
        ("c3+", 3),
        ("c3+d5+", 6),
        ("c3+d5e7f9", 7),
        ("^c3d5", 3),
        ("^c3,", 4),
        ("^c3,^d5,e7", 4),
        ("-c3,d5", 3),
        ("-b2c4d6", 5),
        ("-b2c4,", 6),
        ("-b2c4,^c3,d6", 6),
        ("swap ", 0),
        ("Swap", 0),
        ("b111", 3),
        ("a" * 1000 + "1", 0),
    ],
)
def test_malformed_texts(text, at):
    for method in (CROWDED.action, CROWDED.play):
        with pytest.raises(tablier.BadNotation) as caught:
            method(text)
        assert (caught.value.code, caught.value.at) == ("unreadable", at)


@pytest.mark.parametrize(("text", "hole"), [("m1", "m1"), ("c13", "c13"), ("zz99", "zz99"), ("c3+d5e99", "e99")])
def test_holes_off_the_board(text, hole):
    with pytest.raises(tablier.BadNotation) as caught:
        CROWDED.play(text)
    assert (caught.value.code, caught.value.hole) == ("off_board", hole)


@pytest.mark.parametrize("text", [None, 3, b"c3", ["c3"], ("c3",)])
def test_values_that_are_not_text_raise_bad_notation(text):
    for method in (CROWDED.action, CROWDED.play):
        with pytest.raises(tablier.BadNotation):
            method(text)


def test_too_long_texts():
    for text in ("c3" + "+d5" * MAX_ACTION_LENGTH, "a" * 10**6):
        with pytest.raises(tablier.BadNotation) as caught:
            CROWDED.play(text)
        assert caught.value.code == "too_long"


def test_every_error_code_has_a_message():
    messages = CROWDED.game.messages
    for state, text in [
        (CROWDED, "a1"),
        (CROWDED, "a2"),
        (CROWDED, "b2"),
        (CROWDED, "^b2,c8"),
        (LIFTING, "c8"),
        (PAPER, "d5/"),
    ]:
        with pytest.raises(tablier.IllegalAction) as caught:
            state.play(text)
        assert caught.value.code in messages


FRAGMENTS = st.sampled_from(
    ["^", "-", "+", "/", ",", "swap", "b2", "c4", "d6", "e8", "k5", "a1", "l12", "m13", "c", "4", " ", "é", "\0"]
)


@settings(deadline=None, max_examples=examples(400))
@given(st.one_of(st.lists(FRAGMENTS, max_size=12).map("".join), st.text(max_size=30)))
def test_any_text_is_played_or_raises_a_rules_error(text):
    for state in (CROWDED, LIFTING, PAPER):
        before = str(state)
        try:
            canonical = state.action(text)
        except tablier.BadNotation:
            with pytest.raises(tablier.BadNotation):
                state.play(text)
        else:
            assert state.action(canonical) == canonical
            try:
                following = state.play(text)
            except tablier.IllegalAction as error:
                assert error.code in state.game.messages
            else:
                assert following == state.play(canonical)
        assert str(state) == before
