"""Editions and options of Mixtour."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from ...core.game import Edition
from ...core.i18n import N_
from ...core.options import Number

EDITIONS = (
    Edition("stein", sides=(N_("White"), N_("Black"))),
    Edition("gerhards", sides=(N_("White"), N_("Red")), values={"pieces": 20, "points": 1}),
)
OPTIONS = (
    Number(name="pieces", default=25, low=5, high=25),  # per side
    Number(name="points", default=5, low=1, high=9),  # to win, MIX-8
)


@dataclass(frozen=True)
class MixtourRules:
    """Edition and options of a game. `rules_for` caches one instance per combination, shared by all positions."""

    edition: str  # "mixtour:stein"
    sides: tuple[str, str]
    pieces: int
    points: int
    options: Mapping[str, Any]

    def __hash__(self) -> int:
        return hash((self.edition, self.pieces, self.points))

    def __reduce__(self) -> tuple[Callable[..., MixtourRules], tuple[str, int, int]]:
        return rules_for, (self.edition.partition(":")[2], self.pieces, self.points)


@cache  # bounded: one entry per edition and combination of options, a few hundred
def rules_for(edition: str, pieces: int, points: int) -> MixtourRules:
    """The rules of an edition, named without the game (`stein`), with these options."""
    white, other = next(known.sides for known in EDITIONS if known.name == edition)
    return MixtourRules(
        f"mixtour:{edition}", (white, other), pieces, points, MappingProxyType({"pieces": pieces, "points": points})
    )
