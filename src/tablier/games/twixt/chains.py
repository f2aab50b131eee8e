"""Graph searches over pegs and links: winning chains (TWX-13) and routes that are still possible (TWX-14)."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from .board import Board


class Route(NamedTuple):
    """A path of a side from border to border: a possible route, or a complete chain of pegs and links."""

    side: int
    holes: tuple[int, ...]
    links: tuple[int, ...]


def joins_borders(board: Board, side: int, links: AbstractSet[int], added: Iterable[int]) -> bool:
    """True if a chain containing at least one of the added links joins the side's borders (TWX-13)."""
    rank, neighbours, last = board.rank[side], board.neighbours, board.size - 1
    visited: set[int] = set()
    for link in added:
        start = board.ends[link][0]
        if start in visited:
            continue
        visited.add(start)
        stack = [start]
        near = far = False
        while stack:
            hole = stack.pop()
            if rank[hole] == 0:
                near = True
            elif rank[hole] == last:
                far = True
            for other, step in neighbours[hole]:
                if step in links and other not in visited:
                    visited.add(other)
                    stack.append(other)
        if near and far:
            return True
    return False


def find_route(
    board: Board, side: int, pegs: tuple[AbstractSet[int], ...], links: tuple[AbstractSet[int], ...]
) -> Route | None:
    """Find a path over own pegs and open holes that crosses no opposing link (TWX-14). None if there is none.

    Depth-first search that extends the hole with the highest rank first, so that on an open board it finds a route without
    backtracking.
    """
    rank, neighbours, last = board.rank[side], board.open_neighbours[side], board.size - 1
    occupied = pegs[1 - side]
    crossing = board.crossing
    blocked = {crossed for link in links[1 - side] for crossed in crossing[link]}
    stack = [hole for hole in board.open_holes[side] if rank[hole] == 0 and hole not in occupied]
    came_from: dict[int, tuple[int, int] | None] = dict.fromkeys(stack)
    while stack:
        hole = stack.pop()
        if rank[hole] == last:
            return _trace_back(side, hole, came_from)
        for other, link in neighbours[hole]:
            if other not in came_from and other not in occupied and link not in blocked:
                came_from[other] = (hole, link)
                stack.append(other)
    return None


def cuts_route(board: Board, route: Route, peg: int, added: Iterable[int]) -> bool:
    """True if an opponent's new peg and links interrupt the route."""
    return peg in route.holes or any(link in route.links for new in added for link in board.crossing[new])


def find_chain(board: Board, side: int, pegs: AbstractSet[int], links: AbstractSet[int]) -> Route | None:
    """Find a shortest chain that joins the side's borders by breadth-first search. None if there is none."""
    rank, last = board.rank[side], board.size - 1
    queue = sorted(hole for hole in pegs if rank[hole] == 0)
    came_from: dict[int, tuple[int, int] | None] = dict.fromkeys(queue)
    for hole in queue:  # the list grows while it is iterated
        if rank[hole] == last:
            return _trace_back(side, hole, came_from)
        for other, link in board.neighbours[hole]:
            if link in links and other not in came_from:
                came_from[other] = (hole, link)
                queue.append(other)
    return None


def _trace_back(side: int, end: int, came_from: dict[int, tuple[int, int] | None]) -> Route:
    holes, links = [end], []
    while (step := came_from[holes[-1]]) is not None:
        holes.append(step[0])
        links.append(step[1])
    return Route(side, tuple(reversed(holes)), tuple(reversed(links)))
