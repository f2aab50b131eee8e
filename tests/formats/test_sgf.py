"""SGF: syntax, escapes, locations of errors, limits and round trips."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablier.core.errors import BadFile
from tablier.formats import sgf
from tests.examples import examples

SAMPLE = "(;FF[4]GM[0]XO[size=6][pie=no]\n;B[c3]ZZ[kept]\n (;W[d4];B[e5])\n (;W[f6]))"


def error_of(text: str) -> BadFile:
    with pytest.raises(BadFile) as raised:
        sgf.parse(text)
    return raised.value


def test_the_main_line_takes_the_first_of_the_variations():
    nodes = [dict(node.properties) for node in sgf.parse(SAMPLE).main_line()]
    assert nodes == [
        {"FF": ("4",), "GM": ("0",), "XO": ("size=6", "pie=no")},
        {"B": ("c3",), "ZZ": ("kept",)},
        {"W": ("d4",)},
        {"B": ("e5",)},
    ]


def test_every_property_has_its_location():
    node = list(sgf.parse(SAMPLE).main_line())[1]
    assert node.locations == {"B": (2, 4), "ZZ": (2, 10)}
    assert node.location == (2, 1)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (r"a\]b", "a]b"),
        (r"a\\b", r"a\b"),
        (r"a\:b", "a:b"),
        ("soft\\\nbreak", "softbreak"),
        ("soft\\\r\nbreak", "softbreak"),
        ("hard\nbreak", "hard\nbreak"),
        ("hard\r\nbreak", "hard\nbreak"),
        ("hard\rbreak", "hard\nbreak"),
        ("tab\tand\vvertical", "tab and vertical"),
        ("(;not[structure", "(;not[structure"),
        ("", ""),
    ],
)
def test_escapes_and_line_breaks(written, value):
    assert sgf.parse(f"(;C[{written}])").root.value("C") == value


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "not_sgf", 1, 1),
        ("hello", "not_sgf", 1, 1),
        ("\n  x(;FF[4])", "not_sgf", 2, 3),
        ("()", "no_node", 1, 2),
        ("((;B[a]))", "no_node", 1, 2),
        ("(;FF[4]", "not_closed", 1, 1),
        ("(;FF[4]\n;B[c3", "value_not_closed", 2, 3),
        ("(;FF[4]\n;B)", "no_value", 2, 3),
        ("(;FF[4];B[a]B[b])", "property_twice", 1, 13),
        ("(;FF[4])\n(;FF[4])", "several_games", 2, 1),
        ("(;FF[4]) tail", "after_the_game", 1, 10),
        ("(;FF[4](;B[a]);W[b])", "unexpected", 1, 15),
        ("(;F4[4])", "no_value", 1, 4),
        ("(FF[4])", "unexpected", 1, 2),
        ("(;FF[4]\x00)", "control_character", 1, 8),
    ],
)
def test_an_error_has_its_location(text, code, line, column):
    error = error_of(text)
    assert (error.code, error.line, error.column) == (code, line, column)


def test_a_second_value_of_a_single_valued_property_is_rejected():
    with pytest.raises(BadFile) as raised:
        sgf.parse("(;FF[4]\nEV[a][b])").root.value("EV")
    assert (raised.value.code, raised.value.line, raised.value.column) == ("several_values", 2, 4)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(;C[" + "x" * 10_000_000 + "])", "file_too_long"),
        ("(" * 100_000, "no_node"),
        ("(;" * 100_000, "too_deep"),
        ("(;B[a]" * 100_000 + ")" * 100_000, "too_deep"),
        ("(" + ";" * 500_000 + ")", "too_many_nodes"),
        ("(;C" + "[]" * 400_000 + ")", "too_many_properties"),
        ("(;C[" + "\\\\" * 400_000, "value_not_closed"),
        ("(;" + "A" * 900_000, "no_value"),
        (bytes(range(256)).decode("latin-1") * 3000, "control_character"),
        ("\0" * 900_000, "control_character"),
        (" \n" * 400_000, "not_sgf"),
    ],
    ids=range(11),  # the texts are too long
)
def test_malicious_files_are_rejected_within_a_second(text, code):
    started = time.process_time()
    assert error_of(text).code == code
    assert time.process_time() - started < 1


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n"))


@given(st.lists(st.dictionaries(st.from_regex(r"\A[A-Z]{1,3}\Z"), st.lists(TEXTS, min_size=1, max_size=3)), min_size=1))
def test_written_games_round_trip(nodes):
    read = sgf.parse(sgf.write(nodes)).nodes
    assert [dict(node.properties) for node in read] == [
        {name: tuple(values) for name, values in node.items()} for node in nodes
    ]


@pytest.mark.parametrize("value", ["a\0b", "a\tb", "a\rb", "\ud800"])
def test_unwritable_characters_are_rejected(value):
    with pytest.raises(BadFile, match="control_character"):
        sgf.write([{"C": value}])


CHARACTERS = st.sampled_from(["(", ")", ";", "[", "]", "\\", "x", "", "\n"])


@settings(max_examples=examples(500))
@given(st.lists(st.tuples(st.integers(0, len(SAMPLE)), CHARACTERS), max_size=5))
def test_mutated_files_are_read_or_rejected(changes):
    text = SAMPLE
    for at, character in changes:
        text = text[:at] + character + text[at + 1 :]
    try:
        sgf.parse(text)
    except BadFile as error:
        assert error.line >= 1
        assert error.column >= 1
