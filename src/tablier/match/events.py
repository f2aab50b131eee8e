"""The events of a match: a tagged union of frozen structs. Everything else about a match is computed from them.

Events are numbered from 1. `at` is in milliseconds since the epoch, 0 if unknown (imported files). Before the start, `seat` is
a player's index in the order of joining; from the start on it is the seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, TypeVar, get_args

import msgspec
from msgspec import Meta, Struct

from ..core.errors import BadFile
from ..core.options import MAX_VALUE_LENGTH
from ..core.registry import MAX_POSITION_LENGTH
from ..core.state import MAX_ACTION_LENGTH
from ..formats.json_text import MAX_INTEGER, convert
from ..formats.transcript import UNKNOWN, MatchReason

# How the first player is chosen: by the creator, at random, by turns, or the loser of the last match.
FirstPlayerRule = Literal["choice", "random", "alternating", "loser"]
OfferType = Literal["draw", "takeback", "rematch", "abort"]
OFFER_TYPES: tuple[OfferType, ...] = get_args(OfferType)

SECOND = 1000  # milliseconds, as all times here
DAY = 24 * 60 * 60 * SECOND

MAX_EVENTS = 20_000  # of ordinary length, these just fit into the longest record
MAX_NAME_LENGTH = 60
MAX_SEATS = 8
MAX_OPTIONS = 60
MAX_ADDED_MS = 366 * DAY  # of one gift or grace period

Name = Annotated[str, Meta(max_length=MAX_NAME_LENGTH)]
Seat = Annotated[int, Meta(ge=0, le=MAX_SEATS - 1)]
EngineLevel = Annotated[int, Meta(ge=1, le=10)]
NonNegative = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
Milliseconds = NonNegative
Count = Annotated[int, Meta(ge=0, le=MAX_EVENTS)]
Score = tuple[tuple[Count, Count], ...]
Key = Annotated[str, Meta(max_length=60, pattern=r"^[a-z][a-z0-9_]*\Z")]
OptionTexts = Annotated[dict[Key, Annotated[str, Meta(max_length=MAX_VALUE_LENGTH)]], Meta(max_length=MAX_OPTIONS)]


class Increment(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="increment"):
    """A time budget, and an increment after each action."""

    base_ms: Annotated[int, Meta(ge=SECOND, le=DAY)]
    increment_ms: Annotated[int, Meta(ge=0, le=DAY)] = 0


class Days(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="days"):
    """A correspondence clock: a number of days for each action."""

    days: Annotated[int, Meta(ge=1, le=60)]


Clock = Increment | Days | None


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind", gc=False):
    """The fields of every event. Events never form cycles, so the garbage collector does not track them."""

    number: NonNegative
    at: Milliseconds


class MatchCreated(Event, frozen=True, kw_only=True, tag="create"):
    """The terms of the match."""

    edition: Annotated[str, Meta(max_length=MAX_NAME_LENGTH, pattern=r"^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*\Z")]
    options: OptionTexts = {}  # the options that were set
    start: Annotated[str, Meta(max_length=MAX_POSITION_LENGTH)]  # position text; includes everything drawn at random
    clock: Clock = None
    first_player_rule: FirstPlayerRule = "choice"
    first: Seat | None = None  # the first player, in the order of joining, if known in advance
    rated: bool = False
    round: Annotated[int, Meta(ge=1, le=MAX_EVENTS)] = 1  # 1-based index of this match in its series
    score: Annotated[Score, Meta(max_length=MAX_SEATS)] = ()  # wins and draws in the series so far, in the order of joining


class PlayerJoined(Event, frozen=True, kw_only=True, tag="join"):
    """A player has joined: a person, or an engine of a level."""

    player: Name
    level: EngineLevel | None = None


class MatchStarted(Event, frozen=True, kw_only=True, tag="start"):
    """All players have joined and are assigned to seats."""

    seating: Annotated[tuple[Seat, ...], Meta(max_length=MAX_SEATS)]  # by seat, the player's index in the order of joining


class ActionPlayed(Event, frozen=True, kw_only=True, tag="action"):
    """A seat has acted. `elapsed_ms` is the time used, already compensated for network delay."""

    seat: Seat
    action: Annotated[str, Meta(max_length=MAX_ACTION_LENGTH)]
    elapsed_ms: Milliseconds = 0


class OfferMade(Event, frozen=True, kw_only=True, tag="offer"):
    """A seat has made an offer. `accepted` if it takes effect without the agreement of others."""

    seat: Seat
    offer_type: OfferType
    accepted: bool = False


class OfferAccepted(Event, frozen=True, kw_only=True, tag="accept"):
    """A seat has agreed to an offer. `accepted` if it was the last agreement needed."""

    seat: Seat
    offer_type: OfferType
    accepted: bool = False
    plies_kept: Count | None = None  # set for an accepted takeback only: the plies that remain


class OfferDeclined(Event, frozen=True, kw_only=True, tag="decline"):
    """A seat has declined an offer or withdrawn its own."""

    seat: Seat
    offer_type: OfferType


class PlayerResigned(Event, frozen=True, kw_only=True, tag="resign"):
    """A seat has resigned; with more than two seats it leaves."""

    seat: Seat


class PlayerLeft(Event, frozen=True, kw_only=True, tag="leave"):
    """A seat has left; with two seats the other one wins."""

    seat: Seat


class FlagFell(Event, frozen=True, kw_only=True, tag="flag"):
    """The time of a seat has run out; with more than two seats it leaves."""

    seat: Seat


class TimeGiven(Event, frozen=True, kw_only=True, tag="time"):
    """A seat has given time to another seat."""

    seat: Seat
    to: Seat
    time_ms: Annotated[int, Meta(ge=1, le=MAX_ADDED_MS)]


class MatchAdjourned(Event, frozen=True, kw_only=True, tag="adjourn"):
    """The match is interrupted; all clocks are stopped."""


class MatchResumed(Event, frozen=True, kw_only=True, tag="resume"):
    """The match goes on; the clock leaves out `grace_ms`. Also used after a restart without an adjournment."""

    grace_ms: Annotated[int, Meta(ge=0, le=MAX_ADDED_MS)] = 0


class RulingMade(Event, frozen=True, kw_only=True, tag="ruling"):
    """A result that follows neither from the rules nor from the players' events, as in an imported file or by an operator."""

    winner: Seat | None
    reason: MatchReason = UNKNOWN
    aborted: bool = False  # no result at all


