"""Fold: the next match from a match and its next event. Nothing is replayed, however long the match is.

Stored events are trusted to be ours and checked all the same: this is the only place where anything is decided.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..core.errors import RulesError
from ..formats.source_location import to_file_error
from .clocks import Clocks
from .events import (
    MAX_EVENTS,
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
    OfferType,
    RulingMade,
    TimeGiven,
)
from .line import GameLine, MatchError
from .match import Match
from .offers import Offers
from .persistent_list import PersistentList

LATE = (
    ActionPlayed,
    FlagFell,
    OfferDeclined,
    MatchResumed,
    RulingMade,
)  # what can still come after the time has run out; actions are judged by their own
ROOM_TO_END = 100  # events kept back, so that the longest match can still end and be written down


def created(event: MatchCreated) -> Match:
    """The match that begins with this event."""
    line = GameLine.begin(event)
    return Match(event, PersistentList(event), line, Clocks(event.clock), (0,) * line.state.seats)


def fold(match: Match, event: Event) -> Match:
    """The match after its next event; `RulesError` when the event cannot be the next one."""
    _check_room(event)
    deadline = match.deadline
    if deadline is not None and event.at >= deadline and not isinstance(event, LATE):
        raise MatchError("time_over", seat=match.ticking)
    line = match.line.after(event)
    if isinstance(event, MatchStarted) and match.create.first not in (None, event.seating[0]):
        raise MatchError("bad_seating", seating=list(event.seating))
    return replace(
        match,
        events=match.events.add(event),
        line=line,
        clocks=_clocks(match, event, line),
        acted=_acted(match.acted, event),
        offers=_offers(match, event, line),
        rematch=match.rematch or _is_carried(event, "rematch"),
    )


def fold_all(events: Iterable[Event]) -> Match:
    """The match of a list of events. `BadFile(code, event=…)` where one cannot follow."""
    number = 1
    try:
        rest = iter(events)
        first = next(rest, None)
        if not isinstance(first, MatchCreated):
            raise MatchError("create_first")
        match = created(first)
        for event in rest:
            number = event.number
            match = fold(match, event)
        return match
    except RulesError as error:
        raise to_file_error(error, None, event=number) from None


def _check_room(event: Event) -> None:
    """A match stays short enough to be written down: first what could go on for ever is refused, then playing on."""
    most = MAX_EVENTS
    if isinstance(event, (TimeGiven, MatchAdjourned, MatchResumed)):
        most = MAX_EVENTS // 2
    elif isinstance(event, (ActionPlayed, OfferMade)):
        most = MAX_EVENTS - ROOM_TO_END
    if event.number > most:
        raise MatchError("too_many_events", most=most)


def _acted(acted: tuple[int, ...], event: Event) -> tuple[int, ...]:
    """Taking back does not change it: who has acted once has shown up."""
    if not isinstance(event, ActionPlayed):
        return acted
    return tuple(times + (seat == event.seat) for seat, times in enumerate(acted))


def _clocks(match: Match, event: Event, line: GameLine) -> Clocks:
    clocks, ticking = match.clocks, match.ticking
    match event:
        case MatchStarted():
            return Clocks.begin(clocks.terms, line.state.seats, event.at)
        case ActionPlayed():
            if match.status == "adjourned":
                raise MatchError("adjourned")
            clocks = clocks.acted(event.seat, ticking, event.took, event.at)
        case FlagFell():
            _check_flag(match, event)
        case TimeGiven():
            if event.seat == event.to:
                raise MatchError("own_time", seat=event.seat)
            return clocks.given(event.to, event.given)
        case MatchAdjourned():
            if match.status == "adjourned":
                raise MatchError("adjourned")
            return clocks.stopped(ticking, event.at)
        case MatchResumed():
            return clocks.resumed(event.grace, event.at)
    if line.result:
        return clocks if match.result else clocks.stopped(None if isinstance(event, ActionPlayed) else ticking, event.at)
    to_act = line.state.to_act
    broken_off = line.changes > match.changes and to_act != match.state.to_act
    if to_act is not None and (broken_off or isinstance(event, ActionPlayed) or _is_carried(event, "takeback")):
        return clocks.passed_on(to_act, event.at)
    return clocks


def _check_flag(match: Match, event: FlagFell) -> None:
    if match.create.clock is None:
        raise MatchError("no_clock")
    deadline = match.deadline
    if deadline is None or event.seat != match.ticking or event.at < deadline:
        raise MatchError("time_left", seat=event.seat, deadline=deadline)


def _offers(match: Match, event: Event, line: GameLine) -> Offers:
    offers = match.offers
    if isinstance(event, (OfferMade, OfferAccepted, OfferDeclined)):
        if match.rematch:
            raise MatchError("already_agreed", what=event.what)
        offers = offers.after(event, match.needed(event.what), match.line.takeback(event.seat))
    lapsed = line.changes > match.changes or (line.result is not None and match.result is None)
    return Offers() if lapsed else offers


def _is_carried(event: Event, what: OfferType) -> bool:
    return isinstance(event, (OfferMade, OfferAccepted)) and event.what == what and event.carried
