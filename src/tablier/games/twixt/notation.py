"""Parser and writer of turns: `l12`, `m14/`, `-b2c4,d6+e8+b2d3`, `^c3,d6`."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ...core.errors import BadNotation
from ...core.state import MAX_ACTION_LENGTH, Action
from .board import Board

SWAP = Action("swap")
HOLE = re.compile(r"[a-z]{1,2}[1-9][0-9]?")

Pair = tuple[int, int]  # two holes, the lower first; not necessarily a knight's step apart


class TwixtTurn(NamedTuple):
    """A parsed turn. It is well-formed but need not be legal."""

    peg: int
    lift: int | None = None
    removals: tuple[Pair, ...] = ()
    links: tuple[Pair, ...] | None = None  # None: every legal link from the new peg


def parse_turn(board: Board, text: Any) -> TwixtTurn:
    """Parse a turn other than `swap`. Raises `BadNotation` with the offset `at` of the fault.

    >>> from .board import make_board
    >>> write_turn(make_board(12), parse_turn(make_board(12), "-c4b2,d6+d3b2+e8"))
    '-b2c4,d6+e8+b2d3'
    """
    if not isinstance(text, str):
        raise BadNotation("unreadable", at=0, text=type(text).__name__)
    if (hole := board.holes.get(text)) is not None:
        return TwixtTurn(hole)
    if len(text) > MAX_ACTION_LENGTH:
        raise BadNotation("too_long", at=MAX_ACTION_LENGTH, longest=MAX_ACTION_LENGTH)
    return _TurnParser(board, text).turn()


class _TurnParser:
    """Recursive-descent parser over one text; `at` is the current offset."""

    def __init__(self, board: Board, text: str) -> None:
        self.board, self.text, self.at = board, text, 0

    def turn(self) -> TwixtTurn:
        lift = None
        if self.accept("^"):
            lift = self.hole()
            self.expect(",")
        removals = []
        while self.accept("-"):
            removals.append(_ordered_pair(self.hole(), self.hole()))
            self.expect(",")
        peg = self.hole()
        links: tuple[Pair, ...] | None = None
        if self.accept("/"):
            links = ()
        elif self.at < len(self.text):
            links = self.links(peg)
        if self.at < len(self.text):
            raise self.unreadable()
        return TwixtTurn(peg, lift, tuple(sorted(removals)), links)

    def links(self, peg: int) -> tuple[Pair, ...]:
        pairs = []
        while self.accept("+"):
            first = self.hole()
            second = self.hole() if HOLE.match(self.text, self.at) else peg
            pairs.append(_ordered_pair(first, second))
        return tuple(sorted(pairs, key=lambda pair: (peg not in pair, pair)))

    def hole(self) -> int:
        match = HOLE.match(self.text, self.at)
        if not match:
            raise self.unreadable()
        hole = self.board.holes.get(match[0])
        if hole is None:
            raise BadNotation("off_board", at=self.at, hole=match[0], last=self.board.names[-1])
        self.at = match.end()
        return hole

    def accept(self, mark: str) -> bool:
        if not self.text.startswith(mark, self.at):
            return False
        self.at += 1
        return True

    def expect(self, mark: str) -> None:
        if not self.accept(mark):
            raise self.unreadable()

    def unreadable(self) -> BadNotation:
        return BadNotation("unreadable", at=self.at, text=self.text[:60])


def _ordered_pair(a: int, b: int) -> Pair:
    return (a, b) if a <= b else (b, a)


def write_turn(board: Board, turn: TwixtTurn) -> Action:
    """Write a turn. The result is canonical if `turn` was parsed and passed through `turns.canonical_turn`."""
    names = board.names
    lift = "" if turn.lift is None else f"^{names[turn.lift]},"
    removals = "".join(f"-{names[low]}{names[high]}," for low, high in turn.removals)
    if turn.links is None:
        links = ""
    else:
        links = "".join(_write_link(names, turn.peg, pair) for pair in turn.links) or "/"
    return Action(f"{lift}{removals}{names[turn.peg]}{links}")


def _write_link(names: tuple[str, ...], peg: int, pair: Pair) -> str:
    low, high = pair
    if peg in pair:
        return "+" + names[high if low == peg else low]
    return "+" + names[low] + names[high]
