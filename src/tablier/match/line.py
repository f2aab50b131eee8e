"""The line of play: what the events make of the position, and how it ends.

This is all that a record needs to replay, and the part of a match that never depends on clocks or on who may ask for what.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..core.errors import BadOptions, RulesError
from ..core.outcome import Outcome
from ..core.registry import find, from_text
from ..core.state import State
from ..formats.transcript import AGREED, LEFT, RESIGNED, TIME
from .events import (
    ActionPlayed,
    Event,
    FlagFell,
    MatchAdjourned,
    MatchCreated,
    MatchResumed,
    MatchStarted,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    PlayerJoined,
    PlayerLeft,
    PlayerResigned,
    RulingMade,
    TimeGiven,
)
from .persistent_list import PersistentList

ABORTED = "aborted"  # no result at all


class MatchError(RulesError):
    """Something that cannot happen in a match as it stands."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended, by seats. Without a winner it is a draw, or nothing at all when it was aborted."""

    winner: int | None
    reason: str
    scores: tuple[int, ...] | None = None
    aborted: bool = False

    @classmethod
    def of(cls, outcome: Outcome) -> Result:
        """The result that the rules found."""
        return cls(outcome.winner, outcome.reason, outcome.scores)

    def json(self) -> dict[str, Any]:
        """`{"winner": 0, "reason": "resigned"}`, or `draw` or `aborted` instead of the winner."""
        told: dict[str, Any]
        if self.winner is not None:
            told = {"winner": self.winner}
        else:
            told = {"aborted" if self.aborted else "draw": True}
        told["reason"] = self.reason
        if self.scores is not None:
            told["scores"] = list(self.scores)
        return told


@dataclass(frozen=True, slots=True)
class Ply:
    """A position and what led to it: an action of a seat, `leave N` of none, nothing at the start."""

    state: State
    text: str = ""
    seat: int | None = None


REASONS = {"resign": RESIGNED, "leave": LEFT, "flag": TIME}  # with two seats, by the kind of event


