"""Optional parts of a game: defaults, and that declared parts satisfy their interface."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import pytest

import tablier
from tablier.core.game_parts import LevelSettings
from tests.toy.shelf import toy_on_the_shelf

GAMES = tablier.shelf()
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


def games_with(part: str) -> pytest.MarkDecorator:
    """All games that declare a part."""
    games = [game for game in GAMES if getattr(game, part) is not None]
    return pytest.mark.parametrize("game", games, ids=[game.name for game in games])


@pytest.fixture
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tablier.Game]:
    with toy_on_the_shelf(tmp_path_factory.mktemp("toy")):
        yield tablier.game("pebbles")


def test_a_game_without_optional_parts_has_defaults(toy: tablier.Game) -> None:
    assert toy.levels(tablier.new("pebbles")) is None
    assert (toy.training, toy.benchmarks, toy.surrogates, toy.verification) == (None, None, None, None)
    assert toy.certificates() == [] and toy.formats == () and toy.seed_options == ()


@every_game
def test_levels_are_ten_rows_of_known_settings(game: tablier.Game) -> None:
    for edition in game.edition_names():
        rows = game.levels(tablier.new(edition))
        if rows is not None:
            assert len(rows) == 10
            assert all(set(row) <= set(LevelSettings.__annotations__) for row in rows)


@games_with("training")
def test_training_starts_are_picklable_reproducible_and_not_over(game: tablier.Game) -> None:
    training = game.training
    assert training is not None
    start = pickle.loads(pickle.dumps(training.start))
    state = start(random.Random(1))
    assert state.game is game and state.outcome is None
    assert start(random.Random(1)) == state
    if training.initial_weights is not None:
        assert all(isinstance(weight, float) for weight in training.initial_weights())


@games_with("benchmarks")
def test_benchmarks_name_variants_of_the_game(game: tablier.Game) -> None:
    assert game.benchmarks is not None and game.benchmarks.variants
    for variant in game.benchmarks.variants:
        assert tablier.new(variant.edition, **variant.options).game is game
        assert len(variant.middle) > 0


@games_with("surrogates")
def test_surrogates_act_for_the_same_seat(game: tablier.Game) -> None:
    assert game.surrogates is not None
    covered = 0
    for edition in game.edition_names():
        state = tablier.new(edition)
        if game.surrogates.start(state) is not None:
            covered += 1
            for surrogate in game.surrogates.before(state):
                assert surrogate.state.to_act == state.to_act
                assert set(surrogate.actions.values()) <= set(state.legal_actions())
    assert covered


@every_game
def test_certificates_come_with_the_knowledge_to_verify_them(game: tablier.Game) -> None:
    assert not game.certificates() or game.verification is not None
    if game.verification is not None:
        state = tablier.new(game.edition_names()[0])
        assert game.verification.equivalence_key(state) == game.verification.equivalence_key(tablier.from_text(str(state)))
        assert not any(game.verification.cannot_win(state, seat) for seat in range(state.seats))
