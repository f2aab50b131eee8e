"""Geometry of a TwixT board: holes, knight's steps and crossing links, computed once per size.

A hole is numbered column by column from the top left, so holes compare by (column, row). A link is numbered
`4 * lower_hole + step`, so links compare by the (column, row) of their ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from string import ascii_lowercase as letters

from ...core.state import Action

STEPS = ((1, -2), (1, 2), (2, -1), (2, 1))  # the four knight's steps that increase (column, row)

Neighbours = tuple[tuple[int, int], ...]  # (hole a knight's step away, link to it)


@dataclass(frozen=True, slots=True)
class Board:
    """Lookup tables of one board size. Per-side tables start with the first side, which joins top and bottom."""

    size: int
    names: tuple[str, ...]  # name of every hole, including the missing corners
    holes: dict[str, int]  # hole by name, including the missing corners
    corners: frozenset[int]
    open_holes: tuple[frozenset[int], frozenset[int]]  # TWX-3: holes a side may put a peg into
    plain_turns: tuple[tuple[tuple[int, Action], ...], ...]  # per side: open holes with their turn, sorted by its text
    rank: tuple[tuple[int, ...], ...]  # per side: distance of each hole from the near border; size - 1 is the far border
    neighbours: tuple[Neighbours, ...]  # per hole, sorted
    open_neighbours: tuple[tuple[Neighbours, ...], ...]  # per side and hole: neighbours open to the side, highest rank last
    ends: dict[int, tuple[int, int]]  # link -> its two holes, the lower first
    links: dict[tuple[int, int], int]  # the inverse of `ends`
    crossing: dict[int, tuple[int, ...]]  # link -> links that cross it (TWX-6)

    def link_name(self, link: int) -> str:
        """Name of a link, such as `b2c4`: the end with the lower (column, row) comes first."""
        low, high = self.ends[link]
        return self.names[low] + self.names[high]

    def mirror_hole(self, hole: int) -> int:
        """Reflect a hole at the main diagonal, which exchanges the sides' borders."""
        column, row = divmod(hole, self.size)
        return row * self.size + column


@cache
def make_board(size: int) -> Board:
    """Return the board of a size. Results are cached.

    >>> small = make_board(6)
    >>> small.link_name(small.links[small.holes["b2"], small.holes["c4"]])
    'b2c4'
    """
    all_holes = range(size * size)
    last = size - 1
    corners = frozenset((0, last, last * size, size * size - 1))  # TWX-1
    names = tuple(column_name(hole // size) + str(hole % size + 1) for hole in all_holes)
    columns, rows = tuple(hole // size for hole in all_holes), tuple(hole % size for hole in all_holes)
    # TWX-2, TWX-3: a side may not use the opponent's border rows
    open_holes = tuple(frozenset(hole for hole in all_holes if 0 < across[hole] < last) for across in (columns, rows))

    ends = {}
    for hole in all_holes:
        for number, (right, down) in enumerate(STEPS):
            column, row = columns[hole] + right, rows[hole] + down
            far = column * size + row
            if column < size and 0 <= row < size and hole not in corners and far not in corners:
                ends[4 * hole + number] = (hole, far)
    neighbours: list[list[tuple[int, int]]] = [[] for _ in all_holes]
    for link, (low, high) in ends.items():
        neighbours[low].append((high, link))
        neighbours[high].append((low, link))
    rank = (rows, columns)
    return Board(
        size=size,
        names=names,
        holes={name: hole for hole, name in enumerate(names)},
        corners=corners,
        open_holes=(open_holes[0], open_holes[1]),
        plain_turns=tuple(
            tuple((hole, Action(names[hole])) for hole in sorted(own, key=names.__getitem__)) for own in open_holes
        ),
        rank=rank,
        neighbours=tuple(tuple(sorted(pairs)) for pairs in neighbours),
        open_neighbours=tuple(
            tuple(
                tuple(sorted((pair for pair in pairs if pair[0] in open_holes[side]), key=lambda pair: ranks[pair[0]]))
                for pairs in neighbours
            )
            for side, ranks in enumerate(rank)
        ),
        ends=ends,
        links={pair: link for link, pair in ends.items()},
        crossing={link: _crossing_links(link, size, ends) for link in ends},
    )


def column_name(column: int) -> str:
    """Letters of a 0-based column: `a` to `z`, then two letters from `aa` on."""
    return letters[column] if column < 26 else letters[column // 26 - 1] + letters[column % 26]


def _crossing_links(link: int, size: int, ends: dict[int, tuple[int, int]]) -> tuple[int, ...]:
    hole, number = divmod(link, 4)
    column, row = divmod(hole, size)
    return tuple(
        other
        for right, down, step in CROSSINGS[number]
        if 0 <= row + down < size and (other := 4 * ((column + right) * size + row + down) + step) in ends
    )


def _crossings_from_origin(number: int) -> tuple[tuple[int, int, int], ...]:
    """Links that cross a link starting at (0, 0) on an unbounded board, as (column, row) of the lower end and step.

    The ranges contain the lower end of every link that reaches this one.
    """
    end = STEPS[number]
    return tuple(
        (right, down, step)
        for right, down, step in product(range(-2, 3), range(-4, 5), range(4))
        if _segments_cross((0, 0), end, (right, down), (right + STEPS[step][0], down + STEPS[step][1]))
    )


def _segments_cross(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
    """True if the links ab and cd properly intersect. Links that only touch share a peg, which is no crossing (TWX-6)."""
    return _orientation(a, b, c) * _orientation(a, b, d) < 0 and _orientation(c, d, a) * _orientation(c, d, b) < 0


def _orientation(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    """Cross product of ab and ac; its sign tells on which side of ab the point c lies."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


CROSSINGS = tuple(_crossings_from_origin(number) for number in range(4))
