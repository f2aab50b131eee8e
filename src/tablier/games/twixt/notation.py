"""Turns as texts: `l12`, `m14/`, `-b2c4,d6+e8+b2d3`, `^c3,d6`."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ...core.errors import BadNotation
from ...core.state import MAX_ACTION_LENGTH, Action
from .board import Board

SWAP = Action("swap")
HOLE = re.compile(r"[a-z]{1,2}[1-9][0-9]?")

Pair = tuple[int, int]  # two holes, the lower first; not necessarily a knight's step apart


class Turn(NamedTuple):
    """One turn as it was written down: it can be read, but it need not be legal."""

    peg: int
    lift: int | None = None
    removals: tuple[Pair, ...] = ()
    links: tuple[Pair, ...] | None = None  # None: every legal link from the new peg


def read(board: Board, text: Any) -> Turn:
    """The turn in that text.

    >>> from .board import board
    >>> write(board(12), read(board(12), "-c4b2,d6+d3b2+e8"))
    '-b2c4,d6+e8+b2d3'
    """
    if not isinstance(text, str):
        raise BadNotation("unreadable", at=0, text=type(text).__name__)
    if (hole := board.holes.get(text)) is not None:
        return Turn(hole)
    if len(text) > MAX_ACTION_LENGTH:
        raise BadNotation("too_long", at=MAX_ACTION_LENGTH, longest=MAX_ACTION_LENGTH)
    return _Reader(board, text).turn()


class _Reader:
    """Walks over one text; `at` is where it stands."""

    def __init__(self, board: Board, text: str) -> None:
        self.board, self.text, self.at = board, text, 0

    def turn(self) -> Turn:
        lift = None
        if self.takes("^"):
            lift = self.hole()
            self.must(",")
        removals = []
        while self.takes("-"):
            removals.append(_pair(self.hole(), self.hole()))
            self.must(",")
        peg = self.hole()
        links: tuple[Pair, ...] | None = None
        if self.takes("/"):
            links = ()
        elif self.at < len(self.text):
            links = self.links(peg)
        if self.at < len(self.text):
            raise self.unreadable()
        return Turn(peg, lift, tuple(sorted(removals)), links)

    def links(self, peg: int) -> tuple[Pair, ...]:
        found = []
        while self.takes("+"):
            one = self.hole()
            two = self.hole() if HOLE.match(self.text, self.at) else peg
            found.append(_pair(one, two))
        return tuple(sorted(found, key=lambda pair: (peg not in pair, pair)))

    def hole(self) -> int:
        found = HOLE.match(self.text, self.at)
        if not found:
            raise self.unreadable()
        hole = self.board.holes.get(found[0])
        if hole is None:
            raise BadNotation("off_board", at=self.at, hole=found[0], last=self.board.names[-1])
        self.at = found.end()
        return hole

    def takes(self, mark: str) -> bool:
        if not self.text.startswith(mark, self.at):
            return False
        self.at += 1
        return True

    def must(self, mark: str) -> None:
        if not self.takes(mark):
            raise self.unreadable()

    def unreadable(self) -> BadNotation:
        return BadNotation("unreadable", at=self.at, text=self.text[:60])


def _pair(one: int, two: int) -> Pair:
    return (one, two) if one <= two else (two, one)


def write(board: Board, turn: Turn) -> Action:
    """The text of a turn, in the order in which it was read."""
    names = board.names
    lift = "" if turn.lift is None else f"^{names[turn.lift]},"
    removals = "".join(f"-{names[low]}{names[high]}," for low, high in turn.removals)
    if turn.links is None:
        links = ""
    else:
        links = "".join(_link(names, turn.peg, pair) for pair in turn.links) or "/"
    return Action(f"{lift}{removals}{names[turn.peg]}{links}")


def _link(names: tuple[str, ...], peg: int, pair: Pair) -> str:
    low, high = pair
    if peg in pair:
        return "+" + names[high if low == peg else low]
    return "+" + names[low] + names[high]
