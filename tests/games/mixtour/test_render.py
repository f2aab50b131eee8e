"""Terminal drawing, description, views and messages."""

from __future__ import annotations

import json
import re

import pytest

import tablier
from tablier.core.terminal_text import to_plain_text
from tests.games.mixtour.mixtour_boards import position, state_after

GAME = tablier.game("mixtour")


def test_the_board_is_drawn_with_its_stacks() -> None:
    state = position(turn=1, score="2-1", a1="WB", c3="B", e5="WWBW")
    assert to_plain_text(GAME.render(state)).splitlines()[:15] == [
        "    a      b      c      d      e",
        "  ┌──────┬──────┬──────┬──────┬──────┐",
        "5 │      │      │      │      │ ○○●○ │ 5",
        "  ├──────┼──────┼──────┼──────┼──────┤",
        "4 │      │      │      │      │      │ 4",
        "  ├──────┼──────┼──────┼──────┼──────┤",
        "3 │      │      │ ●    │      │      │ 3",
        "  ├──────┼──────┼──────┼──────┼──────┤",
        "2 │      │      │      │      │      │ 2",
        "  ├──────┼──────┼──────┼──────┼──────┤",
        "1 │ ○●   │      │      │      │      │ 1",
        "  └──────┴──────┴──────┴──────┴──────┘",
        "    a      b      c      d      e",
        "",
        "○ White  score 2 of 5, reserve 21",
    ]
    assert "● Black  score 1 of 5, reserve 22  ← to move" in to_plain_text(GAME.render(state))


def test_describe_lists_score_reserves_and_stacks() -> None:
    assert GAME.describe(position(turn=1, score="2-1", a1="WB", c3="B")) == [
        "It is Black's turn.",
        "Score: White 2, Black 1. To win: 5.",
        "In reserve: White 24, Black 23.",
        "a1: a stack of 2, from the bottom up: White, Black.",
        "c3: one piece, Black.",
        "23 cells are empty.",
    ]
    assert GAME.describe(tablier.new("mixtour:gerhards"))[-1] == "The board is empty."
    assert "In reserve: White 20, Red 20." in GAME.describe(tablier.new("mixtour:gerhards"))


def test_describe_and_draw_mention_the_result_and_the_last_turn() -> None:
    won = position(turn=0, edition="mixtour:gerhards", score="0-1", a1="W")
    assert GAME.describe(won)[0] == "Red has the points and wins."
    assert "Red has the points and wins." in to_plain_text(GAME.render(won))
    banned = state_after("a1 a2 b1 b2 b2-a1 a1:1-a2")
    assert "a2:1-a1 is forbidden now: it would take the last move back." in GAME.describe(banned)
    stuck = {"a1": "WBWB", "c1": "W", "a3": "B", "c3": "W", "e1": "B", "e3": "W"}
    assert "The last turn was a pass." in GAME.describe(position(1, "pass", edition="mixtour:stein|pieces=5", **stuck))


def test_view_json() -> None:
    state = state_after("c3 c4 c3-c4")
    view = state.view(1)
    assert json.dumps(view["position"]) == '{"stacks": {"c4": "BW"}, "reserve": [24, 24], "score": [0, 0]}'
    assert view["scene"] == {"undo": None, "passed": False}
    assert view["legal"] == list(state.legal_actions()) and state.view(0)["legal"] == []


def test_every_code_has_a_message() -> None:
    raised = {
        code
        for file in GAME.folder.glob("*.py")
        for code in re.findall(r'(?:IllegalAction|BadNotation)\("(\w+)"', file.read_text(encoding="utf-8"))
    }
    common, outcomes = {"unreadable", "too_long", "game_over"}, {"points", "passes", "repetition"}
    assert (raised - common) | outcomes == set(GAME.messages)


@pytest.mark.parametrize(
    "options", [{"pieces": 4}, {"pieces": 26}, {"points": 0}, {"points": 10}, {"pieces": "٩"}, {"size": 5}]
)
def test_options_out_of_range_raise_bad_options(options: dict[str, object]) -> None:
    with pytest.raises(tablier.BadOptions):
        tablier.new("mixtour", **options)


def test_states_are_frozen() -> None:
    state = tablier.new("mixtour")
    for name in ("turn", "stacks", "anything"):
        with pytest.raises(AttributeError):
            setattr(state, name, 1)
    with pytest.raises(TypeError):
        state.options["points"] = 1  # type: ignore[index]
