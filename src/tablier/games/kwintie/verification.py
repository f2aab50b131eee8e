"""Knowledge beyond the rules for verifying certificates: equivalent positions, and when a side can no longer win."""

from __future__ import annotations

from ...core.state import State
from .board import cube, has_line
from .options import COLUMN_LETTERS
from .state import KwintieState


def equivalence_key(state: State) -> str:
    """Key that is equal for equivalent positions: mirror images, and walls at different columns of the table.

    >>> import tablier
    >>> start = tablier.new("kwintie:board")
    >>> equivalence_key(start.play("a").play("bc")) == equivalence_key(start.play("i").play("gh"))
    True
    """
    assert isinstance(state, KwintieState)
    rows = state.rows()
    if rows and state.rules.table:
        bottom = rows[0]
        first, end = len(bottom) - len(bottom.lstrip(".")), len(bottom.rstrip("."))
        rows = [row[first:end] for row in rows]
    return min("/".join(rows), "/".join(row[::-1] for row in rows)) + f"|{state.turn}"


def cannot_win(state: State, seat: int) -> bool:
    """True if the opponent has a cube in every possible line (KWI-8) and lines of four do not count (KWI-9)."""
    assert isinstance(state, KwintieState)
    rules = state.rules
    other = state.lying[1 - seat] | state.standing[1 - seat]
    if rules.fours or (rules.table and not state.filled):
        return False
    columns = range(len(rules.letters))
    if rules.table:
        wall = [column for column in columns if state.filled & cube(column, 0)]
        columns = range(max(0, wall[-1] - rules.width + 1), min(len(COLUMN_LETTERS), wall[0] + rules.width))
    free = sum(cube(column, row) for column in columns for row in range(rules.height)) & ~other
    return not has_line(free, rules.line)
