"""The move list used in forums: `1.f6 2.swap 3.m16 … 33.resign`.

It contains only moves. The board has size 24, the edition is the default one, and the peg stays after a swap (TWX-11).
"""

from __future__ import annotations

import re
from itertools import count

from ....core.errors import BadFile
from ....formats.source_location import LineIndex, Location, to_file_error, validate_text
from ....formats.transcript import AGREED, RESIGNED, Transcript
from ..notation import SWAP
from .import_builder import ImportBuilder
from .representable import check_representable, find_players_ending

EDITION = "twixt:kosmos"
MOVE = re.compile(r"([0-9]{1,5})\s*[.)]\s*([a-z]+[0-9]*)(?:\s+|$)", re.ASCII | re.IGNORECASE)


class Forum:
    """Format `forum`: a numbered move list in plain text."""

    name = "forum"
    suffixes = (".txt",)

    def read(self, text: str) -> Transcript:
        """Parse the game. Raises `BadFile` with line and column."""
        text = validate_text(text)
        locate = LineIndex(text)
        builder = ImportBuilder("24", Location(1, 1))
        at, end = len(text) - len(text.lstrip()), len(text.rstrip())
        for number in count(1):
            if at >= end:
                break
            match = MOVE.match(text, at)
            if not match:
                raise to_file_error(BadFile("no_move", text=text[at : at + 60].split()[0]), locate(at))
            if int(match[1]) != number:
                raise to_file_error(BadFile("wrong_move_number", number=int(match[1]), expected=number), locate(at))
            _play(builder, match[2], locate(match.start(2)))
            at = match.end()
        if number == 1:
            raise BadFile("no_moves")
        return builder.transcript(EDITION, ("", ""))

    def write(self, transcript: Transcript) -> str:
        """Write the game. Names and facts are omitted. Raises `BadFile` if the format cannot represent it."""
        game = check_representable(transcript, (EDITION,), ())
        moves = list(game.actions)
        if ended := find_players_ending(transcript, game.last, (RESIGNED, AGREED)):
            moves.append("resign" if ended[0] == RESIGNED else "draw")
        if not moves:
            raise BadFile("no_moves")
        return " ".join(f"{number}.{move}" for number, move in enumerate(moves, start=1)) + "\n"


FORUM = Forum()


def _play(builder: ImportBuilder, text: str, location: Location) -> None:
    move = text.lower()
    if move == SWAP:
        builder.swap(location)
    elif move == "resign":
        builder.resign(builder.seat, location)
    elif move == "draw":
        builder.draw(location)
    else:
        builder.peg(move, location)
