"""Fitting all that a player has learnt: who is ahead, and what to choose."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .adam import Steps
from .dataset import Lessons
from .move_features import Offsets, Traits
from .network import Network
from .policy import Choice
from .regression import HELD_BACK

ROUNDS, CHOICE_ROUNDS = 8, 3  # over all positions, over all choices
AT_ONCE, CHOICES_AT_ONCE = 256, 64
PACE, CHOICE_PACE = 0.005, 0.01


@dataclass(frozen=True)
class Fitted:
    """The weights as the native player reads them, and mean log-losses of games not fitted to: after, before."""

    weights: NDArray[np.float64]
    loss: float
    loss_before: float
    choice_loss: float
    choice_loss_before: float


@dataclass(frozen=True)
class Shape:
    """How much a player has learnt, as the player itself tells it."""

    inputs: int
    units: int
    hints: int
    hinting: int  # the first so many traits give hints
    traits: int
    reasons: int

    @staticmethod
    def of(player: Any) -> Shape:
        names = ("input_count", "hidden_units", "value_units", "value_feature_count", "move_feature_count", "policy_units")
        return Shape(*(getattr(player, name) for name in names))

    def parted(self, weights: NDArray[np.float64]) -> tuple[Network, Choice]:
        wide = self.inputs + self.hints
        judging = (wide + 2) * self.units + wide + 1
        ends = np.cumsum([judging, self.traits, (self.hinting + 1) * self.hints])
        before, plain, hints, reasons = np.split(weights, ends)
        network = Network(np.concatenate([before, hints]), self.inputs, self.units, self.hints, self.hinting)
        return network, Choice(np.concatenate([plain, reasons]), self.traits, self.reasons)

    def joined(self, network: Network, choice: Choice) -> NDArray[np.float64]:
        """All weights as the player reads them."""
        *judging, hints, always = network.parts
        plain, *reasons = choice.parts
        return np.concatenate([part.ravel() for part in (*judging, plain, hints, always, *reasons)])


def fit(lessons: Lessons, start: NDArray[np.float64], shape: Shape, seed: int) -> Fitted:
    """Weights for what was learnt, beginning with others."""
    network, choice = shape.parted(start)
    with ThreadPoolExecutor(2) as pool:  # neither asks the other; NumPy lets both work at once
        judging = pool.submit(_fit_network, network, lessons, np.random.default_rng((seed, 0)))
        choosing = pool.submit(_fit_choice, choice, lessons, np.random.default_rng((seed, 1)))
        (before, loss), (choice_before, choice_loss) = judging.result(), choosing.result()
    return Fitted(shape.joined(network, choice), loss, before, choice_loss, choice_before)


def _fit_network(network: Network, lessons: Lessons, random: np.random.Generator) -> tuple[float, float]:
    unseen = lessons.games % HELD_BACK == 0
    held, known = np.flatnonzero(unseen), np.flatnonzero(~unseen)
    inputs, aims = lessons.inputs.astype(np.float64), lessons.aims.astype(np.float64)

    def held_loss() -> float:
        return network.loss(inputs[held], lessons.hinting.chosen(held)[0], aims[held])

    before = held_loss()
    network.begin(random)
    steps = Steps(network.parts, PACE, ROUNDS * (len(known) // AT_ONCE + 1))
    for _ in range(ROUNDS):
        for some in _batches(random.permutation(known), AT_ONCE):
            steps.take(network.slopes(inputs[some], lessons.hinting.chosen(some)[0], aims[some]))
    return before, held_loss()


def _fit_choice(choice: Choice, lessons: Lessons, random: np.random.Generator) -> tuple[float, float]:
    parts = list(_batches(np.arange(len(lessons.choices)), CHOICES_AT_ONCE))  # choices of a game stand side by side
    held = parts[::HELD_BACK]
    known = np.concatenate([part for number, part in enumerate(parts) if number % HELD_BACK] or held or [np.arange(0)])
    if not len(known):
        return float("nan"), float("nan")

    def lesson(some: Offsets) -> tuple[Traits, NDArray[np.float64]]:
        traits, actions = lessons.choices.chosen(some)
        return traits, lessons.shares[actions].astype(np.float64)

    def held_loss() -> float:
        return float(np.mean([choice.loss(*lesson(part)) for part in held]))

    before = held_loss()
    choice.begin(random)
    steps = Steps(choice.parts, CHOICE_PACE, CHOICE_ROUNDS * (len(known) // CHOICES_AT_ONCE + 1))
    for _ in range(CHOICE_ROUNDS):
        for some in _batches(random.permutation(known), CHOICES_AT_ONCE):
            steps.take(choice.slopes(*lesson(some)))
    return before, held_loss()


def _batches(all_of_them: Offsets, size: int) -> list[Offsets]:
    return [all_of_them[first : first + size] for first in range(0, len(all_of_them), size)]
