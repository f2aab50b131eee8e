"""Fitting a network of one layer that says who is ahead, and what each trait of an action says for choosing it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .lessons import Lessons
from .regression import HELD_BACK

Floats = NDArray[np.float64]  # double, so that what differs from machine to machine is lost in rounding
ROUNDS = 12  # over all positions
AT_ONCE = 256
PACE, CHOICE_PACE = 0.002, 0.02
REIN = 1e-4
CHOICES_AT_ONCE = 200
CHOICE_ROUNDS = 4


@dataclass(frozen=True)
class Fitted:
    """The weights as the native player reads them, and mean log-losses of games not fitted to: after, before."""

    weights: NDArray[np.float64]
    loss: float
    loss_before: float
    choice_loss: float
    choice_loss_before: float


class _Steps:
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


class Network:
    """As native/games/…/knowledge.hpp has it: a layer that passes on what is above 0, and a straight line beside it."""

    def __init__(self, weights: NDArray[np.float64], inputs: int, units: int) -> None:
        ends = np.cumsum([inputs * units, units, units, inputs, 1])
        parts = [part.copy() for part in np.split(weights, ends)[:-1]]
        self.parts = [parts[0].reshape(inputs, units), *parts[1:]]

    @property
    def weights(self) -> NDArray[np.float64]:
        return np.concatenate([part.ravel() for part in self.parts])

    def odds(self, seen: Floats) -> Floats:
        layer, bias, to, straight, constant = self.parts
        found: Floats = np.maximum(seen @ layer + bias, 0) @ to + seen @ straight + constant[0]
        return found

    def loss(self, seen: Floats, aims: Floats) -> float:
        if not len(aims):
            return float("nan")
        chance = np.clip(1 / (1 + np.exp(-self.odds(seen))), 1e-6, 1 - 1e-6)
        return float(-np.mean(aims * np.log(chance) + (1 - aims) * np.log(1 - chance)))

    def slopes(self, seen: Floats, aims: Floats) -> list[Floats]:
        layer, bias, to, straight, constant = self.parts
        sums = seen @ layer + bias
        passed = np.maximum(sums, 0)
        miss = (1 / (1 + np.exp(-(passed @ to + seen @ straight + constant[0]))) - aims) / len(aims)
        back = np.outer(miss, to) * (sums > 0)
        plain = [seen.T @ back, back.sum(0), passed.T @ miss, seen.T @ miss, miss.sum(keepdims=True)]
        return [slope + REIN * part for slope, part in zip(plain, self.parts, strict=True)]


def fit(lessons: Lessons, start: NDArray[np.float64], inputs: int, units: int, seed: int) -> Fitted:
    """Weights for what was learnt, beginning with others. A layer without weights begins with small random ones."""
    random = np.random.default_rng(seed)
    traits_at = len(start) - (inputs * units + 2 * units + inputs + 1)
    network = Network(start[: len(start) - traits_at], inputs, units)
    unseen = lessons.games % HELD_BACK == 0
    inputs_seen, all_aims = lessons.inputs.astype(np.float64), lessons.aims.astype(np.float64)
    seen, aims = inputs_seen[~unseen], all_aims[~unseen]
    before = network.loss(inputs_seen[unseen], all_aims[unseen])
    if not network.parts[0].any():
        network.parts[0][:] = random.normal(0, 0.5, (inputs, units))
        network.parts[2][:] = random.normal(0, 0.05, units)
    steps = _Steps(network.parts, PACE, ROUNDS * (len(aims) // AT_ONCE + 1))
    for _ in range(ROUNDS):
        order = random.permutation(len(aims))
        for at in range(0, len(aims), AT_ONCE):
            some = order[at : at + AT_ONCE]
            steps.take(network.slopes(seen[some], aims[some]))
    choice, choice_before, choice_loss = _fit_choice(lessons, start[len(start) - traits_at :], random)
    return Fitted(
        np.concatenate([network.weights, choice]),
        network.loss(inputs_seen[unseen], all_aims[unseen]),
        before,
        choice_loss,
        choice_before,
    )


@dataclass(frozen=True)
class _Batch:
    """Some choices: traits with the action that has each, actions with the choice that has each."""

    traits: NDArray[np.int64]
    owners: NDArray[np.int64]
    choices: NDArray[np.int64]
    starts: NDArray[np.int64]
    shares: NDArray[np.float64]

    @staticmethod
    def of(lessons: Lessons, first: int, last: int) -> _Batch:
        begin = int(lessons.choices[first - 1]) if first else 0
        end = int(lessons.choices[last - 1])
        trait_begin = int(lessons.actions[begin - 1]) if begin else 0
        lengths = np.diff(lessons.actions[begin:end], prepend=trait_begin)
        counts = np.diff(lessons.choices[first:last], prepend=begin)
        traits = lessons.traits[trait_begin : int(lessons.actions[end - 1])].astype(np.int64)
        starts = np.cumsum(counts) - counts
        return _Batch(
            traits,
            np.repeat(np.arange(end - begin), lengths),
            np.repeat(np.arange(last - first), counts),
            starts,
            lessons.shares[begin:end].astype(np.float64),
        )

    def slope_and_loss(self, weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
        scores = np.bincount(self.owners, weights[self.traits], len(self.shares))
        scores -= np.maximum.reduceat(scores, self.starts)[self.choices]
        powers = np.exp(scores)
        guesses = powers / np.add.reduceat(powers, self.starts)[self.choices]
        count = len(self.starts)
        slope = np.bincount(self.traits, (guesses - self.shares)[self.owners], len(weights)) / count
        loss = float(-(self.shares * np.log(np.maximum(guesses, 1e-9))).sum() / count)
        return slope, loss


def _fit_choice(
    lessons: Lessons, start: NDArray[np.float64], random: np.random.Generator
) -> tuple[NDArray[np.float64], float, float]:
    edges = [*range(0, len(lessons.choices), CHOICES_AT_ONCE), len(lessons.choices)]
    batches = [_Batch.of(lessons, first, last) for first, last in pairwise(edges) if last > first]
    held = batches[::HELD_BACK]
    batches = [one for number, one in enumerate(batches) if number % HELD_BACK] or held
    weights = start.copy()
    if not batches:
        return weights, float("nan"), float("nan")
    before = float(np.mean([batch.slope_and_loss(weights)[1] for batch in held]))
    steps = _Steps([weights], CHOICE_PACE, CHOICE_ROUNDS * len(batches))
    for _ in range(CHOICE_ROUNDS):
        for number in random.permutation(len(batches)):
            slope, _loss = batches[number].slope_and_loss(weights)
            steps.take([slope + REIN * weights])
    return weights, before, float(np.mean([batch.slope_and_loss(weights)[1] for batch in held]))
