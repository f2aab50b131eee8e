"""Reference implementation of TwixT's rules with (column, row) pairs: slow, and independent of `tablier.games.twixt`.

`legal_actions` reads only the public interface of a state. `Model` plays whole games, with removals, link lists and lifts.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

Hole = tuple[int, int]
Link = tuple[Hole, Hole]


def name(hole: Hole) -> str:
    column, row = hole
    letters = chr(97 + column) if column < 26 else chr(96 + column // 26) + chr(97 + column % 26)
    return f"{letters}{row + 1}"


def hole_of(text: str) -> Hole:
    letters, digits = re.fullmatch(r"([a-z]+)([0-9]+)", text).groups()
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - 96
    return column - 1, int(digits) - 1


def link_of(text: str) -> Link:
    first, second = re.findall(r"[a-z]+[0-9]+", text)
    return tuple(sorted((hole_of(first), hole_of(second))))


def is_knights_step(a: Hole, b: Hole) -> bool:
    return sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))) == [1, 2]


@cache
def cross(first: Link, second: Link) -> bool:
    """Compute the intersection of the two straight lines and check that it lies inside both links."""
    (ax, ay), (bx, by) = first
    (cx, cy), (dx, dy) = second
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    determinant = ux * vy - uy * vx
    if determinant == 0:
        return False
    on_first = Fraction((cx - ax) * vy - (cy - ay) * vx, determinant)
    on_second = Fraction((cx - ax) * uy - (cy - ay) * ux, determinant)
    return 0 < on_first < 1 and 0 < on_second < 1


def holes_open_to(side: int, size: int) -> set[Hole]:
    last = size - 1
    holes = {(column, row) for column in range(size) for row in range(size)}
    holes -= {(0, 0), (0, last), (last, 0), (last, last)}
    # hole[0] is the column: the first side may not use the left and right borders, the second not the top and bottom ones
    return {hole for hole in holes if hole[side] not in (0, last)}


def legal_actions(state) -> set[str]:
    """All actions that `State.legal_actions` must list."""
    if state.to_act is None:
        return set()
    position, options = state.position(), state.options
    side = position["sides"][state.to_act]
    pegs = [{hole_of(text) for text in own} for own in position["pegs"]]
    free = holes_open_to(side, position["size"]) - pegs[0] - pegs[1]
    if options["pegs"] is not None and len(pegs[side]) == options["pegs"]:
        return {f"^{name(lift)},{name(hole)}" for lift in pegs[side] for hole in free}
    actions = {name(hole) for hole in free}
    opening = len(pegs[0]) == 1 and not pegs[1] and position["sides"] == [0, 1] and side == 1
    if opening and options["pie"] and options["handicap"] == 0:
        actions.add("swap")
    return actions


class IllegalTurn(Exception):
    pass


class Model:
    """A game that `play` changes in place."""

    def __init__(self, options) -> None:
        self.options = dict(options)
        self.size = options["size"]
        self.pegs: list[set[Hole]] = [set(), set()]
        self.links: list[set[Link]] = [set(), set()]
        self.sides = [0, 1]
        self.to_act: int | None = 0
        self.turns = 0  # without swaps
        self.outcome = None  # (winner, reason)
        self.repetitions: Counter = Counter()

    # Turns

    def play(self, text: str) -> None:
        """Play a turn. Raises `IllegalTurn` and changes nothing if it is illegal."""
        if self.outcome is not None:
            raise IllegalTurn("over")
        if text == "swap":
            if not (self.options["pie"] and not self.options["handicap"] and self.turns == 1 and self.sides == [0, 1]):
                raise IllegalTurn("swap")
            self.sides, self.to_act = [1, 0], 0
            return
        seat, side = self.to_act, self.sides[self.to_act]
        pegs, links = self._apply_turn(text, side)
        self.pegs[side], self.links[side] = pegs, links
        self.turns += 1
        if self.turns >= max(1, self.options["handicap"]):
            self.to_act = 1 - seat
        self._update_outcome(seat, side)

    def _apply_turn(self, text: str, side: int) -> tuple[set[Hole], set[Link]]:
        hole = r"[a-z]+[0-9]+"
        match = re.fullmatch(rf"(?:\^({hole}),)?((?:-{hole}{hole},)*)({hole})(/|(?:\+{hole}(?:{hole})?)+)?", text)
        lift, removals, peg, link_list = match.groups()
        pegs, links, options = set(self.pegs[side]), set(self.links[side]), self.options
        if (lift is not None) != (options["pegs"] == len(pegs)):
            raise IllegalTurn("lift")
        peg = hole_of(peg)
        if peg not in holes_open_to(side, self.size) - self.pegs[0] - self.pegs[1]:
            raise IllegalTurn("peg")
        if lift is not None:
            if hole_of(lift) not in pegs:
                raise IllegalTurn("lift")
            pegs.remove(hole_of(lift))
            links = {link for link in links if hole_of(lift) not in link}
        for removal in re.findall(rf"-({hole}{hole}),", removals):
            if not options["remove_links"] or link_of(removal) not in links:
                raise IllegalTurn("removal")
            links.remove(link_of(removal))
        pegs.add(peg)
        limit = 10**9 if options["links"] is None else options["links"]
        if link_list is None:
            for other in sorted(pegs):
                link = tuple(sorted((peg, other)))
                if is_knights_step(peg, other) and not self._is_blocked(link, side, links) and len(links) < limit:
                    links.add(link)
            return pegs, links
        if not options["choose_links"]:
            raise IllegalTurn("list")
        for item in re.findall(rf"\+({hole}(?:{hole})?)", link_list):
            link = link_of(item if re.fullmatch(hole * 2, item) else item + name(peg))
            if link in links or not is_knights_step(*link) or not pegs.issuperset(link):
                raise IllegalTurn("link")
            if self._is_blocked(link, side, links) or len(links) == limit:
                raise IllegalTurn("link")
            links.add(link)
        return pegs, links

    def _is_blocked(self, link: Link, side: int, own: set[Link]) -> bool:
        if any(cross(link, other) for other in self.links[1 - side]):
            return True
        return not self.options["own_links_cross"] and any(cross(link, other) for other in own)

    # Outcomes

    def _update_outcome(self, seat: int, side: int) -> None:
        next_side = self.sides[self.to_act]
        if self.is_connected(side):
            self._finish(seat, "connected")
        elif self.options["pegs"] is None and not self.can_connect(0) and not self.can_connect(1):
            self._finish(None, "blocked")
        elif not holes_open_to(next_side, self.size) - self.pegs[0] - self.pegs[1]:
            self._finish(None, "no_hole")
        elif self.options["pegs"] is not None:
            key = (next_side, self.turns < self.options["handicap"], *map(frozenset, self.pegs), *map(frozenset, self.links))
            self.repetitions[key] += 1
            if self.repetitions[key] == 3:
                self._finish(None, "repetition")

    def _finish(self, winner: int | None, reason: str) -> None:
        self.outcome, self.to_act = (winner, reason), None

    def is_connected(self, side: int) -> bool:
        """Whether links of the side join its two borders (TWX-13)."""
        return self._flood_fill(side, self.pegs[side], lambda a, b: tuple(sorted((a, b))) in self.links[side])

    def can_connect(self, side: int) -> bool:
        """Whether knight's steps over holes without opposing pegs, crossing no opposing link, join its borders (TWX-14)."""
        holes = holes_open_to(side, self.size) - self.pegs[1 - side]
        barriers = self.links[1 - side]

        def can_link(a: Hole, b: Hole) -> bool:
            return is_knights_step(a, b) and not any(cross(tuple(sorted((a, b))), barrier) for barrier in barriers)

        return self._flood_fill(side, holes, can_link)

    def _flood_fill(self, side: int, holes: set[Hole], joined) -> bool:
        """Whether steps between holes with `joined(a, b)` lead from one border of the side to the other."""
        along = 1 - side  # coordinate between the borders: the row for the first side, the column for the second
        reached = {hole for hole in holes if hole[along] == 0}
        frontier = set(reached)
        while frontier:
            frontier = {b for a in frontier for b in self._neighbours(a) if b in holes and b not in reached and joined(a, b)}
            reached |= frontier
        return any(hole[along] == self.size - 1 for hole in reached)

    @staticmethod
    def _neighbours(hole: Hole) -> list[Hole]:
        column, row = hole
        return [(column + right, row + down) for right in range(-2, 3) for down in range(-2, 3) if abs(right * down) == 2]

    def position(self):
        return {
            "size": self.size,
            "pegs": [sorted(map(name, pegs)) for pegs in self.pegs],
            "links": [sorted(name(low) + name(high) for low, high in links) for links in self.links],
            "sides": self.sides,
        }

    def own_pairs(self, pegs: set[Hole]) -> list[Link]:
        """All pairs a knight's step apart."""
        return [pair for pair in combinations(sorted(pegs), 2) if is_knights_step(*pair)]
