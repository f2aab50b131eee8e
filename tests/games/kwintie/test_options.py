"""Option ranges and conflicts."""

from __future__ import annotations

from typing import Any

import pytest

import tablier
from tablier.core.messages import explain
from tests.games.kwintie.kwintie_games import after

DEFAULTS = {"base": "board", "centre_ban": True, "fours": False, "pieces": 20, "width": 9, "height": 9, "line": 5}


def test_the_editions_have_the_options_of_their_rule_sheets() -> None:
    assert tablier.new("kwintie") == tablier.new("kwintie:board")
    assert dict(after("board").options) == DEFAULTS
    assert dict(after("table").options) == DEFAULTS | {"base": "table", "centre_ban": False}
    assert dict(after("kwinty").options) == DEFAULTS | {"base": "table", "centre_ban": False, "fours": True}


@pytest.mark.parametrize(
    ("edition", "options", "option", "other"),
    [
        ("board", {"base": "table"}, "centre_ban", "base"),
        ("table", {"centre_ban": True}, "centre_ban", "base"),
        ("kwinty", {"centre_ban": "yes"}, "centre_ban", "base"),
        ("board", {"fours": True, "line": 4}, "fours", "line"),
        ("kwinty", {"line": 3}, "fours", "line"),
    ],
)
def test_conflicting_options_are_rejected(edition: str, options: dict[str, Any], option: str, other: str) -> None:
    with pytest.raises(tablier.BadOptions) as caught:
        after(edition, **options)
    error = caught.value
    assert (error.code, error.option, error.other) == ("conflict", option, other)
    assert explain(error, tablier.game("kwintie")).startswith(f"{option}=yes does not go with {other}=")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pieces", 0), ("pieces", 41), ("width", 2), ("width", 10), ("height", 2), ("height", 10), ("line", 2), ("line", 6),
        ("base", "floor"), ("fours", 1), ("pieces", "9" * 300), ("width", "٥"), ("width", True), ("colour", "red"),
    ],
)  # fmt: skip
def test_invalid_values_are_rejected(name: str, value: object) -> None:
    with pytest.raises(tablier.BadOptions):
        after("board", **{name: value})


def test_editions_accept_the_options_of_others() -> None:
    assert after("board", base="table", centre_ban=False).legal_actions() == ("i", "ij")
    assert "c" in after("kwinty", "a", base="board").legal_actions()
    assert after("board", fours=True, pieces=1).play("a").play("b").outcome == tablier.Outcome(None, "fours_equal", (0, 0))


def test_options_are_part_of_equality() -> None:
    assert after("board", width=8) != after("board", width=7)
    assert after("board", base="table", centre_ban=False) != after("table")
    assert after("table", height=5) == after("table", height="5")
    assert len({after("table"), after("table"), after("kwinty")}) == 2
    assert after("board") != "kwintie:board"


@pytest.mark.parametrize(("line", "actions"), [(3, "a b ab"), (4, "a b ab i ab"), (5, "a b ab i a")])
def test_the_line_option_sets_the_winning_length(line: int, actions: str) -> None:
    """White's column a is 2, then 3, then 4 or 5 cubes high."""
    for required in (3, 4, 5):
        if required >= line:
            outcome = after("board", actions, line=required).outcome
            assert outcome == (tablier.Outcome(0, "line") if required == line else None)
