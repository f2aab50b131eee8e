"""SGF with the number registered for TwixT, GM[21]: a letter and a number a hole.

Its colours are sides: White joins top and bottom and moves first, Black joins left and right. So the colour of the move after
a swap tells which swap it was: when Black moves again, the sides changed and the peg stayed; when White moves, White has
no peg on the board, so the peg was mirrored and is Black's now.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ....formats import sgf
from ....formats.source_location import Location
from ....formats.transcript import AGREED, RESIGNED, TIME, UNKNOWN, Transcript
from ..notation import SWAP
from .import_builder import Listing
from .representable import ending, held

RULES = {"STD": "twixt:kosmos", "PP": "twixt:paper"}  # RU, by the first
SIZE = re.compile(r"([0-9]{1,3})(?::([0-9]{1,3}))?", re.ASCII)
COLOURS = "WB"
SWAPS = {SWAP: "WB", "swap-sides": "B", "swap-pieces": "W"}  # the colours that may move next, White having begun
SETUP = ("AB", "AW", "AE", "HA")


class Gm21:
    """The format `gm21`."""

    name = "gm21"
    suffixes = (".sgf",)

    def read(self, text: str) -> Transcript:
        """The game in that text."""
        tree = sgf.parse(text)
        root = tree.root
        if root.one("GM") != "21":
            raise root.wrong("wrong_game", "GM")
        rules = (root.one("RU") or "STD").strip().upper()
        if rules not in RULES:
            raise root.wrong("unknown_rules", "RU", rules=rules[:60], known=list(RULES))
        reader = _Reader(Listing(_size(root), root.places.get("SZ", root.place)))
        for node in tree.main_line():
            reader.play(node)
        listing = reader.listing
        colours = reader.colours
        listing.told(sgf.result(root, {colours[0]: 0, colours[1]: 1}), root.places.get("RE", root.place))
        names = {"W": root.one("PW") or "", "B": root.one("PB") or ""}
        return listing.transcript(RULES[rules], (names[reader.first], names[_other(reader.first)]), sgf.facts(root))

    def write(self, transcript: Transcript) -> str:
        """That game as text."""
        game = held(transcript, tuple(RULES.values()))
        rules = next(rules for rules, edition in RULES.items() if edition == game.edition)
        white, black = game.players
        root: dict[str, str | Iterable[str]] = {"FF": "4", "CA": "UTF-8", "GM": "21", "AP": "Tablier"}
        root |= {"SZ": str(game.board.size), "RU": rules, "PW": white, "PB": black}
        root |= {sgf.FACTS[name]: value for name, value in transcript.facts.items() if name in sgf.FACTS}
        if transcript.result is not None:
            ending(transcript, game.last, (RESIGNED, AGREED, TIME, UNKNOWN), in_turn=False)
            colours = "".join(COLOURS[game.last.side(seat)] for seat in (0, 1))
            root["RE"] = sgf.result_text(transcript.result, colours) or ""
        moves = zip(game.states, game.actions, strict=False)
        return sgf.write([root, *({COLOURS[state.side(state.turn)]: action} for state, action in moves)])


GM21 = Gm21()


class _Reader:
    """Follows the colours: which seat has which, and whether the file's board is mirrored against ours."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self.first = "W"
        self.next: str | None = "WB"  # the colours that may move now where the file decides, None where they alternate
        self.sides_changed = False

    @property
    def colours(self) -> str:
        """The colours of both seats."""
        return _other(self.first) + self.first if self.sides_changed else self.first + _other(self.first)

    @property
    def turned(self) -> bool:
        """Black joins left and right: that is mirrored for us when Black begins, and again when the peg was."""
        return (self.first == "B") != (self.listing.swapped and not self.sides_changed)

    def play(self, node: sgf.Node) -> None:
        for name in SETUP:
            if node.properties.get(name, ("0",)) != ("0",):
                raise node.wrong("no_property", name)
        moves = [name for name in COLOURS if name in node.properties]
        if len(moves) > 1:
            raise node.wrong("two_moves", moves[1])
        if moves:
            self.move(node, moves[0])

    def move(self, node: sgf.Node, colour: str) -> None:
        listing, place = self.listing, node.places[colour]
        move = (node.one(colour) or "").strip().lower()
        if move == "propose-draw":
            return
        self.decide(node, colour)
        seat = self.colours.index(colour)
        if move in ("resign", "forfeit"):
            listing.resign(seat, place)
        elif move in ("draw", "accept-draw"):
            listing.draw(place)
        else:
            listing.expect(seat, colour, place)
            if move in SWAPS:
                self.swap(move, place)
            else:
                listing.peg(move, place, turned=self.turned)

    def swap(self, how: str, place: Location) -> None:
        self.listing.swap(place)
        self.sides_changed = True  # unless the next move says otherwise
        self.next = SWAPS[how] if self.first == "W" else "".join(map(_other, SWAPS[how]))

    def decide(self, node: sgf.Node, colour: str) -> None:
        """The first move tells who begins, the move after a swap tells which swap it was."""
        if self.next is None:
            return
        if colour not in self.next:
            raise node.wrong("not_in_turn", colour, player=colour)
        if not self.listing.actions:
            self.first = colour
        else:
            self.sides_changed = colour != self.first
        self.next = None


def _other(colour: str) -> str:
    return "B" if colour == "W" else "W"


def _size(root: sgf.Node) -> str:
    told = (root.one("SZ") or "24").strip()
    found = SIZE.fullmatch(told)
    if not found:
        raise root.wrong("bad_size", "SZ", size=told[:60])
    if found[2] and int(found[1]) != int(found[2]):
        raise root.wrong("not_square", "SZ", columns=int(found[1]), rows=int(found[2]))
    return str(int(found[1]))
