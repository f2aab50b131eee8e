"""T1j's `.T1`: eleven values, one a line, then a move a line; `#` begins a comment.

Player 1 joins top and bottom, whoever begins; so a file that player 2 begins is mirrored against our board, where the first
seat joins top and bottom. T1j itself lets the peg stay when sides are swapped and just exchanges the names; the programs
that write the line `swap` of their own accord are known by name below, and mirror the peg.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ....core.errors import BadFile
from ....formats.sgf import NOT_WRITTEN
from ....formats.source_location import Location, lines, to_file_error
from ....formats.transcript import RESIGNED, Transcript
from ..notation import SWAP
from .import_builder import Listing
from .representable import ending, held

EDITION = "twixt:kosmos"  # T1j links by itself, and never across a link of either side
MIRRORING = re.compile(r"\bcreated by (twixtbot|twixt commentator)", re.IGNORECASE)
NAMELESS = re.compile(r"\s*#\s*name of player [12]", re.IGNORECASE)
LINES_BEFORE_MOVES = 13  # of twixtbot-ui's short heading: all comments but the names in lines 4 and 5, all values as usual
DEFAULTS = ("1", "", "", "24", "24", "H", "H", "1", "V", "Y", "N")
HEADING = (  # what is told, and the values it can have
    ("version", "1"),
    ("name of player 1", ""),
    ("name of player 2", ""),
    ("number of rows", ""),
    ("number of columns", ""),
    ("player 1 human or computer", "HC"),
    ("player 2 human or computer", "HC"),
    ("who begins", "12"),
    ("direction of the letters", "V"),
    ("pie rule", "YN"),
    ("game over", "YN"),
)


class Line(NamedTuple):
    """A value and where it stands."""

    value: str
    place: Location


class T1Format:
    """The format `t1`."""

    name = "t1"
    suffixes = (".t1",)

    def read(self, text: str) -> Transcript:
        """The game in that text."""
        raw = lines(text)
        telling = _telling(raw)
        mirrors = any(MIRRORING.search(line) for line in raw[:LINES_BEFORE_MOVES])
        if [line.place.line for line in telling if line.place.line <= LINES_BEFORE_MOVES] == [4, 5]:
            one, two, *moves = telling
            told = [Line(value, one.place) for value in DEFAULTS]
            told[1:3] = one, two
            mirrors = True
        else:
            told, moves = telling[: len(HEADING)], telling[len(HEADING) :]
        _check(told, Location(len(raw), 1))
        return _transcript(told, moves, mirrors)

    def write(self, transcript: Transcript) -> str:
        """That game as text; T1j's own swap, by which the peg stays."""
        game = held(transcript, (EDITION,), ("size", "pie"))
        for name in game.players:
            if "#" in name or "\n" in name or name != name.strip() or NOT_WRITTEN.search(name):
                raise BadFile("holds_no_such_name", name=name[:60])
        ended = ending(transcript, game.last, (RESIGNED,))
        size = str(game.board.size)
        over = "Y" if ended or game.last.outcome else "N"
        values = ["1", *game.players, size, size, "H", "H", "1", "V", "Y" if game.options["pie"] else "N", over]
        heading = [f"{value}# {what}" for value, (what, _) in zip(values, HEADING, strict=True)]
        moves = [action if action == SWAP else action.upper() for action in game.actions]
        return "\n".join(["# File created by Tablier", "#", *heading, *moves, *(["resign"] if ended else [])]) + "\n"


T1 = T1Format()


def _telling(raw: list[str]) -> list[Line]:
    """The lines that tell something."""
    found = []
    for number, line in enumerate(raw, start=1):
        value = line.partition("#")[0]
        if value.strip() or NAMELESS.match(line):
            found.append(Line(value.strip(), Location(number, len(value) - len(value.lstrip()) + 1)))
    return found


def _check(told: list[Line], end: Location) -> None:
    if len(told) < len(HEADING):
        raise to_file_error(BadFile("no_heading", what=HEADING[len(told)][0]), end)
    for line, (what, possible) in zip(told, HEADING, strict=True):
        if possible and (len(line.value) != 1 or line.value.upper() not in possible):
            raise to_file_error(BadFile("bad_heading", what=what, value=line.value[:60], possible=list(possible)), line.place)


def _transcript(told: list[Line], moves: list[Line], mirrors: bool) -> Transcript:
    _, one, two, rows, columns, _, _, begins, _, pie, _ = told
    if rows.value != columns.value:
        raise to_file_error(BadFile("not_square", rows=rows.value[:60], columns=columns.value[:60]), columns.place)
    listing = Listing(rows.value, rows.place)
    if pie.value.upper() == "N":
        listing.options["pie"] = "no"
    second_begins = begins.value == "2"
    for value, place in moves:
        if value.lower() == SWAP:
            listing.swap(place)
        elif value.lower() == "resign":
            listing.resign(listing.seat, place)
        else:
            listing.peg(value, place, turned=second_begins != (mirrors and listing.swapped))
    names = (two.value, one.value) if second_begins else (one.value, two.value)
    return listing.transcript(EDITION, names)
