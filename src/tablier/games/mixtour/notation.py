"""Parser for one turn: `c3` adds, `a1-c3` moves a stack, `a1:2-c3` moves its top two pieces, `pass` passes."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from ...core.errors import BadNotation
from ...core.state import MAX_ACTION_LENGTH
from .board import CELL_INDEX

PASS = "pass"
_MOVE = re.compile(r"([a-e][1-5])(?::([1-9]))?-([a-e][1-5])", re.ASCII)
_CELL = ("abcde", "12345")
_SHAPES = ((*_CELL, "-", *_CELL), (*_CELL, ":", "123456789", "-", *_CELL), tuple(PASS))  # allowed characters by index


class Add(NamedTuple):
    """Put a piece from the reserve on an empty cell (MIX-3)."""

    cell: int


class Move(NamedTuple):
    """Move the top `pieces` of a stack, the whole stack if that is 0 (MIX-4)."""

    source: int
    pieces: int
    target: int


class Pass(NamedTuple):
    """Pass, when there is no other turn (MIX-10)."""


def parse_turn(text: object) -> Add | Move | Pass:
    """Parse a turn without checking that it is legal. Raises `BadNotation`; `at` is the first character that does not fit.

    >>> parse_turn("a1:2-c3")
    Move(source=0, pieces=2, target=12)
    """
    if not isinstance(text, str):
        raise BadNotation("unreadable", at=0, text=repr(type(text).__name__))
    if len(text) > MAX_ACTION_LENGTH:
        raise BadNotation("too_long", at=MAX_ACTION_LENGTH, longest=MAX_ACTION_LENGTH)
    return _parse(text)


@lru_cache(maxsize=8192)  # larger than the number of valid texts; lru_cache does not store exceptions
def _parse(text: str) -> Add | Move | Pass:
    if text in CELL_INDEX:
        return Add(CELL_INDEX[text])
    if text == PASS:
        return Pass()
    if match := _MOVE.fullmatch(text):
        source, count, target = match.groups()
        return Move(CELL_INDEX[source], int(count or 0), CELL_INDEX[target])
    raise BadNotation("unreadable", at=max(_matching_prefix(text, shape) for shape in _SHAPES), text=text[:60])


def _matching_prefix(text: str, shape: tuple[str, ...]) -> int:
    """Length of the longest prefix of `text` that fits `shape`."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] in pair[1], zip(text, shape, strict=False)))
