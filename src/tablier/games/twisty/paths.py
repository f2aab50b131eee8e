"""Where one turn can lead: a pawn's paths over special tokens.

`others` maps the cells where other pawns stand to their seats. They end a path: one enters only to rob (TWS-10, TWS-11).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from ...core.errors import IllegalAction
from .board import DIAGONAL, EMPTY, KNIGHT, MOVES, NAMES, PORTAL, SAVE, STEP


@lru_cache(maxsize=8192)
def reach(layout: str, start: int, barred: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """For each cell where a turn can end, the shortest path there, the first in text order among equals; sorted by text.

    `barred` are the special tokens under other pawns, the only pawns that change a path. Going breadth first, with cells in
    text order, meets each cell by the wanted path first, and the shortest paths never land on a cell twice (TWS-12).
    """
    paths = {cell: NAMES[cell] for cell in MOVES[KNIGHT][start]}
    queue = list(paths)
    for cell in queue:
        if cell not in barred:
            for onward in _exits(layout, cell, barred):
                if onward not in paths:
                    paths[onward] = f"{paths[cell]}>{NAMES[onward]}"
                    queue.append(onward)
    return tuple(sorted((path, cell) for cell, path in paths.items()))


def _exits(layout: str, cell: int, barred: Collection[int]) -> Sequence[int]:
    """Where a pawn may go on to from that cell (TWS-7), in order."""
    token = layout[cell]
    if token == PORTAL:  # TWS-8
        return [other for other, kind in enumerate(layout) if kind == PORTAL and other != cell and other not in barred]
    return MOVES[token][cell] if token in MOVES else ()


def check(layout: str, start: int, others: Collection[int], path: Sequence[int]) -> None:
    """That the pawn can go this way, apart from whether the pawn it may end on can be robbed."""
    token, at = KNIGHT, start  # TWS-4: a turn begins with an L, whatever lies under the pawn
    for number, cell in enumerate(path):
        if number and at in others:
            raise IllegalAction("robbery_ends_turn", cell=NAMES[at])
        _check_move(layout, token, at, cell)
        if cell in path[:number]:
            raise IllegalAction("landed_twice", cell=NAMES[cell])  # TWS-12
        if token == PORTAL and cell in others:
            raise IllegalAction("portal_taken", cell=NAMES[cell])  # TWS-8
        token, at = layout[cell], cell


def _check_move(layout: str, token: str, at: int, cell: int) -> None:
    if token in (EMPTY, SAVE):  # the layout shows no cubes: they end a turn as empty cells do (TWS-5, TWS-6)
        raise IllegalAction("turn_ends", cell=NAMES[at])
    if token == PORTAL:
        if cell == at or layout[cell] != PORTAL:
            raise IllegalAction("no_exit", start=NAMES[at], cell=NAMES[cell])
    elif cell not in MOVES[token][at]:
        raise IllegalAction(_NOT_THERE[token], start=NAMES[at], cell=NAMES[cell])


_NOT_THERE = {STEP: "no_step", DIAGONAL: "no_diagonal", KNIGHT: "no_knight_move"}
