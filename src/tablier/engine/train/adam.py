"""Fitting weights step by step."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]  # double, so that what differs from machine to machine is lost in rounding
REIN = 1e-4  # holds back weights that little speaks for


class Steps:
    """Adam: a step for each of some arrays, in place."""

    def __init__(self, arrays: list[Floats], pace: float, steps: int) -> None:
        self._arrays, self._pace, self._steps, self._step = arrays, pace, steps, 0
        self._mean = [np.zeros_like(one) for one in arrays]
        self._scale = [np.zeros_like(one) for one in arrays]

    def take(self, slopes: list[Floats]) -> None:
        self._step += 1
        pace = self._pace * (1 - self._step / (self._steps + 1))
        for array, slope, mean, scale in zip(self._arrays, slopes, self._mean, self._scale, strict=True):
            mean += 0.1 * (slope - mean)
            scale += 0.001 * (slope**2 - scale)
            array -= pace * (mean / (1 - 0.9**self._step)) / (np.sqrt(scale / (1 - 0.999**self._step)) + 1e-8)
