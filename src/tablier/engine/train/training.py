"""Training: generations of self-play and fitting, each playing with the weights of the one before."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from tablier.core.errors import BadOptions
from tablier.core.game import Game
from tablier.core.game_parts import Training
from tablier.engine.twin import native_game

from .dataset import Dataset, generate_dataset
from .export import weight_settings
from .fitting import NetworkFit, Shape, fit_network
from .regression import HOLDOUT, RegressionFit, fit_regression
from .selfplay import Sample, StartFactory, generate_sample

WINDOW = 3  # number of latest generations whose games are fitted to
GAMES_PER_PART = 2 * HOLDOUT  # a multiple of HOLDOUT, so that every part holds out the same share


@dataclass(frozen=True)
class Generation:
    """Result of one round of self-play and fitting."""

    number: int  # 1-based
    positions: int
    fit: RegressionFit | NetworkFit


OnGeneration = Callable[[Generation], None]


def has_network(game: Game) -> bool:
    """True if the game's player has a value network and a policy rather than weighted features."""
    return hasattr(native_game(game.name).Player, "inputs")


def train(
    game: Game, *, generations: int, games: int, nodes: int, seed: int, on_generation: OnGeneration | None = None
) -> NDArray[np.float64]:
    """Train for some generations and return the weights.

    Starts from the initial weights that the game declares, or else from zeros. Raises `BadOptions` for a game without training.
    """
    training = _require_training(game)
    if has_network(game):
        return _train_network(game, training, generations, games, nodes, seed, on_generation)
    weights = np.zeros(native_game(game.name).Player.feature_count)
    samples: list[Sample] = []
    for number in range(1, generations + 1):
        settings = weight_settings(weights)
        parts = _play_in_parts(generate_sample, training.start, games, nodes, settings, _generation_seed(seed, number))
        sample = Sample.concatenate(parts)
        samples = [*samples[1 - WINDOW :], sample]
        fit = fit_regression(Sample.concatenate(samples), weights)
        weights = fit.weights
        if on_generation:
            on_generation(Generation(number, len(sample), fit))
    return weights


def _require_training(game: Game) -> Training:
    native = native_game(game.name)
    trainable = native and (hasattr(native.Player, "features") or hasattr(native.Player, "inputs"))
    if game.training is None or not trainable:
        raise BadOptions("no_training", game=game.name)
    return game.training


def _train_network(
    game: Game,
    training: Training,
    generations: int,
    games: int,
    nodes: int,
    seed: int,
    on_generation: OnGeneration | None,
) -> NDArray[np.float64]:
    assert training.initial_weights  # a network of zeros has no gradient
    shape = Shape.of(native_game(game.name).Player)
    weights = np.array(training.initial_weights(), np.float64)
    datasets: list[Dataset] = []
    for number in range(1, generations + 1):
        settings = weight_settings(weights, network=True)
        parts = _play_in_parts(generate_dataset, training.start, games, nodes, settings, _generation_seed(seed, number))
        dataset = Dataset.concatenate(parts)
        datasets = [*datasets[1 - WINDOW :], dataset]
        fit = fit_network(Dataset.concatenate(datasets), weights, shape, number)
        weights = fit.weights
        if on_generation:
            on_generation(Generation(number, len(dataset.targets), fit))
    return weights


def _generation_seed(seed: int, number: int) -> int:
    """Return a seed of its own for each generation. The factor is a prime above any number of generations."""
    return seed * 1_000_003 + number


Part = TypeVar("Part", covariant=True)


class Generate(Protocol[Part]):
    """Plays games and returns them as training data: `generate_sample` or `generate_dataset`."""

    def __call__(self, start: StartFactory, games: int, *, nodes: int, settings: Mapping[str, float], seed: int) -> Part: ...


def _play_in_parts(
    generate: Generate[Part], start: StartFactory, games: int, nodes: int, settings: Mapping[str, float], seed: int
) -> list[Part]:
    """Play the games on all cores. Every part has its own seed, so the result does not depend on the number of cores."""
    sizes = [min(GAMES_PER_PART, games - first) for first in range(0, games, GAMES_PER_PART)]
    seeds = [seed * 100_003 + part for part in range(len(sizes))]  # a prime above any number of parts
    play_part = partial(_play_part, generate, start, nodes, dict(settings))
    if len(sizes) == 1:
        return [play_part(sizes[0], seeds[0])]
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        return list(pool.map(play_part, sizes, seeds))


def _play_part(
    generate: Generate[Part], start: StartFactory, nodes: int, settings: Mapping[str, float], games: int, seed: int
) -> Part:
    return generate(start, games, nodes=nodes, settings=settings, seed=seed)
