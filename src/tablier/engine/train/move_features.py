"""Traits of actions of positions, all in one array: there are too many for lists."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Offsets = NDArray[np.int64]


@dataclass(frozen=True)
class Traits:
    """Numbers of traits, action by action and position by position."""

    numbers: NDArray[np.int16]
    in_action: Offsets  # how many numbers each action has
    in_position: Offsets  # how many actions each position has

    @staticmethod
    def of(positions: list[list[list[int]]]) -> Traits:
        return Traits(
            np.array([number for actions in positions for numbers in actions for number in numbers], np.int16),
            np.array([len(numbers) for actions in positions for numbers in actions], np.int64),
            np.array([len(actions) for actions in positions], np.int64),
        )

    @staticmethod
    def joined(traits: list[Traits]) -> Traits:
        return Traits(
            np.concatenate([one.numbers for one in traits]),
            np.concatenate([one.in_action for one in traits]),
            np.concatenate([one.in_position for one in traits]),
        )

    def __len__(self) -> int:
        return len(self.in_position)

    def chosen(self, positions: Offsets) -> tuple[Traits, Offsets]:
        """Those of some positions, and which actions these are."""
        in_position = self.in_position[positions]
        actions = _ranges(self._first_action[positions], in_position)
        in_action = self.in_action[actions]
        return Traits(self.numbers[_ranges(self._first_number[actions], in_action)], in_action, in_position), actions

    def counted(self, kinds: int) -> NDArray[np.float64]:
        """How often each action has each trait: many times faster to sum by than the numbers, for some positions at a time."""
        rows = np.repeat(np.arange(len(self.in_action)), self.in_action)
        ones = np.ones(len(self.numbers))
        counts = np.bincount(rows * kinds + self.numbers, ones, len(self.in_action) * kinds)
        return counts.reshape(-1, kinds).astype(np.float64, copy=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_first_number", np.cumsum(self.in_action) - self.in_action)
        object.__setattr__(self, "_first_action", np.cumsum(self.in_position) - self.in_position)

    _first_number: Offsets = None  # type: ignore[assignment]
    _first_action: Offsets = None  # type: ignore[assignment]


def summed(rows: NDArray[np.float64], counts: Offsets) -> NDArray[np.float64]:
    """Sums of so many rows each, one after the other; none is nothing."""
    found = np.zeros((len(counts), *rows.shape[1:]), rows.dtype)
    some = counts > 0
    if some.any():
        found[some] = np.add.reduceat(rows, (np.cumsum(counts) - counts)[some], axis=0)
    return found


def _ranges(firsts: Offsets, lengths: Offsets) -> Offsets:
    """first, first + 1, … of each, one after the other."""
    found: Offsets = np.repeat(firsts - (np.cumsum(lengths) - lengths), lengths) + np.arange(int(lengths.sum()))
    return found
