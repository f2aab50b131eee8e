"""Parser of the position text: checks pieces, base and turn, but does not prove that a game reaches the position."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.errors import BadNotation
from .board import STRIDE, column_and_row, cube, each_cube, first_cubes, has_line
from .options import KwintieRules
from .state import KwintieState, PerSide, find_placements, make_state

LETTERS = "WBwb"  # White and Black lying, then standing


def parse_position(rules: KwintieRules, fields: Sequence[str]) -> KwintieState:
    """Parse the fields that `KwintieState.fields` wrote. Raises `BadNotation`."""
    if len(fields) < 2:
        raise BadNotation("unreadable", field=0, at=len(fields[0]) if fields else 0)
    if len(fields) > 2:
        raise BadNotation("unreadable", field=2, at=0)
    cubes = _parse_rows(rules, fields[0])
    if fields[1] not in ("0", "1"):
        raise BadNotation("unreadable", field=1, at=0)
    _check_pieces(rules, cubes)
    _check_base(rules, cubes)
    lying, standing, turn = (cubes[0], cubes[1]), (cubes[2], cubes[3]), int(fields[1])
    _check_turn(rules, lying, standing, turn)
    return make_state(rules, lying, standing, turn)


def _parse_rows(rules: KwintieRules, field: str) -> list[int]:
    """Parse the rows into four bitboards, in the order of `LETTERS`."""
    cubes = [0, 0, 0, 0]
    if field == "-":
        return cubes
    width, filled = len(rules.letters), 0
    rows = field.split("/")
    for number, row in enumerate(rows):
        start = sum(map(len, rows[:number])) + number
        if number == rules.height:
            raise BadNotation("unreadable", field=0, at=start)
        for column, letter in enumerate(row[: width + 1]):
            if column == width or letter not in LETTERS + ".":
                raise BadNotation("unreadable", field=0, at=start + column)
            if letter == ".":
                continue
            cell = cube(column, number)
            if number and not filled & cell >> 1:  # KWI-3
                raise BadNotation("floating", field=0, at=start + column, cell=rules.cell_names[cell])
            cubes[LETTERS.index(letter)] |= cell
            filled |= cell
        if len(row) < width:
            raise BadNotation("unreadable", field=0, at=start + len(row))
        if not row.strip("."):
            raise BadNotation("empty_row", field=0, at=start)
    return cubes


def _check_pieces(rules: KwintieRules, cubes: Sequence[int]) -> None:
    """Check that the cubes form pieces (KWI-2) that do not touch end to end (KWI-4), and the number of pieces."""
    for number, kind in enumerate(cubes):
        step = STRIDE if number < 2 else 1
        first = first_cubes(kind, step)
        for cell in each_cube((first | first << step) ^ kind):
            column, row = column_and_row(cell if cell & kind else cell >> step)
            at = row * (len(rules.letters) + 1) + column
            raise BadNotation("no_piece", field=0, at=at, cell=rules.cell_names[cube(column, row)])
    for side in (0, 1):
        pieces = (cubes[side] | cubes[side + 2]).bit_count() // 2
        if pieces > rules.pieces:
            raise BadNotation("too_many_pieces", field=0, at=0, pieces=pieces, limit=rules.pieces)


def _check_base(rules: KwintieRules, cubes: Sequence[int]) -> None:
    """Check that White can have begun (KWI-1, KWI-5), and that the table has no gap and is not too wide (KWI-6)."""
    filled = cubes[0] | cubes[1] | cubes[2] | cubes[3]
    if not filled:
        return
    standing, lying = rules.free_base_cubes(0)
    white_lying = first_cubes(cubes[0], STRIDE)
    if not (cubes[2] & standing or white_lying & lying & lying >> STRIDE):
        raise BadNotation("no_first_piece", field=0, at=0)
    if rules.table:
        bottom = filled & rules.bottom
        starts = list(each_cube(first_cubes(bottom, STRIDE)))
        if len(starts) > 1:
            column, _ = column_and_row(starts[1])
            raise BadNotation("bottom_gap", field=0, at=column - 1, where=rules.letters[column - 1])
        if bottom.bit_count() > rules.width:
            raise BadNotation("too_wide", field=0, at=0, wide=bottom.bit_count(), limit=rules.width)


def _check_turn(rules: KwintieRules, lying: PerSide, standing: PerSide, turn: int) -> None:
    """Check that the other seat can have acted last and that neither side had won before."""
    colours = (lying[0] | standing[0], lying[1] | standing[1])
    filled = colours[0] | colours[1]
    last = 1 - turn
    if has_line(colours[turn], rules.line):
        raise BadNotation("won_before", field=1, at=0)
    uneven = colours[0].bit_count() // 2 - colours[1].bit_count() // 2 != turn
    if uneven and not rules.is_base_full(filled):  # KWI-9: no side must pass before the base is full
        raise BadNotation("wrong_turn", field=1, at=0)
    on_top = _pieces_on_top(lying[last], standing[last], filled)
    if has_line(colours[last], rules.line):
        if all(has_line(colours[last] ^ piece, rules.line) for piece in on_top):
            raise BadNotation("won_before", field=0, at=0)
    elif filled and not on_top:
        can_place = [any(find_placements(rules, lying, standing, side)) for side in (turn, last)]
        if can_place != [True, False]:  # the last action was not a pass either
            raise BadNotation("wrong_turn", field=1, at=0)


def _pieces_on_top(lying: int, standing: int, filled: int) -> list[int]:
    """Bitboards of the pieces without another piece on them. The last piece placed is one of them."""
    tops = filled & ~(filled >> 1)
    flat = [first | first << STRIDE for first in each_cube(first_cubes(lying, STRIDE))]
    upright = [first | first << 1 for first in each_cube(first_cubes(standing, 1))]
    return [piece for piece in flat if piece & tops == piece] + [piece for piece in upright if piece & tops]