@dataclass(frozen=True, slots=True)
class GameLine:
    """Who plays and the positions up to now; what was taken back is no longer among them."""

    steps: PersistentList[Ply]
    number: int  # of the last event
    at: int  # its time
    players: tuple[str, ...] = ()  # in the order of joining
    seating: tuple[int, ...] = ()  # by seat, the player's place in that order; empty before the start
    gone: frozenset[int] = frozenset()  # seats that went home
    changes: int = 0  # how often the position has changed: by actions, leaves and takebacks. It never goes back
    result: Result | None = None

    @classmethod
    def begin(cls, create: MatchCreated) -> GameLine:
        """The starting position. `BadNotation`, `BadOptions` when it is none or the options are not its own."""
        state = from_text(create.start)
        if state.edition != create.edition:
            raise BadOptions("start_differs", option="edition", value=state.edition)
        known = {option.name: option for option in find(create.edition)[0].options}
        for name, text in create.options.items():
            if name not in known:
                raise BadOptions("unknown_option", option=name, known=sorted(known))
            value = known[name].value(text)
            if not known[name].setup and value != state.options[name]:
                raise BadOptions("start_differs", option=name, value=known[name].format(state.options[name]))
        if state.outcome:
            raise MatchError("start_is_over")
        if create.number != 1:
            raise MatchError("wrong_number", number=create.number, wanted=1)
        if create.first is not None and create.first >= state.seats:
            raise MatchError("no_such_seat", seat=create.first)
        if create.score and len(create.score) != state.seats:
            raise MatchError("bad_score", seats=state.seats)
        return cls(PersistentList(Ply(state)), create.number, create.at)

    @property
    def state(self) -> State:
        """The position now."""
        return self.steps.last.state

    @property
    def length(self) -> int:
        """How many actions and leaves led to it."""
        return self.steps.length - 1

    def names(self) -> tuple[str, ...]:
        """The players by seat; before the start, in the order of joining."""
        return tuple(self.players[player] for player in self.seating) or self.players

    def present(self) -> tuple[int, ...]:
        """The seats that are still playing."""
        return tuple(seat for seat in range(self.state.seats) if seat not in self.gone)

    def texts(self) -> tuple[str, ...]:
        """The actions and `leave N` that led here."""
        return tuple(step.text for step in self.steps.after(1))

    def takeback(self, seat: int) -> int | None:
        """How much of the line stays when a seat takes back its last action, None when there is none to take back.

        Someone who went home stays there, so nobody can go back to a time before.
        """
        chain: PersistentList[Ply] | None = self.steps
        while chain and chain.last.seat is not None:
            if chain.last.seat == seat:
                return chain.length - 2
            chain = chain.before
        return None

    def after(self, event: Event) -> GameLine:
        """The line after the next event. `RulesError` says why it cannot be the next one."""
        if event.number != self.number + 1:
            raise MatchError("wrong_number", number=event.number, wanted=self.number + 1)
        if event.at < self.at:
            raise MatchError("time_runs_back", at=event.at, last=self.at)
        return replace(self._after(event), number=event.number, at=event.at)

    def _after(self, event: Event) -> GameLine:
        match event:
            case PlayerJoined(player=player):
                return self._joined(player)
            case MatchStarted(seating=seating):
                return self._started(seating)
            case ActionPlayed():
                return self._acted(event)
            case PlayerResigned() | PlayerLeft() | FlagFell():
                return self._left(event)
            case OfferMade() | OfferAccepted() | OfferDeclined():
                return self._asked(event)
            case RulingMade(winner=winner, reason=reason):
                self._check_playing()
                if winner is not None:
                    self._check_seat(winner)
                return replace(self, result=Result(winner, reason))
            case TimeGiven(seat=seat, to=to):
                self._check_playing()
                self._check_seat(seat)
                self._check_seat(to)
            case MatchAdjourned() | MatchResumed():
                self._check_playing()
            case _:
                raise MatchError("already_created")
        return self

    def _joined(self, player: str) -> GameLine:
        self._check_waiting()
        if len(self.players) == self.state.seats:
            raise MatchError("no_free_seat", seats=self.state.seats)
        return replace(self, players=(*self.players, player))

    def _started(self, seating: tuple[int, ...]) -> GameLine:
        self._check_waiting()
        if len(self.players) < self.state.seats:
            raise MatchError("players_missing", players=len(self.players), seats=self.state.seats)
        if sorted(seating) != list(range(self.state.seats)):
            raise MatchError("bad_seating", seating=list(seating))
        return replace(self, seating=seating)

    def _acted(self, event: ActionPlayed) -> GameLine:
        self._check_playing()
        self._check_seat(event.seat)
        state = self.state
        if event.seat != state.to_act:
            raise MatchError("not_your_turn", seat=event.seat, to_act=state.to_act)
        return self._with(Ply(state.play(event.action), event.action, event.seat))

    def _left(self, event: PlayerResigned | PlayerLeft | FlagFell) -> GameLine:
        self._check_playing()
        self._check_seat(event.seat)
        if self.state.seats == 2:
            return replace(self, result=Result(1 - event.seat, REASONS[event.kind]))
        step = Ply(self.state.leave(event.seat), f"leave {event.seat}")
        return replace(self._with(step), gone=self.gone | {event.seat})

    def _asked(self, event: OfferMade | OfferAccepted | OfferDeclined) -> GameLine:
        if event.what == "rematch":
            if not self.result:
                raise MatchError("still_running")
            if not self.seating:
                raise MatchError("not_started")
            return self
        if event.what == "abort" and not self.seating:
            self._check_open()
            if event.seat >= len(self.players):
                raise MatchError("no_such_seat", seat=event.seat)
        else:
            self._check_playing()
            self._check_seat(event.seat)
        match event:
            case OfferAccepted(carried=True, what="takeback", keep=int(keep)):
                return self._taken_back(keep)
            case OfferAccepted(carried=True, what="draw"):
                return replace(self, result=Result(None, AGREED))
            case OfferMade(carried=True, what="abort") | OfferAccepted(carried=True, what="abort"):
                return replace(self, result=Result(None, ABORTED, aborted=True))
        return self

    def _taken_back(self, keep: int) -> GameLine:
        if not 0 <= keep < self.length or any(step.seat is None for step in self.steps.after(keep + 1)):
            raise MatchError("nothing_to_take_back")
        return replace(self, steps=self.steps.cut(keep + 1), changes=self.changes + 1)

    def _with(self, step: Ply) -> GameLine:
        ended = step.state.outcome
        result = Result.of(ended) if ended else None
        return replace(self, steps=self.steps.add(step), changes=self.changes + 1, result=result)

    def _check_open(self) -> None:
        if self.result:
            raise MatchError("match_over")

    def _check_waiting(self) -> None:
        self._check_open()
        if self.seating:
            raise MatchError("already_started")

    def _check_playing(self) -> None:
        self._check_open()
        if not self.seating:
            raise MatchError("not_started")

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.state.seats:
            raise MatchError("no_such_seat", seat=seat)
        if seat in self.gone:
            raise MatchError("seat_left", seat=seat)
