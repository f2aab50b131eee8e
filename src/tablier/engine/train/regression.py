"""Logistic regression over sparse count features, fitted with Adam on the whole sample.

The loop does not use `adam.Adam`: another epsilon and other rounding would fit slightly different weights.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .selfplay import Sample

STEPS = 400
LEARNING_RATE = 0.05  # decays linearly to 0
BETA1, BETA2 = 0.9, 0.999
EPSILON = 1e-9
HOLDOUT = 10  # one game in HOLDOUT is held out


@dataclass(frozen=True)
class RegressionFit:
    """Fitted weights in units of log-odds, and mean log-losses on held-out games, after and before fitting."""

    weights: NDArray[np.float64]
    loss: float
    loss_before: float


def fit_regression(sample: Sample, initial_weights: NDArray[np.float64], *, weight_decay: float = 2.0) -> RegressionFit:
    """Fit weights to a sample, starting from `initial_weights`.

    `weight_decay` is the precision of a normal prior around 0; it keeps the weights of rare features small.
    """
    held_out = sample.games % HOLDOUT == 0
    positions = np.repeat(np.arange(len(sample)), np.diff(sample.ends, prepend=0))
    training = ~held_out
    weights = initial_weights.copy()
    before = _log_loss(_log_odds(sample, positions, weights)[held_out], sample.outcomes[held_out])
    mean, variance = np.zeros_like(weights), np.zeros_like(weights)
    in_training = training[positions]
    features, owners = sample.features[in_training], positions[in_training]
    for step in range(1, STEPS + 1):
        error = _sigmoid(_log_odds(sample, positions, weights)) - sample.outcomes
        gradient = np.bincount(features, error[owners], len(weights)) + weight_decay * weights
        gradient /= training.sum()
        mean = BETA1 * mean + (1 - BETA1) * gradient
        variance = BETA2 * variance + (1 - BETA2) * gradient**2
        rate = LEARNING_RATE * (1 - step / (STEPS + 1))
        weights -= rate * (mean / (1 - BETA1**step)) / (np.sqrt(variance / (1 - BETA2**step)) + EPSILON)
    after = _log_loss(_log_odds(sample, positions, weights)[held_out], sample.outcomes[held_out])
    return RegressionFit(weights, after, before)


def _log_odds(sample: Sample, positions: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.bincount(positions, weights[sample.features], len(sample)).astype(np.float64)


def _sigmoid(log_odds: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-np.clip(log_odds, -30, 30)))


def _log_loss(log_odds: NDArray[np.float64], outcomes: NDArray[np.float64]) -> float:
    """Mean log-loss; nan without positions."""
    if not len(log_odds):
        return float("nan")
    expected = np.clip(_sigmoid(log_odds), 1e-9, 1 - 1e-9)
    return float(-np.mean(outcomes * np.log(expected) + (1 - outcomes) * np.log(1 - expected)))
