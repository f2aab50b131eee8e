"""Legality and effect of one turn on the pegs and links of the side to move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...core.errors import IllegalAction
from .notation import Pair, TwixtTurn
from .options import TwixtRules


class TurnContext(NamedTuple):
    """The rules and the board from the point of view of the side to move."""

    rules: TwixtRules
    side: int
    own_pegs: frozenset[int]
    own_links: frozenset[int]
    other_pegs: frozenset[int]
    other_links: frozenset[int]

    @property
    def must_lift(self) -> bool:
        """True if all pegs of the side to move are on the board (TWX-10)."""
        return self.rules.pegs is not None and len(self.own_pegs) >= self.rules.pegs


class TurnResult(NamedTuple):
    """Pegs and links of the side that moved, and the links it added."""

    pegs: frozenset[int]
    links: frozenset[int]
    added: tuple[int, ...]


def apply_turn(context: TurnContext, turn: TwixtTurn) -> TurnResult:
    """Apply a turn in the order of TWX-4. Raises `IllegalAction` for its first fault."""
    pegs = _pegs_after_lift(context, turn)
    _check_peg(context, turn)
    _check_removals(context, turn)
    links = remaining_links(context, turn)
    if turn.links is None:
        added = automatic_links(context, turn.peg, pegs, links)
    else:
        added = _chosen_links(context, turn.links, pegs | {turn.peg}, links)
    return TurnResult(pegs | {turn.peg}, links.union(added) if added else links, added)


def canonical_turn(context: TurnContext, turn: TwixtTurn) -> TwixtTurn:
    """Drop an explicit link list that equals the automatic links."""
    if turn.links is None or not context.rules.choose_links:
        return turn
    link_by_pair = context.rules.board.links
    added = automatic_links(context, turn.peg, context.own_pegs - {turn.lift}, remaining_links(context, turn))
    return turn._replace(links=None) if tuple(link_by_pair.get(pair) for pair in turn.links) == added else turn


def remaining_links(context: TurnContext, turn: TwixtTurn) -> frozenset[int]:
    """The mover's links without those of a lifted peg and without the removed ones."""
    board, links = context.rules.board, context.own_links
    if turn.lift is not None:
        links = links.difference(link for _, link in board.neighbours[turn.lift])
    if turn.removals:
        links = links.difference(map(board.links.get, turn.removals))
    return links


def automatic_links(context: TurnContext, peg: int, pegs: frozenset[int], links: frozenset[int]) -> tuple[int, ...]:
    """Links that a plain turn places: every legal one from the new peg, in order, up to the limit (TWX-7, TWX-10)."""
    possible = possible_links(context, peg, pegs, links)
    return possible if context.rules.links is None else possible[: context.rules.links - len(links)]


def possible_links(context: TurnContext, peg: int, pegs: frozenset[int], links: frozenset[int]) -> tuple[int, ...]:
    """Every legal link from the new peg, in order, ignoring the number of links left."""
    neighbours = context.rules.board.neighbours[peg]
    return tuple(link for other, link in neighbours if other in pegs and _is_clear(context, link, links))


def addable_links(context: TurnContext) -> list[int]:
    """Legal links between pegs of the side to move that are already on the board, ignoring the rest of its turn."""
    neighbours, pegs, links = context.rules.board.neighbours, context.own_pegs, context.own_links
    return [
        link
        for hole in sorted(pegs)
        for other, link in neighbours[hole]
        if other > hole and other in pegs and link not in links and _is_clear(context, link, links)
    ]


def _is_clear(context: TurnContext, link: int, links: frozenset[int]) -> bool:
    """True if no link on the board forbids this one (TWX-6)."""
    crossing = context.rules.board.crossing[link]
    return context.other_links.isdisjoint(crossing) and (context.rules.own_links_cross or links.isdisjoint(crossing))


def _pegs_after_lift(context: TurnContext, turn: TwixtTurn) -> frozenset[int]:
    """The mover's pegs without the lifted one (TWX-10)."""
    pegs, names = context.own_pegs, context.rules.board.names
    if turn.lift is None:
        if context.must_lift:
            raise IllegalAction("must_lift", pegs=context.rules.pegs)
        return pegs
    if not context.must_lift:
        raise IllegalAction("no_lift", hole=names[turn.lift])
    if turn.lift not in pegs:
        raise IllegalAction("not_your_peg", hole=names[turn.lift])
    if turn.lift == turn.peg:
        raise IllegalAction("same_hole", hole=names[turn.peg])
    return pegs - {turn.lift}


def _check_peg(context: TurnContext, turn: TwixtTurn) -> None:
    """Check that the peg goes into an empty hole outside the opponent's borders (TWX-1, TWX-3)."""
    board, peg = context.rules.board, turn.peg
    if peg not in board.open_holes[context.side]:
        raise IllegalAction("corner" if peg in board.corners else "border", hole=board.names[peg])
    if peg in context.own_pegs or peg in context.other_pegs:
        raise IllegalAction("occupied", hole=board.names[peg])


def _check_removals(context: TurnContext, turn: TwixtTurn) -> None:
    """Check that only own links are removed, each once (TWX-9)."""
    board = context.rules.board
    if turn.removals and not context.rules.remove_links:
        raise IllegalAction("no_removals")
    removed: set[Pair] = set()
    for pair in turn.removals:
        link, name = board.links.get(pair), _pair_name(context, pair)
        if pair in removed:
            raise IllegalAction("twice", link=name)
        removed.add(pair)
        if link in context.other_links:
            raise IllegalAction("not_your_link", link=name)
        if link not in context.own_links:
            raise IllegalAction("no_link", link=name)
        if turn.lift is not None and turn.lift in pair:
            raise IllegalAction("lifted_link", link=name, hole=board.names[turn.lift])


def _chosen_links(
    context: TurnContext, pairs: tuple[Pair, ...], pegs: frozenset[int], links: frozenset[int]
) -> tuple[int, ...]:
    """Links of an explicit list, each checked against the links on the board and those before it in the list."""
    rules = context.rules
    if not rules.choose_links:
        raise IllegalAction("no_link_lists")
    on_board, added = set(links), []
    for pair in pairs:
        link, name = rules.board.links.get(pair), _pair_name(context, pair)
        for hole in pair:
            if hole not in pegs:
                raise IllegalAction("not_your_peg", hole=rules.board.names[hole])
        if link is None:
            raise IllegalAction("no_knights_step", link=name)
        if link in added:
            raise IllegalAction("twice", link=name)
        if link in on_board:
            raise IllegalAction("linked", link=name)
        _check_crossing(context, link, context.other_links, "crosses")
        if not rules.own_links_cross:
            _check_crossing(context, link, on_board, "crosses_own")
        on_board.add(link)
        added.append(link)
    if rules.links is not None and len(on_board) > rules.links:
        raise IllegalAction("no_links_left", links=rules.links, left=rules.links - len(links), wanted=len(added))
    return tuple(added)


def _check_crossing(context: TurnContext, link: int, on_board: Iterable[int], code: str) -> None:
    board = context.rules.board
    crossed = sorted(set(board.crossing[link]).intersection(on_board))
    if crossed:
        raise IllegalAction(code, link=board.link_name(link), other=board.link_name(crossed[0]))


def _pair_name(context: TurnContext, pair: Pair) -> str:
    names = context.rules.board.names
    return names[pair[0]] + names[pair[1]]
