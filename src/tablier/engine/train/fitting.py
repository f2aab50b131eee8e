"""Fitting of a value network and a policy to a dataset."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .adam import Adam
from .dataset import Dataset
from .move_features import Indices, MoveFeatures
from .network import Policy, ValueNetwork
from .regression import HOLDOUT

EPOCHS, POLICY_EPOCHS = 8, 3
BATCH_SIZE, POLICY_BATCH_SIZE = 256, 64  # positions
LEARNING_RATE, POLICY_LEARNING_RATE = 0.005, 0.01


@dataclass(frozen=True)
class NetworkFit:
    """Fitted weights in the native layout, and mean losses on held-out games, after and before fitting."""

    weights: NDArray[np.float64]
    loss: float
    loss_before: float
    policy_loss: float
    policy_loss_before: float


@dataclass(frozen=True)
class Shape:
    """Sizes of a native player's network and policy."""

    inputs: int
    hidden_units: int
    value_units: int
    value_features: int  # the first move features, which the value network uses
    move_features: int
    policy_units: int

    @staticmethod
    def of(player: Any) -> Shape:
        """The shape of a native player class."""
        names = ("input_count", "hidden_units", "value_units", "value_feature_count", "move_feature_count", "policy_units")
        return Shape(*(getattr(player, name) for name in names))

    def split(self, weights: NDArray[np.float64]) -> tuple[ValueNetwork, Policy]:
        """Network and policy from weights in the native layout: network, linear policy, value units, policy units."""
        width = self.inputs + self.value_units
        network_size = (width + 2) * self.hidden_units + width + 1
        ends = np.cumsum([network_size, self.move_features, (self.value_features + 1) * self.value_units])
        network, linear_policy, value_units, policy_units = np.split(weights, ends)
        return (
            ValueNetwork(
                np.concatenate([network, value_units]), self.inputs, self.hidden_units, self.value_units, self.value_features
            ),
            Policy(np.concatenate([linear_policy, policy_units]), self.move_features, self.policy_units),
        )

    def join(self, network: ValueNetwork, policy: Policy) -> NDArray[np.float64]:
        """All weights in the native layout; the inverse of `split`."""
        *layers, unit_weights, unit_bias = network.parts
        linear_policy, *policy_units = policy.parts
        return np.concatenate([part.ravel() for part in (*layers, linear_policy, unit_weights, unit_bias, *policy_units)])


def fit_network(dataset: Dataset, initial_weights: NDArray[np.float64], shape: Shape, seed: int) -> NetworkFit:
    """Fit network and policy, starting from `initial_weights`."""
    network, policy = shape.split(initial_weights)
    with ThreadPoolExecutor(2) as pool:  # independent of each other; numpy releases the GIL
        value_job = pool.submit(_fit_value, network, dataset, np.random.default_rng((seed, 0)))
        policy_job = pool.submit(_fit_policy, policy, dataset, np.random.default_rng((seed, 1)))
        (before, loss), (policy_before, policy_loss) = value_job.result(), policy_job.result()
    return NetworkFit(shape.join(network, policy), loss, before, policy_loss, policy_before)


def _fit_value(network: ValueNetwork, dataset: Dataset, rng: np.random.Generator) -> tuple[float, float]:
    """Fit the network in place; return its held-out loss before and after."""
    is_held_out = dataset.games % HOLDOUT == 0
    held_out, training = np.flatnonzero(is_held_out), np.flatnonzero(~is_held_out)
    inputs, targets = dataset.inputs.astype(np.float64), dataset.targets.astype(np.float64)

    def held_out_loss() -> float:
        return network.loss(inputs[held_out], dataset.value_moves.select(held_out)[0], targets[held_out])

    before = held_out_loss()
    network.initialize(rng)
    adam = Adam(network.parts, LEARNING_RATE, EPOCHS * (len(training) // BATCH_SIZE + 1))
    for _ in range(EPOCHS):
        for batch in _batches(rng.permutation(training), BATCH_SIZE):
            adam.step(network.gradients(inputs[batch], dataset.value_moves.select(batch)[0], targets[batch]))
    return before, held_out_loss()


def _fit_policy(policy: Policy, dataset: Dataset, rng: np.random.Generator) -> tuple[float, float]:
    """Fit the policy in place; return its held-out loss before and after."""
    # samples of one game are adjacent, so holding out whole batches holds out (almost) whole games
    batches = list(_batches(np.arange(len(dataset.policy_moves)), POLICY_BATCH_SIZE))
    held_out = batches[::HOLDOUT]
    rest = [batch for number, batch in enumerate(batches) if number % HOLDOUT]
    training = np.concatenate(rest or held_out or [np.arange(0)])
    if not len(training):
        return float("nan"), float("nan")

    def samples(positions: Indices) -> tuple[MoveFeatures, NDArray[np.float64]]:
        moves, indices = dataset.policy_moves.select(positions)
        return moves, dataset.policy_targets[indices].astype(np.float64)

    def held_out_loss() -> float:
        return float(np.mean([policy.loss(*samples(batch)) for batch in held_out]))

    before = held_out_loss()
    policy.initialize(rng)
    adam = Adam(policy.parts, POLICY_LEARNING_RATE, POLICY_EPOCHS * (len(training) // POLICY_BATCH_SIZE + 1))
    for _ in range(POLICY_EPOCHS):
        for batch in _batches(rng.permutation(training), POLICY_BATCH_SIZE):
            adam.step(policy.gradients(*samples(batch)))
    return before, held_out_loss()


def _batches(positions: Indices, size: int) -> list[Indices]:
    return [positions[first : first + size] for first in range(0, len(positions), size)]
