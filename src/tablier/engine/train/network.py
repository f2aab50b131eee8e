"""The value network and the policy of native/games/…/network.hpp, in numpy: evaluation and gradients."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .adam import Floats
from .move_features import MoveFeatures, segment_sums

WEIGHT_DECAY = 1e-4
LOSS_BATCH = 2000  # positions per batch when a loss is computed, to bound the memory
VALUE_UNITS_SCALE = 1 / 8  # scales the sum over all moves to about 1


class ValueNetwork:
    """Log-odds of the seat to act: a hidden ReLU layer plus a linear term.

    The inputs are those of the position and, for each value unit, the sum of its ReLU activations over the position's moves.
    """

    def __init__(
        self, weights: NDArray[np.float64], inputs: int, hidden_units: int, value_units: int, move_features: int
    ) -> None:
        width = inputs + value_units
        sizes = [width * hidden_units, hidden_units, hidden_units, width, 1, move_features * value_units, value_units]
        parts = [part.copy() for part in np.split(weights, np.cumsum(sizes))[:-1]]
        self.inputs, self.hidden_units, self.value_units = inputs, hidden_units, value_units
        # hidden weights, hidden bias, output weights, linear weights, output bias, weights and bias of the value units
        self.parts = [
            parts[0].reshape(width, hidden_units),
            *parts[1:5],
            parts[5].reshape(move_features, value_units),
            parts[6],
        ]

    @property
    def weights(self) -> NDArray[np.float64]:
        return np.concatenate([part.ravel() for part in self.parts])

    def initialize(self, rng: np.random.Generator) -> None:
        """Set layers whose weights are all 0 to small random values."""
        hidden, _, output, _, _, unit_weights, unit_bias = self.parts
        if not hidden[: self.inputs].any():
            hidden[: self.inputs] = rng.normal(0, 0.5, (self.inputs, self.hidden_units))
            output[:] = rng.normal(0, 0.05, self.hidden_units)
        if not unit_weights.any():
            unit_weights[:] = rng.normal(0, 0.05, unit_weights.shape)
            unit_bias[:] = 0.05
            hidden[self.inputs :] = rng.normal(0, 0.1, (self.value_units, self.hidden_units))

    def log_odds(self, inputs: Floats, moves: MoveFeatures) -> Floats:
        return self._forward(inputs, moves)[-1]

    def loss(self, inputs: Floats, moves: MoveFeatures, targets: Floats) -> float:
        """Mean log-loss; nan without positions."""
        if not len(targets):
            return float("nan")
        total = 0.0
        for first in range(0, len(targets), LOSS_BATCH):
            batch = np.arange(first, min(first + LOSS_BATCH, len(targets)))
            log_odds = self.log_odds(inputs[batch], moves.select(batch)[0])
            expected = np.clip(1 / (1 + np.exp(-log_odds)), 1e-6, 1 - 1e-6)
            total -= float(np.sum(targets[batch] * np.log(expected) + (1 - targets[batch]) * np.log(1 - expected)))
        return total / len(targets)

    def gradients(self, inputs: Floats, moves: MoveFeatures, targets: Floats) -> list[Floats]:
        """Gradients of the mean log-loss with weight decay, one per part."""
        hidden, _, output, linear, _, unit_weights, _ = self.parts
        unit_sums, all_inputs, hidden_sums, activations, log_odds = self._forward(inputs, moves)
        error = (1 / (1 + np.exp(-log_odds)) - targets) / len(targets)
        hidden_error = np.outer(error, output) * (hidden_sums > 0)
        unit_error = hidden_error @ hidden[self.inputs :].T + np.outer(error, linear[self.inputs :])
        unit_error *= VALUE_UNITS_SCALE
        move_error = np.repeat(unit_error, moves.moves_per_position, axis=0) * (unit_sums > 0)
        feature_error = np.repeat(move_error, moves.features_per_move, axis=0)
        feature_count = len(unit_weights)
        by_unit = [np.bincount(moves.features, feature_error[:, unit], feature_count) for unit in range(self.value_units)]
        gradients = [
            all_inputs.T @ hidden_error,
            hidden_error.sum(0),
            activations.T @ error,
            all_inputs.T @ error,
            error.sum(keepdims=True),
            np.stack(by_unit, 1),
            move_error.sum(0),
        ]
        return [gradient + WEIGHT_DECAY * part for gradient, part in zip(gradients, self.parts, strict=True)]

    def _forward(self, inputs: Floats, moves: MoveFeatures) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """Sums of the value units per move; per position: all inputs, hidden sums, hidden activations and log-odds."""
        hidden, hidden_bias, output, linear, output_bias, unit_weights, unit_bias = self.parts
        unit_sums = segment_sums(np.take(unit_weights, moves.features, 0), moves.features_per_move) + unit_bias
        units = segment_sums(np.maximum(unit_sums, 0), moves.moves_per_position) * VALUE_UNITS_SCALE
        all_inputs = np.concatenate([inputs, units], 1)
        hidden_sums = all_inputs @ hidden + hidden_bias
        activations = np.maximum(hidden_sums, 0)
        log_odds = activations @ output + all_inputs @ linear + output_bias[0]
        return unit_sums, all_inputs, hidden_sums, activations, log_odds


class Policy:
    """Softmax over the moves of a position. A move's logit is linear in its features plus a layer of hidden ReLU units."""

    def __init__(self, weights: NDArray[np.float64], move_features: int, policy_units: int) -> None:
        ends = np.cumsum([move_features, move_features * policy_units, policy_units])
        linear, hidden, hidden_bias, output = np.split(weights, ends)
        self.parts = [linear.copy(), hidden.reshape(move_features, policy_units).copy(), hidden_bias.copy(), output.copy()]

    @property
    def weights(self) -> NDArray[np.float64]:
        return np.concatenate([part.ravel() for part in self.parts])

    def initialize(self, rng: np.random.Generator) -> None:
        """Set the hidden layer to small random values if its output weights are all 0."""
        _, hidden, _, output = self.parts
        if not output.any():
            hidden[:] = rng.normal(0, 0.1, hidden.shape)
            output[:] = rng.normal(0, 0.1, output.shape)

    def loss(self, moves: MoveFeatures, targets: Floats) -> float:
        """Mean cross-entropy per position; `targets` are the probabilities of all moves."""
        return self._forward(moves, targets)[-1]

    def gradients(self, moves: MoveFeatures, targets: Floats) -> list[Floats]:
        """Gradients of the mean cross-entropy with weight decay, one per part."""
        output = self.parts[-1]
        counts, hidden_sums, probabilities, _ = self._forward(moves, targets)
        error = (probabilities - targets) / len(moves)
        hidden_error = np.outer(error, output) * (hidden_sums > 0)
        gradients = [
            counts.T @ error,
            counts.T @ hidden_error,
            hidden_error.sum(0),
            np.maximum(hidden_sums, 0).T @ error,
        ]
        return [gradient + WEIGHT_DECAY * part for gradient, part in zip(gradients, self.parts, strict=True)]

    def _forward(self, moves: MoveFeatures, targets: Floats) -> tuple[Floats, Floats, Floats, float]:
        """Feature counts, hidden sums, probabilities, mean cross-entropy."""
        linear, hidden, hidden_bias, output = self.parts
        counts = moves.count_matrix(len(linear))
        hidden_sums = counts @ hidden + hidden_bias
        logits = counts @ linear + np.maximum(hidden_sums, 0) @ output
        positions = np.repeat(np.arange(len(moves)), moves.moves_per_position)
        first_moves = np.cumsum(moves.moves_per_position) - moves.moves_per_position
        logits -= np.maximum.reduceat(logits, first_moves)[positions]  # avoids overflow in exp
        powers = np.exp(logits)
        probabilities = powers / segment_sums(powers, moves.moves_per_position)[positions]
        loss = float(-(targets * np.log(np.maximum(probabilities, 1e-9))).sum() / len(moves))
        return counts, hidden_sums, probabilities, loss
