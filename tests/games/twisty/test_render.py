"""Position texts, position JSON, scenes, terminal drawing and description."""

from __future__ import annotations

import json
import random

import pytest

import tablier
from tablier import BadNotation
from tablier.core.messages import explain
from tablier.core.terminal_text import to_plain_text
from tests.games.twisty.twisty_boards import EXAMPLE, position

# board, card rows, pawns, turn; with a turn limit also the turns played
START = "twisty:djeco|" + EXAMPLE.partition(";")[0] + "|EBCGFAD:0:0/GFBCAED:0:0|-/-|0"
CARDS, BOARD = "EBCGFAD:0:0/GFBCAED:0:0", EXAMPLE.partition(";")[0]
START_WITH_LIMIT = START.replace("|", "|turn_limit=5|", 1) + "|0"
THREE_SEATS = "twisty:djeco|players=3|" + BOARD + "|" + CARDS + "/ABCDEFG:0:0|"


def test_position_text_of_the_start() -> None:
    assert str(tablier.new("twisty", deal=EXAMPLE)) == START
    assert str(tablier.new("twisty", deal=EXAMPLE, turn_limit=5)) == START_WITH_LIMIT


def test_states_are_frozen() -> None:
    state = tablier.new("twisty", deal=EXAMPLE)
    for name in ("turn", "outcome", "card_rows", "anything"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(state, name, 1)


def test_position_json_has_these_keys_in_this_order() -> None:
    state = position({}, ["a1", "c2", "x"], ["CABDEFG:3:2", "DBACEFG:1:0", "ABCDEFG:0:0"])
    json_position = state.position()
    assert list(json_position) == ["tokens", "pawns", "cards", "taken", "saved", "left"]
    assert json_position["pawns"] == ["a1", "c2", None]
    assert (json_position["taken"], json_position["saved"], json_position["left"]) == ([3, 1, 0], [["A", "C"], [], []], [2])
    assert json_position["cards"][0] == list("CABDEFG")
    json_position["tokens"].clear()
    assert state.position()["tokens"], "position() must return a copy"


def test_scene_has_the_effect_of_each_action() -> None:
    state = position({"c2": "+", "c1": "D", "b2": "s", "c3": "."}, ["a1", "d2"], ["CABDEFG:3:2", "DBACEFG:1:0"])
    scene = state.scene(0)
    assert scene["next"] == ["D", "B"]
    assert scene["owes"] is None
    assert scene["effects"]["c2>c1"] == {"cell": "c1", "does": "take", "colour": "D"}
    assert scene["effects"]["c2>b2"] == {"cell": "b2", "does": "stay"}
    assert scene["effects"]["c2>b2!"] == {"cell": "b2", "does": "save", "colours": ["B"]}
    assert scene["effects"]["c2>d2"] == {"cell": "d2", "does": "rob", "colour": "D", "seat": 1}
    assert tuple(scene["effects"]) == state.legal_actions()
    assert state.scene(1)["effects"] == state.scene(None)["effects"] == {}
    robbed = state.play("c2>d2").scene(1)
    assert robbed["owes"] == 1
    assert robbed["effects"]["@a7"] == {"cell": "a7", "does": "place"}
    winning = position({}, ["b3", "g7"], ["ABCDEFG:7:0", "ABCDEFG:0:0"])
    assert winning.scene(0)["effects"]["d4"] == {"cell": "d4", "does": "win"}
    assert position({}, ["a1", "b3", "c2"]).scene(0)["effects"] == {"pass": {"does": "pass"}}


def test_scene_has_the_hops_of_a_turn() -> None:
    tokens = {"c2": "+", "c1": "D", "b2": "s", "c3": "x", "b3": "+", "d2": "A"}
    state = position(tokens, ["a1", "d2"], ["CABDEFG:3:2", "DBACEFG:1:0"])
    hops = state.scene(0)["hops"]
    assert hops["c2"] == ["b2", "c1", "c3", "d2"]
    assert "c3" in hops["b3"], "also where legal_actions has the path over c2"
    assert set(hops) <= {"b3", "c2", "c3"}
    assert "d2" not in position(tokens, ["a1", "d2"], ["DBACEFG:0:0", "CABDEFG:0:0"]).scene(0)["hops"]["c2"]  # nothing to rob
    assert state.scene(1)["hops"] == state.scene(None)["hops"] == {}
    assert state.play("c2>d2").scene(1)["hops"] == {}
    assert position({}, ["a1", "-"], turn="1").scene(1)["hops"] == {}


def test_every_path_over_hops_is_legal() -> None:
    rng = random.Random(16)
    checked = 0
    for seed in range(12):
        state = tablier.new("twisty", players=3, seed=seed)
        while state.outcome is None and len(state.legal_actions()) and checked < 400:
            hops = state.scene(state.to_act)["hops"]
            firsts = [action for action in state.legal_actions() if action in hops]
            if firsts:
                path = [rng.choice(firsts)]
                while onward := [cell for cell in hops.get(path[-1], ()) if cell not in path]:
                    path.append(rng.choice(onward))
                    state.play(">".join(path))
                    checked += 1
            state = state.play(rng.choice(state.legal_actions()))
    assert checked > 100


def test_views_are_plain_json() -> None:
    view = tablier.new("twisty", deal=EXAMPLE).view(0)
    assert json.loads(json.dumps(view)) == view
    assert view["legal"] == ["@a1", "@a7", "@g1", "@g7"]


def test_drawing_shows_pawns_tokens_and_cards_without_colour() -> None:
    state = position({"c2": "+", "e5": "A"}, ["c2", "e5"], ["CABDEFG:3:2", "DBACEFG:1:0"])
    lines = to_plain_text(state.game.render(state)).splitlines()
    assert max(map(len, lines)) <= 80
    assert "★+" in next(line for line in lines if line.startswith("2 "))
    assert "■A" in next(line for line in lines if line.startswith("5 "))
    assert any("[C][A](B) D  E  F  G" in line for line in lines)
    assert "Star" in lines[-1]


def test_description_covers_pawns_cards_and_status() -> None:
    state = position({"c2": "+", "e5": "A"}, ["c2", "e5", "x"], ["CABDEFG:3:2", "DBACEFG:1:0", "ABCDEFG:0:0"])
    lines = state.game.describe(state)
    assert "The pawn of Star is on c2. A step token lies there." in lines
    assert "Star: Protected: C, A. Collected: B. To collect, in this order: D, E, F, G." in lines
    assert "The pawn of Square is on e5. A cube of colour A lies there." in lines
    assert "Triangle has left." in lines
    assert lines[-1] == "It is the turn of Star, who needs colour D."
    won = position({}, ["b3", "g7"], ["ABCDEFG:7:0", "ABCDEFG:0:0"]).play("d4")
    assert won.game.describe(won)[-1] == "Star has collected all seven colours, reaches the centre and wins."


@pytest.mark.parametrize(
    ("text", "code", "part", "at"),  # part: index in the text split at "|"
    [
        (START[:-2], "wrong_parts", 3, 3),
        (START + "|0", "wrong_parts", 5, 0),
        (START_WITH_LIMIT[:-2], "wrong_parts", 5, 1),
        (START.replace(".+n", "A+n"), "unreadable", 1, 0),
        (START.replace("F.o", "FAo"), "unreadable", 1, 27),
        (START.replace(".|E", "..|E"), "unreadable", 1, 55),
        (START.replace("oFEo", "oFEx"), "wrong_count", 1, 0),
        (START.replace("oFEo", "oEEo"), "wrong_count", 1, 0),
        (START.replace("EBCGFAD:0:0", "EBCGFAD:1:0"), "wrong_count", 1, 0),
        (START.replace("EBCGFAD", "EBCGFAA"), "wrong_cards", 2, 0),
        (START.replace("EBCGFAD:0:0", "EBCGFAD:0:1"), "wrong_numbers", 2, 8),
        (START.replace("GFBCAED:0:0", "GFBCAED:8:0"), "unreadable", 2, 20),
        (START.replace("/GFBCAED:0:0", ""), "wrong_seats", 2, 0),
        (START.replace("-/-|0", "a1/a1|1"), "shared_cell", 3, 0),
        (START.replace("-/-", "-/a1"), "wrong_pawns", 3, 0),
        (START.replace("-/-|0", "c3/-|1"), "wrong_pawns", 3, 0),
        (START.replace("-/-", "a1/h8"), "unreadable", 3, 3),
        (START.replace("-/-", "x/x"), "nobody_left", 3, 0),
        (START.replace("|", "|corners=dealt|", 1), "wrong_pawns", 4, 0),
        (START[:-1] + "1", "wrong_turn", 4, 0),
        (START[:-1] + "0#", "wrong_turn", 4, 0),
        (START[:-1] + "2", "no_such_seat", 4, 0),
        (START[:-1] + "0>2", "no_such_seat", 4, 2),
        (START[:-1] + "00", "unreadable", 4, 0),
        (START.replace("-/-", "a1/-") + ">1", "wrong_answer", 4, 2),
        (START.replace("-/-", "a1/a7") + "#", "wrong_win", 4, 0),
        (THREE_SEATS + "x/a1/a7|0", "wrong_turn", 5, 0),
        (START_WITH_LIMIT[:-1] + "1", "wrong_turns", 6, 0),
        (START_WITH_LIMIT[:-1] + "٣", "unreadable", 6, 0),
        (START_WITH_LIMIT.replace("-/-", "a1/a7") + "1", "unreadable", 6, 0),
        (START_WITH_LIMIT.replace("-/-", "a1/a7")[:-1] + "1", "wrong_turns", 6, 0),
        (START_WITH_LIMIT.replace("-/-", "a1/a7")[:-1] + "12", "wrong_turns", 6, 0),
        (START_WITH_LIMIT.replace("-/-", "c2/a7"), "wrong_turns", 6, 0),
        (START_WITH_LIMIT.replace("-/-|0|0", "x/a7|1|10"), "wrong_turns", 6, 0),
        (START.replace("|", "|seed=0|", 1), "setup_option", 1, 0),
        (START.replace("|", "|players=3|", 1), "wrong_seats", 3, 0),
        (START.replace("|", "|specials=step:1|", 1), "bad_value", 1, 0),
    ],
)
def test_invalid_position_texts_report_code_and_index(text: str, code: str, part: int, at: int) -> None:
    with pytest.raises(BadNotation) as error:
        tablier.from_text(text)
    start = sum(len(before) + 1 for before in text.split("|")[:part])
    assert (error.value.code, error.value.at) == (code, start + at)
    assert not explain(error.value, tablier.game("twisty")).startswith(code), "every code needs a message"


def test_a_pending_corner_must_agree_with_the_robbery() -> None:
    rows = ["ABCDEFG:0:0", "GABCDEF:2:0", "CBADEFG:0:0"]
    text = str(position({}, ["a1", "c2", "g7"], rows).play("c2"))
    for wrong in (
        text.replace("GBCDEFA", "GBCDEAF"),
        text.replace("|0>1", "|2>1"),
        text.replace("|0>1", "|0"),
        text.replace("|0>1", "|0>2"),
        text.replace("ABCDEFG:1:0", "ABCDEFG:1:1"),
        text.replace("c2/-/g7", "c2/x/g7"),
    ):
        assert wrong != text
        with pytest.raises(BadNotation):
            tablier.from_text(wrong)
