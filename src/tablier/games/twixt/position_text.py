"""The fields of a position text: `TURN|SIDES|first side|second side`.

- TURN is the seat to move, followed by `+1` or `+2` if it makes more turns after this one (TWX-12), and by `=` if the game
  was drawn by repetition (TWX-16), which pegs and links do not show.
- SIDES is `01`, or `10` after a swap (TWX-11).
- A side lists its pegs in order of column, then row, separated by commas, or `-` without any. A peg carries a capital
  letter for each link to a later peg: `A` one column right and two rows up, `B` one right and two down, `C` two right and
  one up, `D` two right and one down.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...core.errors import BadNotation
from .board import Board
from .options import TwixtRules

PerSide = tuple[frozenset[int], frozenset[int]]  # pegs or links of the first and of the second side

TURN = re.compile(r"([01])(?:\+([12]))?(=?)")
PEG = re.compile(r"([a-z]{1,2}[1-9][0-9]?)(A?B?C?D?)")
STEP_LETTERS = "ABCD"


class PositionFields(NamedTuple):
    """The content of a position text."""

    seat: int
    turns_ahead: int  # further turns of the same seat after this one
    repeated: bool  # drawn by repetition
    sides: tuple[int, int]  # by seat
    pegs: PerSide
    links: PerSide


def write_fields(board: Board, position: PositionFields) -> tuple[str, ...]:
    """Write the four fields of a position text."""
    ahead = f"+{position.turns_ahead}" if position.turns_ahead else ""
    return (
        f"{position.seat}{ahead}{'=' if position.repeated else ''}",
        f"{position.sides[0]}{position.sides[1]}",
        *(_write_side(board, pegs, links) for pegs, links in zip(position.pegs, position.links, strict=True)),
    )


def _write_side(board: Board, pegs: frozenset[int], links: frozenset[int]) -> str:
    entries = {hole: board.names[hole] for hole in sorted(pegs)}
    for link in sorted(links):
        hole, step = divmod(link, 4)
        entries[hole] += STEP_LETTERS[step]
    return ",".join(entries.values()) or "-"


def parse_position(rules: TwixtRules, fields: Sequence[str]) -> PositionFields:
    """Parse the fields of a position text. Raises `BadNotation` if they are malformed or inconsistent."""
    if len(fields) != 4:
        raise BadNotation("wrong_fields", field=min(len(fields), 4), at=0, fields=4)
    turn = TURN.fullmatch(fields[0])
    if not turn:
        raise BadNotation("unreadable", field=0, at=0, text=fields[0][:60])
    if fields[1] not in ("01", "10"):
        raise BadNotation("unreadable", field=1, at=0, text=fields[1][:60])
    first, second = (_SideParser(rules, side, fields[2 + side]).parse() for side in (0, 1))
    position = PositionFields(
        int(turn[1]),
        int(turn[2] or 0),
        turn[3] == "=",
        (0, 1) if fields[1] == "01" else (1, 0),
        (first[0], second[0]),
        (first[1], second[1]),
    )
    _check_overlap(rules, position)
    _check_turn(rules, position)
    return position


class _SideParser:
    """Parses the pegs and links of one side."""

    def __init__(self, rules: TwixtRules, side: int, text: str) -> None:
        self.rules, self.board, self.side, self.text = rules, rules.board, side, text
        self.pegs: dict[int, int] = {}  # peg -> offset in the text
        self.links: dict[int, int] = {}  # link -> offset in the text

    def parse(self) -> tuple[frozenset[int], frozenset[int]]:
        at = 0
        while self.text != "-":
            at = self._parse_peg(at)
            if at == len(self.text):
                break
            if self.text[at] != ",":
                raise self._error("unreadable", at, text=self.text[:60])
            at += 1
        for link, offset in self.links.items():
            if self.board.ends.get(link, (0, -1))[1] not in self.pegs:  # -1: the board has no such link
                raise self._error("no_far_peg", offset)
        for code, pieces, limit in (
            ("too_many_pegs", self.pegs, self.rules.pegs),
            ("too_many_links", self.links, self.rules.links),
        ):
            if limit is not None and len(pieces) > limit:
                raise self._error(code, 0, number=len(pieces), limit=limit)
        if not self.rules.own_links_cross:  # TWX-6
            for link, offset in self.links.items():
                if crossed := self.links.keys() & self.board.crossing[link]:
                    names = self.board.link_name(link), self.board.link_name(min(crossed))
                    raise self._error("crosses_own", offset, link=names[0], other=names[1])
        return frozenset(self.pegs), frozenset(self.links)

    def _parse_peg(self, at: int) -> int:
        """Parse one peg with its links and return the offset after it."""
        match = PEG.match(self.text, at)
        if not match:
            raise self._error("unreadable", at, text=self.text[:60])
        name = match[1]
        hole = self.board.holes.get(name)
        if hole is None:
            raise self._error("off_board", at, hole=name, last=self.board.names[-1])
        if hole not in self.board.open_holes[self.side]:
            raise self._error("corner" if hole in self.board.corners else "border", at, hole=name)
        if self.pegs and hole <= next(reversed(self.pegs)):
            raise self._error("out_of_order", at, hole=name)
        self.pegs[hole] = at
        for offset, letter in enumerate(match[2], match.start(2)):
            self.links[4 * hole + STEP_LETTERS.index(letter)] = offset
        return match.end()

    def _error(self, code: str, at: int, **facts: object) -> BadNotation:
        return BadNotation(code, field=2 + self.side, at=at, **facts)


def _check_overlap(rules: TwixtRules, position: PositionFields) -> None:
    """Check that the sides share no hole and that their links do not cross (TWX-6)."""
    board = rules.board
    if shared := position.pegs[0] & position.pegs[1]:
        raise BadNotation("occupied", field=3, at=0, hole=board.names[min(shared)])
    for link in sorted(position.links[1]):
        if crossed := position.links[0].intersection(board.crossing[link]):
            raise BadNotation("crosses", field=3, at=0, link=board.link_name(link), other=board.link_name(min(crossed)))


def _check_turn(rules: TwixtRules, position: PositionFields) -> None:
    """Check that the numbers of pegs agree with the seat to move (TWX-4, TWX-11, TWX-12)."""
    first, second = map(len, position.pegs)
    side = position.sides[position.seat]
    limit = first + second + 4 if rules.pegs is None else rules.pegs  # without a limit: above any `expected`
    if position.sides == (1, 0) and not (rules.pie and first):
        raise BadNotation("wrong_sides", field=1, at=0)
    if side == 1:
        expected, fits = rules.first_turns + second, position.turns_ahead == 0
    elif second:
        expected, fits = rules.first_turns + second - 1, position.turns_ahead == 0
    else:  # the consecutive turns of the first seat are all at the start
        expected, fits = rules.first_turns - 1 - position.turns_ahead, position.turns_ahead < rules.first_turns
    if not fits or first != min(limit, expected):
        raise BadNotation("wrong_turn", field=0, at=0, first=first, second=second)
    if position.repeated and not (rules.pegs is not None and first == second == rules.pegs):  # TWX-16
        raise BadNotation("no_repetition", field=0, at=0)
