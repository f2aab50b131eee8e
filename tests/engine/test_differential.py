"""Differential tests of the native and the Python rules: every variant that has a twin, every ply of random games, and undo."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import tablier
from tablier.engine.twin import Twin, option_texts
from tests.conformance.test_perft import rows
from tests.conformance.variants import Variant, random_game, variants

NATIVE_GAMES = sorted(folder.name for folder in (Path(__file__).parents[2] / "native" / "games").iterdir() if folder.is_dir())


def all_variants() -> list[Variant]:
    """The listed variants, and the defaults of every edition on the shelf that has none."""
    listed = variants()
    editions = [name for game in tablier.shelf() for name in game.edition_names()]
    return listed + [Variant(name, ()) for name in editions if name not in {variant.edition for variant in listed}]


WITH_TWIN = [variant for variant in all_variants() if Twin.exists(variant.start())]


@contextmanager
def show_reproduction(variant: Variant, seed: int, actions: list[str]) -> Iterator[None]:
    """Name the command that reproduces a failure."""
    try:
        yield
    except BaseException as error:
        options = "".join(f" -o {name}={value}" for name, value in variant.options)
        command = f'tablier legal {variant.edition}{options} --after "{" ".join(actions)}"'
        raise AssertionError(f"seed {seed}: {command}") from error


@pytest.mark.parametrize("name", NATIVE_GAMES)
def test_every_edition_of_a_game_in_the_native_folder_has_a_twin(name: str) -> None:
    assert set(tablier.game(name).edition_names()) <= {variant.edition for variant in WITH_TWIN}


@pytest.mark.parametrize("variant", WITH_TWIN, ids=str)
def test_random_games_agree_at_every_ply_and_after_undo(variant: Variant) -> None:
    for seed in range(4):
        actions: list[str] = []
        texts: list[str] = []
        start = variant.start(seed)
        twin = Twin(start)
        with show_reproduction(variant, seed, actions):
            for state, action in random_game(start, seed):
                assert str(twin) == str(state)
                assert twin.legal_actions() == state.legal_actions()
                assert twin.to_act == state.to_act and twin.turn == state.turn
                outcome = state.outcome
                assert twin.result == (outcome and (outcome.winner, outcome.reason))
                loaded = Twin(state)
                assert str(loaded) == str(state)
                assert loaded.key == twin.key
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


@pytest.mark.parametrize("variant", WITH_TWIN, ids=str)
def test_keys_are_unique(variant: Variant) -> None:
    texts: dict[int, str] = {}
    for seed in range(6):
        for state, _ in random_game(variant.start(seed), seed):
            text = "|".join(state.fields())
            assert texts.setdefault(Twin(state).key, text) == text
    assert len(texts) > 5


@pytest.mark.parametrize("variant", WITH_TWIN, ids=str)
def test_symmetric_images_are_equivalent_positions(variant: Variant) -> None:
    rng = random.Random(9)
    for state, _ in random_game(variant.start(9), 9):
        if rng.random() < 0.7:
            continue
        native = Twin(state).native
        for number in range(native.symmetries):
            image = native.transformed(number)
            assert image.canonical_key == native.canonical_key
            assert {native.transformed_code(code, number) for code in native.legal()} == set(image.legal())
            assert (image.over, image.winner, image.to_act) == (native.over, native.winner, native.to_act)
            for code in native.legal()[:4]:
                image_after, native_after = image.copy(), native.copy()
                assert image_after.play(native.transformed_code(code, number)) and native_after.play(code)
                assert native_after.transformed(number).key == image_after.key


@pytest.mark.parametrize(
    ("variant", "depth", "count"), [row for row in rows() if Twin.exists(row[0].start())], ids=lambda part: str(part)
)
def test_perft_agrees_with_the_tables(variant: Variant, depth: int, count: int) -> None:
    assert Twin(variant.start()).native.perft(depth) == count


@pytest.mark.parametrize("variant", WITH_TWIN, ids=str)
def test_illegal_codes_and_texts_raise_the_errors_of_the_rules(variant: Variant) -> None:
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


@pytest.mark.parametrize("variant", WITH_TWIN, ids=str)
def test_corrupted_fields_never_crash_and_load_only_valid_positions(variant: Variant) -> None:
    rng = random.Random(13)
    for state, _ in random_game(variant.start(13), 13):
        fields = "|".join(state.fields())
        edition = variant.edition.partition(":")[2]
        for _ in range(20):
            at = rng.randrange(len(fields) + 1)
            changed = (
                fields[:at]
                + rng.choice(["", "a", "W", "9", "/", "|", "\0", "zz", "-", "b2c4"])
                + fields[at + rng.randrange(3) :]
            )
            loaded = type(Twin(state).native).load(edition, dict(option_texts(state)), changed)
            if loaded is not None:
                loaded.legal()
                loaded.random_games(1, 1, 50)
