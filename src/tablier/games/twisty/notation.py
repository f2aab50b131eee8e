"""Parser for actions: `@a1`, `c5>d6>f7`, `c5>d6!`, `pass`."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...core.errors import BadNotation
from ...core.state import MAX_ACTION_LENGTH
from .board import CELL_INDEX, SIZE

PASS = "pass"


class CornerPick(NamedTuple):
    """Put the pawn on a corner, at the start (TWS-3) or after being robbed (TWS-11)."""

    corner: int


class PawnMove(NamedTuple):
    """The cells that the pawn lands on, empty for a pass. `protects`: the player protects on the last cell (TWS-9)."""

    path: tuple[int, ...]
    protects: bool


_CELL = f"[a-{'abcdefg'[SIZE - 1]}][1-{SIZE}]"
_PICK = re.compile(f"@({_CELL})", re.ASCII)
_MOVE = re.compile(f"({_CELL}(?:>{_CELL})*)(!?)", re.ASCII)


def parse_action(text: str) -> CornerPick | PawnMove:
    """Parse an action without checking that it is legal. Raises `BadNotation`; `at` is the first character that does not fit.

    >>> parse_action("a1>a2!")
    PawnMove(path=(0, 1), protects=True)
    """
    if not isinstance(text, str):
        raise BadNotation("unreadable", at=0, text=repr(text)[:60])
    if len(text) > MAX_ACTION_LENGTH:
        raise BadNotation("too_long", at=MAX_ACTION_LENGTH, longest=MAX_ACTION_LENGTH)
    if text == PASS:
        return PawnMove((), False)
    if match := _PICK.fullmatch(text):
        return CornerPick(CELL_INDEX[match[1]])
    if match := _MOVE.fullmatch(text):
        return PawnMove(tuple(map(CELL_INDEX.__getitem__, match[1].split(">"))), bool(match[2]))
    raise BadNotation("unreadable", at=_first_misfit(text), text=text[:60])


def _first_misfit(text: str) -> int:
    """Index of the first character that no action has at that place."""
    if text[:1] == "p":
        return next((at for at, letter in enumerate(PASS) if text[at : at + 1] != letter), len(PASS))
    pick = text[:1] == "@"
    for at, letter in enumerate(text[pick:]):
        if letter not in ("abcdefg", "1234567", ">")[at % 3]:
            return at + pick + (letter == "!" and at % 3 == 2 and not pick)  # nothing may follow a valid `!`
        if pick and at == 2:
            return 3
    return len(text)
