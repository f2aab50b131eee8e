"""Parser of actions: `c` is a standing piece in column c, `cd` a piece lying on c and d, `pass`."""

from __future__ import annotations

from ...core.errors import BadNotation
from ...core.state import MAX_ACTION_LENGTH, Action
from .options import KwintieRules

PASS = Action("pass")


def parse_action(rules: KwintieRules, text: str) -> Action:
    """Return the canonical action, which need not be legal. Raises `BadNotation` with the offset `at` of the fault."""
    if not isinstance(text, str):
        raise BadNotation("unreadable", at=0, text=repr(text)[:60])
    placement = rules.placements.get(text)
    if placement is not None:
        return placement.action
    if text == PASS:
        return PASS
    raise _notation_error(rules, text)


def _notation_error(rules: KwintieRules, text: str) -> BadNotation:
    if len(text) > MAX_ACTION_LENGTH:
        return BadNotation("too_long", at=MAX_ACTION_LENGTH, longest=MAX_ACTION_LENGTH)
    letters = rules.letters
    for at, letter in enumerate(text[:2]):
        if not "a" <= letter <= "z":
            return BadNotation("unreadable", at=at, text=text[:60])
        if letter not in letters and len(text) <= 2:
            return BadNotation("no_such_column", at=at, where=letter, first=letters[0], last=letters[-1])
    if len(text) == 2:
        return BadNotation("no_neighbours", at=1, left=text[0], right=text[1])
    return BadNotation("unreadable", at=min(len(text), 2), text=text[:60])
