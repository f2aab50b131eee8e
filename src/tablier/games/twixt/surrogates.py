"""Limited reserves (TWX-10) as the player sees them: it knows pegs and links without end, so positions with these stand in.

While a side has pegs, its turns are the same with and without a limit, as long as its links last. A side that must take up a
peg chooses in as many positions as it has pegs, each with that peg gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from ...core.state import Action, State
from ...core.surrogate import Surrogate
from .board import Board
from .link_budget import Links
from .notation import SWAP
from .options import Rules, rules
from .position_text import Both, Told
from .state import TwixtState, restored, start

ENDLESS = {"pegs": None, "links": None}


def beginning(state: State) -> TwixtState | None:
    """The empty board, with pegs and links without end."""
    assert isinstance(state, TwixtState)
    if state.rules.pegs is None and state.rules.links is None:
        return None
    return start(_rules(state, ENDLESS))


def before(state: State) -> Iterator[Surrogate]:
    """The position as it stands; for a side that must lift, one for each of its pegs."""
    assert isinstance(state, TwixtState)
    if not state.must_lift:
        found, mirrored = _endless(state, state.pegs, state.links)
        assert not mirrored  # only a peg taken up can leave the first side with fewer than the second
        yield Surrogate(found, _turns(state, None, found), _certain(state))
        return
    lifts = _lifts(state)
    quiet = _quiet(state, lifts)
    if quiet is not None:
        yield quiet
    else:
        yield from (_lifted(state, peg) for peg in lifts)


def after(state: State) -> Surrogate:
    """The position as it stands, whoever must lift."""
    assert isinstance(state, TwixtState)
    found, mirrored = _endless(state, state.pegs, state.links)
    return Surrogate(found, alike=not mirrored)


def _lifted(state: TwixtState, peg: int) -> Surrogate:
    """The position with a peg taken up, and its links with it."""
    side, gone = state.side_to_move, {link for _, link in state.rules.board.steps[peg]}
    pegs = _changed(state.pegs, side, state.pegs[side] - {peg})
    found, mirrored = _endless(state, pegs, _changed(state.links, side, state.links[side] - gone))
    return Surrogate(found, _turns(state, peg, found, mirrored=mirrored), alike=False)


def _lifts(state: TwixtState) -> list[int]:
    """The pegs of the side to move: one that may be taken up to win at once, then the least linked."""
    board, side = state.rules.board, state.side_to_move
    lifts = sorted(state.pegs[side], key=lambda peg: (sum(link in state.links[side] for _, link in board.steps[peg]), peg))
    standing, taken = Links(state, None), state.pegs[0] | state.pegs[1]
    ends = [hole for hole in board.open[side] if hole not in taken and standing.may_win(hole)]
    wins = (lift for hole in ends for lift in lifts if state.play(Links(state, lift).turn(hole)).outcome is not None)
    first = next(wins, None)
    return lifts if first is None else [first, *(lift for lift in lifts if lift != first)]


def _quiet(state: TwixtState, lifts: Iterable[int]) -> Surrogate | None:
    """One turn alone where nobody can win: a peg that goes to and fro, until the game is drawn (TWX-16).

    Where both sides are walled in, taking up a peg of one's own can only let the other out.
    """
    rules = state.rules
    least = rules.board.size // 2  # links of a chain from border to border
    too_few = (rules.pegs or 0) <= least or (rules.links is not None and rules.links < least)
    if not too_few and _endless(state, state.pegs, state.links)[0].outcome is None:
        return None
    for found in (_lifted(state, peg) for peg in lifts):
        if too_few or found.state.outcome is not None:
            return replace(found, actions=dict(islice(found.actions.items(), 1)))
    return None


# The same pegs and links without end


def _endless(state: TwixtState, pegs: Both, links: Both) -> tuple[TwixtState, bool]:
    """These pegs and links with the same side to move, in a game where so many can stand then; whether it is mirrored.

    Without limits, how many pegs each side has follows from the turn and the handicap (TWX-12). So the handicap is made to
    fit, and where none does, the board is mirrored at its diagonal: that turns the sides round.
    """
    if state.may_swap or (state.rules.pie and not state.pegs[0]):  # TWX-11 is still to come
        return restored(_rules(state, ENDLESS), Told(state.turn, 0, False, (0, 1), pegs, links)), False
    side, ahead = state.side_to_move, state.turns_ahead
    handicap = len(pegs[0]) - len(pegs[1]) + (0 if side else 1 + ahead)
    mirrored = handicap < 1
    if mirrored:
        board = state.rules.board
        side, handicap = 1 - side, 1
        pegs = _mirrored_pegs(board, pegs[1]), _mirrored_pegs(board, pegs[0])
        links = _mirrored_links(board, links[1]), _mirrored_links(board, links[0])
    fitting = _rules(state, {**ENDLESS, "pie": False, "handicap": handicap})
    return restored(fitting, Told(side, ahead, False, (0, 1), pegs, links)), mirrored


def _rules(state: TwixtState, changes: Mapping[str, Any]) -> Rules:
    return rules(state.game.edition(state.edition_name), {**state.options, **changes})


def _changed(both: Both, side: int, own: frozenset[int]) -> Both:
    return (own, both[1]) if side == 0 else (both[0], own)


def _mirrored(board: Board, hole: int) -> int:
    column, row = divmod(hole, board.size)
    return row * board.size + column


def _mirrored_pegs(board: Board, pegs: frozenset[int]) -> frozenset[int]:
    return frozenset(_mirrored(board, peg) for peg in pegs)


def _mirrored_links(board: Board, links: frozenset[int]) -> frozenset[int]:
    ends = (sorted(_mirrored(board, hole) for hole in board.ends[link]) for link in links)
    return frozenset(board.links[low, high] for low, high in ends)


# Turns, and how long the reserves last


def _turns(state: TwixtState, lift: int | None, found: TwixtState, *, mirrored: bool = False) -> dict[Action, Action]:
    """For each plain turn of the stand-in, the turn that does the same here."""
    board, side = state.rules.board, state.side_to_move
    taken = state.pegs[0] | state.pegs[1]
    links = Links(state, lift)
    turns = {}
    for hole, name in board.listed[side]:
        if hole not in taken:
            there = board.names[_mirrored(board, hole)] if mirrored else name
            turns[Action(there)] = links.turn(hole)
    if found.may_swap:
        turns[SWAP] = SWAP
    return turns


def _certain(state: TwixtState) -> int:
    """For how many plies neither reserve can run out."""
    own, other = (_turns_left(state, side) for side in (state.side_to_move, 1 - state.side_to_move))
    return min(own if state.turns_ahead else 2 * own, 2 * other + 1)


def _turns_left(state: TwixtState, side: int) -> int:
    """So many turns of a side are the same with reserves without end: every one takes a peg, and at most these links."""
    limits, pegs = state.rules, state.pegs[side]
    turns = len(state.rules.board.open[side]) if limits.pegs is None else limits.pegs - len(pegs)
    if limits.links is None:
        return turns
    left, most = limits.links - len(state.links[side]), _most_links(limits.board, pegs)
    for turn in range(turns):
        left -= min(8, most + turn)
        if left < 0:
            return turn
    return turns


def _most_links(board: Board, pegs: frozenset[int]) -> int:
    """How many pegs of a side are a knight's step away from the same hole, at most."""
    around: dict[int, int] = {}
    for peg in pegs:
        for hole, _ in board.steps[peg]:
            around[hole] = around.get(hole, 0) + 1
    return max(around.values(), default=0)
