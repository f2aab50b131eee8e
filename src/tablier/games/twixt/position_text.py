"""The position text: `TURN|SIDES|first side|second side`.

- TURN is the seat to move, `+1` or `+2` when it makes more turns after this one (TWX-12), `=` when the game was drawn by
  repetition (TWX-16, which the board alone does not show).
- SIDES is `01`, or `10` after a swap.
- A side is its pegs by (column, row) with commas between, `-` without any. A peg carries a capital for each link to a later
  peg: `A` one column on and two rows up, `B` one on and two down, `C` two on and one up, `D` two on and one down.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...core.errors import BadNotation
from .board import Board
from .options import Rules

Both = tuple[frozenset[int], frozenset[int]]  # something of each side, the first side first

TURN = re.compile(r"([01])(?:\+([12]))?(=?)")
PEG = re.compile(r"([a-z]{1,2}[1-9][0-9]?)(A?B?C?D?)")
STEP_LETTERS = "ABCD"


class Told(NamedTuple):
    """What a position text says."""

    seat: int
    turns_ahead: int
    repeated: bool
    sides: tuple[int, int]
    pegs: Both
    links: Both


def write_fields(board: Board, told: Told) -> tuple[str, ...]:
    """The four fields of a position."""
    ahead = f"+{told.turns_ahead}" if told.turns_ahead else ""
    return (
        f"{told.seat}{ahead}{'=' if told.repeated else ''}",
        f"{told.sides[0]}{told.sides[1]}",
        *(_write_side(board, pegs, links) for pegs, links in zip(told.pegs, told.links, strict=True)),
    )


def _write_side(board: Board, pegs: frozenset[int], links: frozenset[int]) -> str:
    marks = {hole: board.names[hole] for hole in sorted(pegs)}
    for link in sorted(links):
        hole, step = divmod(link, 4)
        marks[hole] += STEP_LETTERS[step]
    return ",".join(marks.values()) or "-"


def read_fields(rules: Rules, fields: Sequence[str]) -> Told:
    """What the fields say, if it could have come about; `BadNotation` otherwise."""
    if len(fields) != 4:
        raise BadNotation("wrong_fields", field=min(len(fields), 4), at=0, fields=4)
    turn = TURN.fullmatch(fields[0])
    if not turn:
        raise BadNotation("unreadable", field=0, at=0, text=fields[0][:60])
    if fields[1] not in ("01", "10"):
        raise BadNotation("unreadable", field=1, at=0, text=fields[1][:60])
    first, second = (_Side(rules, side, fields[2 + side]).read() for side in (0, 1))
    told = Told(
        int(turn[1]),
        int(turn[2] or 0),
        turn[3] == "=",
        (0, 1) if fields[1] == "01" else (1, 0),
        (first[0], second[0]),
        (first[1], second[1]),
    )
    _check_together(rules, told)
    _check_turn(rules, told)
    return told


class _Side:
    """Reads the pegs and links of one side."""

    def __init__(self, rules: Rules, side: int, text: str) -> None:
        self.rules, self.board, self.side, self.text = rules, rules.board, side, text
        self.pegs: dict[int, int] = {}  # and where in the text each stands
        self.links: dict[int, int] = {}

    def read(self) -> tuple[frozenset[int], frozenset[int]]:
        at = 0
        while self.text != "-":
            at = self._peg(at)
            if at == len(self.text):
                break
            if self.text[at] != ",":
                raise self._wrong("unreadable", at, text=self.text[:60])
            at += 1
        for link, place in self.links.items():
            if self.board.ends.get(link, (0, -1))[1] not in self.pegs:
                raise self._wrong("no_far_peg", place)
        for code, found, limit in (
            ("too_many_pegs", self.pegs, self.rules.pegs),
            ("too_many_links", self.links, self.rules.links),
        ):
            if limit is not None and len(found) > limit:
                raise self._wrong(code, 0, number=len(found), limit=limit)
        if not self.rules.own_links_cross:
            for link, place in self.links.items():
                if crossed := self.links.keys() & self.board.crossing[link]:
                    names = self.board.link_name(link), self.board.link_name(min(crossed))
                    raise self._wrong("crosses_own", place, link=names[0], other=names[1])
        return frozenset(self.pegs), frozenset(self.links)

    def _peg(self, at: int) -> int:
        found = PEG.match(self.text, at)
        if not found:
            raise self._wrong("unreadable", at, text=self.text[:60])
        name = found[1]
        hole = self.board.holes.get(name)
        if hole is None:
            raise self._wrong("off_board", at, hole=name, last=self.board.names[-1])
        if hole not in self.board.open[self.side]:
            raise self._wrong("corner" if hole in self.board.corners else "border", at, hole=name)
        if self.pegs and hole <= next(reversed(self.pegs)):
            raise self._wrong("out_of_order", at, hole=name)
        self.pegs[hole] = at
        for place, letter in enumerate(found[2], found.start(2)):
            self.links[4 * hole + STEP_LETTERS.index(letter)] = place
        return found.end()

    def _wrong(self, code: str, at: int, **facts: object) -> BadNotation:
        return BadNotation(code, field=2 + self.side, at=at, **facts)


def _check_together(rules: Rules, told: Told) -> None:
    board = rules.board
    if both := told.pegs[0] & told.pegs[1]:
        raise BadNotation("occupied", field=3, at=0, hole=board.names[min(both)])
    for link in sorted(told.links[1]):
        if crossed := told.links[0].intersection(board.crossing[link]):
            raise BadNotation("crosses", field=3, at=0, link=board.link_name(link), other=board.link_name(min(crossed)))


def _check_turn(rules: Rules, told: Told) -> None:
    """Whether so many pegs can stand when it is that seat's turn."""
    first, second = map(len, told.pegs)
    side = told.sides[told.seat]
    limit = first + second + 4 if rules.pegs is None else rules.pegs
    if told.sides == (1, 0) and not (rules.pie and first):
        raise BadNotation("wrong_sides", field=1, at=0)
    if side == 1:
        expected, fits = rules.first_turns + second, told.turns_ahead == 0
    elif second:
        expected, fits = rules.first_turns + second - 1, told.turns_ahead == 0
    else:  # the first seat's turns in a row, all at the start
        expected, fits = rules.first_turns - 1 - told.turns_ahead, told.turns_ahead < rules.first_turns
    if not fits or first != min(limit, expected):
        raise BadNotation("wrong_turn", field=0, at=0, first=first, second=second)
    if told.repeated and not (rules.pegs is not None and first == second == rules.pegs):
        raise BadNotation("no_repetition", field=0, at=0)
