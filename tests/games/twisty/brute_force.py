"""Reference move generator for Twisty: enumerates all paths from the position JSON, without code of the game.

Paths are extended by one landing at a time and never merged when they reach the same cell. The enumeration stops once every
cell where a turn can end has been reached.
"""

from __future__ import annotations

from typing import Any

from tablier import State

CORNERS = ("a1", "a7", "g1", "g7")
NO_PATH = 99  # longer than any path: no cell is landed on twice, and there are 49
Path = tuple[str, ...]


def legal_actions(state: State) -> set[str]:
    """The set that `State.legal_actions` must list: the shortest path to each different result."""
    seat = state.to_act
    if seat is None:
        return set()
    position = state.position()
    if position["pawns"][seat] is None:
        return {f"@{corner}" for corner in CORNERS if corner not in position["pawns"]}
    best: dict[Any, tuple[int, str]] = {}
    paths = [(cell,) for cell in knight_moves(position["pawns"][seat]) if may_enter(position, seat, cell)]
    unreached = reachable_cells(position, seat)
    while paths and unreached:
        for path in paths:
            unreached.discard(path[-1])
            for protects in (False, True):
                result = result_key(position, seat, path[-1], protects)
                if result is not None:
                    text = ">".join(path) + "!" * protects
                    best[result] = min(best.get(result, (NO_PATH, "")), (len(path), text))
        paths = [longer for path in paths for longer in extensions(position, seat, path)]
    return {text for _, text in best.values()} or {"pass"}


def reachable_cells(position: dict[str, Any], seat: int) -> set[str]:
    """Every cell that the pawn can land on in this turn."""
    reached = {cell for cell in knight_moves(position["pawns"][seat]) if may_enter(position, seat, cell)}
    while True:
        more = {path[-1] for cell in reached for path in extensions(position, seat, (cell,))}
        if more <= reached:
            return reached
        reached |= more


def extensions(position: dict[str, Any], seat: int, path: Path) -> list[Path]:
    """The path extended by each further landing that the rules allow."""
    here = path[-1]
    if other_pawn_on(position, seat, here) is not None:
        return []
    token = position["tokens"].get(here)
    if token == "portal":
        exits = [
            cell
            for cell, other in position["tokens"].items()
            if other == "portal" and cell != here and other_pawn_on(position, seat, cell) is None
        ]
    elif token == "step":
        exits = [cell for cell in cells() if offsets(here, cell) in ((0, 1), (1, 0))]
    elif token == "diagonal":
        exits = [cell for cell in cells() if offsets(here, cell) == (1, 1)]
    elif token == "knight":
        exits = knight_moves(here)
    else:
        exits = []
    return [(*path, cell) for cell in exits if cell not in path and may_enter(position, seat, cell)]


def result_key(position: dict[str, Any], seat: int, cell: str, protects: bool) -> Any:
    """A key of the resulting position; None if protecting is not possible or protects nothing."""
    row, taken = position["cards"][seat], position["taken"][seat]
    tokens, saved = dict(position["tokens"]), set(position["saved"][seat])
    robbed = other_pawn_on(position, seat, cell)
    if protects:
        if tokens.get(cell) != "save" or robbed is not None or set(row[:taken]) <= saved:
            return None
        saved = set(row[:taken])
    if robbed is None and taken < 7 and tokens.get(cell) == row[taken]:
        del tokens[cell]
    return cell, robbed, frozenset(tokens.items()), frozenset(saved)


def may_enter(position: dict[str, Any], seat: int, cell: str) -> bool:
    other = other_pawn_on(position, seat, cell)
    if other is None:
        return True
    row, taken = position["cards"][seat], position["taken"][seat]
    has = position["cards"][other][: position["taken"][other]]
    return taken < 7 and row[taken] in has and row[taken] not in position["saved"][other]


def other_pawn_on(position: dict[str, Any], seat: int, cell: str) -> int | None:
    for other, at in enumerate(position["pawns"]):
        if at == cell and other != seat:
            return other
    return None


def cells() -> list[str]:
    return [column + row for column in "abcdefg" for row in "1234567"]


def offsets(first: str, second: str) -> tuple[int, int]:
    return abs(ord(first[0]) - ord(second[0])), abs(int(first[1]) - int(second[1]))


def knight_moves(start: str) -> list[str]:
    return [cell for cell in cells() if offsets(start, cell) in ((1, 2), (2, 1))]
