"""What can be set about TwixT, the editions, and both together as the rules of one game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from ...core.game import Edition
from ...core.i18n import N_
from ...core.options import Number, Option, YesNo
from .board import Board, board

OPTIONS: tuple[Option, ...] = (
    Number(name="size", default=24, low=6, high=48),
    YesNo(name="pie", default=True),
    YesNo(name="own_links_cross", default=False),
    YesNo(name="remove_links", default=True),
    YesNo(name="choose_links", default=True),
    Number(name="pegs", default=None, low=1, high=999, nothing="unlimited"),
    Number(name="links", default=None, low=1, high=999, nothing="unlimited"),
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
class Rules:
    """The rules of one game, shared by all its positions."""

    edition: str  # "twixt:kosmos"
    side_names: tuple[str, ...]
    options: Mapping[str, Any]
    board: Board
    pie: bool  # TWX-12: no pie rule with any handicap, whatever the option says
    own_links_cross: bool
    remove_links: bool
    choose_links: bool
    pegs: int | None  # per side, None when unlimited
    links: int | None
    first_turns: int  # how many turns in a row the first seat makes to begin with


def rules(edition: Edition, options: Mapping[str, Any]) -> Rules:
    """The rules of an edition with these options. All combinations go together."""
    return _rules(edition.name, edition.sides, tuple(options.items()))


@lru_cache(maxsize=256)
def _rules(edition: str, side_names: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> Rules:
    value = dict(options)
    return Rules(
        edition=f"twixt:{edition}",
        side_names=side_names,
        options=MappingProxyType(value),
        board=board(value["size"]),
        pie=value["pie"] and value["handicap"] == 0,
        own_links_cross=value["own_links_cross"],
        remove_links=value["remove_links"],
        choose_links=value["choose_links"],
        pegs=value["pegs"],
        links=value["links"],
        first_turns=max(1, value["handicap"]),
    )
