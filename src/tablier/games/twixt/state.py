"""A position of TwixT."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self, cast

from ...core.errors import BadNotation, IllegalAction
from ...core.outcome import Outcome
from ...core.state import Action, State
from .chains import Route, chain, cut, joins, route
from .notation import SWAP, Turn, read, write
from .options import Rules
from .position_text import Both, Told, write_fields
from .turns import Sight, apply, canonical, linkable

Stood = Mapping[tuple[int, Both, Both], int]  # side to move, pegs and links -> how often they stood (TWX-16)

NOTHING: Both = (frozenset(), frozenset())


@dataclass(frozen=True, eq=False, repr=False)
class TwixtState(State):
    """Pegs and links, whose turn it is, and who plays which side.

    >>> import tablier
    >>> state = tablier.new("twixt:kosmos", size=6).play("b2").play("c2").play("c4")
    >>> state.position()["links"]
    [['b2c4'], []]
    >>> str(state.play("d4"))
    'twixt:kosmos|size=6|0|01|b2B,c4|c2B,d4'
    """

    # named by hand: with slots=True, setting an unknown attribute would be a TypeError in Python 3.11
    __slots__ = (
        *("rules", "edition", "turn", "sides", "turns_ahead", "pegs", "links", "outcome"),
        *("_route", "_stood", "_legal"),
    )

    rules: Rules
    edition: str
    turn: int  # a seat
    sides: tuple[int, int]  # of seat 0 and of seat 1: they change by TWX-11
    turns_ahead: int  # TWX-12: how many turns the same seat makes after this one
    pegs: Both
    links: Both
    outcome: Outcome | None
    _route: Route | None  # TWX-14: while this stands, somebody is alive; None with limited pegs
    _stood: Stood  # TWX-16
    _legal: tuple[Action, ...] | None  # once asked for

    # what is being played

    @property
    def options(self) -> Mapping[str, Any]:
        return self.rules.options

    def side(self, seat: int) -> int:
        return self.sides[seat]

    @property
    def side_to_move(self) -> int:
        """The side whose turn it is."""
        return self.sides[self.turn]

    @property
    def may_swap(self) -> bool:
        """TWX-11: right after the first peg, and only once."""
        first, second = self.pegs
        return self.rules.pie and self.sides == (0, 1) and self.side_to_move == 1 and len(first) == 1 and not second

    @property
    def must_lift(self) -> bool:
        """TWX-10: the side to move has all its pegs on the board."""
        return self.outcome is None and self.sight().must_lift

    # what can be done

    def legal_actions(self) -> tuple[Action, ...]:
        """The plain turns, and `swap`. Every other legal text is accepted by `play`, too."""
        if self._legal is None:
            object.__setattr__(self, "_legal", self._listed())
        return self._legal or ()

    def _listed(self) -> tuple[Action, ...]:
        if self.outcome is not None:
            return ()
        board, side = self.rules.board, self.side_to_move
        taken = self.pegs[0] | self.pegs[1]
        holes = [name for hole, name in board.listed[side] if hole not in taken]
        if self.must_lift:
            lifts = [f"^{name}," for hole, name in board.listed[side] if hole in self.pegs[side]]
            return cast("tuple[Action, ...]", tuple([lift + name for lift in lifts for name in holes]))
        if self.may_swap:
            holes.insert(bisect_left(holes, SWAP), SWAP)
        return tuple(holes)

    def action(self, text: str) -> Action:
        if text == SWAP:
            return SWAP
        board = self.rules.board
        return write(board, canonical(self.sight(), read(board, text)))

    def play(self, action: Action | str) -> Self:
        turn = None if action == SWAP else read(self.rules.board, action)
        if self.outcome is not None:
            raise IllegalAction("game_over")
        return self._swapped() if turn is None else self._turned(turn)

    def sight(self) -> Sight:
        """The board as the side to move sees it."""
        side, other = self.side_to_move, 1 - self.side_to_move
        return Sight(self.rules, side, self.pegs[side], self.links[side], self.pegs[other], self.links[other])

    def _swapped(self) -> Self:
        if not self.may_swap:
            raise IllegalAction("no_swap")
        rules, route, stood = self.rules, self._route, self._stood
        return type(self)(rules, self.edition, 0, (1, 0), 0, self.pegs, self.links, None, route, stood, None)

    def _turned(self, turn: Turn) -> Self:
        rules, side = self.rules, self.side_to_move
        done = apply(self.sight(), turn)
        pegs = (done.pegs, self.pegs[1]) if side == 0 else (self.pegs[0], done.pegs)
        links = (done.links, self.links[1]) if side == 0 else (self.links[0], done.links)
        if self.turns_ahead:
            seat, ahead = self.turn, self.turns_ahead - 1
        else:
            seat, ahead = 1 - self.turn, 0

        found, stood, outcome = self._route, self._stood, None
        if done.added and joins(rules.board, side, done.links, done.added):
            outcome = Outcome(self.turn, "connected")
        else:
            if found is not None and found.side != side and cut(rules.board, found, turn.peg, done.added):
                found = any_route(rules, pegs, links, found.side)
            outcome = drawn(rules, self.sides[seat], pegs, found)
        if outcome is None and both_exhausted(rules, pegs):
            key = (self.sides[seat], pegs, links)
            stood = {**stood, key: stood.get(key, 0) + 1}
            if stood[key] == 3:  # TWX-16
                outcome = Outcome(None, "repetition")
        return type(self)(rules, self.edition, seat, self.sides, ahead, pegs, links, outcome, found, stood, None)

    # how it is told

    def fields(self) -> tuple[str, ...]:
        repeated = self.outcome is not None and self.outcome.reason == "repetition"
        return write_fields(self.rules.board, Told(self.turn, self.turns_ahead, repeated, self.sides, self.pegs, self.links))

    def position(self) -> dict[str, Any]:
        names, link_name = self.rules.board.names, self.rules.board.link_name
        return {
            "size": self.rules.board.size,
            "pegs": [sorted([names[hole] for hole in pegs]) for pegs in self.pegs],
            "links": [sorted(map(link_name, links)) for links in self.links],
            "sides": list(self.sides),
        }

    def scene(self, seat: int | None) -> dict[str, Any]:
        """What a board draws beyond the position.

        - `chain`: `{"holes": […], "links": […]}` from border to border once a side has won, else null
        - `pegs_left`, `links_left`: what each side still has in its box, null when unlimited
        - `must_lift`: the seat to act has all its pegs on the board and must take one up
        - `linkable`: for the seat to act, the links it could add between pegs that stand already
        """
        rules = self.rules
        asked = seat is not None and seat == self.to_act
        return {
            "chain": self._chain(),
            "pegs_left": None if rules.pegs is None else [rules.pegs - len(pegs) for pegs in self.pegs],
            "links_left": None if rules.links is None else [rules.links - len(links) for links in self.links],
            "must_lift": self.must_lift,
            "linkable": sorted(map(rules.board.link_name, linkable(self.sight()))) if asked and rules.choose_links else [],
        }

    def _chain(self) -> dict[str, Any] | None:
        found = self.winning_chain()
        if found is None:
            return None
        board = self.rules.board
        return {
            "holes": [board.names[hole] for hole in found.holes],
            "links": [board.link_name(link) for link in found.links],
        }

    def winning_chain(self) -> Route | None:
        """A shortest chain of the side that has won."""
        if self.outcome is None or self.outcome.winner is None:
            return None
        side = self.sides[self.outcome.winner]
        return chain(self.rules.board, side, self.pegs[side], self.links[side])

    def _value(self) -> tuple[Any, ...]:
        """All that the text holds. The outcome is in it for a repetition, which the board alone does not show."""
        return self.turn, self.sides, self.turns_ahead, self.pegs, self.links, self.outcome

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TwixtState):
            return NotImplemented
        return self is other or (
            self._value() == other._value() and self.edition == other.edition and self.options == other.options
        )

    def __hash__(self) -> int:
        return hash(self._value())


def start(rules: Rules) -> TwixtState:
    """The empty board."""
    return restored(rules, Told(0, rules.first_turns - 1, False, (0, 1), NOTHING, NOTHING))


def restored(rules: Rules, told: Told) -> TwixtState:
    """The position that a text tells, with its outcome worked out anew."""
    seat, repeated, pegs, links = told.seat, told.repeated, told.pegs, told.links
    side = told.sides[seat]
    other = 1 - side
    if joins(rules.board, side, links[side], links[side]):
        raise BadNotation("already_won", field=0, at=0)  # TWX-13: the other side could not have made a turn after that
    found = any_route(rules, pegs, links, side)
    if joins(rules.board, other, links[other], links[other]):
        outcome: Outcome | None = Outcome(1 - seat, "connected")
    else:
        outcome = drawn(rules, side, pegs, found)
    if repeated:
        if outcome is not None:
            raise BadNotation("no_repetition", field=0, at=0)
        outcome = Outcome(None, "repetition")
    stood = {(side, pegs, links): 1} if both_exhausted(rules, pegs) else {}
    return TwixtState(rules, rules.edition, seat, told.sides, told.turns_ahead, pegs, links, outcome, found, stood, None)


def any_route(rules: Rules, pegs: Both, links: Both, side: int) -> Route | None:
    """A route of either side, looked for first with one of them; None with limited pegs, where TWX-14 is not applied."""
    if rules.pegs is not None:
        return None
    return route(rules.board, side, pegs, links) or route(rules.board, 1 - side, pegs, links)


def drawn(rules: Rules, side: int, pegs: Both, found: Route | None) -> Outcome | None:
    """The draws of TWX-14, with that side to move."""
    if found is None and rules.pegs is None:
        return Outcome(None, "blocked")
    holes = rules.board.open[side]
    if len(pegs[0]) + len(pegs[1]) >= len(holes) and holes <= pegs[0] | pegs[1]:
        return Outcome(None, "no_hole")  # a peg taken up would not help: it may not go back
    return None


def both_exhausted(rules: Rules, pegs: Both) -> bool:
    """Only then can a position stand again: before, every round of turns adds a peg."""
    return rules.pegs is not None and len(pegs[0]) == len(pegs[1]) == rules.pegs
