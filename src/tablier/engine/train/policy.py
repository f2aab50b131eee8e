"""What the traits of an action say for choosing it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .adam import REIN, Floats
from .move_features import Traits, summed


class Choice:
    """As native/games/…/network.hpp has it: a sum of what the traits say, and reasons, of which what is above 0 counts."""

    def __init__(self, weights: NDArray[np.float64], traits: int, reasons: int) -> None:
        plain, table, always, counts = np.split(weights, np.cumsum([traits, traits * reasons, reasons]))
        self.reasons = reasons
        self.parts = [plain.copy(), table.reshape(traits, reasons).copy(), always.copy(), counts.copy()]

    @property
    def weights(self) -> NDArray[np.float64]:
        return np.concatenate([part.ravel() for part in self.parts])

    def begin(self, random: np.random.Generator) -> None:
        """Reasons that have no weights yet get small random ones."""
        _plain, table, _always, counts = self.parts
        if not counts.any():
            table[:] = random.normal(0, 0.1, table.shape)
            counts[:] = random.normal(0, 0.1, counts.shape)

    def loss(self, traits: Traits, shares: Floats) -> float:
        return self._forward(traits, shares)[-1]

    def slopes(self, traits: Traits, shares: Floats) -> list[Floats]:
        counts = self.parts[-1]
        has, reasoned, guesses, _loss = self._forward(traits, shares)
        miss = (guesses - shares) / len(traits)
        to_actions = np.outer(miss, counts) * (reasoned > 0)
        slopes = [has.T @ miss, has.T @ to_actions, to_actions.sum(0), np.maximum(reasoned, 0).T @ miss]
        return [slope + REIN * part for slope, part in zip(slopes, self.parts, strict=True)]

    def _forward(self, traits: Traits, shares: Floats) -> tuple[Floats, Floats, Floats, float]:
        plain, table, always, counts = self.parts
        has = traits.counted(len(plain))
        reasoned = has @ table + always
        scores = has @ plain + np.maximum(reasoned, 0) @ counts
        owners = np.repeat(np.arange(len(traits)), traits.in_position)
        scores -= np.maximum.reduceat(scores, np.cumsum(traits.in_position) - traits.in_position)[owners]
        powers = np.exp(scores)
        guesses = powers / summed(powers, traits.in_position)[owners]
        return has, reasoned, guesses, float(-(shares * np.log(np.maximum(guesses, 1e-9))).sum() / len(traits))
