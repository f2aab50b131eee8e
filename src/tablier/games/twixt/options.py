"""Options and editions of TwixT, and the rules of one game that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from ...core.game import Edition
from ...core.i18n import N_
from ...core.options import Number, Option, YesNo
from .board import Board, make_board

OPTIONS: tuple[Option, ...] = (
    Number(name="size", default=24, low=6, high=48),
    YesNo(name="pie", default=True),
    YesNo(name="own_links_cross", default=False),
    YesNo(name="remove_links", default=True),
    YesNo(name="choose_links", default=True),
    Number(name="pegs", default=None, low=1, high=999, none_text="unlimited"),
    Number(name="links", default=None, low=1, high=999, none_text="unlimited"),
    Number(name="handicap", default=0, low=0, high=3),
)

EDITIONS = (
    Edition("kosmos", (N_("White"), N_("Black"))),
    Edition("dujardin", (N_("Red"), N_("Black")), {"own_links_cross": True, "pegs": 50, "links": 50}),
    Edition(
        "paper",
        (N_("Red"), N_("Black")),
        {"own_links_cross": True, "remove_links": False, "choose_links": False},
    ),
)


@dataclass(frozen=True, slots=True)
class TwixtRules:
    """The rules of one game, shared by all its positions."""

    edition: str  # "twixt:kosmos"
    side_names: tuple[str, ...]
    options: Mapping[str, Any]
    board: Board
    pie: bool  # False with any handicap, which overrides the option (TWX-12)
    own_links_cross: bool
    remove_links: bool
    choose_links: bool
    pegs: int | None  # per side; None: unlimited
    links: int | None  # per side; None: unlimited
    first_turns: int  # consecutive turns of the first seat at the start (TWX-12)


def make_rules(edition: Edition, options: Mapping[str, Any]) -> TwixtRules:
    """Return the rules of an edition with complete options. Every combination is valid. Results are cached."""
    return _make_rules(edition.name, edition.sides, tuple(options.items()))


@lru_cache(maxsize=256)
def _make_rules(edition: str, side_names: tuple[str, ...], items: tuple[tuple[str, Any], ...]) -> TwixtRules:
    options = dict(items)
    return TwixtRules(
        edition=f"twixt:{edition}",
        side_names=side_names,
        options=MappingProxyType(options),
        board=make_board(options["size"]),
        pie=options["pie"] and options["handicap"] == 0,
        own_links_cross=options["own_links_cross"],
        remove_links=options["remove_links"],
        choose_links=options["choose_links"],
        pegs=options["pegs"],
        links=options["links"],
        first_turns=max(1, options["handicap"]),
    )
