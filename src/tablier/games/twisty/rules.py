"""The rules of one game: its options, read once and shared by all its states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from .options import OPTIONS, Specials


@dataclass(frozen=True, slots=True)
class Rules:
    """What a position keeps of the options."""

    players: int
    specials: Specials
    corners: str
    turn_limit: int | None
    options: Mapping[str, Any] = field(init=False, compare=False)
    last_turn: int | None = field(init=False, compare=False)  # the game is a draw after so many turns

    def __post_init__(self) -> None:
        kept = {option.name: getattr(self, option.name) for option in OPTIONS if not option.setup}
        object.__setattr__(self, "options", MappingProxyType(kept))
        object.__setattr__(self, "last_turn", None if self.turn_limit is None else self.turn_limit * self.players)


@lru_cache(maxsize=256)
def rules_of(players: int, specials: Specials, corners: str, turn_limit: int | None) -> Rules:
    """The one object for these options."""
    return Rules(players, specials, corners, turn_limit)
