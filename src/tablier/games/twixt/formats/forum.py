"""The list that players write in forums: `1.f6 2.swap 3.m16 … 33.resign`.

It tells nothing but the moves: a board of 24, the default edition, and a swap by which the peg stays, as in our rules.
"""

from __future__ import annotations

import re
from itertools import count

from ....core.errors import BadFile
from ....formats.source_location import LineIndex, Location, to_file_error, validate_text
from ....formats.transcript import AGREED, RESIGNED, Transcript
from ..notation import SWAP
from .import_builder import Listing
from .representable import ending, held

EDITION = "twixt:kosmos"
MOVE = re.compile(r"([0-9]{1,5})\s*[.)]\s*([a-z]+[0-9]*)(?:\s+|$)", re.ASCII | re.IGNORECASE)


class Forum:
    """The format `forum`."""

    name = "forum"
    suffixes = (".txt",)

    def read(self, text: str) -> Transcript:
        """The game in that text."""
        text = validate_text(text)
        where = LineIndex(text)
        listing = Listing("24", Location(1, 1))
        at, end = len(text) - len(text.lstrip()), len(text.rstrip())
        for number in count(1):
            if at >= end:
                break
            found = MOVE.match(text, at)
            if not found:
                raise to_file_error(BadFile("no_move", text=text[at : at + 60].split()[0]), where(at))
            if int(found[1]) != number:
                raise to_file_error(BadFile("wrong_move_number", number=int(found[1]), expected=number), where(at))
            _play(listing, found[2], where(found.start(2)))
            at = found.end()
        if number == 1:
            raise BadFile("no_moves")
        return listing.transcript(EDITION, ("", ""))

    def write(self, transcript: Transcript) -> str:
        """That game as text; names and facts are left out."""
        game = held(transcript, (EDITION,), ())
        words = list(game.actions)
        if ended := ending(transcript, game.last, (RESIGNED, AGREED)):
            words.append("resign" if ended[0] == RESIGNED else "draw")
        if not words:
            raise BadFile("no_moves")
        return " ".join(f"{number}.{word}" for number, word in enumerate(words, start=1)) + "\n"


FORUM = Forum()


def _play(listing: Listing, move: str, place: Location) -> None:
    word = move.lower()
    if word == SWAP:
        listing.swap(place)
    elif word == "resign":
        listing.resign(listing.seat, place)
    elif word == "draw":
        listing.draw(place)
    else:
        listing.peg(word, place)
