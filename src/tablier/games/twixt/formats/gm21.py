"""SGF with TwixT's registered game number, GM[21]; holes are written with a letter and a number.

Colours denote sides: White joins top and bottom and moves first, Black joins left and right. The colour of the move after a
swap tells which kind of swap it was. If Black moves again, the players exchanged sides and the peg stayed. If White moves,
White has no peg on the board: the peg was reflected and belongs to Black.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ....formats import sgf
from ....formats.source_location import Location
from ....formats.transcript import AGREED, RESIGNED, TIME, UNKNOWN, Transcript
from ..notation import SWAP
from .import_builder import ImportBuilder
from .representable import check_representable, find_players_ending

RULES = {"STD": "twixt:kosmos", "PP": "twixt:paper"}  # edition by the value of RU; the first is the default
SIZE = re.compile(r"([0-9]{1,3})(?::([0-9]{1,3}))?", re.ASCII)
COLOURS = "WB"
SWAPS = {SWAP: "WB", "swap-sides": "B", "swap-pieces": "W"}  # colours that may move next if White made the first move
SETUP_PROPERTIES = ("AB", "AW", "AE", "HA")  # stones added or removed, and handicap: not supported


class Gm21:
    """Format `gm21`: standard SGF."""

    name = "gm21"
    suffixes = (".sgf",)

    def read(self, text: str) -> Transcript:
        """Parse the game. Raises `BadFile` with line and column."""
        tree = sgf.parse(text)
        root = tree.root
        if root.value("GM") != "21":
            raise root.error("wrong_game", "GM")
        rules = (root.value("RU") or "STD").strip().upper()
        if rules not in RULES:
            raise root.error("unknown_rules", "RU", rules=rules[:60], known=list(RULES))
        reader = _Gm21Reader(ImportBuilder(_parse_size(root), root.locations.get("SZ", root.location)))
        for node in tree.main_line():
            reader.play(node)
        builder = reader.builder
        colours = reader.colours
        builder.set_result(sgf.parse_result(root, {colours[0]: 0, colours[1]: 1}), root.locations.get("RE", root.location))
        names = {"W": root.value("PW") or "", "B": root.value("PB") or ""}
        return builder.transcript(RULES[rules], (names[reader.first], names[_other(reader.first)]), sgf.parse_facts(root))

    def write(self, transcript: Transcript) -> str:
        """Write the game. Raises `BadFile` if the format cannot represent it."""
        game = check_representable(transcript, tuple(RULES.values()))
        rules = next(rules for rules, edition in RULES.items() if edition == game.edition)
        white, black = game.players
        root: dict[str, str | Iterable[str]] = {"FF": "4", "CA": "UTF-8", "GM": "21", "AP": "Tablier"}
        root |= {"SZ": str(game.board.size), "RU": rules, "PW": white, "PB": black}
        root |= {sgf.FACTS[name]: value for name, value in transcript.facts.items() if name in sgf.FACTS}
        if transcript.result is not None:
            find_players_ending(transcript, game.last, (RESIGNED, AGREED, TIME, UNKNOWN), in_turn=False)  # checks the reason
            colours = "".join(COLOURS[game.last.side(seat)] for seat in (0, 1))
            root["RE"] = sgf.format_result(transcript.result, colours) or ""
        moves = zip(game.states, game.actions, strict=False)
        return sgf.write([root, *({COLOURS[state.side(state.turn)]: action} for state, action in moves)])


GM21 = Gm21()


class _Gm21Reader:
    """Tracks the colour of each seat, and whether the file's board is mirrored relative to ours."""

    def __init__(self, builder: ImportBuilder) -> None:
        self.builder = builder
        self.first = "W"  # colour of the first move
        self.allowed_colours: str | None = "WB"  # colours that may move now, where the file decides; None where they alternate
        self.sides_changed = False  # by a swap that keeps the peg

    @property
    def colours(self) -> str:
        """Colours of seat 0 and seat 1."""
        return _other(self.first) + self.first if self.sides_changed else self.first + _other(self.first)

    @property
    def mirrored(self) -> bool:
        """True if the file's board is reflected: if Black begins, or after a swap that reflects the peg, but not both."""
        return (self.first == "B") != (self.builder.swapped and not self.sides_changed)

    def play(self, node: sgf.Node) -> None:
        """Play the move of a node, if it has one. Raises `BadFile` for setup properties and for two moves in a node."""
        for name in SETUP_PROPERTIES:
            if node.properties.get(name, ("0",)) != ("0",):
                raise node.error("no_property", name)
        moves = [name for name in COLOURS if name in node.properties]
        if len(moves) > 1:
            raise node.error("two_moves", moves[1])
        if moves:
            self.move(node, moves[0])

    def move(self, node: sgf.Node, colour: str) -> None:
        builder, location = self.builder, node.locations[colour]
        move = (node.value(colour) or "").strip().lower()
        if move == "propose-draw":
            return
        self.apply_colour(node, colour)
        seat = self.colours.index(colour)
        if move in ("resign", "forfeit"):
            builder.resign(seat, location)
        elif move in ("draw", "accept-draw"):
            builder.draw(location)
        else:
            builder.check_turn(seat, colour, location)
            if move in SWAPS:
                self.swap(move, location)
            else:
                builder.peg(move, location, mirrored=self.mirrored)

    def swap(self, kind: str, location: Location) -> None:
        self.builder.swap(location)
        self.sides_changed = True  # the default; the next move decides
        self.allowed_colours = SWAPS[kind] if self.first == "W" else "".join(map(_other, SWAPS[kind]))

    def apply_colour(self, node: sgf.Node, colour: str) -> None:
        """Learn from a move's colour who begins, or which kind of swap was played."""
        if self.allowed_colours is None:
            return
        if colour not in self.allowed_colours:
            raise node.error("not_in_turn", colour, player=colour)
        if not self.builder.actions:
            self.first = colour
        else:
            self.sides_changed = colour != self.first
        self.allowed_colours = None


def _other(colour: str) -> str:
    return "B" if colour == "W" else "W"


def _parse_size(root: sgf.Node) -> str:
    text = (root.value("SZ") or "24").strip()
    match = SIZE.fullmatch(text)
    if not match:
        raise root.error("bad_size", "SZ", size=text[:60])
    if match[2] and int(match[1]) != int(match[2]):
        raise root.error("not_square", "SZ", columns=int(match[1]), rows=int(match[2]))
    return str(int(match[1]))
