"""Playing on all cores: games in parts, each with its own seed, so that the same games come of one core or of many."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Protocol, TypeVar

from .regression import HELD_BACK
from .selfplay import Starts

A_PART = 2 * HELD_BACK  # games, so that the same share of each is held back


P_co = TypeVar("P_co", covariant=True)


class Play(Protocol[P_co]):
    """A way to play games."""

    def __call__(self, starts: Starts, games: int, *, nodes: int, settings: Mapping[str, float], seed: int) -> P_co: ...


def in_parts(play: Play[P_co], starts: Starts, games: int, nodes: int, settings: Mapping[str, float], seed: int) -> list[P_co]:
    """What `play` makes of each part of the games, in their order."""
    sizes = [min(A_PART, games - first) for first in range(0, games, A_PART)]
    seeds = [seed * 100_003 + part for part in range(len(sizes))]
    one = partial(_one, play, starts, nodes, dict(settings))
    if len(sizes) == 1:
        return [one(sizes[0], seeds[0])]
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        return list(pool.map(one, sizes, seeds))


def _one(play: Play[P_co], starts: Starts, nodes: int, settings: Mapping[str, float], games: int, seed: int) -> P_co:
    return play(starts, games, nodes=nodes, settings=settings, seed=seed)
