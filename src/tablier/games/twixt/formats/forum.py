"""The list that players write in forums: `1.f6 2.swap 3.m16 … 33.resign`.

It tells nothing but the moves: a board of 24, the default edition, and a swap by which the peg stays, as in our rules.
"""

from __future__ import annotations

import re
from itertools import count

from ....core.errors import BadFile
from ....core.formats import AGREED, RESIGNED, Transcript
from ....core.places import Place, Places, legible, placed
from ..notation import SWAP
from .held import ending, held
from .listing import Listing

EDITION = "twixt:kosmos"
MOVE = re.compile(r"([0-9]{1,5})\s*[.)]\s*([a-z]+[0-9]*)(?:\s+|$)", re.ASCII | re.IGNORECASE)


class Forum:
    """The format `forum`."""

    name = "forum"
    suffixes = (".txt",)

    def read(self, text: str) -> Transcript:
        """The game in that text."""
        text = legible(text)
        where = Places(text)
        listing = Listing("24", Place(1, 1))
        at, end = len(text) - len(text.lstrip()), len(text.rstrip())
        for number in count(1):
            if at >= end:
                break
            found = MOVE.match(text, at)
            if not found:
                raise placed(BadFile("no_move", text=text[at : at + 60].split()[0]), where(at))
            if int(found[1]) != number:
                raise placed(BadFile("wrong_move_number", number=int(found[1]), expected=number), where(at))
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


def _play(listing: Listing, move: str, place: Place) -> None:
    word = move.lower()
    if word == SWAP:
        listing.swap(place)
    elif word == "resign":
        listing.resign(listing.seat, place)
    elif word == "draw":
        listing.draw(place)
    else:
        listing.peg(word, place)
