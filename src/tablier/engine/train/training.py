"""Playing and fitting by turns: each generation plays with the weights of the one before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from tablier.core.errors import BadOptions
from tablier.core.game import Game
from tablier.engine.twin import native_game

from .header import as_settings
from .regression import Fit, fit
from .selfplay import Sample, Starts, play_games

REMEMBERED = 3  # generations whose games are fitted to


@dataclass(frozen=True)
class Generation:
    """What one round of playing and fitting came to."""

    number: int
    positions: int
    fit: Fit


def starts_of(game: Game) -> Starts:
    """Where a game's training begins; `BadOptions` for a game that has none."""
    name = f"{type(game).__module__.rpartition('.')[0]}.training"
    native = native_game(game.name)
    if not find_spec(name) or not native or not hasattr(native.Player, "features"):
        raise BadOptions("no_training", game=game.name)
    starts: Starts = import_module(name).starts
    return starts


def train(
    game: Game, *, generations: int, games: int, nodes: int, seed: int, told: Callable[[Generation], None] | None = None
) -> NDArray[np.float64]:
    """The weights after so many generations, beginning with none."""
    starts = starts_of(game)
    weights = np.zeros(native_game(game.name).Player.features_in_all)
    samples: list[Sample] = []
    for number in range(1, generations + 1):
        played = play_games(starts, games, nodes=nodes, settings=as_settings(weights), seed=seed * 1_000_003 + number)
        samples = [*samples[1 - REMEMBERED :], played]
        found = fit(Sample.joined(samples), weights)
        weights = found.weights
        if told:
            told(Generation(number, len(played), found))
    return weights
