"""Reading actions: `@a1`, `c5>d6>f7`, `c5>d6!`, `pass`. Each has one spelling, so reading is all there is to it."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...core.errors import BadNotation
from ...core.state import MAX_ACTION_LENGTH
from .board import CELLS, SIZE

PASS = "pass"


class Pick(NamedTuple):
    """A corner chosen, at the start or after being robbed."""

    corner: int


class Turn(NamedTuple):
    """The cells landed on, none for a pass, and whether the player protects at the end."""

    path: tuple[int, ...]
    protects: bool


_CELL = f"[a-{'abcdefg'[SIZE - 1]}][1-{SIZE}]"
_PICK = re.compile(f"@({_CELL})", re.ASCII)
_TURN = re.compile(f"({_CELL}(?:>{_CELL})*)(!?)", re.ASCII)


def read_action(text: str) -> Pick | Turn:
    """What a text says.

    >>> read_action("a1>a2!")
    Turn(path=(0, 1), protects=True)
    """
    if not isinstance(text, str):
        raise BadNotation("unreadable", at=0, text=repr(text)[:60])
    if len(text) > MAX_ACTION_LENGTH:
        raise BadNotation("too_long", at=MAX_ACTION_LENGTH, longest=MAX_ACTION_LENGTH)
    if text == PASS:
        return Turn((), False)
    if found := _PICK.fullmatch(text):
        return Pick(CELLS[found[1]])
    if found := _TURN.fullmatch(text):
        return Turn(tuple(map(CELLS.__getitem__, found[1].split(">"))), bool(found[2]))
    raise BadNotation("unreadable", at=_stops_at(text), text=text[:60])


def _stops_at(text: str) -> int:
    """The index of the first character that fits no action."""
    if text[:1] == "p":
        return next((at for at, letter in enumerate(PASS) if text[at : at + 1] != letter), len(PASS))
    pick = text[:1] == "@"
    for at, letter in enumerate(text[pick:]):
        if letter not in ("abcdefg", "1234567", ">")[at % 3]:
            return at + pick + (letter == "!" and at % 3 == 2 and not pick)
        if pick and at == 2:
            return 3
    return len(text)
