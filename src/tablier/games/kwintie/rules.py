"""Rules: one edition with its options, and the tables that all positions of a game share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from ...core.errors import BadOptions
from ...core.state import Action
from .board import HIGHEST, STRIDE, cube
from .options import TABLE

LETTERS = "abcdefghijklmnopq"  # a wall of 9 grows at most 8 columns to either side of its first
MIDDLE = LETTERS.index("i")  # where the first piece on the table is put


class Placement(NamedTuple):
    """What the text of a placement says, wherever the piece will come to rest."""

    action: Action
    standing: bool
    column: int  # its left column, from 0
    cells: int  # all cubes of that column: the piece's left or lower half is one of them


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """Everything about a game that does not change while it is played. Sets of cubes as in `board`."""

    edition: str  # "kwintie:board"
    options: Mapping[str, Any]
    width: int
    height: int
    line: int
    pieces: int
    fours: bool
    table: bool
    letters: str  # the columns of the notation
    centre: int | None  # the column White's first piece must keep off
    wall: int  # every cube there can be
    low: int  # those where the lower half of a standing piece fits
    bottom: int  # the lowest row
    placements: Mapping[str, Placement]  # by text
    standing_texts: Mapping[int, Action]  # by the lower cube
    lying_texts: Mapping[int, Action]  # by the left cube
    cell_names: Mapping[int, str]  # by cube: "c1" is the lowest of the third column

    def ground(self, filled: int) -> tuple[int, int]:
        """Where on the base standing and lying pieces may be put, for all their cubes."""
        bottom = filled & self.bottom
        if not self.table:
            free = self.bottom ^ bottom
            if not filled and self.centre is not None:  # KWI-5: White's first piece is the first of all
                free ^= cube(self.centre, 0)
            return free, free
        if not filled:
            return cube(MIDDLE, 0), cube(MIDDLE, 0) | cube(MIDDLE + 1, 0)
        beside = (bottom << STRIDE | bottom >> STRIDE) & ~bottom  # KWI-6
        room = self.width - bottom.bit_count()
        if room == 0:
            return 0, 0
        return beside, (beside | beside << STRIDE | beside >> STRIDE) & ~bottom if room > 1 else 0

    def base_is_full(self, filled: int) -> bool:
        """Whether no piece can be put on the base any more, not even standing."""
        return (filled & self.bottom).bit_count() == self.width


def rules(edition: str, options: Mapping[str, Any]) -> Rules:
    """The rules of an edition with complete options; `BadOptions` when these do not go together."""
    return _rules(edition, tuple(options.items()))


@lru_cache(maxsize=256)
def _rules(edition: str, items: tuple[tuple[str, Any], ...]) -> Rules:
    options = dict(items)
    table = options["base"] == TABLE
    if options["centre_ban"] and table:
        raise BadOptions("conflict", option="centre_ban", value="yes", other="base", other_value=TABLE)
    if options["fours"] and options["line"] != 5:
        raise BadOptions("conflict", option="fours", value="yes", other="line", other_value=options["line"])
    width, height = options["width"], options["height"]
    letters = LETTERS if table else LETTERS[:width]
    columns = range(len(letters))
    placements = [Placement(Action(letter), True, column, _column(column)) for column, letter in enumerate(letters)]
    placements += [Placement(Action(letters[column : column + 2]), False, column, _column(column)) for column in columns[:-1]]
    return Rules(
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
        low=sum(cube(column, row) for column in columns for row in range(height - 1)),
        bottom=sum(cube(column, 0) for column in columns),
        placements={placement.action: placement for placement in placements},
        standing_texts=_by_cube(placements, standing=True),
        lying_texts=_by_cube(placements, standing=False),
        cell_names={cube(column, row): f"{letters[column]}{row + 1}" for column in columns for row in range(height)},
    )


def _column(column: int) -> int:
    return sum(cube(column, row) for row in range(HIGHEST))


def _by_cube(placements: list[Placement], *, standing: bool) -> dict[int, Action]:
    return {
        cube(placement.column, row): placement.action
        for placement in placements
        if placement.standing == standing
        for row in range(HIGHEST)
    }
