"""The edition and the options of Twisty."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from ...core.game import Edition
from ...core.i18n import N_
from ...core.options import Choice, Counts, Number, Option

SPECIAL_TOKENS = 16  # 44 cells less 4 cubes in each of 7 colours (TWS-1)


class Specials(NamedTuple):
    """Number of special tokens of each kind."""

    step: int = 3
    diagonal: int = 3
    knight: int = 3
    portal: int = 4
    save: int = 3


@dataclass(frozen=True, kw_only=True)
class SpecialsOption(Counts):
    """Counts of the five kinds in this order: `step:3,diagonal:3,knight:3,portal:4,save:3`, or a mapping.

    >>> option = SpecialsOption(name="specials", default=Specials())
    >>> option.validate("step:0,diagonal:0,knight:14,portal:0,save:2").knight
    14
    """

    kinds: tuple[str, ...] = Specials._fields
    total: int = SPECIAL_TOKENS

    def accepts(self, value: Any) -> bool:
        return super().accepts(value) and isinstance(value, Specials) and value.portal != 1  # a single portal has no exit

    def range(self) -> str:
        return N_("step:3,diagonal:3,knight:3,portal:4,save:3, counts that add up to 16, portal not 1")

    def make_value(self, counts: Iterable[Any]) -> Specials:
        return Specials(*counts)


@dataclass(frozen=True, kw_only=True)
class DealOption(Option):
    """A deal as text, or `none`. Checks the syntax only; `parse_deal` checks the contents."""

    def parse(self, text: str) -> str | None:
        return None if text == "none" else text

    def format(self, value: Any) -> str:
        return "none" if value is None else str(value)

    def accepts(self, value: Any) -> bool:
        return value is None or (isinstance(value, str) and _DEAL.fullmatch(value) is not None)

    def range(self) -> str:
        return N_("rows 7 to 1 with / between;each seat's cards with / between[;each seat's corner with / between] or none")


_EDGE, _FULL, _MIDDLE = r"\.[A-G+xnos]{5}\.", r"[A-G+xnos]{7}", r"[A-G+xnos]{3}\.[A-G+xnos]{3}"
_DEAL = re.compile(
    "/".join((_EDGE, _FULL, _FULL, _MIDDLE, _FULL, _FULL, _EDGE)) + r";[A-G]{7}(/[A-G]{7}){1,3}(;[ag][17](/[ag][17]){1,3})?",
    re.ASCII,
)

OPTIONS: tuple[Option, ...] = (
    Number(name="players", default=2, low=2, high=4),
    SpecialsOption(name="specials", default=Specials()),
    Choice(name="corners", default="chosen", values=("chosen", "dealt")),
    Number(name="seed", default=None, none_text="random", setup=True, seed=True),
    DealOption(name="deal", default=None, setup=True),
    Number(name="turn_limit", default=None, low=1, high=1_000_000, none_text="none", contest_default=200),
)

# The symbols on the four series of cards (TWS-2).
DJECO = Edition(name="djeco", sides=(N_("Star"), N_("Square"), N_("Triangle"), N_("Circle")))


@dataclass(frozen=True, slots=True)
class TwistyRules:
    """The options that a position keeps. `rules_for` caches one instance per combination, shared by all positions."""

    players: int
    specials: Specials
    corners: str
    turn_limit: int | None  # per seat
    options: Mapping[str, Any] = field(init=False, compare=False)
    max_turns: int | None = field(init=False, compare=False)  # turns of all seats together until the game is a draw

    def __post_init__(self) -> None:
        kept = {option.name: getattr(self, option.name) for option in OPTIONS if not option.setup}
        object.__setattr__(self, "options", MappingProxyType(kept))
        object.__setattr__(self, "max_turns", None if self.turn_limit is None else self.turn_limit * self.players)


@lru_cache(maxsize=256)
def rules_for(players: int, specials: Specials, corners: str, turn_limit: int | None) -> TwistyRules:
    """The rules with these options."""
    return TwistyRules(players, specials, corners, turn_limit)
