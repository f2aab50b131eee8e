"""Stand-ins: positions to think about in place of those that a game's player does not know.

A game whose native rules leave some options out can have a player for them all the same. Its module `stand_ins` says which
positions to think about instead, in three functions:

- `beginning(state)`: the start of the game that stands in for this one, None when none does.
- `before(state)`: for a position that is not over, what its seat to act chooses in, one after the other. One stand-in, or
  several where the actions fall into groups, the most promising first, and before all one with a win at hand; the same seat
  acts in all of them. Actions of the same name in several groups come to much the same, and only the best of them is told.
- `after(state)`: for a position that an action of such a group led to, one stand-in to look further in; of its actions
  nothing need be said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .state import Action, State


@dataclass(frozen=True)
class Surrogate:
    """A position in place of another one. It may be over though the other is not: then nothing is known of its actions."""

    state: State
    actions: Mapping[Action, Action] = field(default_factory=dict)  # its actions -> those they stand for, legal ones alone
    certain: int = 0  # plies within which both play alike: what is won or lost by then is won or lost
    alike: bool = True  # whether later actions read the same, too
