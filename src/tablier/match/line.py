"""The line of plies: players, positions and result, as the events determine them.

It is independent of clocks and of who may offer what. A record needs no more than this to be replayed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ..core.outcome import Outcome
from ..core.registry import starting_position
from ..core.replay import apply_action, replay
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
CHECKPOINT_PLIES = 64  # plies between two positions that are kept; earlier positions are replayed from the nearest one

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


class Ply(Struct, frozen=True, gc=False):
    """The text of an action and the seat that played it. `leave N` has no seat; the start has neither text nor seat."""

    text: str = ""
    seat: int | None = None


class Checkpoint(NamedTuple):
    """A position that is kept, without cached results, and the number of plies that led to it."""

    length: int
    state: State


class GameLine(Struct, frozen=True, kw_only=True):
    """Players, seats and positions up to now. Plies that were taken back are not in it.

    Only the current position and one in `CHECKPOINT_PLIES` are kept. A position of a large board takes as much memory as
    a hundred plies.
    """

    state: State  # the current position
    plies: PersistentList[Ply]  # the first one is the start
    checkpoints: PersistentList[Checkpoint]  # the first one is the start
    number: int  # of the last event
    at: int  # time of the last event, in milliseconds since the epoch
    joined: tuple[str, ...] = ()  # names in the order of joining
    levels: tuple[int | None, ...] = ()  # in the same order, the level of an engine and None for a person
    seating: tuple[int, ...] = ()  # by seat, the player's index in that order; empty before the start
    gone: frozenset[int] = frozenset()  # seats that have left
    changes: int = 0  # how often the position has changed, by actions, leaves and takebacks; never decreases
    result: Result | None = None

    @property
    def length(self) -> int:
        """Number of plies: actions and leaves that led to the current position."""
        return self.plies.length - 1

    @property
    def players(self) -> tuple[str, ...]:
        """Names by seat; before the start, in the order of joining."""
        return tuple(self.joined[player] for player in self.seating) or self.joined

    def present_seats(self) -> tuple[int, ...]:
        """Return the seats that have not left."""
        return tuple(seat for seat in range(self.state.seats) if seat not in self.gone)

    def texts(self) -> tuple[str, ...]:
        """Return the actions and `leave N` that led to the current position."""
        return self._texts(0, self.length)

    def plies_after_takeback(self, seat: int) -> int | None:
        """Return how many plies remain if `seat` takes back its last action; None if it has none to take back.

        A takeback never goes back beyond the leaving of a player.
        """
        for length, ply in zip(range(self.length, 0, -1), reversed(self.plies), strict=False):
            if ply.seat is None:
                return None
            if ply.seat == seat:
                return length - 1
        return None

    def state_at(self, length: int) -> State:
        """Return the position after `length` plies. Replays at most `CHECKPOINT_PLIES - 1` of them."""
        if length == self.length:
            return self.state
        checkpoint = next(entry for entry in reversed(self.checkpoints) if entry.length <= length)
        return reduce(apply_action, self._texts(checkpoint.length, length), checkpoint.state)

    def states(self) -> Iterator[State]:
        """Yield the start and the position after each ply. Replays the line."""
        return replay(self.checkpoints.first.state, self.texts())

    def _texts(self, start: int, end: int) -> tuple[str, ...]:
        """Return the texts of the plies after the first `start`, up to ply `end`."""
        return tuple(ply.text for ply in self.plies.truncate(end + 1).after(start + 1))


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
    start = PersistentList(Checkpoint(0, state.without_caches()))
    return GameLine(state=state, plies=PersistentList(Ply()), checkpoints=start, number=created.number, at=created.at)


def advance(line: L, event: Event) -> L:
    """Return the line after its next event. Raises `RulesError` if the event cannot be the next one."""
    if event.number != line.number + 1:
        raise MatchError("wrong_number", number=event.number, wanted=line.number + 1)
    if event.at < line.at:
        raise MatchError("time_runs_back", at=event.at, last=line.at)
    return replace(line, number=event.number, at=event.at, **_changed_fields(line, event))


def _changed_fields(line: GameLine, event: Event) -> dict[str, Any]:
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
        case RulingMade(aborted=True):
            _check_open(line)
            return {"result": Result(None, ABORTED, aborted=True)}
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
    return _add_ply(line, Ply(event.action, event.seat), state.play(event.action))


def _leave(line: GameLine, event: PlayerResigned | PlayerLeft | FlagFell) -> dict[str, Any]:
    _check_playing(line)
    _check_seat(line, event.seat)
    if line.state.seats == 2:
        return {"result": Result(1 - event.seat, END_REASONS[type(event)])}
    fields = _add_ply(line, Ply(f"leave {event.seat}"), line.state.leave(event.seat))
    return {**fields, "gone": line.gone | {event.seat}}


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
    checkpoints = line.checkpoints
    while checkpoints.last.length > plies_kept:
        checkpoints = checkpoints.truncate(checkpoints.length - 1)
    return {
        "state": line.state_at(plies_kept),
        "plies": line.plies.truncate(plies_kept + 1),
        "checkpoints": checkpoints,
        "changes": line.changes + 1,
    }


def _add_ply(line: GameLine, ply: Ply, state: State) -> dict[str, Any]:
    outcome = state.outcome
    fields = {
        "state": state,
        "plies": line.plies.append(ply),
        "changes": line.changes + 1,
        "result": Result.of(outcome) if outcome else None,
    }
    length = line.length + 1
    if length % CHECKPOINT_PLIES == 0:
        fields["checkpoints"] = line.checkpoints.append(Checkpoint(length, state.without_caches()))
    return fields


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
