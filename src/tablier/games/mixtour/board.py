"""The 5×5 board: cells, straight lines and move generation.

A cell is an index in the order of the cell names (a1, a2, … e5), so that ascending indices give texts in code-point order.
`Stacks` is a tuple with one string per cell: the pieces as `W` and `B` from the bottom up, empty for an empty cell.
"""

from __future__ import annotations

from itertools import product

Stacks = tuple[str, ...]

TOWER = 5  # a stack of this height or more is taken off and scores, MIX-7
CELLS = tuple(column + row for column in "abcde" for row in "12345")
CELL_INDEX = {name: cell for cell, name in enumerate(CELLS)}
EMPTY: Stacks = ("",) * len(CELLS)


def _between(source: int, target: int) -> tuple[int, ...] | None:
    """Cells strictly between two cells on a straight line; None if they are not on one line (MIX-4)."""
    column, row = divmod(source, 5)
    right, up = target // 5 - column, target % 5 - row
    distance = max(abs(right), abs(up))
    if source == target or (right and up and abs(right) != abs(up)):
        return None
    step = (right * 5 + up) // distance
    return tuple(range(source + step, target, step))


# The cells strictly between (source, target), for all pairs on a straight line.
LINES = {ends: between for ends in product(range(len(CELLS)), repeat=2) if (between := _between(*ends)) is not None}

# _APPROACHES[target][height]: the possible sources, each with a bit set of the cells that must be empty (MIX-5, MIX-6).
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
    """Notation of moving the top `count` pieces of a stack; 0 stands for the whole stack."""
    return f"{CELLS[source]}:{count}-{CELLS[target]}" if count else f"{CELLS[source]}-{CELLS[target]}"


# _MOVE_TEXTS[source][count][target]
_MOVE_TEXTS = tuple(
    tuple(tuple(move_text(source, count, target) for target in range(len(CELLS))) for count in range(TOWER))
    for source in range(len(CELLS))
)


def generate_moves(stacks: Stacks) -> list[str]:
    """All moves by MIX-4 to MIX-6 in code-point order. The set is the same for both sides; MIX-9 is not applied.

    >>> generate_moves(("W", "B", *EMPTY[2:]))
    ['a1-a2', 'a2-a1']
    """
    occupied = 0
    bit = 1
    for stack in stacks:
        if stack:
            occupied |= bit
        bit <<= 1
    targets_from: list[list[int]] = [[] for _ in stacks]
    for target, stack in enumerate(stacks):
        if stack:
            for source, between in _APPROACHES[target][len(stack)]:
                if stacks[source] and not occupied & between:
                    targets_from[source].append(target)
    moves: list[str] = []
    for source, targets in enumerate(targets_from):
        if targets:
            for count in range(len(stacks[source])):
                texts = _MOVE_TEXTS[source][count]
                moves += [texts[target] for target in targets]
    return moves


def distance(source: int, target: int) -> int:
    """Number of steps between two cells on a straight line. Raises `KeyError` for other pairs."""
    return len(LINES[source, target]) + 1
