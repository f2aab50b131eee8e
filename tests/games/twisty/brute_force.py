"""The legal actions of Twisty the long way: every path of every length, and every position it leads to, from the JSON alone.

Paths grow one landing at a time, none is ever dropped because another reached the same cell, and they stop growing when every
position that any path could lead to has been met.
"""

from __future__ import annotations

from typing import Any

from tablier import State

CORNERS = ("a1", "a7", "g1", "g7")
Path = tuple[str, ...]


def legal(state: State) -> set[str]:
    seat = state.to_act
    if seat is None:
        return set()
    position = state.position()
    if position["pawns"][seat] is None:
        return {f"@{corner}" for corner in CORNERS if corner not in position["pawns"]}
    best: dict[Any, tuple[int, str]] = {}
    paths = [(cell,) for cell in knight(position["pawns"][seat]) if may_enter(position, seat, cell)]
    missing = ends(position, seat)
    while paths and missing:
        for path in paths:
            missing.discard(path[-1])
            for protects in (False, True):
                result = after(position, seat, path[-1], protects)
                if result is not None:
                    text = ">".join(path) + "!" * protects
                    best[result] = min(best.get(result, (99, "")), (len(path), text))
        paths = [longer for path in paths for longer in grown(position, seat, path)]
    return {text for _, text in best.values()} or {"pass"}


def ends(position: dict[str, Any], seat: int) -> set[str]:
    """Every cell that can be landed on at all."""
    found = {cell for cell in knight(position["pawns"][seat]) if may_enter(position, seat, cell)}
    while True:
        more = {path[-1] for cell in found for path in grown(position, seat, (cell,))}
        if more <= found:
            return found
        found |= more


def grown(position: dict[str, Any], seat: int, path: Path) -> list[Path]:
    """The path with each further landing that the rules allow."""
    here = path[-1]
    if pawn_of_another(position, seat, here) is not None:
        return []
    token = position["tokens"].get(here)
    if token == "portal":
        exits = [
            cell
            for cell, other in position["tokens"].items()
            if other == "portal" and cell != here and pawn_of_another(position, seat, cell) is None
        ]
    elif token == "step":
        exits = [cell for cell in cells() if distances(here, cell) in ((0, 1), (1, 0))]
    elif token == "diagonal":
        exits = [cell for cell in cells() if distances(here, cell) == (1, 1)]
    elif token == "knight":
        exits = knight(here)
    else:
        exits = []
    return [(*path, cell) for cell in exits if cell not in path and may_enter(position, seat, cell)]


def after(position: dict[str, Any], seat: int, cell: str, protects: bool) -> Any:
    """All that differs between the positions a turn can lead to; None when nothing can be protected there."""
    row, taken = position["cards"][seat], position["taken"][seat]
    tokens, saved = dict(position["tokens"]), set(position["saved"][seat])
    robbed = pawn_of_another(position, seat, cell)
    if protects:
        if tokens.get(cell) != "save" or robbed is not None or set(row[:taken]) <= saved:
            return None
        saved = set(row[:taken])
    if robbed is None and taken < 7 and tokens.get(cell) == row[taken]:
        del tokens[cell]
    return cell, robbed, frozenset(tokens.items()), frozenset(saved)


def may_enter(position: dict[str, Any], seat: int, cell: str) -> bool:
    other = pawn_of_another(position, seat, cell)
    if other is None:
        return True
    row, taken = position["cards"][seat], position["taken"][seat]
    has = position["cards"][other][: position["taken"][other]]
    return taken < 7 and row[taken] in has and row[taken] not in position["saved"][other]


def pawn_of_another(position: dict[str, Any], seat: int, cell: str) -> int | None:
    for other, at in enumerate(position["pawns"]):
        if at == cell and other != seat:
            return other
    return None


def cells() -> list[str]:
    return [column + row for column in "abcdefg" for row in "1234567"]


def distances(one: str, other: str) -> tuple[int, int]:
    return abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1]))


def knight(start: str) -> list[str]:
    return [cell for cell in cells() if distances(start, cell) in ((1, 2), (2, 1))]
