"""Little Golem's `.tsgf`: SGF with two letters per hole, `b` for the first player and `r` for the second.

The letters denote players, also after a swap: Little Golem reflects the peg, so that `b` still joins top and bottom.
"""

from __future__ import annotations

from string import ascii_letters

from ....formats import sgf
from ....formats.transcript import AGREED, RESIGNED, Transcript
from ..board import Board
from ..notation import SWAP
from .import_builder import ImportBuilder, mirror_name
from .representable import check_representable, find_players_ending

EDITION = "twixt:paper"
PLAYERS = "br"
DRAW_OFFER = "|draw"  # suffix of a move; the reply `draw` accepts it


class Tsgf:
    """Format `tsgf`: games of Little Golem."""

    name = "tsgf"
    suffixes = (".tsgf", ".sgf")

    def read(self, text: str) -> Transcript:
        """Parse the game. Raises `BadFile` with line and column."""
        tree = sgf.parse(text)
        root = tree.root
        if (root.value("GM") or "21") != "21":
            raise root.error("wrong_game", "GM")
        builder = ImportBuilder((root.value("SZ") or "24").strip(), root.locations.get("SZ", root.location))
        for node in tree.main_line():
            _play(builder, node)
        if not builder.actions and "SZ" not in root.properties:  # nothing identifies the game as TwixT
            raise root.error("wrong_game", "SZ")
        seats = {"B": 0, "W": 1, "R": 1}  # the second player is W as in PW, or R as in the moves
        builder.set_result(sgf.parse_result(root, seats), root.locations.get("RE", root.location))
        return builder.transcript(EDITION, (root.value("PB") or "", root.value("PW") or ""), sgf.parse_facts(root))

    def write(self, transcript: Transcript) -> str:
        """Write the game on one line, as Little Golem does. Raises `BadFile` if the format cannot represent it."""
        game = check_representable(transcript, (EDITION,))
        facts = {sgf.FACTS[name]: value for name, value in transcript.facts.items() if name in sgf.FACTS}
        first, second = game.players
        event = {"EV": facts.pop("EV")} if "EV" in facts else {}
        nodes = [{"FF": "4", **event, "PB": first, "PW": second, "SZ": str(game.board.size), **facts}]
        swapped = False
        for number, action in enumerate(game.actions):
            hole = mirror_name(game.board, action) if swapped else action
            nodes.append({PLAYERS[number % 2]: SWAP if action == SWAP else _letters(game.board, hole)})
            swapped = swapped or action == SWAP
        if ended := find_players_ending(transcript, game.last, (RESIGNED, AGREED), in_turn=False):
            reason, seat = ended
            nodes.append({PLAYERS[seat]: "resign" if reason == RESIGNED else "draw"})
        return sgf.write(nodes, between="")


TSGF = Tsgf()


def _play(builder: ImportBuilder, node: sgf.Node) -> None:
    moves = [name for name in node.properties if name in ("b", "r", "B", "W", "AB", "AW", "AE")]
    for name in moves:
        if name not in PLAYERS:
            raise node.error("no_property", name)
    if len(moves) > 1:
        raise node.error("two_moves", moves[1])
    if moves:
        _play_move(builder, node, moves[0])


def _play_move(builder: ImportBuilder, node: sgf.Node, name: str) -> None:
    location, seat = node.locations[name], PLAYERS.index(name)
    move = (node.value(name) or "").strip().removesuffix(DRAW_OFFER)
    if move.lower() == "resign":
        builder.resign(seat, location)
    elif move.lower() == "draw":
        builder.draw(location)
    else:
        builder.check_turn(seat, name, location)
        if move.lower() == SWAP:
            builder.swap(location)
        else:
            builder.peg(_hole_name(builder.board, move, node, name), location, mirrored=builder.swapped)


def _hole_name(board: Board, move: str, node: sgf.Node, name: str) -> str:
    """Convert a hole of two letters to its name on the board."""
    if len(move) != 2 or not set(move) <= set(ascii_letters):
        raise node.error("no_move", name, text=move[:60])
    column, row = map(ascii_letters.index, move)
    if max(column, row) >= board.size:
        raise node.error("off_board", name, hole=move, last=_letters(board, board.names[-1]))
    return board.names[column * board.size + row]


def _letters(board: Board, name: str) -> str:
    column, row = divmod(board.holes[name], board.size)
    return ascii_letters[column] + ascii_letters[row]
