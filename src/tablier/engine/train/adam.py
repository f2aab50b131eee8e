"""The Adam optimizer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]  # double precision: differences between machines vanish when the weights are rounded

BETA1, BETA2 = 0.9, 0.999
MEAN_RATE, VARIANCE_RATE = 0.1, 0.001  # 1 - BETA1, 1 - BETA2
EPSILON = 1e-8


class Adam:
    """Adam with a linearly decaying learning rate; updates its arrays in place."""

    def __init__(self, arrays: list[Floats], learning_rate: float, steps: int) -> None:
        """`steps` is the total number of steps, after which the learning rate reaches 0."""
        self._arrays, self._learning_rate, self._steps, self._step = arrays, learning_rate, steps, 0
        self._mean = [np.zeros_like(array) for array in arrays]
        self._variance = [np.zeros_like(array) for array in arrays]

    def step(self, gradients: list[Floats]) -> None:
        """Update the arrays by one step; one gradient per array."""
        self._step += 1
        rate = self._learning_rate * (1 - self._step / (self._steps + 1))
        for array, gradient, mean, variance in zip(self._arrays, gradients, self._mean, self._variance, strict=True):
            mean += MEAN_RATE * (gradient - mean)
            variance += VARIANCE_RATE * (gradient**2 - variance)
            array -= rate * (mean / (1 - BETA1**self._step)) / (np.sqrt(variance / (1 - BETA2**self._step)) + EPSILON)
