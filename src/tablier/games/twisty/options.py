"""What can be chosen about Twisty."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...core.game import Edition
from ...core.i18n import N_
from ...core.options import Choice, Counts, Number, Option

TOKENS_DEALT = 16  # special tokens: 44 cells less 4 cubes in each of 7 colours (TWS-1)


class Specials(NamedTuple):
    """How many special tokens of each kind lie on the board."""

    step: int = 3
    diagonal: int = 3
    knight: int = 3
    portal: int = 4
    save: int = 3


@dataclass(frozen=True, kw_only=True)
class SpecialsOption(Counts):
    """Counts by kind, all five in this order: `step:3,diagonal:3,knight:3,portal:4,save:3`. A mapping is taken as well.

    >>> option = SpecialsOption(name="specials", default=Specials())
    >>> option.value("step:0,diagonal:0,knight:14,portal:0,save:2").knight
    14
    """

    kinds: tuple[str, ...] = Specials._fields
    total: int = TOKENS_DEALT

    def accepts(self, value: Any) -> bool:
        return super().accepts(value) and isinstance(value, Specials) and value.portal != 1  # one alone would lead nowhere

    def range(self) -> str:
        return N_("step:3,diagonal:3,knight:3,portal:4,save:3, counts that add up to 16, portal not 1")

    def tupled(self, counts: Iterable[Any]) -> Specials:
        return Specials(*counts)


@dataclass(frozen=True, kw_only=True)
class DealOption(Option):
    """A whole deal as text, or `none`. Here only its shape is checked; `deal.read` says what is wrong with its contents."""

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
    Number(name="seed", default=None, nothing="random", setup=True, seed=True),
    DealOption(name="deal", default=None, setup=True),
    Number(name="turn_limit", default=None, low=1, high=1_000_000, nothing="none", among_engines=200),
)

# The symbols on the four series of cards (TWS-2).
DJECO = Edition(name="djeco", sides=(N_("Star"), N_("Square"), N_("Triangle"), N_("Circle")))
