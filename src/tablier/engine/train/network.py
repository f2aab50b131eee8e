"""A network of one layer that says who is ahead."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .adam import REIN, Floats
from .move_features import Traits, summed

MANY = 2000
HINTS_SCALE = 1 / 8  # of what they are for many actions, so that their sum is about 1


class Network:
    """As native/games/…/network.hpp has it: a layer that passes on what is above 0, and a straight line beside it.

    It sees inputs, and of some actions what their traits hint at: of each action what is above 0, summed.
    """

    def __init__(self, weights: NDArray[np.float64], inputs: int, units: int, hints: int, traits: int) -> None:
        wide = inputs + hints
        ends = np.cumsum([wide * units, units, units, wide, 1, traits * hints, hints])
        parts = [part.copy() for part in np.split(weights, ends)[:-1]]
        self.inputs, self.units, self.hints = inputs, units, hints
        self.parts = [parts[0].reshape(wide, units), *parts[1:5], parts[5].reshape(traits, hints), parts[6]]

    @property
    def weights(self) -> NDArray[np.float64]:
        return np.concatenate([part.ravel() for part in self.parts])

    def begin(self, random: np.random.Generator) -> None:
        """What has no weights yet gets small random ones."""
        layer, _, to, _, _, table, always = self.parts
        if not layer[: self.inputs].any():
            layer[: self.inputs] = random.normal(0, 0.5, (self.inputs, self.units))
            to[:] = random.normal(0, 0.05, self.units)
        if not table.any():
            table[:] = random.normal(0, 0.05, table.shape)
            always[:] = 0.05
            layer[self.inputs :] = random.normal(0, 0.1, (self.hints, self.units))

    def odds(self, seen: Floats, hinting: Traits) -> Floats:
        return self._forward(seen, hinting)[-1]

    def loss(self, seen: Floats, hinting: Traits, aims: Floats) -> float:
        """The mean log-loss, some positions at a time: all at once would take much memory."""
        if not len(aims):
            return float("nan")
        lost = 0.0
        for first in range(0, len(aims), MANY):
            some = np.arange(first, min(first + MANY, len(aims)))
            chance = np.clip(1 / (1 + np.exp(-self.odds(seen[some], hinting.chosen(some)[0]))), 1e-6, 1 - 1e-6)
            lost -= float(np.sum(aims[some] * np.log(chance) + (1 - aims[some]) * np.log(1 - chance)))
        return lost / len(aims)

    def slopes(self, seen: Floats, hinting: Traits, aims: Floats) -> list[Floats]:
        layer, _bias, to, straight, _constant, table, _always = self.parts
        of_actions, wide, sums, passed, odds = self._forward(seen, hinting)
        miss = (1 / (1 + np.exp(-odds)) - aims) / len(aims)
        back = np.outer(miss, to) * (sums > 0)
        to_hints = (back @ layer[self.inputs :].T + np.outer(miss, straight[self.inputs :])) * HINTS_SCALE
        to_actions = np.repeat(to_hints, hinting.in_position, axis=0) * (of_actions > 0)
        to_traits = np.repeat(to_actions, hinting.in_action, axis=0)
        of_table = [np.bincount(hinting.numbers, to_traits[:, hint], len(table)) for hint in range(self.hints)]
        plain = [wide.T @ back, back.sum(0), passed.T @ miss, wide.T @ miss, miss.sum(keepdims=True)]
        plain += [np.stack(of_table, 1), to_actions.sum(0)]
        return [slope + REIN * part for slope, part in zip(plain, self.parts, strict=True)]

    def _forward(self, seen: Floats, hinting: Traits) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        layer, bias, to, straight, constant, table, always = self.parts
        of_actions = summed(np.take(table, hinting.numbers, 0), hinting.in_action) + always
        wide = np.concatenate([seen, summed(np.maximum(of_actions, 0), hinting.in_position) * HINTS_SCALE], 1)
        sums = wide @ layer + bias
        passed = np.maximum(sums, 0)
        return of_actions, wide, sums, passed, passed @ to + wide @ straight + constant[0]
