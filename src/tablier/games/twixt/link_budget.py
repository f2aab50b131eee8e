"""Turns of a side whose links run out (TWX-10): which of them to place, and which to take off for that."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import NamedTuple

from ...core.state import Action
from .notation import Turn, write
from .state import TwixtState
from .turns import canonical, possible, remaining

MOST = 8  # links of one peg


class Chain(NamedTuple):
    """Pegs that links hold together."""

    pegs: frozenset[int]
    needed: frozenset[int]  # links that hold them together; any others are spare
    near: bool  # whether it reaches the border of that name
    far: bool


class Links:
    """The links of the side to move, once it has taken up a peg if it must."""

    def __init__(self, state: TwixtState, lift: int | None) -> None:
        self._sight, self._lift = state.sight(), lift
        self._rules, self._board = state.rules, state.rules.board
        self._pegs = self._sight.own_pegs - {lift}
        self._standing = remaining(self._sight, Turn(-1, lift))
        self._left = MOST if self._rules.links is None else self._rules.links - len(self._standing)

    def turn(self, hole: int) -> Action:
        """The turn that puts a peg there: a plain one, or with the links that do most when there are too few for all."""
        turn = Turn(hole, self._lift)
        if self._left < MOST and self._rules.choose_links:
            wanted = possible(self._sight, hole, self._pegs, self._standing)
            if len(wanted) > self._left:
                turn = self._chosen(turn, wanted)
        return write(self._board, turn)

    def may_win(self, hole: int) -> bool:
        """Whether a peg there touches chains of both borders, whatever crosses its links."""
        return self._joins(hole, {self._chains[other] for other, _ in self._board.steps[hole] if other in self._pegs})

    def _chosen(self, turn: Turn, wanted: Iterable[int]) -> Turn:
        joined = self._joined(turn.peg, wanted)
        off: list[int] = []
        if self._rules.remove_links:
            missing = max(0, len(joined) - self._left)
            off = self._spare(turn.peg, joined)[:missing]
        first = list(joined.values())
        placed = [*first, *(link for link in wanted if link not in first)][: self._left + len(off)]
        ends = self._board.ends
        removals, links = (tuple(sorted(ends[link] for link in some)) for some in (off, placed))
        return canonical(self._sight, turn._replace(removals=removals, links=links))

    def _joined(self, hole: int, wanted: Iterable[int]) -> dict[Chain, int]:
        """A link to each chain within reach: the largest of either border first, then the larger ones."""
        found: dict[Chain, int] = {}
        for link in wanted:
            low, high = self._board.ends[link]
            found.setdefault(self._chains[high if low == hole else low], link)
        order = sorted(found, key=lambda chain: -len(chain.pegs))
        borders = [[chain for chain in order if chain.near][:1], [chain for chain in order if chain.far][:1]]
        return {chain: found[chain] for chain in (*borders[0], *borders[1], *order)}

    def _spare(self, hole: int, joined: Collection[Chain]) -> list[int]:
        """Links to take off, the least missed first: those that hold nothing together; to win, all of other chains."""
        chains = set(self._chains.values())
        spare = sorted(self._standing.difference(*(chain.needed for chain in chains)))
        if self._joins(hole, joined):
            spare += sorted(link for chain in chains.difference(joined) for link in chain.needed)
        return spare

    def _joins(self, hole: int, chains: Collection[Chain]) -> bool:
        """Whether chains that meet in a hole join the borders (TWX-13)."""
        depth = self._board.depth[self._sight.side][hole]
        near, far = depth == 0, depth == self._board.size - 1
        return (near or any(chain.near for chain in chains)) and (far or any(chain.far for chain in chains))

    @cached_property
    def _chains(self) -> dict[int, Chain]:
        """The chain of every peg."""
        depth, last = self._board.depth[self._sight.side], self._board.size - 1
        found: dict[int, Chain] = {}
        for start in sorted(self._pegs):
            if start in found:
                continue
            pegs, needed, waiting = {start}, set(), [start]
            while waiting:
                for other, link in self._board.steps[waiting.pop()]:
                    if link in self._standing and other not in pegs:
                        pegs.add(other)
                        needed.add(link)
                        waiting.append(other)
            near, far = (any(depth[peg] == border for peg in pegs) for border in (0, last))
            found |= dict.fromkeys(pegs, Chain(frozenset(pegs), frozenset(needed), near, far))
        return found
