"""Broken files: line and column of every fault; no exception except `BadFile`."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier.core.errors import BadFile
from tablier.records import formats
from tests.examples import examples
from tests.games.twixt.foreign_files import DIALECTS, read_error, t1_file


@pytest.mark.parametrize(
    ("name", "text", "code", "line", "column"),
    [
        ("tsgf", "(;FF[4]SZ[24]\n;b[cd];r[c4])", "no_move", 2, 10),
        ("tsgf", "(;FF[4]SZ[24]\n;b[cd];b[ef])", "not_in_turn", 2, 10),
        ("tsgf", "(;FF[4]SZ[24];b[yd])", "off_board", 1, 17),
        ("tsgf", "(;FF[4]SZ[24];b[aa])", "corner", 1, 17),
        ("tsgf", "(;FF[4]SZ[24]\n;b[cd]\n;r[cd])", "occupied", 3, 4),
        ("tsgf", "(;FF[4]SZ[24];b[cd];r[ee];b[swap])", "no_swap", 1, 29),
        ("tsgf", "(;FF[4]SZ[24];b[cd];r[resign];b[ee])", "after_the_end", 1, 33),
        ("tsgf", "(;FF[4]SZ[24];b[cd]r[ee])", "two_moves", 1, 22),
        ("tsgf", "(;FF[4]SZ[24]AB[cd];b[ee])", "no_property", 1, 17),
        ("tsgf", "(;FF[4]SZ[99];b[ee])", "bad_value", 1, 11),
        ("tsgf", "(;FF[4]GM[1]SZ[19];b[ee])", "wrong_game", 1, 11),
        ("tsgf", "(;FF[4]SZ[24]RE[B+];b[cd];b[resign])", "results_differ", 1, 17),
        ("gm21", "(;GM[1];W[c4])", "wrong_game", 1, 6),
        ("gm21", "(;GM[21]SZ[24:12];W[c4])", "not_square", 1, 12),
        ("gm21", "(;GM[21]SZ[big];W[c4])", "bad_size", 1, 12),
        ("gm21", "(;GM[21]SZ[702];W[c4])", "bad_value", 1, 12),
        ("gm21", "(;GM[21]RU[house];W[c4])", "unknown_rules", 1, 12),
        ("gm21", "(;GM[21]HA[2];W[c4])", "no_property", 1, 12),
        ("gm21", "(;GM[21];W[c4];W[d6])", "not_in_turn", 1, 18),
        ("gm21", "(;GM[21];W[c4];B[swap-sides];W[d6])", "not_in_turn", 1, 32),
        ("gm21", "(;GM[21];W[c4];B[-c4d6])", "no_move", 1, 18),
        ("gm21", "(;GM[21];W[c4]B[d6])", "two_moves", 1, 17),
        ("t1", "1\nAnn\nBen\n24\n", "no_heading", 5, 1),
        ("t1", t1_file("I9").replace("1 # version", "2 # version"), "bad_heading", 3, 1),
        ("t1", t1_file("I9").replace("V#", "H#"), "bad_heading", 11, 1),
        ("t1", t1_file("I9").replace("24# x", "23# x"), "not_square", 7, 1),
        ("t1", t1_file("I9", size=99), "bad_value", 6, 1),
        ("t1", t1_file("I9 L10 I9"), "occupied", 16, 1),
        ("t1", t1_file("I9 L99"), "off_board", 15, 1),
        ("t1", t1_file("I9 hello"), "no_move", 15, 1),
        ("t1", t1_file("I9 resign L10"), "after_the_end", 16, 1),
        ("forum", "", "no_moves", None, None),
        ("forum", "1.f6\n3.g8", "wrong_move_number", 2, 1),
        ("forum", "1.f6 g8", "no_move", 1, 6),
        ("forum", "1.f6\n2.f6", "occupied", 2, 3),
        ("forum", "1.f6 2.a1", "corner", 1, 8),
    ],
)
def test_errors_of_broken_files_have_line_and_column(name, text, code, line, column):
    error = read_error(text, name)
    assert (error.code, error.facts.get("line"), error.facts.get("column")) == (code, line, column)


def test_error_codes_have_messages():
    messages = tablier.game("twixt").messages
    for code in ("holds_other_rules", "no_move", "not_in_turn", "off_board", "occupied"):
        assert messages[code]


@pytest.mark.parametrize(
    ("suffix", "text", "name"),
    [
        (".tsgf", "(;FF[4]SZ[24];b[cd])", "tsgf"),
        (".sgf", "(;FF[4]SZ[24];b[cd])", "tsgf"),
        (".sgf", "(;GM[21];W[c4])", "gm21"),
        (".sgf", "(;GM[21];W[c4];W[c5])", "gm21"),
        (".T1", t1_file("I9"), "t1"),
        (".t1", t1_file("I9"), "t1"),
        (".txt", "1.f6 2.swap", "forum"),
        ("", "1.f6 2.swap", "forum"),
    ],
)
def test_formats_are_guessed_from_suffix_and_text(suffix, text, name):
    assert formats.guess(suffix, text).name == name


SAMPLES = {
    "tsgf": "(;FF[4]PB[Ann]PW[Ben]SZ[24];b[cd];r[swap];b[mk];r[xb];b[resign])",
    "gm21": "(;GM[21]SZ[24]RU[PP]RE[W+R];W[c4];B[swap];B[m11];W[d6])",
    "t1": t1_file("C4 swap M11 D6 resign"),
    "forum": "1.c4 2.swap 3.m11 4.d6 5.resign",
}


@settings(max_examples=examples(400))
@given(st.data())
def test_mutated_files_are_read_or_raise_bad_file(data):
    name = data.draw(st.sampled_from(DIALECTS))
    text = SAMPLES[name]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        fragment = data.draw(
            st.one_of(st.text(max_size=3), st.sampled_from(["swap", "resign", "draw", "[", "]", "24", "B", "0"]))
        )
        text = text[:at] + fragment + text[at + data.draw(st.integers(0, 4)) :]
    try:
        formats.write(formats.read(text, name), "sgf")
    except BadFile as error:
        assert error.code
