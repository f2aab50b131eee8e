"""Reasons why a placement is illegal, as error codes with facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.errors import IllegalAction
from .board import cube
from .options import FIRST_COLUMN, Placement

if TYPE_CHECKING:
    from .state import KwintieState


def explain_illegal(state: KwintieState, placement: Placement) -> IllegalAction:
    """Return the error for the first rule that forbids the placement, which must be illegal."""
    return (
        (None if state.left[state.turn] else IllegalAction("no_pieces"))
        or _support_error(state, placement)
        or _base_error(state, placement)
        or _touching_ends_error(state, placement)
    )


def _columns(placement: Placement) -> range:
    return range(placement.column, placement.column + (1 if placement.standing else 2))


def _height(state: KwintieState, column: int) -> int:
    return next(row for row in range(state.rules.height + 1) if not state.filled & cube(column, row))


def _support_error(state: KwintieState, placement: Placement) -> IllegalAction | None:
    """Return the error if the piece exceeds the height of the wall (KWI-1) or its two columns differ in height (KWI-3)."""
    letters, limit = state.rules.letters, state.rules.height
    heights = [_height(state, column) for column in _columns(placement)]
    if len(set(heights)) > 1:
        left, right = placement.action
        return IllegalAction("uneven", left=left, right=right, left_height=heights[0], right_height=heights[1])
    if heights[0] + (2 if placement.standing else 1) > limit:
        return IllegalAction("too_high", where=letters[placement.column], height=heights[0], limit=limit)
    return None


def _base_error(state: KwintieState, placement: Placement) -> IllegalAction | None:
    """Return the error for a piece on the base: the centre ban (KWI-5); first column, gap or width on the table (KWI-6)."""
    rules = state.rules
    columns = _columns(placement)
    bottom = state.filled & rules.bottom
    if bottom & cube(columns[0], 0):
        return None  # on top of another piece, not on the base
    if not rules.table:
        if not bottom and rules.centre is not None and rules.centre in columns:
            return IllegalAction("centre", where=rules.letters[rules.centre])
        return None
    if not bottom:
        lying = rules.letters[FIRST_COLUMN : FIRST_COLUMN + 2]
        return IllegalAction("first_piece", standing=rules.letters[FIRST_COLUMN], lying=lying)
    if not any(bottom & cube(column, 0) for column in (columns[0] - 1, columns[-1] + 1) if column >= 0):
        return IllegalAction("gap", where=rules.letters[columns[0]])
    wide = bottom.bit_count() + len(columns)
    if wide > rules.width:
        return IllegalAction("too_wide", wide=wide, limit=rules.width)
    return None


def _touching_ends_error(state: KwintieState, placement: Placement) -> IllegalAction:
    """Return the error for touching small faces (KWI-4), the only rule left if the piece is well supported."""
    names, seat = state.rules.cell_names, state.turn
    columns = _columns(placement)
    row = _height(state, columns[0])
    if placement.standing:
        return IllegalAction("on_end", where=placement.action, cell=names[cube(columns[0], row - 1)])
    beside = [cube(column, row) for column in (columns[0] - 1, columns[-1] + 1) if column >= 0]
    touched = next(cell for cell in beside if state.lying[seat] & cell)
    return IllegalAction("end_to_end", columns=placement.action, cell=names[touched])
