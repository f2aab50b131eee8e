"""Position JSON, scene, terminal drawing, description and messages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import tablier
from tablier.core.messages import MESSAGES, explain, format_message
from tablier.core.terminal_text import to_plain_text
from tablier.games.kwintie import board
from tests.games.kwintie.kwintie_games import after, expect_illegal, random_games

GAME = tablier.game("kwintie")
WON = "g f fg f g"


def test_position_json() -> None:
    assert after("board").position() == {"rows": [], "left": [20, 20]}
    assert after("board", "a bc").position() == {"rows": ["wBB......", "w........"], "left": [19, 19]}
    assert after("board", "a", width=4, pieces=3).position() == {"rows": ["w...", "w..."], "left": [2, 3]}
    assert after("table", "ij", width=3).position() == {"rows": ["........WW......."], "left": [19, 20]}


def test_the_scene_shows_where_pieces_would_rest() -> None:
    scene = after("table", "i h").scene(0)
    assert scene == {
        "pieces": [[["i1", "i2"]], [["h1", "h2"]]],
        "rests": {
            "g": ["g1", "g2"],
            "h": ["h3", "h4"],
            "j": ["j1", "j2"],
            "fg": ["f1", "g1"],
            "hi": ["h3", "i3"],
            "jk": ["j1", "k1"],
        },
        "line": [],
        "fours": [],
    }
    assert after("table", "i h").scene(1)["rests"] == after("table", "i h").scene(None)["rests"] == {}


@pytest.mark.parametrize("edition", ["board", "table"])
def test_scenes_agree_with_played_pieces(edition: str) -> None:
    for states in random_games(edition, 5):
        for state in states:
            scene = state.scene(state.to_act)
            assert json.loads(json.dumps(scene)) == scene
            assert sorted(scene["rests"]) == [action for action in state.legal_actions() if action != "pass"]
            for action, cells in scene["rests"].items():
                assert cells in state.play(action).scene(None)["pieces"][state.turn]


def test_drawings_show_every_cube_within_80_columns() -> None:
    for edition in ("board", "table", "kwinty"):
        for states in random_games(edition, 5):
            for state in states:
                drawn = to_plain_text(GAME.render(state))
                wall = drawn.rsplit("\n\n", 1)[0]
                cubes = "".join(state.position()["rows"]).upper()
                assert len(re.findall("[○◎]", wall)) == cubes.count("W")
                assert len(re.findall("[●◉]", wall)) == cubes.count("B")
                assert max(map(len, drawn.splitlines())) <= 80


def test_drawings() -> None:
    drawn = to_plain_text(GAME.render(after("board", "a bc", width=4, height=3)))
    assert drawn.splitlines() == [
        "",
        " 3    ·   ·   ·   ·",
        "    ╭───╮",
        " 2  │ ○ │ ·   ·   ·",
        "    │   ├───────╮",
        " 1  │ ○ │ ●   ● │ ·",
        "    ╰───┴───────┴───╴",
        "      a   b   c   d",
        "",
        "○ White: 19 pieces left   ● Black: 19 pieces left",
        "White to play.",
    ]
    won = GAME.render(after("board", WON))
    assert sum(span.text == " ◎ " and span.role == "accent" for line in won for span in line) == 5
    assert to_plain_text(won).endswith("White wins with a line of cubes.")


def test_descriptions() -> None:
    assert GAME.describe(after("board"))[0] == "No piece has been placed."
    assert GAME.describe(after("board", "a bc")) == [
        "Row 1: White standing on a, up to row 2; Black lying on b and c.",
        "Heights: a 2, b 1, c 1.",
        "White has 19 pieces left.",
        "Black has 19 pieces left.",
        "White to play.",
    ]
    assert GAME.describe(after("board", WON))[-2:] == ["In line: g1, g2, g3, g4, g5.", "White wins with a line of cubes."]
    assert GAME.describe(after("table", "ij j i h ij", width=3, height=4))[-1] == "Black cannot place a piece and must pass."
    assert GAME.describe(after("kwinty", "ij j i h ij", width=3, height=4, pieces=3))[-1] == (
        "Nobody can place a piece any more. White wins with more lines of four. Lines of four: White 1, Black 0."
    )


def test_every_code_has_a_message() -> None:
    codes = set()
    for file in Path(board.__file__).parent.glob("*.py"):
        codes |= set(re.findall(r'(?:BadNotation|BadOptions|IllegalAction)\(\s*"(\w+)"', file.read_text()))
        codes |= set(re.findall(r'Outcome\([^"\n]*"(\w+)"', file.read_text()))
    assert len(codes) > 20
    assert codes <= {*GAME.messages, *MESSAGES}
    for reason in ("line", "fours", "fours_equal", "stuck"):  # a missing fact is shown as "?"
        assert "?" not in format_message(reason, {"winner": "White"}, GAME.messages)


def test_messages_of_illegal_actions_have_all_facts() -> None:
    for states in random_games("table", 5, width=5, height=5):
        for state in states[:-1]:
            for action in ("pass", "a", "i", "ij", "hi", "gh", "h", "jk", "m", "kl"):
                if action not in state.legal_actions():
                    message = explain(expect_illegal(state, action), GAME)
                    # a missing fact is shown as "?"
                    assert "?" not in message and "{" not in message and message.endswith(".")
