"""What one turn does to the pegs and links of the side that makes it, and why it may not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...core.errors import IllegalAction
from .notation import Pair, Turn
from .options import Rules


class Sight(NamedTuple):
    """The board as the side to move sees it."""

    rules: Rules
    side: int
    own_pegs: frozenset[int]
    own_links: frozenset[int]
    other_pegs: frozenset[int]
    other_links: frozenset[int]

    @property
    def must_lift(self) -> bool:
        """TWX-10: all pegs are on the board."""
        return self.rules.pegs is not None and len(self.own_pegs) >= self.rules.pegs


class Done(NamedTuple):
    """The mover's pegs and links after a turn, and which links are new."""

    pegs: frozenset[int]
    links: frozenset[int]
    added: tuple[int, ...]


def apply(sight: Sight, turn: Turn) -> Done:
    """The turn made, in the order of TWX-4; `IllegalAction` for the first thing wrong with it."""
    pegs = _lifted(sight, turn)
    _check_peg(sight, turn)
    _check_removals(sight, turn)
    links = remaining(sight, turn)
    if turn.links is None:
        added = automatic(sight, turn.peg, pegs, links)
    else:
        added = _chosen(sight, turn.peg, turn.links, pegs | {turn.peg}, links)
    return Done(pegs | {turn.peg}, links.union(added) if added else links, added)


def canonical(sight: Sight, turn: Turn) -> Turn:
    """The same turn without a link list that says no more than the automatic links."""
    if turn.links is None or not sight.rules.choose_links:
        return turn
    known = sight.rules.board.links
    added = automatic(sight, turn.peg, sight.own_pegs - {turn.lift}, remaining(sight, turn))
    return turn._replace(links=None) if tuple(known.get(pair) for pair in turn.links) == added else turn


def remaining(sight: Sight, turn: Turn) -> frozenset[int]:
    """The mover's links once the peg taken up and the links taken off are gone."""
    board, links = sight.rules.board, sight.own_links
    if turn.lift is not None:
        links = links.difference(link for _, link in board.steps[turn.lift])
    if turn.removals:
        links = links.difference(map(board.links.get, turn.removals))
    return links


def automatic(sight: Sight, peg: int, pegs: frozenset[int], links: frozenset[int]) -> tuple[int, ...]:
    """Every legal link from the new peg, in order, as long as there are links (TWX-7, TWX-10)."""
    found = possible(sight, peg, pegs, links)
    return found if sight.rules.links is None else found[: sight.rules.links - len(links)]


def possible(sight: Sight, peg: int, pegs: frozenset[int], links: frozenset[int]) -> tuple[int, ...]:
    """Every legal link from the new peg, in order, however many there are in the box."""
    return tuple(link for other, link in sight.rules.board.steps[peg] if other in pegs and _clear(sight, link, links))


def linkable(sight: Sight) -> list[int]:
    """The links that could be added between the mover's standing pegs, if no other part of the turn hindered them."""
    steps, pegs, links = sight.rules.board.steps, sight.own_pegs, sight.own_links
    return [
        link
        for hole in sorted(pegs)
        for other, link in steps[hole]
        if other > hole and other in pegs and link not in links and _clear(sight, link, links)
    ]


def _clear(sight: Sight, link: int, links: frozenset[int]) -> bool:
    crossing = sight.rules.board.crossing[link]
    return sight.other_links.isdisjoint(crossing) and (sight.rules.own_links_cross or links.isdisjoint(crossing))  # TWX-6


def _lifted(sight: Sight, turn: Turn) -> frozenset[int]:
    """The mover's pegs without the one it takes up."""
    pegs, names = sight.own_pegs, sight.rules.board.names
    if turn.lift is None:
        if sight.must_lift:
            raise IllegalAction("must_lift", pegs=sight.rules.pegs)
        return pegs
    if not sight.must_lift:
        raise IllegalAction("no_lift", hole=names[turn.lift])
    if turn.lift not in pegs:
        raise IllegalAction("not_your_peg", hole=names[turn.lift])
    if turn.lift == turn.peg:
        raise IllegalAction("same_hole", hole=names[turn.peg])
    return pegs - {turn.lift}


def _check_peg(sight: Sight, turn: Turn) -> None:
    board, peg = sight.rules.board, turn.peg
    if peg not in board.open[sight.side]:
        raise IllegalAction("corner" if peg in board.corners else "border", hole=board.names[peg])
    if peg in sight.own_pegs or peg in sight.other_pegs:
        raise IllegalAction("occupied", hole=board.names[peg])


def _check_removals(sight: Sight, turn: Turn) -> None:
    board = sight.rules.board
    if turn.removals and not sight.rules.remove_links:
        raise IllegalAction("no_removals")
    taken: set[Pair] = set()
    for pair in turn.removals:
        link, name = board.links.get(pair), _name(sight, pair)
        if pair in taken:
            raise IllegalAction("twice", link=name)
        taken.add(pair)
        if link in sight.other_links:
            raise IllegalAction("not_your_link", link=name)
        if link not in sight.own_links:
            raise IllegalAction("no_link", link=name)
        if turn.lift is not None and turn.lift in pair:
            raise IllegalAction("lifted_link", link=name, hole=board.names[turn.lift])


def _chosen(sight: Sight, peg: int, pairs: tuple[Pair, ...], pegs: frozenset[int], links: frozenset[int]) -> tuple[int, ...]:
    """The links of an explicit list, each checked against all that stand then."""
    if not sight.rules.choose_links:
        raise IllegalAction("no_link_lists")
    standing, added = set(links), []
    for pair in pairs:
        link, name = sight.rules.board.links.get(pair), _name(sight, pair)
        for hole in pair:
            if hole not in pegs:
                raise IllegalAction("not_your_peg", hole=sight.rules.board.names[hole])
        if link is None:
            raise IllegalAction("no_knights_step", link=name)
        if link in added:
            raise IllegalAction("twice", link=name)
        if link in standing:
            raise IllegalAction("linked", link=name)
        _refuse_crossing(sight, link, sight.other_links, "crosses")
        if not sight.rules.own_links_cross:
            _refuse_crossing(sight, link, standing, "crosses_own")
        standing.add(link)
        added.append(link)
    if sight.rules.links is not None and len(standing) > sight.rules.links:
        raise IllegalAction("no_links_left", links=sight.rules.links, left=sight.rules.links - len(links), wanted=len(added))
    return tuple(added)


def _refuse_crossing(sight: Sight, link: int, standing: Iterable[int], code: str) -> None:
    board = sight.rules.board
    crossed = sorted(set(board.crossing[link]).intersection(standing))
    if crossed:
        raise IllegalAction(code, link=board.link_name(link), other=board.link_name(crossed[0]))


def _name(sight: Sight, pair: Pair) -> str:
    names = sight.rules.board.names
    return names[pair[0]] + names[pair[1]]
