"""The holes of a board and the links between them: geometry alone, worked out once per size.

A hole is a number, column by column from the top left, so that holes compare by (column, row). A link is a number too: four
times its lower hole plus the step it takes from there, so that links compare by the (column, row) of their ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from string import ascii_lowercase as letters

from ...core.state import Action

STEPS = ((1, -2), (1, 2), (2, -1), (2, 1))  # the four knight's steps that go on in (column, row) order


@dataclass(frozen=True, slots=True)
class Board:
    """Everything about a size that never changes. Per-side tables have the first side (top to bottom) first."""

    size: int
    names: tuple[str, ...]  # of every hole, the missing corners included
    holes: dict[str, int]  # by name, the missing corners included
    corners: frozenset[int]
    open: tuple[frozenset[int], frozenset[int]]  # TWX-3: where each side may put a peg
    listed: tuple[tuple[tuple[int, Action], ...], ...]  # the same with their plain turns, in code-point order of these
    depth: tuple[tuple[int, ...], ...]  # how far each hole is from the side's near border; size - 1 is its far border
    steps: tuple[tuple[tuple[int, int], ...], ...]  # hole -> (hole a knight's step away, the link there), in order
    onward: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]  # the steps to holes open to a side, the deepest last
    ends: dict[int, tuple[int, int]]  # link -> its holes, the lower first
    links: dict[tuple[int, int], int]  # and back
    crossing: dict[int, tuple[int, ...]]  # link -> the links that cross it

    def link_name(self, link: int) -> str:
        """`b2c4`, the lower (column, row) first."""
        low, high = self.ends[link]
        return self.names[low] + self.names[high]


@cache
def board(size: int) -> Board:
    """The board of that size.

    >>> small = board(6)
    >>> small.link_name(small.links[small.holes["b2"], small.holes["c4"]])
    'b2c4'
    """
    whole = range(size * size)
    last = size - 1
    corners = frozenset((0, last, last * size, size * size - 1))  # TWX-1
    names = tuple(column_name(hole // size) + str(hole % size + 1) for hole in whole)
    columns, rows = tuple(hole // size for hole in whole), tuple(hole % size for hole in whole)
    opened = tuple(frozenset(hole for hole in whole if 0 < across[hole] < last) for across in (columns, rows))  # TWX-2, TWX-3

    ends = {}
    for hole in whole:
        for number, (right, down) in enumerate(STEPS):
            column, row = columns[hole] + right, rows[hole] + down
            far = column * size + row
            if column < size and 0 <= row < size and hole not in corners and far not in corners:
                ends[4 * hole + number] = (hole, far)
    steps: list[list[tuple[int, int]]] = [[] for _ in whole]
    for link, (low, high) in ends.items():
        steps[low].append((high, link))
        steps[high].append((low, link))
    depth = (rows, columns)
    return Board(
        size=size,
        names=names,
        holes={name: hole for hole, name in enumerate(names)},
        corners=corners,
        open=(opened[0], opened[1]),
        listed=tuple(tuple((hole, Action(names[hole])) for hole in sorted(own, key=names.__getitem__)) for own in opened),
        depth=depth,
        steps=tuple(tuple(sorted(found)) for found in steps),
        onward=tuple(
            tuple(
                tuple(sorted((step for step in found if step[0] in opened[side]), key=lambda step: deep[step[0]]))
                for found in steps
            )
            for side, deep in enumerate(depth)
        ),
        ends=ends,
        links={pair: link for link, pair in ends.items()},
        crossing={link: _crossing(link, size, ends) for link in ends},
    )


def column_name(column: int) -> str:
    """`a` to `z`, then `aa` and so on."""
    return letters[column] if column < 26 else letters[column // 26 - 1] + letters[column % 26]


def _crossing(link: int, size: int, ends: dict[int, tuple[int, int]]) -> tuple[int, ...]:
    hole, number = divmod(link, 4)
    column, row = divmod(hole, size)
    return tuple(
        other
        for right, down, step in CROSSED[number]
        if 0 <= row + down < size and (other := 4 * ((column + right) * size + row + down) + step) in ends
    )


def _crossed(number: int) -> tuple[tuple[int, int, int], ...]:
    """The links that cross a link from (0, 0) on an open board, each as its lower end and its step."""
    end = STEPS[number]
    return tuple(
        (right, down, step)
        for right, down, step in product(range(-2, 3), range(-4, 5), range(4))
        if _cross((0, 0), end, (right, down), (right + STEPS[step][0], down + STEPS[step][1]))
    )


def _cross(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
    """Whether two links cross. No hole lies inside a link, so links that only touch share a peg and do not (TWX-6)."""
    return _turning(a, b, c) * _turning(a, b, d) < 0 and _turning(c, d, a) * _turning(c, d, b) < 0


def _turning(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


CROSSED = tuple(_crossed(number) for number in range(4))
