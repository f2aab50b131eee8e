"""Reading one turn: `c3` adds, `a1-c3` moves a stack, `a1:2-c3` its top two pieces, `pass` passes."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from ...core.errors import BadNotation
from ...core.state import MAX_ACTION_LENGTH
from .board import NUMBER

PASS = "pass"
_MOVE = re.compile(r"([a-e][1-5])(?::([1-9]))?-([a-e][1-5])", re.ASCII)
_CELL = ("abcde", "12345")
_SHAPES = ((*_CELL, "-", *_CELL), (*_CELL, ":", "123456789", "-", *_CELL), tuple(PASS))


class Add(NamedTuple):
    """Put a piece on a cell."""

    cell: int


class Move(NamedTuple):
    """Move the top pieces of a stack, as many as are `taken`, all of them where that is 0."""

    source: int
    taken: int
    target: int


class Pass(NamedTuple):
    """Do nothing."""


def read_turn(text: object) -> Add | Move | Pass:
    """What a text says, whether or not it can be played.

    >>> read_turn("a1:2-c3")
    Move(source=0, taken=2, target=12)
    """
    if not isinstance(text, str):
        raise BadNotation("unreadable", at=0, text=repr(type(text).__name__))
    if len(text) > MAX_ACTION_LENGTH:
        raise BadNotation("too_long", at=MAX_ACTION_LENGTH, longest=MAX_ACTION_LENGTH)
    return _read(text)


@lru_cache(maxsize=8192)  # there are fewer readable texts than that, and a refusal is not kept
def _read(text: str) -> Add | Move | Pass:
    if text in NUMBER:
        return Add(NUMBER[text])
    if text == PASS:
        return Pass()
    if found := _MOVE.fullmatch(text):
        source, count, target = found.groups()
        return Move(NUMBER[source], int(count or 0), NUMBER[target])
    raise BadNotation("unreadable", at=max(_readable(text, shape) for shape in _SHAPES), text=text[:60])


def _readable(text: str, shape: tuple[str, ...]) -> int:
    """How many characters of a text fit a shape."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] in pair[1], zip(text, shape, strict=False)))
