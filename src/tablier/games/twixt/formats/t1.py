"""T1j's `.T1`: a header of eleven values, one per line, then one move per line; `#` starts a comment.

Player 1 always joins top and bottom. A file in which player 2 begins is therefore mirrored relative to our board, where the
first seat joins top and bottom. T1j keeps the peg in its hole when sides are swapped and exchanges the names. The programs in
`MIRRORING` write a line `swap` and reflect the peg instead.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ....core.errors import BadFile
from ....formats.sgf import UNWRITABLE
from ....formats.source_location import Location, split_lines, to_file_error
from ....formats.transcript import RESIGNED, Transcript
from ..notation import SWAP
from .import_builder import ImportBuilder
from .representable import check_representable, find_players_ending

EDITION = "twixt:kosmos"  # T1j places links automatically and never crosses a link of either side
MIRRORING = re.compile(r"\bcreated by (twixtbot|twixt commentator)", re.IGNORECASE)
EMPTY_NAME = re.compile(r"\s*#\s*name of player [12]", re.IGNORECASE)
# The short header of twixtbot-ui: 13 lines, all of them comments except for the names in lines 4 and 5.
LINES_BEFORE_MOVES = 13
DEFAULTS = ("1", "", "", "24", "24", "H", "H", "1", "V", "Y", "N")  # values of a short header, in the order of HEADER
HEADER = (  # description of each value, and its possible characters; empty if not restricted
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


class T1Line(NamedTuple):
    """The content of a line and its location."""

    value: str
    location: Location


class T1Format:
    """Format `t1`: files of T1j and compatible programs."""

    name = "t1"
    suffixes = (".t1",)

    def read(self, text: str) -> Transcript:
        """Parse the game. Raises `BadFile` with line and column."""
        raw = split_lines(text)
        content = _content_lines(raw)
        mirrors = any(MIRRORING.search(line) for line in raw[:LINES_BEFORE_MOVES])
        if [line.location.line for line in content if line.location.line <= LINES_BEFORE_MOVES] == [4, 5]:
            name1, name2, *moves = content
            header = [T1Line(value, name1.location) for value in DEFAULTS]
            header[1:3] = name1, name2
            mirrors = True
        else:
            header, moves = content[: len(HEADER)], content[len(HEADER) :]
        _check_header(header, Location(len(raw), 1))
        return _transcript(header, moves, mirrors)

    def write(self, transcript: Transcript) -> str:
        """Write the game with T1j's own swap, which keeps the peg. Raises `BadFile` if the format cannot represent it."""
        game = check_representable(transcript, (EDITION,), ("size", "pie"))
        for name in game.players:
            if "#" in name or "\n" in name or name != name.strip() or UNWRITABLE.search(name):
                raise BadFile("holds_no_such_name", name=name[:60])
        ended = find_players_ending(transcript, game.last, (RESIGNED,))
        size = str(game.board.size)
        over = "Y" if ended or game.last.outcome else "N"
        values = ["1", *game.players, size, size, "H", "H", "1", "V", "Y" if game.options["pie"] else "N", over]
        header = [f"{value}# {description}" for value, (description, _) in zip(values, HEADER, strict=True)]
        moves = [action if action == SWAP else action.upper() for action in game.actions]
        return "\n".join(["# File created by Tablier", "#", *header, *moves, *(["resign"] if ended else [])]) + "\n"


T1 = T1Format()


def _content_lines(raw: list[str]) -> list[T1Line]:
    """Lines with a value, without comments. An empty player name counts as a value."""
    content = []
    for number, line in enumerate(raw, start=1):
        value = line.partition("#")[0]
        if value.strip() or EMPTY_NAME.match(line):
            content.append(T1Line(value.strip(), Location(number, len(value) - len(value.lstrip()) + 1)))
    return content


def _check_header(header: list[T1Line], end: Location) -> None:
    if len(header) < len(HEADER):
        raise to_file_error(BadFile("no_heading", what=HEADER[len(header)][0]), end)
    for line, (description, possible) in zip(header, HEADER, strict=True):
        if possible and (len(line.value) != 1 or line.value.upper() not in possible):
            error = BadFile("bad_heading", what=description, value=line.value[:60], possible=list(possible))
            raise to_file_error(error, line.location)


def _transcript(header: list[T1Line], moves: list[T1Line], mirrors: bool) -> Transcript:
    _, name1, name2, rows, columns, _, _, first_player, _, pie, _ = header
    if rows.value != columns.value:
        raise to_file_error(BadFile("not_square", rows=rows.value[:60], columns=columns.value[:60]), columns.location)
    builder = ImportBuilder(rows.value, rows.location)
    if pie.value.upper() == "N":
        builder.options["pie"] = "no"
    second_begins = first_player.value == "2"
    for value, location in moves:
        if value.lower() == SWAP:
            builder.swap(location)
        elif value.lower() == "resign":
            builder.resign(builder.seat, location)
        else:
            builder.peg(value, location, mirrored=second_begins != (mirrors and builder.swapped))
    names = (name2.value, name1.value) if second_begins else (name1.value, name2.value)
    return builder.transcript(EDITION, names)
