"""A position of TwixT."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self, cast

from ...core.errors import BadNotation, IllegalAction
from ...core.outcome import Outcome
from ...core.state import Action, State
from .chains import Route, cuts_route, find_chain, find_route, joins_borders
from .notation import SWAP, TwixtTurn, parse_turn, write_turn
from .options import TwixtRules
from .position_text import PerSide, PositionFields, write_fields
from .turns import TurnContext, addable_links, apply_turn, canonical_turn

RepetitionCounts = Mapping[tuple[int, PerSide, PerSide], int]  # (side to move, pegs, links) -> occurrences (TWX-16)

EMPTY: PerSide = (frozenset(), frozenset())


@dataclass(frozen=True, eq=False, repr=False)
class TwixtState(State):
    """Pegs and links, the seat to move, and the side each seat plays.

    >>> import tablier
    >>> state = tablier.new("twixt:kosmos", size=6).play("b2").play("c2").play("c4")
    >>> state.position()["links"]
    [['b2c4'], []]
    >>> str(state.play("d4"))
    'twixt:kosmos|size=6|0|01|b2B,c4|c2B,d4'
    """

    # Explicit, because with slots=True Python 3.11 raises TypeError instead of AttributeError for unknown attributes.
    __slots__ = (
        *("rules", "edition", "turn", "sides", "turns_ahead", "pegs", "links", "outcome"),
        *("_route", "_repetitions", "_legal"),
    )

    rules: TwixtRules
    edition: str
    turn: int  # seat
    sides: tuple[int, int]  # side of seat 0 and of seat 1; exchanged by a swap (TWX-11)
    turns_ahead: int  # further turns of the same seat after this one (TWX-12)
    pegs: PerSide
    links: PerSide
    outcome: Outcome | None
    _route: Route | None  # shows that a side can still connect (TWX-14), kept until it is cut; None with limited pegs
    _repetitions: RepetitionCounts
    _legal: tuple[Action, ...] | None  # cache of `legal_actions`

    # Rules and sides

    @property
    def options(self) -> Mapping[str, Any]:
        return self.rules.options

    def side(self, seat: int) -> int:
        return self.sides[seat]

    @property
    def side_to_move(self) -> int:
        """The side of the seat whose turn it is."""
        return self.sides[self.turn]

    @property
    def may_swap(self) -> bool:
        """True right after the first peg, with the pie rule (TWX-11)."""
        first, second = self.pegs
        return self.rules.pie and self.sides == (0, 1) and self.side_to_move == 1 and len(first) == 1 and not second

    @property
    def must_lift(self) -> bool:
        """True if the side to move has all its pegs on the board (TWX-10)."""
        return self.outcome is None and self.turn_context().must_lift

    # Actions

    def legal_actions(self) -> tuple[Action, ...]:
        """Plain turns and `swap`. A plain turn places a peg with its automatic links; if `must_lift`, it lifts a peg first.

        `play` also accepts legal turns that remove links or list the links to add.
        """
        if self._legal is None:
            object.__setattr__(self, "_legal", self._list_actions())
        return self._legal or ()

    def _list_actions(self) -> tuple[Action, ...]:
        if self.outcome is not None:
            return ()
        board, side = self.rules.board, self.side_to_move
        occupied = self.pegs[0] | self.pegs[1]
        holes = [name for hole, name in board.plain_turns[side] if hole not in occupied]
        if self.must_lift:
            lifts = [f"^{name}," for hole, name in board.plain_turns[side] if hole in self.pegs[side]]
            return cast("tuple[Action, ...]", tuple([lift + name for lift in lifts for name in holes]))
        if self.may_swap:
            holes.insert(bisect_left(holes, SWAP), SWAP)
        return tuple(holes)

    def action(self, text: str) -> Action:
        if text == SWAP:
            return SWAP
        board = self.rules.board
        return write_turn(board, canonical_turn(self.turn_context(), parse_turn(board, text)))

    def play(self, action: Action | str) -> Self:
        turn = None if action == SWAP else parse_turn(self.rules.board, action)
        if self.outcome is not None:
            raise IllegalAction("game_over")
        return self._play_swap() if turn is None else self._play_turn(turn)

    def turn_context(self) -> TurnContext:
        """The board from the point of view of the side to move."""
        side, other = self.side_to_move, 1 - self.side_to_move
        return TurnContext(self.rules, side, self.pegs[side], self.links[side], self.pegs[other], self.links[other])

    def _play_swap(self) -> Self:
        if not self.may_swap:
            raise IllegalAction("no_swap")
        return replace(self, turn=0, sides=(1, 0), _legal=None)

    def _play_turn(self, turn: TwixtTurn) -> Self:
        rules, side = self.rules, self.side_to_move
        result = apply_turn(self.turn_context(), turn)
        pegs = (result.pegs, self.pegs[1]) if side == 0 else (self.pegs[0], result.pegs)
        links = (result.links, self.links[1]) if side == 0 else (self.links[0], result.links)
        if self.turns_ahead:
            seat, ahead = self.turn, self.turns_ahead - 1
        else:
            seat, ahead = 1 - self.turn, 0

        route, repetitions, outcome = self._route, self._repetitions, None
        if result.added and joins_borders(rules.board, side, result.links, result.added):
            outcome = Outcome(self.turn, "connected")
        else:
            if route is not None and route.side != side and cuts_route(rules.board, route, turn.peg, result.added):
                route = find_any_route(rules, pegs, links, route.side)
            outcome = draw_outcome(rules, self.sides[seat], pegs, route)
        if outcome is None and has_no_reserves(rules, pegs):
            key = (self.sides[seat], pegs, links)
            repetitions = {**repetitions, key: repetitions.get(key, 0) + 1}
            if repetitions[key] == 3:  # TWX-16
                outcome = Outcome(None, "repetition")
        return type(self)(rules, self.edition, seat, self.sides, ahead, pegs, links, outcome, route, repetitions, None)

    def without_caches(self) -> Self:
        return replace(self, _legal=None)

    # Serialization

    def fields(self) -> tuple[str, ...]:
        repeated = self.outcome is not None and self.outcome.reason == "repetition"
        position = PositionFields(self.turn, self.turns_ahead, repeated, self.sides, self.pegs, self.links)
        return write_fields(self.rules.board, position)

    def position(self) -> dict[str, Any]:
        names, link_name = self.rules.board.names, self.rules.board.link_name
        return {
            "size": self.rules.board.size,
            "pegs": [sorted([names[hole] for hole in pegs]) for pegs in self.pegs],
            "links": [sorted(map(link_name, links)) for links in self.links],
            "sides": list(self.sides),
        }

    def scene(self, seat: int | None) -> dict[str, Any]:
        """Data for drawing the board beyond the position.

        - `chain`: the winning chain `{"holes": […], "links": […]}` from border to border; null before a win
        - `pegs_left`, `links_left`: the reserve of each side; null when unlimited
        - `must_lift`: true if the seat to act has all its pegs on the board and must lift one (TWX-10)
        - `linkable`: for the seat to act, the links it could add between pegs already on the board
        """
        rules = self.rules
        can_choose = rules.choose_links and seat is not None and seat == self.to_act
        linkable = addable_links(self.turn_context()) if can_choose else ()
        return {
            "chain": self._chain_names(),
            "pegs_left": None if rules.pegs is None else [rules.pegs - len(pegs) for pegs in self.pegs],
            "links_left": None if rules.links is None else [rules.links - len(links) for links in self.links],
            "must_lift": self.must_lift,
            "linkable": sorted(map(rules.board.link_name, linkable)),
        }

    def _chain_names(self) -> dict[str, Any] | None:
        chain = self.winning_chain()
        if chain is None:
            return None
        board = self.rules.board
        return {
            "holes": [board.names[hole] for hole in chain.holes],
            "links": [board.link_name(link) for link in chain.links],
        }

    def winning_chain(self) -> Route | None:
        """A shortest chain of the winner; None before a win."""
        if self.outcome is None or self.outcome.winner is None:
            return None
        side = self.sides[self.outcome.winner]
        return find_chain(self.rules.board, side, self.pegs[side], self.links[side])

    def _value(self) -> tuple[Any, ...]:
        """The fields of the position text and the outcome, to compare and hash. Without repetition counts (TWX-16)."""
        return self.turn, self.sides, self.turns_ahead, self.pegs, self.links, self.outcome

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TwixtState):
            return NotImplemented
        return self is other or (
            self._value() == other._value() and self.edition == other.edition and self.options == other.options
        )

    def __hash__(self) -> int:
        return hash(self._value())


def start(rules: TwixtRules) -> TwixtState:
    """Return the starting position: the empty board."""
    return restore(rules, PositionFields(0, rules.first_turns - 1, False, (0, 1), EMPTY, EMPTY))


def restore(rules: TwixtRules, position: PositionFields) -> TwixtState:
    """Build a state from the content of a position text and compute its outcome.

    Raises `BadNotation` if the outcome contradicts the seat to move or the repetition mark `=`.
    """
    seat, repeated, pegs, links = position.seat, position.repeated, position.pegs, position.links
    side = position.sides[seat]
    other = 1 - side
    if joins_borders(rules.board, side, links[side], links[side]):
        raise BadNotation("already_won", field=0, at=0)  # TWX-13: the other side could not have moved after that
    route = find_any_route(rules, pegs, links, side)
    if joins_borders(rules.board, other, links[other], links[other]):
        outcome: Outcome | None = Outcome(1 - seat, "connected")
    else:
        outcome = draw_outcome(rules, side, pegs, route)
    if repeated:
        if outcome is not None:
            raise BadNotation("no_repetition", field=0, at=0)
        outcome = Outcome(None, "repetition")
    repetitions = {(side, pegs, links): 1} if has_no_reserves(rules, pegs) else {}
    ahead = position.turns_ahead
    return TwixtState(rules, rules.edition, seat, position.sides, ahead, pegs, links, outcome, route, repetitions, None)


def find_any_route(rules: TwixtRules, pegs: PerSide, links: PerSide, side: int) -> Route | None:
    """Find a route of `side`, or else of its opponent. None with limited pegs, because TWX-14 does not apply then."""
    if rules.pegs is not None:
        return None
    return find_route(rules.board, side, pegs, links) or find_route(rules.board, 1 - side, pegs, links)


def draw_outcome(rules: TwixtRules, side: int, pegs: PerSide, route: Route | None) -> Outcome | None:
    """The draws of TWX-14 with `side` to move, None if the game goes on. `route` is the result of `find_any_route`."""
    if route is None and rules.pegs is None:
        return Outcome(None, "blocked")
    holes = rules.board.open_holes[side]
    if len(pegs[0]) + len(pegs[1]) >= len(holes) and holes <= pegs[0] | pegs[1]:
        return Outcome(None, "no_hole")  # lifting does not help: the peg may not return to its hole (TWX-10)
    return None


def has_no_reserves(rules: TwixtRules, pegs: PerSide) -> bool:
    """True if both sides have all their pegs on the board. Positions cannot repeat before, because every turn adds a peg."""
    return rules.pegs is not None and len(pegs[0]) == len(pegs[1]) == rules.pegs
