"""Batches of games in numpy arrays, compared with the rules game by game."""

from __future__ import annotations

import numpy as np
import pytest

import tablier
from tablier.engine.batch import Batch
from tablier.engine.twin import Twin
from tests.conformance.variants import Variant, variants

VARIANTS_WITH_TWIN = [variant for variant in variants() if Twin.exists(variant.start())]


def create_batch(variant: Variant, games: int, threads: int = 1, seed: int = 1) -> Batch:
    setup = {option.name for option in tablier.game(variant.edition.partition(":")[0]).options if option.setup}
    options = {name: value for name, value in variant.options if name not in setup}
    return Batch(variant.edition, games=games, seed=seed, threads=threads, **options)


def random_actions(batch: Batch, rng: np.random.Generator) -> np.ndarray:
    """One random legal action per game: the one with the largest random weight."""
    return (batch.legal * (1 + rng.integers(0, 200, batch.legal.shape))).argmax(axis=1)


@pytest.mark.parametrize("variant", VARIANTS_WITH_TWIN, ids=str)
def test_every_step_agrees_with_the_rules(variant: Variant) -> None:
    rng = np.random.default_rng(2)
    batch = create_batch(variant, games=3)
    for _ in range(60):
        twins = [Twin(batch.state(game)) for game in range(3)]
        actions = random_actions(batch, rng)
        for game, twin in enumerate(twins):
            assert set(np.flatnonzero(batch.legal[game])) == set(twin.native.legal())
            assert batch.to_act[game] == twin.to_act
            assert (batch.observation[game] == twin.native.observe()).all()
            twin.play(int(actions[game]))
        batch.step(actions)
        for game, twin in enumerate(twins):
            assert bool(batch.done[game]) == (twin.result is not None)
            if twin.result is None:
                assert str(batch.state(game)) == str(twin)
                assert not batch.rewards[game].any()
            else:
                winner = twin.result[0]
                assert abs(batch.rewards[game].sum()) < 1e-6
                assert batch.rewards[game].argmax() == winner if winner is not None else not batch.rewards[game].any()
                assert batch.state(game).outcome is None


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    batches = [Batch("kwintie:board", games=101, seed=5, threads=threads) for threads in (1, 2, 3)]
    rng = np.random.default_rng(3)
    for _ in range(50):
        actions = random_actions(batches[0], rng)
        for batch in batches:
            batch.step(actions)
        for other in batches[1:]:
            for name in ("observation", "legal", "to_act", "rewards", "done"):
                assert (getattr(other, name) == getattr(batches[0], name)).all()


def test_seeds_determine_the_random_setup_of_every_game() -> None:
    first, same, other = (Batch("twisty:djeco", games=4, seed=seed, players=3, turn_limit=5) for seed in (1, 1, 2))
    assert (first.observation == same.observation).all() and not (first.observation == other.observation).all()
    assert len({str(first.state(game)) for game in range(4)}) == 4
    same_seeds = Batch("twisty:djeco", games=2, seed=[7, 7], players=3, turn_limit=5)
    assert str(same_seeds.state(0)) == str(same_seeds.state(1))
    before = str(same_seeds.state(0))
    same_seeds.step_randomly(200)
    assert before != str(same_seeds.state(0))


def test_an_illegal_code_is_rejected_without_any_change() -> None:
    batch = Batch("mixtour:stein", games=5, seed=1)
    batch.step_randomly(7)
    before = batch.observation.copy()
    actions = batch.legal.argmax(axis=1)
    for code in (-1, batch.legal.shape[1], 10**12, int(np.flatnonzero(batch.legal[3] == 0)[0])):
        actions[3] = code
        with pytest.raises(tablier.IllegalAction) as raised:
            batch.step(actions)
        assert (raised.value.code, raised.value.game, raised.value.number) == ("illegal_code", 3, code)
    assert (batch.observation == before).all()
    with pytest.raises(ValueError, match="one action for every game"):
        batch.step([0])


def test_invalid_arguments_are_rejected() -> None:
    with pytest.raises(tablier.BadOptions) as raised:
        Batch("twixt:dujardin", games=2)
    assert raised.value.code == "no_twin"
    with pytest.raises(tablier.BadOptions):
        Batch("kwintie:board", games=0)
    with pytest.raises(tablier.BadOptions):
        Batch("chess", games=1)
    with pytest.raises(ValueError, match="one seed for every game"):
        Batch("kwintie:board", games=3, seed=[1, 2])


def test_arrays_outlive_the_batch() -> None:
    legal = Batch("kwintie:board", games=8, threads=2).legal
    assert legal.sum() > 0
