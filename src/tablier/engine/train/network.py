"""Fitting a network of one layer that says who is ahead, and what each trait of an action says for choosing it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .lessons import Lessons
from .regression import HELD_BACK
from .traits import Traits, summed

Floats = NDArray[np.float64]  # double, so that what differs from machine to machine is lost in rounding
ROUNDS = 12  # over all positions
AT_ONCE = 256
MANY = 2000
PACE, CHOICE_PACE = 0.005, 0.02
HINTS_SCALE = 1 / 8  # of what they are for many actions, so that their sum is about 1
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
    """As native/games/…/knowledge.hpp has it: a layer that passes on what is above 0, and a straight line beside it.

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
        of_actions = summed(table[hinting.numbers], hinting.in_action) + always
        wide = np.concatenate([seen, summed(np.maximum(of_actions, 0), hinting.in_position) * HINTS_SCALE], 1)
        sums = wide @ layer + bias
        passed = np.maximum(sums, 0)
        return of_actions, wide, sums, passed, passed @ to + wide @ straight + constant[0]


@dataclass(frozen=True)
class Shape:
    """How large a player's network is, as the player itself tells it."""

    inputs: int
    units: int
    hints: int
    hinting: int  # the first so many traits give hints
    traits: int

    @staticmethod
    def of(player: Any) -> Shape:
        return Shape(*(getattr(player, f"{name}_in_all") for name in ("inputs", "units", "hints", "hinting", "traits")))

    def parted(self, weights: NDArray[np.float64]) -> tuple[Network, NDArray[np.float64]]:
        """The network of all the weights of a player, and what its traits say for choosing an action."""
        wide = self.inputs + self.hints
        judging = wide * self.units + 2 * self.units + wide + 1
        before, choice, hints = np.split(weights, [judging, judging + self.traits])
        return Network(np.concatenate([before, hints]), self.inputs, self.units, self.hints, self.hinting), choice

    def joined(self, network: Network, choice: NDArray[np.float64]) -> NDArray[np.float64]:
        """All of them as the player reads them."""
        *judging, table, always = (part.ravel() for part in network.parts)
        return np.concatenate([*judging, choice, table, always])


def fit(lessons: Lessons, start: NDArray[np.float64], shape: Shape, seed: int) -> Fitted:
    """Weights for what was learnt, beginning with others."""
    random = np.random.default_rng(seed)
    network, choice = shape.parted(start)
    unseen = lessons.games % HELD_BACK == 0
    held, known = np.flatnonzero(unseen), np.flatnonzero(~unseen)
    inputs, aims = lessons.inputs.astype(np.float64), lessons.aims.astype(np.float64)

    def held_loss() -> float:
        return network.loss(inputs[held], lessons.hinting.chosen(held)[0], aims[held])

    before = held_loss()
    network.begin(random)
    steps = _Steps(network.parts, PACE, ROUNDS * (len(known) // AT_ONCE + 1))
    for _ in range(ROUNDS):
        order = random.permutation(known)
        for at in range(0, len(order), AT_ONCE):
            some = order[at : at + AT_ONCE]
            steps.take(network.slopes(inputs[some], lessons.hinting.chosen(some)[0], aims[some]))
    choice, choice_before, choice_loss = _fit_choice(lessons, choice, random)
    return Fitted(shape.joined(network, choice), held_loss(), before, choice_loss, choice_before)


def _choice_slope_and_loss(
    traits: Traits, shares: NDArray[np.float64], weights: NDArray[np.float64]
) -> tuple[NDArray[np.float64], float]:
    """By how much to change what each trait says of choosing an action, and the mean log-loss."""
    count = len(traits)
    owners = np.repeat(np.arange(count), traits.in_position)
    scores = summed(weights[traits.numbers], traits.in_action)
    scores -= np.maximum.reduceat(scores, np.cumsum(traits.in_position) - traits.in_position)[owners]
    powers = np.exp(scores)
    guesses = powers / summed(powers, traits.in_position)[owners]
    miss = np.repeat(guesses - shares, traits.in_action)
    slope = np.bincount(traits.numbers, miss, len(weights)) / count
    return slope, float(-(shares * np.log(np.maximum(guesses, 1e-9))).sum() / count)


def _fit_choice(
    lessons: Lessons, start: NDArray[np.float64], random: np.random.Generator
) -> tuple[NDArray[np.float64], float, float]:
    edges = [*range(0, len(lessons.choices), CHOICES_AT_ONCE), len(lessons.choices)]
    parts = [lessons.choices.chosen(np.arange(first, last)) for first, last in pairwise(edges) if last > first]
    batches = [(traits, lessons.shares[actions].astype(np.float64)) for traits, actions in parts]
    held = batches[::HELD_BACK]
    batches = [one for number, one in enumerate(batches) if number % HELD_BACK] or held
    weights = start.copy()
    if not batches:
        return weights, float("nan"), float("nan")

    def held_loss() -> float:
        return float(np.mean([_choice_slope_and_loss(traits, shares, weights)[1] for traits, shares in held]))

    before = held_loss()
    steps = _Steps([weights], CHOICE_PACE, CHOICE_ROUNDS * len(batches))
    for _ in range(CHOICE_ROUNDS):
        for number in random.permutation(len(batches)):
            traits, shares = batches[number]
            slope, _loss = _choice_slope_and_loss(traits, shares, weights)
            steps.take([slope + REIN * weights])
    return weights, before, held_loss()
