"""Chains that stand, and routes that could still become one."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from .board import Board


class Route(NamedTuple):
    """A way for a side from border to border; also a chain of pegs and links that stands."""

    side: int
    holes: tuple[int, ...]
    links: tuple[int, ...]


def joins(board: Board, side: int, links: AbstractSet[int], added: Iterable[int]) -> bool:
    """Whether a chain that contains one of the added links joins the side's borders (TWX-13)."""
    depth, steps, last = board.depth[side], board.steps, board.size - 1
    seen: set[int] = set()
    for link in added:
        start = board.ends[link][0]
        if start in seen:
            continue
        seen.add(start)
        waiting = [start]
        near = far = False
        while waiting:
            hole = waiting.pop()
            if depth[hole] == 0:
                near = True
            elif depth[hole] == last:
                far = True
            for other, step in steps[hole]:
                if step in links and other not in seen:
                    seen.add(other)
                    waiting.append(other)
        if near and far:
            return True
    return False


def route(board: Board, side: int, pegs: tuple[AbstractSet[int], ...], links: tuple[AbstractSet[int], ...]) -> Route | None:
    """A route while the side is alive (TWX-14): over its own pegs and empty holes, across none of the opponent's links."""
    depth, onward, last = board.depth[side], board.onward[side], board.size - 1
    shut = pegs[1 - side]
    crossing = board.crossing
    barred = {crossed for link in links[1 - side] for crossed in crossing[link]}
    waiting = [hole for hole in board.open[side] if depth[hole] == 0 and hole not in shut]
    came: dict[int, tuple[int, int] | None] = dict.fromkeys(waiting)
    while waiting:
        hole = waiting.pop()  # deepest first: an open board is crossed without looking left or right
        if depth[hole] == last:
            return _traced(side, hole, came)
        for other, link in onward[hole]:
            if other not in came and other not in shut and link not in barred:
                came[other] = (hole, link)
                waiting.append(other)
    return None


def cut(board: Board, found: Route, peg: int, added: Iterable[int]) -> bool:
    """Whether an opponent's new peg and links cut the route."""
    return peg in found.holes or any(link in found.links for new in added for link in board.crossing[new])


def chain(board: Board, side: int, pegs: AbstractSet[int], links: AbstractSet[int]) -> Route | None:
    """A shortest chain that joins the side's borders, None when none does."""
    depth, last = board.depth[side], board.size - 1
    waiting = sorted(hole for hole in pegs if depth[hole] == 0)
    came: dict[int, tuple[int, int] | None] = dict.fromkeys(waiting)
    for hole in waiting:  # grows while it is walked: breadth first
        if depth[hole] == last:
            return _traced(side, hole, came)
        for other, link in board.steps[hole]:
            if link in links and other not in came:
                came[other] = (hole, link)
                waiting.append(other)
    return None


def _traced(side: int, end: int, came: dict[int, tuple[int, int] | None]) -> Route:
    holes, links = [end], []
    while (back := came[holes[-1]]) is not None:
        holes.append(back[0])
        links.append(back[1])
    return Route(side, tuple(reversed(holes)), tuple(reversed(links)))
