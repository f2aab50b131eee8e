"""Playing and fitting by turns: each generation plays with the weights of the one before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from tablier.core.errors import BadOptions
from tablier.core.game import Game
from tablier.engine.twin import native_game

from .dataset import Lessons, play_lessons
from .export import as_settings
from .fitting import Fitted, Shape
from .fitting import fit as fit_lessons
from .parallel import in_parts
from .regression import Fit, fit
from .selfplay import Sample, Starts, play_games

REMEMBERED = 3  # generations whose games are fitted to


@dataclass(frozen=True)
class Generation:
    """What one round of playing and fitting came to."""

    number: int
    positions: int
    fit: Fit | Fitted


def starts_of(game: Game) -> Starts:
    """Where a game's training begins; `BadOptions` for a game that has none."""
    starts: Starts = _training(game).starts
    return starts


def has_network(game: Game) -> bool:
    """Whether the game's player judges by a network and chooses by traits, and not by weights of features alone."""
    return hasattr(native_game(game.name).Player, "inputs")


def train(
    game: Game, *, generations: int, games: int, nodes: int, seed: int, told: Callable[[Generation], None] | None = None
) -> NDArray[np.float64]:
    """The weights after so many generations, beginning with none, or with those that the game's `training` begins with."""
    starts = starts_of(game)
    if has_network(game):
        return _train_network(game, generations, games, nodes, seed, told)
    weights = np.zeros(native_game(game.name).Player.feature_count)
    samples: list[Sample] = []
    for number in range(1, generations + 1):
        parts = in_parts(play_games, starts, games, nodes, as_settings(weights), seed * 1_000_003 + number)
        played = Sample.joined(parts)
        samples = [*samples[1 - REMEMBERED :], played]
        found = fit(Sample.joined(samples), weights)
        weights = found.weights
        if told:
            told(Generation(number, len(played), found))
    return weights


def _training(game: Game) -> ModuleType:
    name = f"{type(game).__module__.rpartition('.')[0]}.training"
    native = native_game(game.name)
    if not find_spec(name) or not native or not (hasattr(native.Player, "features") or hasattr(native.Player, "inputs")):
        raise BadOptions("no_training", game=game.name)
    return import_module(name)


def _train_network(
    game: Game, generations: int, games: int, nodes: int, seed: int, told: Callable[[Generation], None] | None
) -> NDArray[np.float64]:
    training = _training(game)
    shape = Shape.of(native_game(game.name).Player)
    weights = np.array(training.beginning(), np.float64)
    lessons: list[Lessons] = []
    for number in range(1, generations + 1):
        settings = as_settings(weights, fine=True)
        played = Lessons.joined(in_parts(play_lessons, training.starts, games, nodes, settings, seed * 1_000_003 + number))
        lessons = [*lessons[1 - REMEMBERED :], played]
        found = fit_lessons(Lessons.joined(lessons), weights, shape, number)
        weights = found.weights
        if told:
            told(Generation(number, len(played.aims), found))
    return weights
