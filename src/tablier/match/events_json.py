"""Events to JSON and, strictly, back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any

from ..core.options import LONGEST_VALUE
from ..core.registry import MAX_POSITION_LENGTH
from ..core.state import MAX_ACTION_LENGTH
from ..formats.transcript import MATCH_REASONS, UNKNOWN
from ..records.record_fields import Fields
from .events import (
    BEGINS,
    DAY,
    KINDS,
    LONGEST_NAME,
    MAX_EVENTS,
    SECOND,
    WHATS,
    ActionPlayed,
    Clock,
    Days,
    Event,
    FlagFell,
    Increment,
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

MOST_SEATS = 8  # no game on the shelf has more than four; a list has to end somewhere
MOST_OPTIONS = 60
MOST_GRACE = 366 * DAY
EDITION = "[a-z][a-z0-9_]*:[a-z][a-z0-9_]*"


def event_json(event: Event) -> dict[str, Any]:
    """An event as plain JSON; what stands at its default is left out.

    >>> event_json(PlayerResigned(number=7, at=0, seat=1))
    {'number': 7, 'kind': 'resign', 'at': 0, 'seat': 1}
    """
    told: dict[str, Any] = {"number": event.number, "kind": event.kind, "at": event.at}
    for place in fields(event):
        value = getattr(event, place.name)
        default = {} if place.default_factory is not MISSING else place.default
        if place.name not in told and value != default:
            told[place.name] = _plain(value)
    return told


def clock_json(clock: Clock) -> dict[str, int] | None:
    """A clock as plain JSON; null is none."""
    match clock:
        case Increment(base, increment):
            return {"base": base, "increment": increment}
        case Days(days):
            return {"days": days}
        case None:
            return None


def read_event(data: Any, number: int) -> Event:
    """The event of that number; `BadFile(code, event=number, …)` says what is wrong with it."""
    found = Fields(data, event=number)
    if found.whole("number") != number:
        raise found.wrong("wrong_number", number=found.data["number"], wanted=number)
    kind = found.word("kind", tuple(KINDS))
    at = found.whole("at")
    event = _READERS[kind](found, {"number": number, "at": at})
    found.done()
    return event


def _plain(value: Any) -> Any:
    match value:
        case Increment() | Days():
            return clock_json(value)
        case Mapping():
            return dict(value)
        case tuple():
            return [_plain(item) for item in value]
    return value


def _seat(found: Fields, name: str = "seat") -> int:
    return found.whole(name, 0, MOST_SEATS - 1)


def _clock(found: Fields) -> Clock:
    data = found.any("clock", None)
    if data is None:
        return None
    inner = Fields(data, **{**found.where, "field": "clock"})
    clock: Clock
    if "days" in inner.data:
        clock = Days(inner.whole("days", 1, 60))
    else:
        clock = Increment(inner.whole("base", SECOND, DAY), inner.whole("increment", 0, DAY, 0))
    inner.done()
    return clock


def _create(found: Fields, common: dict[str, int]) -> MatchCreated:
    first = found.any("first", None)
    score = found.rows("score", MOST_SEATS, [])
    pairs = [Fields({"score": pair}, **found.where).wholes("score", 2, MAX_EVENTS) for pair in score]
    if any(len(pair) != 2 for pair in pairs):
        raise found.wrong("wrong_type", field="score", wanted="list of wins and draws")
    return MatchCreated(
        **common,
        edition=found.text("edition", LONGEST_NAME, pattern=EDITION),
        options=found.texts("options", MOST_OPTIONS, LONGEST_VALUE, {}),
        start=found.text("start", MAX_POSITION_LENGTH),
        clock=_clock(found),
        begins=found.word("begins", BEGINS, "choice"),
        first=None if first is None else _seat(found, "first"),
        rated=found.yes_no("rated", False),
        round=found.whole("round", 1, MAX_EVENTS, 1),
        score=tuple((wins, draws) for wins, draws in pairs),
    )


def _accept(found: Fields, common: dict[str, int]) -> OfferAccepted:
    keep = found.whole("keep", 0, MAX_EVENTS) if "keep" in found.data else None
    event = OfferAccepted(
        **common, seat=_seat(found), what=found.word("what", WHATS), carried=found.yes_no("carried", False), keep=keep
    )
    if (keep is not None) != (event.carried and event.what == "takeback"):
        raise found.wrong("unknown_field" if keep is not None else "missing_field", field="keep")
    return event


def _ruling(found: Fields, common: dict[str, int]) -> RulingMade:
    winner = None if found.any("winner") is None else _seat(found, "winner")
    return RulingMade(**common, winner=winner, reason=found.word("reason", MATCH_REASONS, UNKNOWN))


_READERS: Mapping[str, Callable[[Fields, dict[str, int]], Event]] = {
    "create": _create,
    "join": lambda found, common: PlayerJoined(**common, player=found.text("player", LONGEST_NAME)),
    "start": lambda found, common: MatchStarted(**common, seating=found.wholes("seating", MOST_SEATS, MOST_SEATS - 1)),
    "action": lambda found, common: ActionPlayed(
        **common, seat=_seat(found), action=found.text("action", MAX_ACTION_LENGTH), took=found.whole("took", default=0)
    ),
    "offer": lambda found, common: OfferMade(
        **common, seat=_seat(found), what=found.word("what", WHATS), carried=found.yes_no("carried", False)
    ),
    "accept": _accept,
    "decline": lambda found, common: OfferDeclined(**common, seat=_seat(found), what=found.word("what", WHATS)),
    "resign": lambda found, common: PlayerResigned(**common, seat=_seat(found)),
    "leave": lambda found, common: PlayerLeft(**common, seat=_seat(found)),
    "flag": lambda found, common: FlagFell(**common, seat=_seat(found)),
    "time": lambda found, common: TimeGiven(
        **common, seat=_seat(found), to=_seat(found, "to"), given=found.whole("given", 1, MOST_GRACE)
    ),
    "adjourn": lambda _found, common: MatchAdjourned(**common),
    "resume": lambda found, common: MatchResumed(**common, grace=found.whole("grace", 0, MOST_GRACE, 0)),
    "ruling": _ruling,
}
