"""Little Golem's `.tsgf`: SGF with two letters a hole, `b` the first player and `r` the second.

Both letters are players, and stay so after a swap: Little Golem mirrors the peg, so `b` goes on joining top and bottom.
"""

from __future__ import annotations

from string import ascii_letters

from ....formats import sgf
from ....formats.transcript import AGREED, RESIGNED, Transcript
from ..board import Board
from ..notation import SWAP
from .import_builder import Listing, mirrored
from .representable import ending, held

EDITION = "twixt:paper"
PLAYERS = "br"
OFFER = "|draw"  # beside a move; the answer `draw` accepts it


class Tsgf:
    """The format `tsgf`."""

    name = "tsgf"
    suffixes = (".tsgf", ".sgf")

    def read(self, text: str) -> Transcript:
        """The game in that text."""
        tree = sgf.parse(text)
        root = tree.root
        if (root.one("GM") or "21") != "21":
            raise root.wrong("wrong_game", "GM")
        listing = Listing((root.one("SZ") or "24").strip(), root.places.get("SZ", root.place))
        for node in tree.main_line():
            _play(listing, node)
        if not listing.actions and "SZ" not in root.properties:  # nothing here says that it is TwixT
            raise root.wrong("wrong_game", "SZ")
        listing.told(sgf.result(root, {"B": 0, "W": 1, "R": 1}), root.places.get("RE", root.place))
        return listing.transcript(EDITION, (root.one("PB") or "", root.one("PW") or ""), sgf.facts(root))

    def write(self, transcript: Transcript) -> str:
        """That game as text, on one line as Little Golem writes it."""
        game = held(transcript, (EDITION,))
        facts = {sgf.FACTS[name]: value for name, value in transcript.facts.items() if name in sgf.FACTS}
        first, second = game.players
        event = {"EV": facts.pop("EV")} if "EV" in facts else {}
        nodes = [{"FF": "4", **event, "PB": first, "PW": second, "SZ": str(game.board.size), **facts}]
        swapped = False
        for number, action in enumerate(game.actions):
            hole = mirrored(game.board, action) if swapped else action
            nodes.append({PLAYERS[number % 2]: SWAP if action == SWAP else _letters(game.board, hole)})
            swapped = swapped or action == SWAP
        if ended := ending(transcript, game.last, (RESIGNED, AGREED), in_turn=False):
            how, seat = ended
            nodes.append({PLAYERS[seat]: "resign" if how == RESIGNED else "draw"})
        return sgf.write(nodes, between="")


TSGF = Tsgf()


def _play(listing: Listing, node: sgf.Node) -> None:
    moves = [name for name in node.properties if name in ("b", "r", "B", "W", "AB", "AW", "AE")]
    for name in moves:
        if name not in PLAYERS:
            raise node.wrong("no_property", name)
    if len(moves) > 1:
        raise node.wrong("two_moves", moves[1])
    if moves:
        _move(listing, node, moves[0])


def _move(listing: Listing, node: sgf.Node, name: str) -> None:
    place, seat = node.places[name], PLAYERS.index(name)
    move = (node.one(name) or "").strip().removesuffix(OFFER)
    if move.lower() == "resign":
        listing.resign(seat, place)
    elif move.lower() == "draw":
        listing.draw(place)
    else:
        listing.expect(seat, name, place)
        if move.lower() == SWAP:
            listing.swap(place)
        else:
            listing.peg(_name(listing.board, move, node, name), place, turned=listing.swapped)


def _name(board: Board, move: str, node: sgf.Node, name: str) -> str:
    """Our name for a hole of two letters."""
    if len(move) != 2 or not set(move) <= set(ascii_letters):
        raise node.wrong("no_move", name, text=move[:60])
    column, row = map(ascii_letters.index, move)
    if max(column, row) >= board.size:
        raise node.wrong("off_board", name, hole=move, last=_letters(board, board.names[-1]))
    return board.names[column * board.size + row]


def _letters(board: Board, name: str) -> str:
    column, row = divmod(board.holes[name], board.size)
    return ascii_letters[column] + ascii_letters[row]
