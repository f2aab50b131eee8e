"""Surrogate positions for limited reserves (TWX-10), which the native player does not support.

The player searches positions with unlimited pegs and links instead. While a side has pegs and links left, its turns are the
same with and without a limit. For a side that must lift, there is one surrogate per peg it can lift.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from ...core.state import Action, State
from ...core.surrogate import Surrogate
from .board import Board
from .link_budget import MAX_LINKS_OF_PEG, LinkBudget
from .notation import SWAP
from .options import TwixtRules, make_rules
from .position_text import PerSide, PositionFields
from .state import TwixtState, restore, start

UNLIMITED = {"pegs": None, "links": None}


def surrogate_start(state: State) -> TwixtState | None:
    """Start of the surrogate game with unlimited pegs and links. None if the game has no limits."""
    assert isinstance(state, TwixtState)
    if state.rules.pegs is None and state.rules.links is None:
        return None
    return start(_rules_with(state, UNLIMITED))


def surrogates_before(state: State) -> Iterator[Surrogate]:
    """Yield the surrogates to search for a move: the position itself, or one per peg for a side that must lift."""
    assert isinstance(state, TwixtState)
    if not state.must_lift:
        unlimited, mirrored = _unlimited(state, state.pegs, state.links)
        assert not mirrored  # only a lifted peg can leave the first side with fewer pegs than the second
        yield Surrogate(unlimited, _turn_mapping(state, None, unlimited), _safe_plies(state))
        return
    lifts = _order_lifts(state)
    waiting = _waiting_move(state, lifts)
    if waiting is not None:
        yield waiting
    else:
        yield from (_after_lift(state, peg) for peg in lifts)


def surrogate_after(state: State) -> Surrogate:
    """Surrogate for searching on after a move: the position with the same pegs and links, without limits."""
    assert isinstance(state, TwixtState)
    unlimited, mirrored = _unlimited(state, state.pegs, state.links)
    return Surrogate(unlimited, same_texts=not mirrored)


def _after_lift(state: TwixtState, peg: int) -> Surrogate:
    """Surrogate without `peg` and its links."""
    side, removed = state.side_to_move, {link for _, link in state.rules.board.neighbours[peg]}
    pegs = _replace_side(state.pegs, side, state.pegs[side] - {peg})
    unlimited, mirrored = _unlimited(state, pegs, _replace_side(state.links, side, state.links[side] - removed))
    return Surrogate(unlimited, _turn_mapping(state, peg, unlimited, mirrored=mirrored), same_texts=False)


def _order_lifts(state: TwixtState) -> list[int]:
    """Pegs of the side to move: one whose lift allows an immediate win, then by increasing number of links."""
    board, side = state.rules.board, state.side_to_move
    own_links = state.links[side]
    lifts = sorted(state.pegs[side], key=lambda peg: (sum(link in own_links for _, link in board.neighbours[peg]), peg))
    without_lift, occupied = LinkBudget(state, None), state.pegs[0] | state.pegs[1]
    holes = [hole for hole in board.open_holes[side] if hole not in occupied and without_lift.may_win(hole)]
    wins = (lift for hole in holes for lift in lifts if state.play(LinkBudget(state, lift).turn(hole)).outcome is not None)
    first = next(wins, None)
    return lifts if first is None else [first, *(lift for lift in lifts if lift != first)]


def _waiting_move(state: TwixtState, lifts: Iterable[int]) -> Surrogate | None:
    """A surrogate with a single turn if neither side can win: move a peg to and fro until the draw (TWX-16).

    If both sides are walled in, lifting one's own peg can only open the opponent's way.
    """
    rules = state.rules
    shortest_chain = rules.board.size // 2  # fewest links of a chain from border to border, each over at most two rows
    # `pegs` is not None here: only a side with a limited number of pegs must lift.
    too_few = (rules.pegs or 0) <= shortest_chain or (rules.links is not None and rules.links < shortest_chain)
    if not too_few and _unlimited(state, state.pegs, state.links)[0].outcome is None:
        return None
    for surrogate in (_after_lift(state, peg) for peg in lifts):
        if too_few or surrogate.state.outcome is not None:
            return replace(surrogate, actions=dict(islice(surrogate.actions.items(), 1)))
    return None


# The same pegs and links without limits


def _unlimited(state: TwixtState, pegs: PerSide, links: PerSide) -> tuple[TwixtState, bool]:
    """Build the position with these pegs and links and no limits. Returns it and whether it is mirrored.

    Without limits, the number of pegs of each side follows from the turn and the handicap (TWX-12). The handicap is chosen
    to fit. If none fits, the board is mirrored at its diagonal, which exchanges the sides.
    """
    if state.may_swap or (state.rules.pie and not state.pegs[0]):  # TWX-11: the swap is still possible
        return restore(_rules_with(state, UNLIMITED), PositionFields(state.turn, 0, False, (0, 1), pegs, links)), False
    side, ahead = state.side_to_move, state.turns_ahead
    handicap = len(pegs[0]) - len(pegs[1]) + (0 if side else 1 + ahead)
    mirrored = handicap < 1
    if mirrored:
        board = state.rules.board
        side, handicap = 1 - side, 1
        pegs = _mirror_pegs(board, pegs[1]), _mirror_pegs(board, pegs[0])
        links = _mirror_links(board, links[1]), _mirror_links(board, links[0])
    rules = _rules_with(state, {**UNLIMITED, "pie": False, "handicap": handicap})
    return restore(rules, PositionFields(side, ahead, False, (0, 1), pegs, links)), mirrored


def _rules_with(state: TwixtState, changes: Mapping[str, Any]) -> TwixtRules:
    return make_rules(state.game.edition(state.edition_name), {**state.options, **changes})


def _replace_side(pieces: PerSide, side: int, own: frozenset[int]) -> PerSide:
    return (own, pieces[1]) if side == 0 else (pieces[0], own)


def _mirror_pegs(board: Board, pegs: frozenset[int]) -> frozenset[int]:
    return frozenset(board.mirror_hole(peg) for peg in pegs)


def _mirror_links(board: Board, links: frozenset[int]) -> frozenset[int]:
    ends = (sorted(board.mirror_hole(hole) for hole in board.ends[link]) for link in links)
    return frozenset(board.links[low, high] for low, high in ends)


# Mapping of turns, and how long the reserves last


def _turn_mapping(
    state: TwixtState, lift: int | None, unlimited: TwixtState, *, mirrored: bool = False
) -> dict[Action, Action]:
    """Map each plain turn of the surrogate to the turn with the same effect in the real position."""
    board, side = state.rules.board, state.side_to_move
    occupied = state.pegs[0] | state.pegs[1]
    budget = LinkBudget(state, lift)
    turns = {}
    for hole, name in board.plain_turns[side]:
        if hole not in occupied:
            surrogate_name = board.names[board.mirror_hole(hole)] if mirrored else name
            turns[Action(surrogate_name)] = budget.turn(hole)
    if unlimited.may_swap:
        turns[SWAP] = SWAP
    return turns


def _safe_plies(state: TwixtState) -> int:
    """Number of plies within which neither reserve can run out."""
    own, other = (_safe_turns(state, side) for side in (state.side_to_move, 1 - state.side_to_move))
    return min(own if state.turns_ahead else 2 * own, 2 * other + 1)  # sides alternate, except for turns ahead (TWX-12)


def _safe_turns(state: TwixtState, side: int) -> int:
    """Number of turns of a side that its reserves allow in any case.

    Turn k, counted from 0, needs a peg and at most n + k links, where n is the largest number of own pegs around a hole now.
    """
    limits, pegs = state.rules, state.pegs[side]
    turns = len(state.rules.board.open_holes[side]) if limits.pegs is None else limits.pegs - len(pegs)
    if limits.links is None:
        return turns
    left, max_links = limits.links - len(state.links[side]), _max_neighbouring_pegs(limits.board, pegs)
    for turn in range(turns):
        left -= min(MAX_LINKS_OF_PEG, max_links + turn)
        if left < 0:
            return turn
    return turns


def _max_neighbouring_pegs(board: Board, pegs: frozenset[int]) -> int:
    """Largest number of `pegs` that are a knight's step away from the same hole."""
    counts: dict[int, int] = {}
    for peg in pegs:
        for hole, _ in board.neighbours[peg]:
            counts[hole] = counts.get(hole, 0) + 1
    return max(counts.values(), default=0)
