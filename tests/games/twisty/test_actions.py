"""Action texts (see test_rules.py): legal actions against brute force, canonical forms, and errors."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier import BadNotation, IllegalAction, State
from tablier.core.messages import explain
from tablier.core.state import MAX_ACTION_LENGTH
from tests.examples import examples
from tests.games.twisty import brute_force
from tests.games.twisty.twisty_boards import EXAMPLE, position

VARIANTS = [
    line
    for line in Path(__file__).with_name("variants.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
GAME = tablier.game("twisty")


def start_of(variant: str) -> State:
    edition, *options = variant.split()
    return tablier.new(edition, **dict(option.split("=", 1) for option in options))


def play_random_game(variant: str, seed: int) -> list[State]:
    """All states of a random game that prefers taking, robbing and protecting, and in which seats sometimes leave."""
    rng, state = random.Random(seed), start_of(variant)
    states = [state]
    while state.outcome is None:
        effects = state.scene(state.to_act)["effects"]
        gains = [action for action, effect in effects.items() if effect["does"] in ("take", "rob", "save")]
        if state.seats > 2 and rng.random() < 0.01:
            state = state.leave(rng.choice([seat for seat in range(state.seats) if seat not in state.position()["left"]]))
        else:
            state = state.play(rng.choice(gains if gains and rng.random() < 0.7 else list(effects)))
        states.append(state)
    return states


@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_actions_agree_with_brute_force_during_whole_games(variant: str) -> None:
    for state in play_random_game(variant, seed=1):
        assert list(state.legal_actions()) == sorted(brute_force.legal_actions(state)), str(state)
        again = tablier.from_text(str(state))
        assert (again, again.outcome, again.to_act) == (state, state.outcome, state.to_act)


@pytest.mark.parametrize("variant", VARIANTS[:5])
def test_listed_actions_lead_to_different_positions(variant: str) -> None:
    for state in play_random_game(variant, seed=2)[::3]:
        results = [state.play(action) for action in state.legal_actions()]
        assert len(set(results)) == len({str(result) for result in results}) == len(results)
        assert all(state.action(action) == action for action in state.legal_actions())


@pytest.mark.parametrize(
    "specials", ["step:3,diagonal:3,knight:3,portal:4,save:3", "step:5,diagonal:5,knight:5,portal:0,save:1"]
)
def test_every_legal_path_is_accepted_and_maps_to_a_listed_one(specials: str) -> None:
    rng = random.Random(3)
    for state in play_random_game(f"twisty players=4 turn_limit=10 seed=5 specials={specials}", seed=3)[4::5]:
        if state.to_act != state.turn:
            continue
        json_position, listed = state.position(), state.legal_actions()
        paths = [
            (cell,)
            for cell in brute_force.knight_moves(json_position["pawns"][state.turn])
            if brute_force.may_enter(json_position, state.turn, cell)
        ]
        for _ in range(4):
            for path in rng.sample(paths, min(len(paths), 30)):
                text = ">".join(path)
                assert state.action(text) in listed
                assert len(state.action(text)) <= len(text)
                assert state.play(text) == state.play(state.action(text))
            paths = [longer for path in paths for longer in brute_force.extensions(json_position, state.turn, path)]


def test_of_equal_paths_the_shortest_and_then_the_first_in_text_order_is_listed() -> None:
    state = position({"b3": "x", "c2": "+", "c4": "+", "d3": "A"}, ["a1", "g7"])
    assert "c2>d2" in state.legal_actions()
    both = position({"b3": "+", "c2": "+", "b2": "A"}, ["a1", "g7"])
    assert "b3>b2" in both.legal_actions()
    assert "c2>b2" not in both.legal_actions()
    assert both.action("c2>b2") == "b3>b2"
    assert both.play("c2>b2") == both.play("b3>b2")


def test_an_illegal_action_keeps_its_text() -> None:
    state = tablier.new("twisty", deal=EXAMPLE)
    assert [state.action(text) for text in ("c2>d2", "@d4", "pass", "a1!")] == ["c2>d2", "@d4", "pass", "a1!"]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", 0),
        ("@", 1),
        ("@h1", 1),
        ("@a1!", 3),
        ("@a1>b3", 3),
        ("a", 1),
        ("a8", 1),
        ("A1", 0),
        ("c5>", 3),
        ("c5>d", 4),
        ("c5>>d6", 3),
        ("c5!>d6", 3),
        ("c5!!", 3),
        ("c5 ", 2),
        (" c5", 0),
        ("c5\n", 2),
        ("c5\0", 2),
        ("c٣", 1),
        ("pas", 3),
        ("pass!", 4),
        ("b3" * 1000, 2),
        ("c" * 1000, 1),
    ],
)
def test_unreadable_actions(text: str, at: int) -> None:
    state = tablier.new("twisty", deal=EXAMPLE)
    for read in (state.action, state.play):
        with pytest.raises(BadNotation) as error:
            read(text)
        assert (error.value.code, error.value.at) == ("unreadable", at)


@pytest.mark.parametrize("value", [None, 5, b"c5", ["c5"], ("@a1",)])
def test_a_value_other_than_str_is_unreadable(value: object) -> None:
    with pytest.raises(BadNotation):
        tablier.new("twisty", deal=EXAMPLE).play(value)  # type: ignore[arg-type]


def test_actions_over_the_length_limit_are_rejected() -> None:
    state = tablier.new("twisty", deal=EXAMPLE).play("@a1").play("@g7")
    with pytest.raises(BadNotation, match="too_long"):
        state.play("c2>" * MAX_ACTION_LENGTH)
    with pytest.raises(IllegalAction):
        state.play(">".join(["c2"] * 5000))


# positions of games with three and four players: from the middle, and while corners are picked
POSITIONS = play_random_game(VARIANTS[3], seed=4)[20::15] + play_random_game(VARIANTS[4], seed=4)[:3]


@given(st.sampled_from(POSITIONS), st.text(max_size=12) | st.from_regex(r"@?[a-h][0-8](>[a-g][1-7]){0,4}!?", fullmatch=True))
@settings(max_examples=examples(1500))
def test_wrong_actions_raise_the_right_errors_and_nothing_else(state: State, text: str) -> None:
    try:
        action = state.action(text)
    except BadNotation as error:
        assert 0 <= error.at <= len(text)
        with pytest.raises(BadNotation):
            state.play(text)
        return
    try:
        after = state.play(text)
    except IllegalAction as error:
        assert action not in state.legal_actions()
        assert not explain(error, GAME).startswith(error.code), "every code needs a message"
    else:
        assert action in state.legal_actions()
        assert after == state.play(action)


TEXTS = [str(state) for state in POSITIONS]


@given(st.data())
@settings(max_examples=examples(1500))
def test_wrong_positions_raise_bad_notation_and_nothing_else(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    for _ in range(data.draw(st.integers(1, 3))):
        at, removed = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 3))
        inserted = data.draw(st.text("ABCDEFG+xnos./:|->#0123456789abcdefg=", max_size=3) | st.text(max_size=2))
        text = text[:at] + inserted + text[at + removed :]
    try:
        state = tablier.from_text(text)
    except BadNotation as error:
        assert error.at >= 0
    else:
        assert text.endswith("|".join(state.fields())), "a position has exactly one text"
        assert tablier.from_text(str(state)) == state
        assert set(state.legal_actions()) == brute_force.legal_actions(state)
