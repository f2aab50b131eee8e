"""The contract of core.State, for every game, edition, notable option and number of seats."""

from __future__ import annotations

import json
import pickle
import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import tablier
from tests.conformance.variants import Variant, brute_force_legal, has_brute_force, random_game, variants
from tests.examples import examples

every_variant = pytest.mark.parametrize("variant", variants(), ids=str)


def test_every_edition_of_every_game_has_a_variant() -> None:
    games_folder = Path(tablier.__file__).parent / "games"
    editions = {name for game in tablier.shelf() if game.folder.parent == games_folder for name in game.edition_names()}
    assert editions == {variant.edition for variant in variants()}


@every_variant
def test_random_games_end_and_satisfy_the_contract(variant: Variant) -> None:
    for seed in range(3):
        for state, action in random_game(variant.start(seed), seed):
            actions = state.legal_actions()
            assert list(actions) == sorted(set(actions))
            assert (state.to_act is None) == (state.outcome is not None) == (not actions)
            assert not any(set(text) & set(" \t\n|") for text in actions)
            assert 0 <= state.turn < state.seats
            if action is not None:
                before = str(state)
                state.play(action)
                assert str(state) == before
        assert state.outcome is not None
        with pytest.raises(tablier.IllegalAction) as raised:
            state.play("a1")  # the end is reported before any fault of the text
        assert raised.value.code == "game_over"


@every_variant
def test_a_position_text_restores_the_state_and_its_future(variant: Variant) -> None:
    for state, action in random_game(variant.start(5), 5):
        text = str(state)
        assert text.isascii() and not set(text) & set(" \t\n")
        again = tablier.from_text(text)
        assert again == state and hash(again) == hash(state) and str(again) == text
        assert again.legal_actions() == state.legal_actions()
        assert again.position() == state.position() and again.to_act == state.to_act and again.turn == state.turn
        assert dict(again.options) == dict(state.options) and again.edition == state.edition and again.seats == state.seats
        assert again.outcome == state.outcome
        if action is not None:
            following = state.play(action)
            assert following != state
            if following.outcome is None:  # a draw by repetition needs counts that a text does not contain
                assert again.play(action) == following


@every_variant
def test_a_state_without_caches_has_the_same_future(variant: Variant) -> None:
    state = variant.start(6)
    for _, action in random_game(state, 6):
        stripped = state.without_caches()
        assert stripped == state and str(stripped) == str(state)
        assert stripped.legal_actions() == state.legal_actions() and stripped.outcome == state.outcome
        if action is not None:
            state = stripped.play(action)  # with the counts of earlier positions
    assert state.outcome is not None


@every_variant
def test_every_listed_action_is_playable_and_canonical(variant: Variant) -> None:
    rng = random.Random(7)
    for state, action in random_game(variant.start(7), 7):
        if action is None or rng.random() > 0.2:
            continue
        for listed in state.legal_actions():
            assert state.action(str(listed)) == listed
            state.play(listed)


@pytest.mark.parametrize("variant", [variant for variant in variants() if has_brute_force(variant.game_name)], ids=str)
def test_the_legal_actions_equal_those_of_the_brute_force_generator(variant: Variant) -> None:
    legal = brute_force_legal(variant.game_name)
    for seed in (11, 12):
        rng = random.Random(seed)
        for state, action in random_game(variant.start(seed), seed):
            if action is None or rng.random() < 0.25:
                assert set(state.legal_actions()) == (legal(state) if action is not None else set())


