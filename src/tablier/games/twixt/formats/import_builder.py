"""The moves of a foreign file while they are read, turned into our geometry.

After a swap the peg stays where it is in our rules. Some programs mirror it at the main diagonal instead and let it change
colour; the same game then goes on in mirrored coordinates. Mirroring these back gives an equivalent position, in which the
first side joins top and bottom as ever.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ....core.errors import BadFile, BadOptions
from ....formats.source_location import Location, to_file_error
from ....formats.transcript import AGREED, RESIGNED, Transcript
from ..board import Board, board
from ..notation import SWAP
from ..options import OPTIONS

HOLE = re.compile(r"[a-z]{1,2}[1-9][0-9]?", re.ASCII)


class Listing:
    """A game being read, move by move."""

    def __init__(self, size: str, place: Location) -> None:
        option = next(option for option in OPTIONS if option.name == "size")
        try:
            value = option.value(size)
        except BadOptions as error:
            raise to_file_error(error, place) from None
        self.board = board(value)
        self.options = {} if value == option.default else {"size": option.format(value)}
        self.actions: list[str] = []
        self.places: list[Location] = []
        self.result: dict[str, Any] | None = None
        self.end = place

    @property
    def seat(self) -> int:
        """Who moves next: the seats take turns, and a swap is a turn."""
        return len(self.actions) % 2

    @property
    def swapped(self) -> bool:
        """Whether the sides were swapped."""
        return SWAP in self.actions[1:2]

    def swap(self, place: Location) -> None:
        """The second seat takes over the first side."""
        self._add(SWAP, place)

    def peg(self, hole: str, place: Location, *, turned: bool = False) -> None:
        """A peg at a hole named as we do, mirrored at the main diagonal when the file is `turned` against us."""
        name = hole.lower()
        if not HOLE.fullmatch(name):
            raise to_file_error(BadFile("no_move", text=hole[:60]), place)
        if name not in self.board.holes:
            raise to_file_error(BadFile("off_board", hole=hole, last=self.board.names[-1]), place)
        self._add(mirrored(self.board, name) if turned else name, place)

    def resign(self, seat: int, place: Location) -> None:
        """A seat gives up."""
        self._end({"winner": 1 - seat, "reason": RESIGNED}, place)

    def draw(self, place: Location) -> None:
        """Both agree on a draw."""
        self._end({"draw": True, "reason": AGREED}, place)

    def told(self, result: Mapping[str, Any] | None, place: Location) -> None:
        """The result as the file tells it beside the moves, with which they must agree."""
        if result is None:
            return
        if self.result is None:
            self.result, self.end = dict(result), place
        elif self.result.get("winner") != result.get("winner"):
            raise to_file_error(BadFile("results_differ"), place)

    def transcript(self, edition: str, players: tuple[str, str], facts: Mapping[str, str] | None = None) -> Transcript:
        """The whole game."""
        return Transcript(
            edition,
            self.options,
            players=players if any(players) else (),
            actions=tuple(self.actions),
            result=self.result,
            facts=facts or {},
            places=(*self.places, self.end),
        )

    def expect(self, seat: int, player: str, place: Location) -> None:
        """A move must be that of the seat whose turn it is, which the file calls `player`."""
        self._check_open(place)
        if seat != self.seat:
            raise to_file_error(BadFile("not_in_turn", player=player), place)

    def _add(self, action: str, place: Location) -> None:
        self._check_open(place)
        self.actions.append(action)
        self.places.append(place)

    def _end(self, result: dict[str, Any], place: Location) -> None:
        self._check_open(place)
        self.result, self.end = result, place

    def _check_open(self, place: Location) -> None:
        if self.result is not None:
            raise to_file_error(BadFile("after_the_end"), place)


def mirrored(board: Board, hole: str) -> str:
    """The hole on the other side of the main diagonal.

    >>> from ..board import board
    >>> mirrored(board(24), "c20")
    't3'
    """
    column, row = divmod(board.holes[hole], board.size)
    return board.names[row * board.size + column]