AnyEvent = (
    MatchCreated
    | PlayerJoined
    | MatchStarted
    | ActionPlayed
    | OfferMade
    | OfferAccepted
    | OfferDeclined
    | PlayerResigned
    | PlayerLeft
    | FlagFell
    | TimeGiven
    | MatchAdjourned
    | MatchResumed
    | RulingMade
)
EVENT_TYPES: Mapping[str, type[Event]] = {str(type_.__struct_config__.tag): type_ for type_ in get_args(AnyEvent)}

E = TypeVar("E", bound=Event)

_encoder = msgspec.json.Encoder()
encode_event = _encoder.encode
encode_event_lines = _encoder.encode_lines  # of several events, each followed by a newline
_decoder = msgspec.json.Decoder(AnyEvent)


def decode_event(data: bytes | str) -> AnyEvent:
    """Decode a stored event. Raises `BadFile` if it is not a valid event."""
    try:
        event: AnyEvent = _decoder.decode(data)
    except msgspec.ValidationError:  # decode again for an error with code and field
        event = convert(msgspec.json.decode(data), AnyEvent, "event")
    except msgspec.DecodeError as error:
        raise BadFile("not_json", line=1, column=1, reason=str(error)) from None
    check_event(event)
    return event


def validate_event(event: E) -> E:
    """Return the same event. Raises `BadFile` if a field is out of range: constructing a struct does not check it."""
    convert(msgspec.to_builtins(event), type(event), "event")
    check_event(event)
    return event


def check_event(event: Event) -> None:
    """Check what types cannot express: printable texts, and `plies_kept` exactly for an accepted takeback."""
    for field, text in _texts(event):
        if not text.isprintable():
            raise BadFile("bad_text", field=field)
    if isinstance(event, OfferAccepted):
        required = event.accepted and event.offer_type == "takeback"
        if (event.plies_kept is not None) != required:
            raise BadFile("missing_field" if required else "unknown_field", field="plies_kept")


def _texts(event: Event) -> Iterator[tuple[str, str]]:
    match event:
        case ActionPlayed():
            yield "action", event.action
        case PlayerJoined():
            yield "player", event.player
        case MatchCreated():
            yield "edition", event.edition
            yield "start", event.start
            for name, text in event.options.items():
                yield f"options.{name}", text
