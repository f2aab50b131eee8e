"""Logistic regression over features that are there or not, some of them several times."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .selfplay import Sample

STEPS = 400
PACE = 0.05  # of the steps, at the beginning
MEMORY, SCALE_MEMORY = 0.9, 0.999
HELD_BACK = 10  # one game in so many is not fitted to, but judged by


@dataclass(frozen=True)
class Fit:
    """Weights in units of log-odds, and how well they say outcomes they were not fitted to: the mean log-loss."""

    weights: NDArray[np.float64]
    loss: float
    loss_before: float  # of the weights it began with


def fit(sample: Sample, start: NDArray[np.float64], *, rein: float = 2.0) -> Fit:
    """Weights for a sample, beginning with others.

    `rein` holds back weights that few positions speak for: it is the precision of a normal prior around 0.
    """
    unseen = sample.games % HELD_BACK == 0
    positions = np.repeat(np.arange(len(sample)), np.diff(sample.ends, prepend=0))
    known = ~unseen
    weights = start.copy()
    before = _loss(_odds(sample, positions, weights)[unseen], sample.outcomes[unseen])
    mean, scale = np.zeros_like(weights), np.zeros_like(weights)
    fitted = known[positions]
    features, owners = sample.features[fitted], positions[fitted]
    for step in range(1, STEPS + 1):
        miss = _chance(_odds(sample, positions, weights)) - sample.outcomes
        slope = np.bincount(features, miss[owners], len(weights)) + rein * weights
        slope /= known.sum()
        mean = MEMORY * mean + (1 - MEMORY) * slope
        scale = SCALE_MEMORY * scale + (1 - SCALE_MEMORY) * slope**2
        pace = PACE * (1 - step / (STEPS + 1))
        weights -= pace * (mean / (1 - MEMORY**step)) / (np.sqrt(scale / (1 - SCALE_MEMORY**step)) + 1e-9)
    return Fit(weights, _loss(_odds(sample, positions, weights)[unseen], sample.outcomes[unseen]), before)


def _odds(sample: Sample, positions: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.bincount(positions, weights[sample.features], len(sample)).astype(np.float64)


def _chance(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-np.clip(odds, -30, 30)))


def _loss(odds: NDArray[np.float64], outcomes: NDArray[np.float64]) -> float:
    if not len(odds):
        return float("nan")
    chance = np.clip(_chance(odds), 1e-9, 1 - 1e-9)
    return float(-np.mean(outcomes * np.log(chance) + (1 - outcomes) * np.log(1 - chance)))
