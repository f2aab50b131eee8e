"""Games of a player against itself, as features and outcomes."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.core.state import State
from tablier.engine.twin import Twin, native_game

Starts = Callable[[random.Random], State]


@dataclass(frozen=True)
class Sample:
    """Positions: for each the features it has, one after the other, and what it came to for the seat to act."""

    features: NDArray[np.int32]
    ends: NDArray[np.int64]  # where each position's features end
    outcomes: NDArray[np.float64]  # 1 won, 0 lost
    games: NDArray[np.int32]  # the number of its game among those played together

    def __len__(self) -> int:
        return len(self.ends)

    @staticmethod
    def joined(samples: list[Sample]) -> Sample:
        """All of them. Games keep their numbers, so that what was held back once is never fitted to."""
        shifts = np.cumsum([0, *(len(sample.features) for sample in samples)])
        return Sample(
            np.concatenate([sample.features for sample in samples]),
            np.concatenate([sample.ends + shift for sample, shift in zip(samples, shifts, strict=False)]),
            np.concatenate([sample.outcomes for sample in samples]),
            np.concatenate([sample.games for sample in samples]),
        )


def play_games(
    starts: Starts, games: int, *, nodes: int, settings: Mapping[str, float], seed: int, stray: float = 0.04, longest: int = 200
) -> Sample:
    """Plays games with so many nodes a move.

    Now and then (`stray`) a random action is played. What the game comes to then says nothing about its earlier positions: they
    are left out.
    """
    lot = random.Random(seed)
    native = native_game(starts(random.Random(0)).game.name)
    features: list[int] = []
    ends: list[int] = []
    outcomes: list[float] = []
    numbers: list[int] = []
    for number in range(games):
        player = native.Player({"memory": 1.0, "seed": float(lot.getrandbits(32)), **settings})
        position = Twin(starts(lot)).native
        seen: list[tuple[int, list[int]]] = []
        for _ in range(longest):
            if position.over:
                break
            if lot.random() < stray:
                seen.clear()
                position.play(lot.choice(sorted(position.legal())))
                continue
            seen.append((position.to_act, native.Player.features(position)))
            found: dict[str, Any] = player.think(position, 0.0, nodes, 0)
            position.play(found["candidates"][0][0])
        for seat, here in seen:
            features += here
            ends.append(len(features))
            outcomes.append(0.5 if position.winner < 0 else float(position.winner == seat))
            numbers.append(number)
    return Sample(
        np.array(features, np.int32), np.array(ends, np.int64), np.array(outcomes, np.float64), np.array(numbers, np.int32)
    )
