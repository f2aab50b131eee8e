"""Reading the fields of a position text, strictly: only what play could have written."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.errors import BadNotation
from .board import STRIDE, cube, each, halves, has_line, place
from .rules import Rules
from .state import KwintieState, Pair, placeable, reached

SETS = "WBwb"  # White and Black lying, then standing


def read_fields(rules: Rules, fields: Sequence[str]) -> KwintieState:
    """The position that `KwintieState.fields` wrote."""
    if len(fields) < 2:
        raise BadNotation("unreadable", field=0, at=len(fields[0]) if fields else 0)
    if len(fields) > 2:
        raise BadNotation("unreadable", field=2, at=0)
    sets = _sets(rules, fields[0])
    if fields[1] not in ("0", "1"):
        raise BadNotation("unreadable", field=1, at=0)
    _check_pieces(rules, sets)
    _check_base(rules, sets)
    lying, standing, turn = (sets[0], sets[1]), (sets[2], sets[3]), int(fields[1])
    _check_turn(rules, lying, standing, turn)
    return reached(rules, lying, standing, turn)


def _sets(rules: Rules, field: str) -> list[int]:
    """The four sets of cubes in the rows."""
    sets = [0, 0, 0, 0]
    if field == "-":
        return sets
    wide, filled = len(rules.letters) + 1, 0
    rows = field.split("/")
    for number, row in enumerate(rows):
        start = sum(map(len, rows[:number])) + number
        if number == rules.height:
            raise BadNotation("unreadable", field=0, at=start)
        for column, letter in enumerate(row[:wide]):
            if column == wide - 1 or letter not in SETS + ".":
                raise BadNotation("unreadable", field=0, at=start + column)
            if letter == ".":
                continue
            cell = cube(column, number)
            if number and not filled & cell >> 1:  # KWI-3
                raise BadNotation("floating", field=0, at=start + column, cell=rules.cell_names[cell])
            sets[SETS.index(letter)] |= cell
            filled |= cell
        if len(row) < wide - 1:
            raise BadNotation("unreadable", field=0, at=start + len(row))
        if not row.strip("."):
            raise BadNotation("empty_row", field=0, at=start)
    return sets


def _check_pieces(rules: Rules, sets: Sequence[int]) -> None:
    """Whether the cubes make pieces of two, none end to end with its like (KWI-2, KWI-4), and not too many."""
    for number, cubes in enumerate(sets):
        step = STRIDE if number < 2 else 1
        first = halves(cubes, step)
        for cell in each((first | first << step) ^ cubes):
            column, row = place(cell if cell & cubes else cell >> step)
            at = row * (len(rules.letters) + 1) + column
            raise BadNotation("no_piece", field=0, at=at, cell=rules.cell_names[cube(column, row)])
    for side in (0, 1):
        pieces = (sets[side] | sets[side + 2]).bit_count() // 2
        if pieces > rules.pieces:
            raise BadNotation("too_many_pieces", field=0, at=0, pieces=pieces, limit=rules.pieces)


def _check_base(rules: Rules, sets: Sequence[int]) -> None:
    """Whether White can have begun (KWI-1, KWI-5) and the bottom row has no gap on the table (KWI-6)."""
    filled = sets[0] | sets[1] | sets[2] | sets[3]
    if not filled:
        return
    standing, lying = rules.ground(0)
    white_lying = halves(sets[0], STRIDE)
    if not (sets[2] & standing or white_lying & lying & lying >> STRIDE):
        raise BadNotation("no_first_piece", field=0, at=0)
    if rules.table:
        bottom = filled & rules.bottom
        starts = list(each(halves(bottom, STRIDE)))
        if len(starts) > 1:
            column, _ = place(starts[1])
            raise BadNotation("bottom_gap", field=0, at=column - 1, where=rules.letters[column - 1])
        if bottom.bit_count() > rules.width:
            raise BadNotation("too_wide", field=0, at=0, wide=bottom.bit_count(), limit=rules.width)


def _check_turn(rules: Rules, lying: Pair, standing: Pair, turn: int) -> None:
    """Whether the other seat can have acted last, and nobody had won before."""
    colours = (lying[0] | standing[0], lying[1] | standing[1])
    filled = colours[0] | colours[1]
    last = 1 - turn
    if has_line(colours[turn], rules.line):
        raise BadNotation("won_before", field=1, at=0)
    uneven = colours[0].bit_count() // 2 - colours[1].bit_count() // 2 != turn
    if uneven and not rules.base_is_full(filled):  # KWI-9: while the base has room nobody passes
        raise BadNotation("wrong_turn", field=1, at=0)
    on_top = _on_top(lying[last], standing[last], filled)
    if has_line(colours[last], rules.line):
        if all(has_line(colours[last] ^ piece, rules.line) for piece in on_top):
            raise BadNotation("won_before", field=0, at=0)
    elif filled and not on_top:
        passed = any(placeable(rules, lying, standing, turn)) and not any(placeable(rules, lying, standing, last))
        if not passed:
            raise BadNotation("wrong_turn", field=1, at=0)


def _on_top(lying: int, standing: int, filled: int) -> list[int]:
    """The pieces with nothing on them, one of which was the last to be placed."""
    tops = filled & ~(filled >> 1)
    flat = [half | half << STRIDE for half in each(halves(lying, STRIDE))]
    upright = [half | half << 1 for half in each(halves(standing, 1))]
    return [piece for piece in flat if piece & tops == piece] + [piece for piece in upright if piece & tops]
