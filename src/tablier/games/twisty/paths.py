"""Paths of one turn: a knight's move, then on over special tokens (TWS-4, TWS-7).

A path ends on the cell of another pawn, because entering it is a robbery and ends the turn (TWS-10, TWS-11).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from ...core.errors import IllegalAction
from .board import CELL_NAMES, DIAGONAL, EMPTY, KNIGHT, MOVES, PORTAL, SAVE, STEP


@lru_cache(maxsize=8192)
def shortest_paths(layout: str, start: int, occupied: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """The text of the shortest path to each cell where a turn can end, with that cell; sorted by text.

    Of equally short paths the first in text order is taken. `occupied` are the cells of special tokens under other pawns; no
    other pawns change a path. Breadth-first search over cells in text order finds the wanted path of each cell first, and
    shortest paths never land on a cell twice (TWS-12).
    """
    paths = {cell: CELL_NAMES[cell] for cell in MOVES[KNIGHT][start]}
    queue = list(paths)
    for cell in queue:
        if cell not in occupied:
            for target in _exits(layout, cell, occupied):
                if target not in paths:
                    paths[target] = f"{paths[cell]}>{CELL_NAMES[target]}"
                    queue.append(target)
    return tuple(sorted((path, cell) for cell, path in paths.items()))


@lru_cache(maxsize=1024)
def onward_cells(layout: str, start: int, occupied: tuple[int, ...]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The cells that a turn can go on from, each with the cells that it may go on to. Arguments as in `shortest_paths`."""
    reached = sorted(cell for _, cell in shortest_paths(layout, start, occupied) if cell not in occupied)
    onward = ((cell, tuple(_exits(layout, cell, occupied))) for cell in reached)
    return tuple((cell, targets) for cell, targets in onward if targets)


def _exits(layout: str, cell: int, occupied: Collection[int]) -> Sequence[int]:
    """The cells that a pawn may move on to from a cell (TWS-7), in ascending order."""
    token = layout[cell]
    if token == PORTAL:  # TWS-8
        return [other for other, kind in enumerate(layout) if kind == PORTAL and other != cell and other not in occupied]
    return MOVES[token][cell] if token in MOVES else ()


def check_path(layout: str, start: int, others: Collection[int], path: Sequence[int]) -> None:
    """Raise `IllegalAction` if the pawn cannot take this path. Does not check whether a robbery at its end is legal.

    `others` are the cells of the other pawns.
    """
    token, at = KNIGHT, start  # TWS-4: a turn begins with a knight's move, regardless of the token under the pawn
    for index, cell in enumerate(path):
        if index and at in others:
            raise IllegalAction("robbery_ends_turn", cell=CELL_NAMES[at])
        _check_step(layout, token, at, cell)
        if cell in path[:index]:
            raise IllegalAction("landed_twice", cell=CELL_NAMES[cell])  # TWS-12
        if token == PORTAL and cell in others:
            raise IllegalAction("portal_taken", cell=CELL_NAMES[cell])  # TWS-8
        token, at = layout[cell], cell


def _check_step(layout: str, token: str, at: int, cell: int) -> None:
    """Raise `IllegalAction` if `token` does not lead from `at` to `cell`."""
    if token in (EMPTY, SAVE):  # cubes are not in the layout: they end a turn like empty cells (TWS-5, TWS-6)
        raise IllegalAction("turn_ends", cell=CELL_NAMES[at])
    if token == PORTAL:
        if cell == at or layout[cell] != PORTAL:
            raise IllegalAction("no_exit", start=CELL_NAMES[at], cell=CELL_NAMES[cell])
    elif cell not in MOVES[token][at]:
        raise IllegalAction(_CODES[token], start=CELL_NAMES[at], cell=CELL_NAMES[cell])


_CODES = {STEP: "no_step", DIAGONAL: "no_diagonal", KNIGHT: "no_knight_move"}
