"""Collects the moves of a foreign file and converts them to Tablier's coordinates.

By Tablier's rules the peg stays in its hole after a swap and changes its owner. Some programs reflect it at the main diagonal
instead and change its colour, so that the rest of the game has mirrored coordinates. Reflecting those moves again gives an
equivalent game in which the first side still joins top and bottom.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ....core.errors import BadFile, BadOptions
from ....formats.source_location import Location, to_file_error
from ....formats.transcript import AGREED, RESIGNED, Transcript
from ..board import Board, make_board
from ..notation import SWAP
from ..options import OPTIONS

HOLE = re.compile(r"[a-z]{1,2}[1-9][0-9]?", re.ASCII)


class ImportBuilder:
    """Builds a transcript move by move. Methods raise `BadFile` with the location of the offending move."""

    def __init__(self, size: str, location: Location) -> None:
        option = next(option for option in OPTIONS if option.name == "size")
        try:
            value = option.validate(size)
        except BadOptions as error:
            raise to_file_error(error, location) from None
        self.board = make_board(value)
        self.options = {} if value == option.default else {"size": option.format(value)}
        self.actions: list[str] = []
        self.locations: list[Location] = []
        self.result: dict[str, Any] | None = None
        self.end = location

    @property
    def seat(self) -> int:
        """The seat to move. Seats alternate; a swap counts as a turn."""
        return len(self.actions) % 2

    @property
    def swapped(self) -> bool:
        """True if the second turn was a swap."""
        return SWAP in self.actions[1:2]

    def swap(self, location: Location) -> None:
        """Add a swap: the second seat takes over the first side (TWX-11)."""
        self._add(SWAP, location)

    def peg(self, hole: str, location: Location, *, mirrored: bool = False) -> None:
        """Add a peg. `mirrored`: the file's board is reflected at the main diagonal."""
        name = hole.lower()
        if not HOLE.fullmatch(name):
            raise to_file_error(BadFile("no_move", text=hole[:60]), location)
        if name not in self.board.holes:
            raise to_file_error(BadFile("off_board", hole=hole, last=self.board.names[-1]), location)
        self._add(mirror_name(self.board, name) if mirrored else name, location)

    def resign(self, seat: int, location: Location) -> None:
        """End the game by resignation of `seat`."""
        self._end({"winner": 1 - seat, "reason": RESIGNED}, location)

    def draw(self, location: Location) -> None:
        """End the game by an agreed draw."""
        self._end({"draw": True, "reason": AGREED}, location)

    def set_result(self, result: Mapping[str, Any] | None, location: Location) -> None:
        """Set the result from the file's header. It must agree with a result given by the moves."""
        if result is None:
            return
        if self.result is None:
            self.result, self.end = dict(result), location
        elif self.result.get("winner") != result.get("winner"):
            raise to_file_error(BadFile("results_differ"), location)

    def transcript(self, edition: str, players: tuple[str, str], facts: Mapping[str, str] | None = None) -> Transcript:
        """Return the transcript of the game read so far."""
        return Transcript(
            edition,
            self.options,
            players=players if any(players) else (),
            actions=tuple(self.actions),
            result=self.result,
            facts=facts or {},
            locations=(*self.locations, self.end),
        )

    def check_turn(self, seat: int, player: str, location: Location) -> None:
        """Check that it is the turn of `seat`, which the file calls `player`."""
        self._check_not_ended(location)
        if seat != self.seat:
            raise to_file_error(BadFile("not_in_turn", player=player), location)

    def _add(self, action: str, location: Location) -> None:
        self._check_not_ended(location)
        self.actions.append(action)
        self.locations.append(location)

    def _end(self, result: dict[str, Any], location: Location) -> None:
        self._check_not_ended(location)
        self.result, self.end = result, location

    def _check_not_ended(self, location: Location) -> None:
        if self.result is not None:
            raise to_file_error(BadFile("after_the_end"), location)


def mirror_name(board: Board, hole: str) -> str:
    """Reflect a hole at the main diagonal, by name.

    >>> from ..board import make_board
    >>> mirror_name(make_board(24), "c20")
    't3'
    """
    return board.names[board.mirror_hole(board.holes[hole])]
