"""A slow, plain second reading of TwixT's rules, in (column, row) pairs, to hold the fast one against.

`legal` reads a state from outside only. `Model` plays whole games by itself, removals, link lists and lifts included.
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
    one, two = re.findall(r"[a-z]+[0-9]+", text)
    return tuple(sorted((hole_of(one), hole_of(two))))


def knights(one: Hole, two: Hole) -> bool:
    return sorted((abs(one[0] - two[0]), abs(one[1] - two[1]))) == [1, 2]


@cache
def cross(one: Link, two: Link) -> bool:
    """Solves for the point where the two straight lines meet, and asks whether it lies inside both links."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = two
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    bottom = ux * vy - uy * vx
    if bottom == 0:
        return False
    along = Fraction((cx - ax) * vy - (cy - ay) * vx, bottom)
    across = Fraction((cx - ax) * uy - (cy - ay) * ux, bottom)
    return 0 < along < 1 and 0 < across < 1


def holes_open_to(side: int, size: int) -> set[Hole]:
    last = size - 1
    every = {(column, row) for column in range(size) for row in range(size)}
    every -= {(0, 0), (0, last), (last, 0), (last, last)}
    return {hole for hole in every if hole[side] not in (0, last)}


def legal(state) -> set[str]:
    """Every action that should be listed."""
    if state.to_act is None:
        return set()
    position, options = state.position(), state.options
    side = position["sides"][state.to_act]
    pegs = [{hole_of(text) for text in own} for own in position["pegs"]]
    free = holes_open_to(side, position["size"]) - pegs[0] - pegs[1]
    if options["pegs"] is not None and len(pegs[side]) == options["pegs"]:
        return {f"^{name(one)},{name(two)}" for one in pegs[side] for two in free}
    found = {name(hole) for hole in free}
    opening = len(pegs[0]) == 1 and not pegs[1] and position["sides"] == [0, 1] and side == 1
    if opening and options["pie"] and options["handicap"] == 0:
        found.add("swap")
    return found


class Refused(Exception):
    pass


class Model:
    """One game, played in place."""

    def __init__(self, options) -> None:
        self.options = dict(options)
        self.size = options["size"]
        self.pegs: list[set[Hole]] = [set(), set()]
        self.links: list[set[Link]] = [set(), set()]
        self.sides = [0, 1]
        self.to_act: int | None = 0
        self.turns = 0  # a swap is none
        self.outcome = None  # (winner, reason)
        self.stood: Counter = Counter()

    # turns

    def play(self, text: str) -> None:
        """Plays a text or raises Refused and changes nothing."""
        if self.outcome is not None:
            raise Refused("over")
        if text == "swap":
            if not (self.options["pie"] and not self.options["handicap"] and self.turns == 1 and self.sides == [0, 1]):
                raise Refused("swap")
            self.sides, self.to_act = [1, 0], 0
            return
        seat, side = self.to_act, self.sides[self.to_act]
        pegs, links = self._after(text, side)
        self.pegs[side], self.links[side] = pegs, links
        self.turns += 1
        if self.turns >= max(1, self.options["handicap"]):
            self.to_act = 1 - seat
        self._judge(seat, side)

    def _after(self, text: str, side: int) -> tuple[set[Hole], set[Link]]:
        hole = r"[a-z]+[0-9]+"
        parts = re.fullmatch(rf"(?:\^({hole}),)?((?:-{hole}{hole},)*)({hole})(/|(?:\+{hole}(?:{hole})?)+)?", text)
        lift, removals, peg, list_text = parts.groups()
        pegs, links, options = set(self.pegs[side]), set(self.links[side]), self.options
        if (lift is not None) != (options["pegs"] == len(pegs)):
            raise Refused("lift")
        peg = hole_of(peg)
        if peg not in holes_open_to(side, self.size) - self.pegs[0] - self.pegs[1]:
            raise Refused("peg")
        if lift is not None:
            if hole_of(lift) not in pegs:
                raise Refused("lift")
            pegs.remove(hole_of(lift))
            links = {link for link in links if hole_of(lift) not in link}
        for removal in re.findall(rf"-({hole}{hole}),", removals):
            if not options["remove_links"] or link_of(removal) not in links:
                raise Refused("removal")
            links.remove(link_of(removal))
        pegs.add(peg)
        limit = 10**9 if options["links"] is None else options["links"]
        if list_text is None:
            for other in sorted(pegs):
                link = tuple(sorted((peg, other)))
                if knights(peg, other) and not self._hindered(link, side, links) and len(links) < limit:
                    links.add(link)
            return pegs, links
        if not options["choose_links"]:
            raise Refused("list")
        for item in re.findall(rf"\+({hole}(?:{hole})?)", list_text):
            link = link_of(item if re.fullmatch(hole * 2, item) else item + name(peg))
            if link in links or not knights(*link) or not pegs.issuperset(link):
                raise Refused("link")
            if self._hindered(link, side, links) or len(links) == limit:
                raise Refused("link")
            links.add(link)
        return pegs, links

    def _hindered(self, link: Link, side: int, own: set[Link]) -> bool:
        if any(cross(link, other) for other in self.links[1 - side]):
            return True
        return not self.options["own_links_cross"] and any(cross(link, other) for other in own)

    # the end

    def _judge(self, seat: int, side: int) -> None:
        mover = self.sides[self.to_act]
        if self.connected(side):
            self._over(seat, "connected")
        elif self.options["pegs"] is None and not self.alive(0) and not self.alive(1):
            self._over(None, "blocked")
        elif not holes_open_to(mover, self.size) - self.pegs[0] - self.pegs[1]:
            self._over(None, "no_hole")
        elif self.options["pegs"] is not None:
            key = (mover, self.turns < self.options["handicap"], *map(frozenset, self.pegs), *map(frozenset, self.links))
            self.stood[key] += 1
            if self.stood[key] == 3:
                self._over(None, "repetition")

    def _over(self, winner: int | None, reason: str) -> None:
        self.outcome, self.to_act = (winner, reason), None

    def connected(self, side: int) -> bool:
        return self._flood(side, self.pegs[side], lambda one, two: tuple(sorted((one, two))) in self.links[side])

    def alive(self, side: int) -> bool:
        holes = holes_open_to(side, self.size) - self.pegs[1 - side]
        walls = self.links[1 - side]

        def free(one: Hole, two: Hole) -> bool:
            return knights(one, two) and not any(cross(tuple(sorted((one, two))), wall) for wall in walls)

        return self._flood(side, holes, free)

    def _flood(self, side: int, holes: set[Hole], joined) -> bool:
        along = 1 - side  # the first side goes down the rows, the second along the columns
        reached = {hole for hole in holes if hole[along] == 0}
        fresh = set(reached)
        while fresh:
            fresh = {
                two for one in fresh for two in self._around(one) if two in holes and two not in reached and joined(one, two)
            }
            reached |= fresh
        return any(hole[along] == self.size - 1 for hole in reached)

    @staticmethod
    def _around(hole: Hole) -> list[Hole]:
        column, row = hole
        return [(column + right, row + down) for right in range(-2, 3) for down in range(-2, 3) if abs(right * down) == 2]

    def position(self):
        return {
            "size": self.size,
            "pegs": [sorted(map(name, pegs)) for pegs in self.pegs],
            "links": [sorted(name(one) + name(two) for one, two in links) for links in self.links],
            "sides": self.sides,
        }

    def own_pairs(self, pegs: set[Hole]) -> list[Link]:
        """All pairs a knight's step apart."""
        return [pair for pair in combinations(sorted(pegs), 2) if knights(*pair)]
