"""The line of plies: players, positions and result, as the events determine them.

It is independent of clocks and of who may offer what. A record needs no more than this to be replayed.
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ..core.outcome import Outcome
from ..core.registry import starting_position
from ..core.state import State
from ..formats.transcript import AGREED, LEFT, RESIGNED, TIME
from .errors import MatchError
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

# The reason of a result with two seats, by the event that ended the match.
END_REASONS: dict[type[Event], str] = {PlayerResigned: RESIGNED, PlayerLeft: LEFT, FlagFell: TIME}


class Result(Struct, frozen=True):
    """How a match ended, by seats. Without a winner it is a draw, or aborted."""

    winner: int | None
    reason: str
    scores: tuple[int, ...] | None = None
    aborted: bool = False

    @classmethod
    def of(cls, outcome: Outcome) -> Result:
        """Return the result of a game that is over by its rules."""
        return cls(outcome.winner, outcome.reason, outcome.scores)

    def json(self) -> dict[str, Any]:
        """Return `{"winner": 0, "reason": "resigned"}`, with `draw` or `aborted` in place of the winner."""
        payload: dict[str, Any]
        if self.winner is not None:
            payload = {"winner": self.winner}
        else:
            payload = {"aborted" if self.aborted else "draw": True}
        payload["reason"] = self.reason
        if self.scores is not None:
            payload["scores"] = list(self.scores)
        return payload


class Ply(Struct, frozen=True):
    """A position and the action that led to it. `leave N` has no seat; the start has neither text nor seat."""

    state: State
    text: str = ""
    seat: int | None = None


class GameLine(Struct, frozen=True, kw_only=True):
    """Players, seats and positions up to now. Plies that were taken back are not in it."""

    plies: PersistentList[Ply]  # the first one is the start
    number: int  # of the last event
    at: int  # time of the last event
    joined: tuple[str, ...] = ()  # names in the order of joining
    levels: tuple[int | None, ...] = ()  # in the same order, the level of an engine and None for a person
    seating: tuple[int, ...] = ()  # by seat, the player's index in that order; empty before the start
    gone: frozenset[int] = frozenset()  # seats that have left
    changes: int = 0  # how often the position has changed, by actions, leaves and takebacks; never decreases
    result: Result | None = None

    @property
    def state(self) -> State:
        """The current position."""
        return self.plies.last.state

    @property
    def length(self) -> int:
        """Number of plies: actions and leaves that led to the current position."""
        return self.plies.length - 1

    @property
    def players(self) -> tuple[str, ...]:
        """Names by seat; before the start, in the order of joining."""
        return tuple(self.joined[player] for player in self.seating) or self.joined

    def present(self) -> tuple[int, ...]:
        """Return the seats that have not left."""
        return tuple(seat for seat in range(self.state.seats) if seat not in self.gone)

    def texts(self) -> tuple[str, ...]:
        """Return the actions and `leave N` that led to the current position."""
        return tuple(ply.text for ply in self.plies.after(1))

    def takeback(self, seat: int) -> int | None:
        """Return how many plies remain if `seat` takes back its last action; None if it has none to take back.

        A takeback never goes back beyond the leaving of a player.
        """
        node: PersistentList[Ply] | None = self.plies
        while node and node.last.seat is not None:
            if node.last.seat == seat:
                return node.length - 2
            node = node.before
        return None


L = TypeVar("L", bound=GameLine)


def start_line(created: MatchCreated) -> GameLine:
    """Return the line at its start. Raises `BadNotation`, `BadOptions` or `MatchError` if the terms are contradictory."""
    state = starting_position(created.edition, created.options, created.start)
    if state.outcome:
        raise MatchError("start_is_over")
    if created.number != 1:
        raise MatchError("wrong_number", number=created.number, wanted=1)
    if created.first is not None and created.first >= state.seats:
        raise MatchError("no_such_seat", seat=created.first)
    if created.score and len(created.score) != state.seats:
        raise MatchError("bad_score", seats=state.seats)
    return GameLine(plies=PersistentList(Ply(state)), number=created.number, at=created.at)


def advance(line: L, event: Event) -> L:
    """Return the line after its next event. Raises `RulesError` if the event cannot be the next one."""
    if event.number != line.number + 1:
        raise MatchError("wrong_number", number=event.number, wanted=line.number + 1)
    if event.at < line.at:
        raise MatchError("time_runs_back", at=event.at, last=line.at)
    return replace(line, number=event.number, at=event.at, **_changes(line, event))


def _changes(line: GameLine, event: Event) -> dict[str, Any]:
    """Return the fields of the line that an event changes."""
    match event:
        case ActionPlayed():
            return _play(line, event)
        case PlayerJoined():
            _check_waiting(line)
            if len(line.joined) == line.state.seats:
                raise MatchError("no_free_seat", seats=line.state.seats)
            return {"joined": (*line.joined, event.player), "levels": (*line.levels, event.level)}
        case MatchStarted():
            return _start(line, event.seating)
        case PlayerResigned() | PlayerLeft() | FlagFell():
            return _leave(line, event)
        case OfferMade() | OfferAccepted() | OfferDeclined():
            return _offer(line, event)
        case RulingMade():
            _check_playing(line)
            if event.winner is not None:
                _check_seat(line, event.winner)
            return {"result": Result(event.winner, event.reason)}
        case TimeGiven():
            _check_playing(line)
            _check_seat(line, event.seat)
            _check_seat(line, event.to)
        case MatchAdjourned() | MatchResumed():
            _check_playing(line)
        case _:
            raise MatchError("already_created")
    return {}


def _start(line: GameLine, seating: tuple[int, ...]) -> dict[str, Any]:
    _check_waiting(line)
    seats = line.state.seats
    if len(line.joined) < seats:
        raise MatchError("players_missing", players=len(line.joined), seats=seats)
    if sorted(seating) != list(range(seats)):
        raise MatchError("bad_seating", seating=list(seating))
    return {"seating": seating}


def _play(line: GameLine, event: ActionPlayed) -> dict[str, Any]:
    _check_playing(line)
    _check_seat(line, event.seat)
    state = line.state
    if event.seat != state.to_act:
        raise MatchError("not_your_turn", seat=event.seat, to_act=state.to_act)
    return _add_ply(line, Ply(state.play(event.action), event.action, event.seat))


def _leave(line: GameLine, event: PlayerResigned | PlayerLeft | FlagFell) -> dict[str, Any]:
    _check_playing(line)
    _check_seat(line, event.seat)
    if line.state.seats == 2:
        return {"result": Result(1 - event.seat, END_REASONS[type(event)])}
    changes = _add_ply(line, Ply(line.state.leave(event.seat), f"leave {event.seat}"))
    return {**changes, "gone": line.gone | {event.seat}}


def _offer(line: GameLine, event: OfferMade | OfferAccepted | OfferDeclined) -> dict[str, Any]:
    if event.offer_type == "rematch":
        if not line.result:
            raise MatchError("still_running")
        if not line.seating:
            raise MatchError("not_started")
        return {}
    if event.offer_type == "abort" and not line.seating:
        _check_open(line)
        if event.seat >= len(line.joined):
            raise MatchError("no_such_seat", seat=event.seat)
    else:
        _check_playing(line)
        _check_seat(line, event.seat)
    match event:
        case OfferAccepted(accepted=True, offer_type="takeback", plies_kept=int(plies_kept)):
            return _take_back(line, plies_kept)
        case OfferAccepted(accepted=True, offer_type="draw"):
            return {"result": Result(None, AGREED)}
        case OfferMade(accepted=True, offer_type="abort") | OfferAccepted(accepted=True, offer_type="abort"):
            return {"result": Result(None, ABORTED, aborted=True)}
    return {}


def _take_back(line: GameLine, plies_kept: int) -> dict[str, Any]:
    if not 0 <= plies_kept < line.length or any(ply.seat is None for ply in line.plies.after(plies_kept + 1)):
        raise MatchError("nothing_to_take_back")
    return {"plies": line.plies.truncate(plies_kept + 1), "changes": line.changes + 1}


def _add_ply(line: GameLine, ply: Ply) -> dict[str, Any]:
    outcome = ply.state.outcome
    result = Result.of(outcome) if outcome else None
    return {"plies": line.plies.append(ply), "changes": line.changes + 1, "result": result}


def _check_open(line: GameLine) -> None:
    if line.result:
        raise MatchError("match_over")


def _check_waiting(line: GameLine) -> None:
    _check_open(line)
    if line.seating:
        raise MatchError("already_started")


def _check_playing(line: GameLine) -> None:
    _check_open(line)
    if not line.seating:
        raise MatchError("not_started")


def _check_seat(line: GameLine, seat: int) -> None:
    if not 0 <= seat < line.state.seats:
        raise MatchError("no_such_seat", seat=seat)
    if seat in line.gone:
        raise MatchError("seat_left", seat=seat)
