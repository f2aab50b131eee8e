"""Batches: many games in numpy arrays, each the same game the rules would play."""

from __future__ import annotations

import numpy as np
import pytest

import tablier
from tablier.batch import Batch
from tablier.engine.twin import Twin
from tests.conformance.variants import Variant, variants

TWINNED = [variant for variant in variants() if Twin.exists(variant.start())]


def batch_of(variant: Variant, games: int, threads: int = 1, seed: int = 1) -> Batch:
    options = {name: value for name, value in variant.options if name not in ("seed", "deal")}
    return Batch(variant.edition, games=games, seed=seed, threads=threads, **options)


def drawn(batch: Batch, chooser: np.random.Generator) -> np.ndarray:
    return (batch.legal * (1 + chooser.integers(0, 200, batch.legal.shape))).argmax(axis=1)


@pytest.mark.parametrize("variant", TWINNED, ids=str)
def test_every_step_is_what_the_rules_say(variant: Variant) -> None:
    chooser = np.random.default_rng(2)
    batch = batch_of(variant, games=3)
    for _ in range(60):
        before = [Twin(batch.state(game)) for game in range(3)]
        actions = drawn(batch, chooser)
        for game, twin in enumerate(before):
            assert set(np.flatnonzero(batch.legal[game])) == set(twin.native.legal())
            assert batch.to_act[game] == twin.to_act
            assert (batch.observation[game] == twin.native.observe()).all()
            twin.play(int(actions[game]))
        batch.step(actions)
        for game, twin in enumerate(before):
            assert bool(batch.done[game]) == (twin.ended is not None)
            if twin.ended is None:
                assert str(batch.state(game)) == str(twin)
                assert not batch.rewards[game].any()
            else:
                winner = twin.ended[0]
                assert abs(batch.rewards[game].sum()) < 1e-6
                assert batch.rewards[game].argmax() == winner if winner is not None else not batch.rewards[game].any()
                assert batch.state(game).outcome is None


def test_threads_change_nothing() -> None:
    batches = [Batch("kwintie:board", games=101, seed=5, threads=threads) for threads in (1, 2, 3)]
    chooser = np.random.default_rng(3)
    for _ in range(50):
        actions = drawn(batches[0], chooser)
        for batch in batches:
            batch.step(actions)
        for other in batches[1:]:
            for name in ("observation", "legal", "to_act", "rewards", "done"):
                assert (getattr(other, name) == getattr(batches[0], name)).all()


def test_seeds_deal_and_deal_again() -> None:
    one, same, other = (Batch("twisty:djeco", games=4, seed=seed, players=3, turn_limit=5) for seed in (1, 1, 2))
    assert (one.observation == same.observation).all() and not (one.observation == other.observation).all()
    assert len({str(one.state(game)) for game in range(4)}) == 4
    own = Batch("twisty:djeco", games=2, seed=[7, 7], players=3, turn_limit=5)
    assert str(own.state(0)) == str(own.state(1))
    first = str(own.state(0))
    own.step_randomly(200)
    assert first != str(own.state(0))


def test_an_illegal_code_changes_nothing_and_is_named() -> None:
    batch = Batch("mixtour:stein", games=5, seed=1)
    batch.step_randomly(7)
    before = batch.observation.copy()
    actions = batch.legal.argmax(axis=1)
    for wrong in (-1, batch.legal.shape[1], 10**12, int(np.flatnonzero(batch.legal[3] == 0)[0])):
        actions[3] = wrong
        with pytest.raises(tablier.IllegalAction) as raised:
            batch.step(actions)
        assert (raised.value.code, raised.value.game, raised.value.number) == ("illegal_code", 3, wrong)
    assert (batch.observation == before).all()
    with pytest.raises(ValueError, match="one action for every game"):
        batch.step([0])


def test_wrong_batches_are_refused() -> None:
    with pytest.raises(tablier.BadOptions) as raised:
        Batch("twixt:dujardin", games=2)
    assert raised.value.code == "no_twin"
    with pytest.raises(tablier.BadOptions):
        Batch("kwintie:board", games=0)
    with pytest.raises(tablier.BadOptions):
        Batch("chess", games=1)
    with pytest.raises(ValueError, match="one seed for every game"):
        Batch("kwintie:board", games=3, seed=[1, 2])


def test_the_arrays_outlive_the_batch() -> None:
    legal = Batch("kwintie:board", games=8, threads=2).legal
    assert legal.sum() > 0
