"""Shuffling by a seed: our own small generator, because a seed must deal the same game for ever, everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Thing = TypeVar("Thing")
_MASK = (1 << 64) - 1


class Shuffler:
    """SplitMix64 (Steele, Lea and Flood 2014) started at the seed modulo 2**64, and Fisher and Yates's shuffle from the end.

    >>> Shuffler(0).number() == 0xE220A8397B1DCDAF
    True
    >>> "".join(Shuffler(7)("ABCDEFG")) == "".join(Shuffler(7)("ABCDEFG"))
    True
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def number(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """A number from 0 up to below the bound, each equally likely: what would favour the small ones is drawn again."""
        fair = (1 << 64) // bound * bound
        while (number := self.number()) >= fair:
            pass
        return number % bound

    def __call__(self, things: Sequence[Thing]) -> list[Thing]:
        """The things in a new order."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
