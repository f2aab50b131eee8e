"""Fold: the next match from a match and its next event, in O(1).

Every event is validated here, whether it is new or stored. No other module decides what is allowed.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ..core.errors import RulesError
from ..formats.source_location import to_file_error
from .clocks import Clocks
from .errors import MatchError
from .events import (
    MAX_EVENTS,
    ActionPlayed,
    AnyEvent,
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
from .line import GameLine, advance, start_line
from .match import Match
from .offers import Offers
from .persistent_list import PersistentList

# Events that are allowed after the deadline. An action is judged by its own elapsed time.
ALLOWED_AFTER_DEADLINE = (ActionPlayed, FlagFell, OfferDeclined, MatchResumed, RulingMade)
RESERVED_EVENTS = 100  # kept back so that the longest match can still be ended


def open_match(event: MatchCreated) -> Match:
    """Return the match that this event creates."""
    line = start_line(event)
    return Match(
        state=line.state,
        plies=line.plies,
        checkpoints=line.checkpoints,
        number=line.number,
        at=line.at,
        terms=event,
        events=PersistentList(event),
        clocks=Clocks(event.clock),
        action_counts=(0,) * line.state.seats,
    )


def fold(match: Match, event: AnyEvent) -> Match:
    """Return the match after its next event. Raises `RulesError` if the event cannot be the next one."""
    _check_event_limit(event)
    deadline = match.deadline
    if deadline is not None and event.at >= deadline and not isinstance(event, ALLOWED_AFTER_DEADLINE):
        raise MatchError("time_over", seat=match.ticking)
    line = advance(match, event)
    if isinstance(event, MatchStarted) and match.terms.first not in (None, event.seating[0]):
        raise MatchError("bad_seating", seating=list(event.seating))
    return replace(
        line,
        events=match.events.append(event),
        clocks=_advance_clocks(match, event, line),
        action_counts=_count_action(match.action_counts, event),
        offers=_advance_offers(match, event, line),
        rematch=match.rematch or _takes_effect(event, "rematch"),
    )


def fold_all(events: Iterable[AnyEvent]) -> Match:
    """Return the match of a list of events. Raises `BadFile(code, event=…)` with the number of the first invalid event."""
    number = 1
    try:
        rest = iter(events)
        first = next(rest, None)
        if not isinstance(first, MatchCreated):
            raise MatchError("create_first")
        match = open_match(first)
        for event in rest:
            number = event.number
            match = fold(match, event)
        return match
    except RulesError as error:
        raise to_file_error(error, None, event=number) from None


def _check_event_limit(event: Event) -> None:
    """Limit the number of events so that a match can always be saved: repeatable events first, then playing on."""
    limit = MAX_EVENTS
    if isinstance(event, (TimeGiven, MatchAdjourned, MatchResumed)):
        limit = MAX_EVENTS // 2
    elif isinstance(event, (ActionPlayed, OfferMade)):
        limit = MAX_EVENTS - RESERVED_EVENTS
    if event.number > limit:
        raise MatchError("too_many_events", most=limit)


def _count_action(counts: tuple[int, ...], event: Event) -> tuple[int, ...]:
    if not isinstance(event, ActionPlayed):
        return counts
    return tuple(count + (seat == event.seat) for seat, count in enumerate(counts))


def _advance_clocks(match: Match, event: Event, line: GameLine) -> Clocks:
    clocks, ticking = match.clocks, match.ticking
    match event:
        case MatchStarted():
            return Clocks.begin(clocks.terms, line.state.seats, event.at)
        case ActionPlayed():
            if match.status == "adjourned":
                raise MatchError("adjourned")
            clocks = clocks.after_action(event.seat, ticking, event.elapsed_ms, event.at)
        case FlagFell():
            _check_flag(match, event)
        case TimeGiven():
            if event.seat == event.to:
                raise MatchError("own_time", seat=event.seat)
            return clocks.with_gift(event.to, event.time_ms)
        case MatchAdjourned():
            if match.status == "adjourned":
                raise MatchError("adjourned")
            return clocks.stopped(ticking, event.at)
        case MatchResumed():
            return clocks.resumed(event.grace_ms, event.at)
    if line.result:
        if match.result:
            return clocks
        return clocks.stopped(None if isinstance(event, ActionPlayed) else ticking, event.at)  # after_action deducted the time
    to_act = line.state.to_act
    interrupted = line.changes > match.changes and to_act != match.state.to_act
    if to_act is not None and (interrupted or isinstance(event, ActionPlayed) or _takes_effect(event, "takeback")):
        return clocks.after_turn_change(to_act, event.at)
    return clocks


def _check_flag(match: Match, event: FlagFell) -> None:
    if match.terms.clock is None:
        raise MatchError("no_clock")
    deadline = match.deadline
    if deadline is None or event.seat != match.ticking or event.at < deadline:
        raise MatchError("time_left", seat=event.seat, deadline=deadline)


def _advance_offers(match: Match, event: Event, line: GameLine) -> Offers:
    offers = match.offers
    if isinstance(event, (OfferMade, OfferAccepted, OfferDeclined)):
        if match.rematch:
            raise MatchError("already_agreed", offer_type=event.offer_type)
        offers = offers.after(event, match.required_seats(event.offer_type), match.plies_after_takeback(event.seat))
    lapsed = line.changes > match.changes or (line.result is not None and match.result is None)
    return Offers() if lapsed else offers


def _takes_effect(event: Event, offer_type: OfferType) -> bool:
    return isinstance(event, (OfferMade, OfferAccepted)) and event.offer_type == offer_type and event.accepted
