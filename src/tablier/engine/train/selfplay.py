"""Self-play games as samples of features and outcomes."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.core.state import State
from tablier.engine.twin import Twin, native_game

StartFactory = Callable[[random.Random], State]


@dataclass(frozen=True)
class Sample:
    """Positions: their features, concatenated, and the outcome for the seat to act."""

    features: NDArray[np.int32]
    ends: NDArray[np.int64]  # end offset of each position's features
    outcomes: NDArray[np.float64]  # 1 win, 0 loss, 0.5 draw or unfinished
    games: NDArray[np.int32]  # game number of each position within its part of the self-play

    def __len__(self) -> int:
        """Number of positions."""
        return len(self.ends)

    @staticmethod
    def concatenate(samples: list[Sample]) -> Sample:
        """All positions. Game numbers stay unchanged, so that a held-out game is held out in every later fit too."""
        shifts = np.cumsum([0, *(len(sample.features) for sample in samples)])
        return Sample(
            np.concatenate([sample.features for sample in samples]),
            np.concatenate([sample.ends + shift for sample, shift in zip(samples, shifts, strict=False)]),
            np.concatenate([sample.outcomes for sample in samples]),
            np.concatenate([sample.games for sample in samples]),
        )


def generate_sample(
    start: StartFactory,
    games: int,
    *,
    nodes: int,
    settings: Mapping[str, float],
    seed: int,
    exploration_rate: float = 0.04,
    max_plies: int = 200,
) -> Sample:
    """Play games of self-play with `nodes` nodes per move.

    With probability `exploration_rate` a random move is played. The outcome then says nothing about the earlier positions,
    and they are dropped.
    """
    rng = random.Random(seed)
    native = native_game(start(random.Random(0)).game.name)
    features: list[int] = []
    ends: list[int] = []
    outcomes: list[float] = []
    numbers: list[int] = []
    for number in range(games):
        player = native.Player({"memory": 1.0, "seed": float(rng.getrandbits(32)), **settings})
        position = Twin(start(rng)).native
        pending: list[tuple[int, list[int]]] = []  # seat and features of positions whose outcome is not known yet
        for _ in range(max_plies):
            if position.over:
                break
            if rng.random() < exploration_rate:
                pending.clear()
                position.play(rng.choice(sorted(position.legal())))
                continue
            pending.append((position.to_act, native.Player.features(position)))
            result: dict[str, Any] = player.think(position, 0.0, nodes, 0)
            position.play(result["candidates"][0][0])
        for seat, position_features in pending:
            features += position_features
            ends.append(len(features))
            outcomes.append(0.5 if position.winner < 0 else float(position.winner == seat))
            numbers.append(number)
    return Sample(
        np.array(features, np.int32), np.array(ends, np.int64), np.array(outcomes, np.float64), np.array(numbers, np.int32)
    )