@every_variant
def test_states_are_immutable_and_picklable(variant: Variant) -> None:
    state = variant.start(3)
    for name in ("turn", "outcome", "edition", "anything"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(state, name, None)
    with pytest.raises(TypeError):
        state.options["x"] = 1  # type: ignore[index]
    assert pickle.loads(pickle.dumps(state)) == state
    assert eval(repr(state), {"tablier": tablier}) == state


@every_variant
def test_views_are_json_with_legal_actions_for_the_acting_seat_only(variant: Variant) -> None:
    for state, _ in random_game(variant.start(4), 4):
        for seat in (None, *range(state.seats)):
            view = state.view(seat)
            assert json.loads(json.dumps(view)) == view
            expected = list(state.legal_actions()) if seat is not None and seat == state.to_act else []
            assert view["legal"] == expected
            assert view["position"] == state.position()
        assert json.loads(json.dumps(state.position())) == state.position()


@every_variant
def test_positions_can_be_rendered_and_described(variant: Variant) -> None:
    for number, (state, action) in enumerate(random_game(variant.start(6), 6)):
        if number % 7 and action is not None:
            continue
        drawing = state.game.render(state)
        assert drawing and all(span.text.isprintable() for line in drawing for span in line)
        lines = state.game.describe(state)
        assert lines and all(line.isprintable() for line in lines)


@cache
def positions(variant: Variant) -> list[tablier.State]:
    """The positions of one random game of a variant."""
    return [state for state, _ in random_game(variant.start(1), 1)]


def draw_position(data: st.DataObject) -> tablier.State:
    """Draw a position of any game, edition and variant."""
    return data.draw(st.sampled_from(positions(data.draw(st.sampled_from(variants())))))


# characters of the notations of all games, and any others
ALPHABET = st.one_of(st.sampled_from("abcdefgiqx123456789:-+^/,!@>WBwb. |;=."), st.characters())


@settings(max_examples=examples(1500), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.text(ALPHABET, max_size=12), st.none() | st.integers(0, 2))
def test_wrong_actions_raise_the_right_error_and_nothing_else(data: st.DataObject, noise: str, cut: int | None) -> None:
    """The text is noise alone (`cut` is None), or a legal action with noise in place of `cut` characters."""
    state = draw_position(data)
    text = noise
    if cut is not None and state.outcome is None:
        listed = data.draw(st.sampled_from(state.legal_actions()))
        at = data.draw(st.integers(0, len(listed)))
        text = listed[:at] + noise + listed[at + cut :]
    try:
        canonical = state.action(text)
    except tablier.BadNotation:
        # a malformed text cannot be played; if the game is over, that may be reported first
        with pytest.raises((tablier.BadNotation, tablier.IllegalAction)):
            state.play(text)
        return
    assert canonical.isascii()
    try:
        following = state.play(text)
    except tablier.IllegalAction:
        with pytest.raises(tablier.IllegalAction):
            state.play(canonical)
    else:
        assert state.play(canonical) == following
        assert state.action(canonical) == canonical


@settings(max_examples=examples(1500), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.text(ALPHABET, max_size=6), st.integers(0, 2))
def test_wrong_position_texts_raise_bad_notation_and_nothing_else(data: st.DataObject, noise: str, cut: int) -> None:
    text = str(draw_position(data))
    at = data.draw(st.integers(0, len(text)))
    changed = text[:at] + noise + text[at + cut :]
    try:
        state = tablier.from_text(changed)
    except tablier.BadNotation as error:
        assert 0 <= error.at <= len(changed)
    else:
        assert str(state) == changed


@settings(max_examples=examples(300), deadline=None)
@given(st.text(max_size=40))
@example("")
@example("|")
@example("twixt:kosmos|size=٢٤|")
def test_arbitrary_text_is_not_a_position(text: str) -> None:
    with pytest.raises(tablier.BadNotation):
        tablier.from_text(text)


@pytest.mark.parametrize("text", ["a" * 1000 + "1", "\0", "c3\0", "é", "1" * 5000, "a" * 20_000, "", " ", "c3 ", "pass\n"])
@every_variant
def test_malformed_actions_raise_bad_notation(variant: Variant, text: str) -> None:
    with pytest.raises(tablier.BadNotation):
        variant.start().action(text)
    with pytest.raises(tablier.BadNotation):
        variant.start().play(text)
