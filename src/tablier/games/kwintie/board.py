"""The wall as sets of cubes: a whole number with one bit a cube, column after column, each from the bottom up.

Shifting such a number moves every cube at once, which is what makes listing and judging fast.
"""

from __future__ import annotations

from collections.abc import Iterator

HIGHEST = 9  # the most rows a wall may be set to have
STRIDE = HIGHEST + 1  # bits a column: the row above the highest stays empty, so that no line runs on into the next column
DIRECTIONS = (1, STRIDE, STRIDE + 1, STRIDE - 1)  # up the column, along the row, and both diagonals


def cube(column: int, row: int) -> int:
    """The set of one cube; columns and rows count from 0."""
    return 1 << column * STRIDE + row


def place(single: int) -> tuple[int, int]:
    """The column and row of a set of one cube."""
    return divmod(single.bit_length() - 1, STRIDE)


def each(cubes: int) -> Iterator[int]:
    """The cubes one by one, each as a set of its own.

    >>> list(each(0b1101))
    [1, 4, 8]
    """
    while cubes:
        lowest = cubes & -cubes
        yield lowest
        cubes ^= lowest


def halves(cubes: int, step: int) -> int:
    """The left or lower halves of pieces, from all lying (step STRIDE) or all standing (step 1) cubes of one side.

    Pieces of one side never touch end to end (KWI-4), so a half is a cube with none before it.
    """
    return cubes & ~(cubes << step)


def in_line(cubes: int, length: int) -> int:
    """The cubes that are part of a straight line of at least that length.

    >>> in_line(0b1110110, 3) == 0b1110000
    True
    """
    found = 0
    for step in DIRECTIONS:
        run = _begins(cubes, step, length)
        for _ in range(length):
            found |= run
            run <<= step
    return found


def has_line(cubes: int, length: int) -> bool:
    """Whether some cubes are in a straight line of at least that length."""
    return any(_begins(cubes, step, length) for step in DIRECTIONS)


def lines_of_four(cubes: int) -> int:
    """How many straight lines are exactly four cubes long, none before and none behind (KWI-9).

    >>> lines_of_four(0b1111), lines_of_four(0b11111), lines_of_four(0b101111)
    (1, 0, 1)
    """
    return sum((_begins(cubes, step, 4) & ~(cubes << step) & ~(cubes >> 4 * step)).bit_count() for step in DIRECTIONS)


def _begins(cubes: int, step: int, length: int) -> int:
    """The cubes that begin `length` cubes in a row, whatever lies before and behind these."""
    begins = cubes
    for _ in range(length - 1):
        begins = cubes & begins >> step
    return begins
