"""Bitboards of the wall: an integer with one bit per cube, column by column, each from the bottom up.

Shifting an integer moves all its cubes at once, which makes generating placements and finding lines fast.
"""

from __future__ import annotations

from collections.abc import Iterator

MAX_HEIGHT = 9  # largest value of the option `height`
STRIDE = MAX_HEIGHT + 1  # bits per column; the extra row stays empty, so that no line continues in the next column
DIRECTIONS = (1, STRIDE, STRIDE + 1, STRIDE - 1)  # shifts along a column, a row and the two diagonals


def cube(column: int, row: int) -> int:
    """Bitboard of a single cube; columns and rows count from 0."""
    return 1 << column * STRIDE + row


def column_and_row(single: int) -> tuple[int, int]:
    """Column and row of a bitboard with a single cube."""
    return divmod(single.bit_length() - 1, STRIDE)


def each_cube(cubes: int) -> Iterator[int]:
    """Yield each cube as a bitboard, in increasing order.

    >>> list(each_cube(0b1101))
    [1, 4, 8]
    """
    while cubes:
        lowest = cubes & -cubes
        yield lowest
        cubes ^= lowest


def first_cubes(cubes: int, step: int) -> int:
    """The left or lower cube of each piece, from all lying (step STRIDE) or all standing (step 1) cubes of one side.

    Pieces of one side never touch end to end (KWI-4), so a cube without a predecessor is the first of its piece.
    """
    return cubes & ~(cubes << step)


def cubes_in_lines(cubes: int, length: int) -> int:
    """The cubes that belong to a straight line of at least `length` cubes.

    >>> cubes_in_lines(0b1110110, 3) == 0b1110000
    True
    """
    in_lines = 0
    for step in DIRECTIONS:
        line = _line_starts(cubes, step, length)
        for _ in range(length):
            in_lines |= line
            line <<= step
    return in_lines


def has_line(cubes: int, length: int) -> bool:
    """True if there is a straight line of at least `length` cubes."""
    return any(_line_starts(cubes, step, length) for step in DIRECTIONS)


def count_lines_of_four(cubes: int) -> int:
    """Number of maximal straight lines of exactly four cubes (KWI-9).

    >>> count_lines_of_four(0b1111), count_lines_of_four(0b11111), count_lines_of_four(0b101111)
    (1, 0, 1)
    """
    return sum((_line_starts(cubes, step, 4) & ~(cubes << step) & ~(cubes >> 4 * step)).bit_count() for step in DIRECTIONS)


def lines_of_four(cubes: int) -> Iterator[tuple[int, ...]]:
    """Yield the cubes of each maximal straight line of exactly four cubes, from left to right or from the bottom up.

    >>> list(lines_of_four(0b1111)), list(lines_of_four(0b11111))
    ([(1, 2, 4, 8)], [])
    """
    for step in DIRECTIONS:
        for first in each_cube(_line_starts(cubes, step, 4) & ~(cubes << step) & ~(cubes >> 4 * step)):
            yield tuple(first << step * number for number in range(4))


def _line_starts(cubes: int, step: int, length: int) -> int:
    """Cubes that start a run of at least `length` cubes; the run need not be maximal."""
    starts = cubes
    for _ in range(length - 1):
        starts = cubes & starts >> step
    return starts
