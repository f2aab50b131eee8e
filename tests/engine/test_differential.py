"""The native rules against the Python rules on random games: every variant that has a twin, every ply, and back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import tablier
from tablier.engine.twin import Twin, option_texts
from tests.conformance.test_perft import rows
from tests.conformance.variants import Variant, random_game, variants

TWINNED = [variant for variant in variants() if Twin.exists(variant.start())]


@contextmanager
def repeatable(variant: Variant, seed: int, actions: list[str]) -> Iterator[None]:
    """A failure names the command that brings it back."""
    try:
        yield
    except BaseException as error:
        options = "".join(f" -o {name}={value}" for name, value in variant.options)
        command = f'tablier legal {variant.edition}{options} --after "{" ".join(actions)}"'
        raise AssertionError(f"seed {seed}: {command}") from error


def test_every_edition_has_a_twin() -> None:
    assert {variant.edition for variant in TWINNED} == {name for game in tablier.shelf() for name in game.edition_names()}


@pytest.mark.parametrize("variant", TWINNED, ids=str)
def test_random_games_agree_ply_by_ply_and_back(variant: Variant) -> None:
    for seed in range(4):
        actions: list[str] = []
        texts: list[str] = []
        start = variant.start(seed)
        twin = Twin(start)
        with repeatable(variant, seed, actions):
            for state, action in random_game(start, seed):
                assert str(twin) == str(state)
                assert twin.legal_actions() == state.legal_actions()
                assert twin.to_act == state.to_act and twin.turn == state.turn
                ended = state.outcome
                assert twin.ended == (ended and (ended.winner, ended.reason))
                fresh = Twin(state)
                assert str(fresh) == str(state)
                assert fresh.key == twin.key
                texts.append(str(state))
                if action is not None:
                    actions.append(action)
                    twin.play(action)
            for text in reversed(texts[:-1]):
                twin.undo()
                assert str(twin) == text
                assert twin.key == Twin(tablier.from_text(text)).key
            with pytest.raises(tablier.IllegalAction):
                twin.undo()


@pytest.mark.parametrize("variant", TWINNED, ids=str)
def test_keys_tell_positions_apart(variant: Variant) -> None:
    seen: dict[int, str] = {}
    for seed in range(6):
        for state, _ in random_game(variant.start(seed), seed):
            text = "|".join(state.fields())
            assert seen.setdefault(Twin(state).key, text) == text
    assert len(seen) > 5


@pytest.mark.parametrize("variant", TWINNED, ids=str)
def test_symmetric_images_are_positions_of_equal_standing(variant: Variant) -> None:
    draw = random.Random(9)
    for state, _ in random_game(variant.start(9), 9):
        if draw.random() < 0.7:
            continue
        native = Twin(state).native
        for number in range(native.symmetries):
            image = native.transformed(number)
            assert image.canonical_key == native.canonical_key
            assert {native.transformed_code(code, number) for code in native.legal()} == set(image.legal())
            assert (image.over, image.winner, image.to_act) == (native.over, native.winner, native.to_act)
            for code in native.legal()[:4]:
                there, here = image.copy(), native.copy()
                assert there.play(native.transformed_code(code, number)) and here.play(code)
                assert here.transformed(number).key == there.key


@pytest.mark.parametrize(
    ("variant", "depth", "count"), [row for row in rows() if Twin.exists(row[0].start())], ids=lambda part: str(part)
)
def test_perft_tables_are_shared(variant: Variant, depth: int, count: int) -> None:
    assert Twin(variant.start()).native.perft(depth) == count


@pytest.mark.parametrize("variant", TWINNED, ids=str)
def test_bad_codes_and_texts_raise_what_the_rules_raise(variant: Variant) -> None:
    state = variant.start()
    twin = Twin(state)
    for code in (-1, twin.native.codes, 65_535, 65_536, 10**15):
        with pytest.raises(tablier.IllegalAction):
            twin.play(code)
    for text in ("", "\0", "zz99", "a" * 1000 + "1", "c3:9-c4", "pass", "swap", "é"):
        expected: tablier.RulesError | None = None
        try:
            state.play(text)
        except tablier.RulesError as error:
            expected = error
        if expected is not None:
            with pytest.raises(type(expected)) as raised:
                twin.play(text)
            assert (raised.value.code, raised.value.facts) == (expected.code, expected.facts)
    assert str(twin) == str(state)


@pytest.mark.parametrize("variant", TWINNED, ids=str)
def test_mutilated_fields_never_crash_and_what_loads_is_a_position(variant: Variant) -> None:
    draw = random.Random(13)
    for state, _ in random_game(variant.start(13), 13):
        fields = "|".join(state.fields())
        edition = variant.edition.partition(":")[2]
        for _ in range(20):
            at = draw.randrange(len(fields) + 1)
            changed = (
                fields[:at]
                + draw.choice(["", "a", "W", "9", "/", "|", "\0", "zz", "-", "b2c4"])
                + fields[at + draw.randrange(3) :]
            )
            loaded = type(Twin(state).native).load(edition, dict(option_texts(state)), changed)
            if loaded is not None:
                loaded.legal()
                loaded.random_games(1, 1, 50)
