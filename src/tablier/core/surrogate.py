"""Surrogates: positions to search in place of those that a game's native player does not support.

A game whose native rules leave some options out declares `Game.surrogates`. The engine then searches surrogate positions and
translates their actions back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from .state import Action, State


@dataclass(frozen=True)
class Surrogate:
    """A position to search in place of another one.

    It may be over although the original is not; its actions then say nothing about the original.
    """

    state: State
    actions: Mapping[Action, Action] = field(default_factory=dict)  # surrogate action -> original action, legal ones only
    identical_plies: int = 0  # plies within which both games are identical: proofs up to this length are valid
    same_texts: bool = True  # whether the actions after the first one have the same texts in both games


@dataclass(frozen=True)
class Surrogates:
    """The functions that map positions to surrogates."""

    # The starting position of the surrogate game; None if the native player supports the options of this state itself.
    start: Callable[[State], State | None]
    # The surrogates to search for a position that is not over, most promising first; a surrogate containing an immediate win
    # must come first. Several if the actions fall into groups: the same seat acts in all of them, and actions of the same
    # text in several groups are about equally good.
    before: Callable[[State], Iterator[Surrogate]]
    # The surrogate for the position after one of those actions, to search deeper there; its `actions` are not used.
    after: Callable[[State], Surrogate]
