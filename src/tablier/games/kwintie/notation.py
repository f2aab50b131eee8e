"""Reading actions: `c` stands in column c, `cd` lies on c and d, `pass`."""

from __future__ import annotations

from ...core.errors import BadNotation
from ...core.state import MAX_ACTION_LENGTH, Action
from .rules import Rules

PASS = Action("pass")


def read_action(rules: Rules, text: str) -> Action:
    """The action that a text names, placeable or not; `BadNotation` when it names none."""
    if not isinstance(text, str):
        raise BadNotation("unreadable", at=0, text=repr(text)[:60])
    placement = rules.placements.get(text)
    if placement is not None:
        return placement.action
    if text == PASS:
        return PASS
    raise _unreadable(rules, text)


def _unreadable(rules: Rules, text: str) -> BadNotation:
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
