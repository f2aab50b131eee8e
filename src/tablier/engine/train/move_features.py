"""Sparse features of moves, for many positions in flat arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.int64]


@dataclass(frozen=True)
class MoveFeatures:
    """Feature indices of every move of every position, concatenated."""

    features: NDArray[np.int16]
    features_per_move: Indices
    moves_per_position: Indices

    @staticmethod
    def of(positions: list[list[list[int]]]) -> MoveFeatures:
        """From nested lists: positions, moves, feature indices."""
        return MoveFeatures(
            np.array([feature for moves in positions for features in moves for feature in features], np.int16),
            np.array([len(features) for moves in positions for features in moves], np.int64),
            np.array([len(moves) for moves in positions], np.int64),
        )

    @staticmethod
    def concatenate(parts: list[MoveFeatures]) -> MoveFeatures:
        return MoveFeatures(
            np.concatenate([part.features for part in parts]),
            np.concatenate([part.features_per_move for part in parts]),
            np.concatenate([part.moves_per_position for part in parts]),
        )

    def __len__(self) -> int:
        """Number of positions."""
        return len(self.moves_per_position)

    def select(self, positions: Indices) -> tuple[MoveFeatures, Indices]:
        """The features of some positions, and the indices of their moves."""
        moves_per_position = self.moves_per_position[positions]
        moves = _ranges(self._first_move[positions], moves_per_position)
        features_per_move = self.features_per_move[moves]
        features = self.features[_ranges(self._first_feature[moves], features_per_move)]
        return MoveFeatures(features, features_per_move, moves_per_position), moves

    def count_matrix(self, feature_count: int) -> NDArray[np.float64]:
        """Dense matrix of shape (moves, features). Faster than sums over indices; use it for a batch of positions only."""
        rows = np.repeat(np.arange(len(self.features_per_move)), self.features_per_move)
        ones = np.ones(len(self.features))
        counts = np.bincount(rows * feature_count + self.features, ones, len(self.features_per_move) * feature_count)
        return counts.reshape(-1, feature_count).astype(np.float64, copy=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_first_feature", np.cumsum(self.features_per_move) - self.features_per_move)
        object.__setattr__(self, "_first_move", np.cumsum(self.moves_per_position) - self.moves_per_position)

    _first_feature: Indices = None  # type: ignore[assignment]
    _first_move: Indices = None  # type: ignore[assignment]


def segment_sums(rows: NDArray[np.float64], lengths: Indices) -> NDArray[np.float64]:
    """Sums of consecutive segments of rows with the given lengths; an empty segment sums to 0."""
    sums = np.zeros((len(lengths), *rows.shape[1:]), rows.dtype)
    nonempty = lengths > 0
    if nonempty.any():
        sums[nonempty] = np.add.reduceat(rows, (np.cumsum(lengths) - lengths)[nonempty], axis=0)
    return sums


def _ranges(firsts: Indices, lengths: Indices) -> Indices:
    """Concatenation of the ranges `first, first + 1, …` of the given lengths."""
    ranges: Indices = np.repeat(firsts - (np.cumsum(lengths) - lengths), lengths) + np.arange(int(lengths.sum()))
    return ranges
