"""Turns of a side with few links left (TWX-10): choose the links to place and those to remove for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import NamedTuple

from ...core.state import Action
from .notation import TwixtTurn, write_turn
from .state import TwixtState
from .turns import canonical_turn, possible_links, remaining_links

MAX_LINKS_OF_PEG = 8  # one for each knight's step


class Chain(NamedTuple):
    """A connected component of pegs and links."""

    pegs: frozenset[int]
    spanning: frozenset[int]  # links of a spanning tree; the other links of the chain are redundant
    near: bool  # touches the near border
    far: bool  # touches the far border


class LinkBudget:
    """Chooses links for turns of the side to move, after it has lifted a peg if it must."""

    def __init__(self, state: TwixtState, lift: int | None) -> None:
        self._context, self._lift = state.turn_context(), lift
        self._rules, self._board = state.rules, state.rules.board
        self._pegs = self._context.own_pegs - {lift}
        self._links = remaining_links(self._context, TwixtTurn(-1, lift))  # -1: no peg yet
        self._links_left = MAX_LINKS_OF_PEG if self._rules.links is None else self._rules.links - len(self._links)

    def turn(self, hole: int) -> Action:
        """The turn that puts a peg into `hole`: a plain turn, or with the most useful links if there are too few for all."""
        turn = TwixtTurn(hole, self._lift)
        if self._links_left < MAX_LINKS_OF_PEG and self._rules.choose_links:
            possible = possible_links(self._context, hole, self._pegs, self._links)
            if len(possible) > self._links_left:
                turn = self._choose_links(turn, possible)
        return write_turn(self._board, turn)

    def may_win(self, hole: int) -> bool:
        """True if a peg in `hole` would touch chains of both borders. Ignores links that cross; a necessary condition."""
        neighbours = self._board.neighbours[hole]
        return self._joins_borders(hole, {self._chains[other] for other, _ in neighbours if other in self._pegs})

    def _choose_links(self, turn: TwixtTurn, possible: Iterable[int]) -> TwixtTurn:
        joined = self._links_to_chains(turn.peg, possible)
        removed: list[int] = []
        if self._rules.remove_links:
            missing = max(0, len(joined) - self._links_left)
            removed = self._removable_links(turn.peg, joined)[:missing]
        first = list(joined.values())
        placed = [*first, *(link for link in possible if link not in first)][: self._links_left + len(removed)]
        ends = self._board.ends
        removals, links = (tuple(sorted(ends[link] for link in group)) for group in (removed, placed))
        return canonical_turn(self._context, turn._replace(removals=removals, links=links))

    def _links_to_chains(self, hole: int, possible: Iterable[int]) -> dict[Chain, int]:
        """One link to each adjacent chain: first the largest chain at either border, then the others by size."""
        link_to: dict[Chain, int] = {}
        for link in possible:
            low, high = self._board.ends[link]
            link_to.setdefault(self._chains[high if low == hole else low], link)
        by_size = sorted(link_to, key=lambda chain: -len(chain.pegs))
        at_near, at_far = [chain for chain in by_size if chain.near][:1], [chain for chain in by_size if chain.far][:1]
        return {chain: link_to[chain] for chain in (*at_near, *at_far, *by_size)}

    def _removable_links(self, hole: int, joined: Collection[Chain]) -> list[int]:
        """Links to remove, the least useful first: redundant ones and, if the turn wins, all links of unused chains."""
        chains = set(self._chains.values())
        removable = sorted(self._links.difference(*(chain.spanning for chain in chains)))
        if self._joins_borders(hole, joined):
            removable += sorted(link for chain in chains.difference(joined) for link in chain.spanning)
        return removable

    def _joins_borders(self, hole: int, chains: Collection[Chain]) -> bool:
        """True if chains that meet in `hole` join the borders (TWX-13)."""
        rank = self._board.rank[self._context.side][hole]
        near, far = rank == 0, rank == self._board.size - 1
        return (near or any(chain.near for chain in chains)) and (far or any(chain.far for chain in chains))

    @cached_property
    def _chains(self) -> dict[int, Chain]:
        """The chain of every peg, by depth-first search."""
        rank, last = self._board.rank[self._context.side], self._board.size - 1
        chain_of: dict[int, Chain] = {}
        for start in sorted(self._pegs):
            if start in chain_of:
                continue
            pegs, spanning, stack = {start}, set(), [start]
            while stack:
                for other, link in self._board.neighbours[stack.pop()]:
                    if link in self._links and other not in pegs:
                        pegs.add(other)
                        spanning.add(link)
                        stack.append(other)
            near, far = (any(rank[peg] == border for peg in pegs) for border in (0, last))
            chain_of |= dict.fromkeys(pegs, Chain(frozenset(pegs), frozenset(spanning), near, far))
        return chain_of
