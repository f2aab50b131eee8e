"""The board of five by five: its cells, its lines, and every move that some stacks allow.

Cells are numbered in the order of their names (a1, a2, … e5), so that counting upwards lists texts in order. Stacks are a
tuple with one string per cell, its pieces from the bottom up as `W` and `B`, empty where nothing stands.
"""

from __future__ import annotations

from itertools import product

Stacks = tuple[str, ...]

TOWER = 5  # a stack this high is taken off and scores, MIX-7
CELLS = tuple(column + row for column in "abcde" for row in "12345")
NUMBER = {cell: number for number, cell in enumerate(CELLS)}
EMPTY: Stacks = ("",) * len(CELLS)


def _between(source: int, target: int) -> tuple[int, ...] | None:
    """The cells passed over on the straight line from one cell to another, None where there is no such line."""
    column, row = divmod(source, 5)
    right, up = target // 5 - column, target % 5 - row
    distance = max(abs(right), abs(up))
    if source == target or (right and up and abs(right) != abs(up)):
        return None
    step = (right * 5 + up) // distance
    return tuple(range(source + step, target, step))


# The cells between the two ends of every straight line.
LINES = {ends: between for ends in product(range(len(CELLS)), repeat=2) if (between := _between(*ends)) is not None}

# By target and its height: each cell from which the target can be reached, with the cells between as bits. MIX-5
_APPROACHES = tuple(
    tuple(
        tuple(
            (source, sum(1 << cell for cell in between))
            for (source, end), between in LINES.items()
            if end == target and len(between) + 1 == height
        )
        for height in range(TOWER)
    )
    for target in range(len(CELLS))
)


def move_text(source: int, count: int, target: int) -> str:
    """How moving the top pieces of a stack is written; a count of 0 is the whole stack."""
    return f"{CELLS[source]}:{count}-{CELLS[target]}" if count else f"{CELLS[source]}-{CELLS[target]}"


# The texts by source, count and target.
_TEXTS = tuple(
    tuple(tuple(move_text(source, count, target) for target in range(len(CELLS))) for count in range(TOWER))
    for source in range(len(CELLS))
)


def moves(stacks: Stacks) -> list[str]:
    """The texts of all moves (MIX-4, 5, 6) in code-point order. Moves belong to nobody: both sides have the same.

    >>> moves(("W", "B", *EMPTY[2:]))
    ['a1-a2', 'a2-a1']
    """
    occupied = 0
    bit = 1
    for stack in stacks:
        if stack:
            occupied |= bit
        bit <<= 1
    targets: list[list[int]] = [[] for _ in stacks]
    for target, stack in enumerate(stacks):
        if stack:
            for source, between in _APPROACHES[target][len(stack)]:
                if stacks[source] and not occupied & between:
                    targets[source].append(target)
    found: list[str] = []
    for source, reached in enumerate(targets):
        if reached:
            for count in range(len(stacks[source])):
                texts = _TEXTS[source][count]
                found += [texts[target] for target in reached]
    return found


def distance(source: int, target: int) -> int:
    """How far apart two cells on a line are."""
    return len(LINES[source, target]) + 1
