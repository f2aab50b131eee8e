"""Options and editions of Kwintie, and the rules of one game with their lookup tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from ...core.errors import BadOptions
from ...core.game import Edition
from ...core.i18n import N_
from ...core.options import Choice, Number, Option, YesNo
from ...core.state import Action
from .board import MAX_HEIGHT, STRIDE, cube

SIDES = (N_("White"), N_("Black"))
BOARD, TABLE = "board", "table"

OPTIONS: tuple[Option, ...] = (
    Choice(name="base", default=BOARD, values=(BOARD, TABLE)),  # KWI-5, KWI-6
    YesNo(name="centre_ban", default=True),  # KWI-5
    YesNo(name="fours", default=False),  # KWI-9
    Number(name="pieces", default=20, low=1, high=40),  # of each side
    Number(name="width", default=9, low=3, high=9),  # KWI-1
    Number(name="height", default=9, low=3, high=9),
    Number(name="line", default=5, low=3, high=5),  # KWI-8
)

EDITIONS = (
    Edition("board", SIDES),
    Edition("table", SIDES, {"base": TABLE, "centre_ban": False}),
    Edition("kwinty", SIDES, {"base": TABLE, "centre_ban": False, "fours": True}, first_player_rule="loser"),  # KWI-10
)

COLUMN_LETTERS = "abcdefghijklmnopq"  # on the table: a wall of width 9 grows at most 8 columns to either side of its first
FIRST_COLUMN = COLUMN_LETTERS.index("i")  # column of the first piece on the table


class Placement(NamedTuple):
    """A placement as its notation describes it. The row is not part of it: it depends on the wall."""

    action: Action
    standing: bool
    column: int  # left column, from 0
    column_cubes: int  # bitboard of that column; the left or lower cube of the piece is one of them


@dataclass(frozen=True, slots=True, eq=False)
class KwintieRules:
    """The rules of one game, shared by all its positions. Sets of cubes are bitboards, see `board`."""

    edition: str  # "kwintie:board"
    options: Mapping[str, Any]
    width: int
    height: int
    line: int  # length of a winning line (KWI-8)
    pieces: int  # per side
    fours: bool  # KWI-9
    table: bool  # True on the table (KWI-6), False on the board (KWI-5)
    letters: str  # columns of the notation
    centre: int | None  # column forbidden for White's first piece (KWI-5)
    wall: int  # all cubes
    below_top: int  # all cubes except for the top row: the lower cube of a standing piece must be one of them
    bottom: int  # the bottom row
    placements: Mapping[str, Placement]  # by text
    standing_actions: Mapping[int, Action]  # by the lower cube
    lying_actions: Mapping[int, Action]  # by the left cube
    cell_names: Mapping[int, str]  # by cube; "c1" is the lowest cube of the third column

    def free_base_cubes(self, filled: int) -> tuple[int, int]:
        """Return the cubes of the base that a standing piece and a lying piece may occupy (KWI-5, KWI-6)."""
        base = filled & self.bottom
        if not self.table:
            free = self.bottom ^ base
            if not filled and self.centre is not None:  # KWI-5: White's first piece is the first piece of the game
                free ^= cube(self.centre, 0)
            return free, free
        if not filled:
            return cube(FIRST_COLUMN, 0), cube(FIRST_COLUMN, 0) | cube(FIRST_COLUMN + 1, 0)
        beside = (base << STRIDE | base >> STRIDE) & ~base  # KWI-6
        columns_left = self.width - base.bit_count()
        if columns_left == 0:
            return 0, 0
        return beside, (beside | beside << STRIDE | beside >> STRIDE) & ~base if columns_left > 1 else 0

    def is_base_full(self, filled: int) -> bool:
        """True if no piece can be put on the base any more, not even a standing one."""
        return (filled & self.bottom).bit_count() == self.width


def make_rules(edition: str, options: Mapping[str, Any]) -> KwintieRules:
    """Return the rules of an edition with complete options. Results are cached.

    Raises `BadOptions` if the options contradict each other.
    """
    return _make_rules(edition, tuple(options.items()))


@lru_cache(maxsize=256)
def _make_rules(edition: str, items: tuple[tuple[str, Any], ...]) -> KwintieRules:
    options = dict(items)
    table = options["base"] == TABLE
    if options["centre_ban"] and table:
        raise BadOptions("conflict", option="centre_ban", value="yes", other="base", other_value=TABLE)
    if options["fours"] and options["line"] != 5:
        raise BadOptions("conflict", option="fours", value="yes", other="line", other_value=options["line"])
    width, height = options["width"], options["height"]
    letters = COLUMN_LETTERS if table else COLUMN_LETTERS[:width]
    columns = range(len(letters))
    standing = [Placement(Action(letters[column]), True, column, _column_cubes(column)) for column in columns]
    lying = [Placement(Action(letters[left : left + 2]), False, left, _column_cubes(left)) for left in columns[:-1]]
    return KwintieRules(
        edition=edition,
        options=MappingProxyType(options),
        width=width,
        height=height,
        line=options["line"],
        pieces=options["pieces"],
        fours=options["fours"],
        table=table,
        letters=letters,
        centre=width // 2 if options["centre_ban"] and width % 2 else None,
        wall=sum(cube(column, row) for column in columns for row in range(height)),
        below_top=sum(cube(column, row) for column in columns for row in range(height - 1)),
        bottom=sum(cube(column, 0) for column in columns),
        placements={placement.action: placement for placement in standing + lying},
        standing_actions=_actions_by_cube(standing),
        lying_actions=_actions_by_cube(lying),
        cell_names={cube(column, row): f"{letters[column]}{row + 1}" for column in columns for row in range(height)},
    )


def _column_cubes(column: int) -> int:
    return sum(cube(column, row) for row in range(MAX_HEIGHT))


def _actions_by_cube(placements: list[Placement]) -> dict[int, Action]:
    return {cube(placement.column, row): placement.action for placement in placements for row in range(MAX_HEIGHT)}
