"""The events of a match as frozen data. Everything else about a match is computed from the list of them.

Events are numbered from 1. `at` is the time in milliseconds since the epoch, 0 where nobody kept it (imported files).
Before the start, `seat` is a player's place in the order of joining; from the start on it is the seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, get_args

from ..formats.transcript import UNKNOWN

Begins = Literal["choice", "lot", "alternating", "loser"]  # how it is decided who begins
OfferType = Literal["draw", "takeback", "rematch", "abort"]  # what can be offered

BEGINS: tuple[Begins, ...] = get_args(Begins)
WHATS: tuple[OfferType, ...] = get_args(OfferType)

SECOND = 1000
DAY = 24 * 60 * 60 * SECOND

MAX_EVENTS = 20_000  # of ordinary length, these just fit into the longest record
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Increment:
    """A clock with a store of time and some more after each action, in milliseconds."""

    base: int
    increment: int = 0


@dataclass(frozen=True, slots=True)
class Days:
    """A clock for correspondence: so many days for each action."""

    days: int


Clock = Increment | Days | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """OfferType every event has."""

    kind: ClassVar[str] = ""

    number: int
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCreated(Event):
    """The terms of the match."""

    kind: ClassVar[str] = "create"

    edition: str
    options: Mapping[str, str] = field(default_factory=dict, hash=False)  # texts: what differs from the edition
    start: str  # the position text; whatever was drawn at random is in it
    clock: Clock = None
    begins: Begins = "choice"
    first: int | None = None  # the player who begins, in the order of joining, where it is known from the beginning
    rated: bool = False
    round: int = 1  # the how manieth match of its series
    score: tuple[tuple[int, int], ...] = ()  # wins and draws of each player in the series so far, in the order of joining


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerJoined(Event):
    """A player comes to the table."""

    kind: ClassVar[str] = "join"

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted(Event):
    """Everybody is there: who sits where."""

    kind: ClassVar[str] = "start"

    seating: tuple[int, ...]  # by seat: the player's place in the order of joining


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionPlayed(Event):
    """An action, with the time it took, already compensated for delay."""

    kind: ClassVar[str] = "action"

    seat: int
    action: str
    took: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferMade(Event):
    """A seat asks for something. `carried` when nobody else needs to agree."""

    kind: ClassVar[str] = "offer"

    seat: int
    what: OfferType
    carried: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferAccepted(Event):
    """A seat agrees. `carried` when it was the last one needed; a takeback then says how much of the line of play stays."""

    kind: ClassVar[str] = "accept"

    seat: int
    what: OfferType
    carried: bool = False
    keep: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferDeclined(Event):
    """A seat refuses, or the one who asked thinks better of it."""

    kind: ClassVar[str] = "decline"

    seat: int
    what: OfferType


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerResigned(Event):
    """A seat gives up; with more than two seats that means leaving."""

    kind: ClassVar[str] = "resign"

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft(Event):
    """A player goes home; with two seats that means giving up."""

    kind: ClassVar[str] = "leave"

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagFell(Event):
    """A seat's time has run out; with more than two seats that means leaving."""

    kind: ClassVar[str] = "flag"

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeGiven(Event):
    """A seat gives another one time."""

    kind: ClassVar[str] = "time"

    seat: int
    to: int
    given: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAdjourned(Event):
    """The match is interrupted; all clocks stand."""

    kind: ClassVar[str] = "adjourn"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResumed(Event):
    """The match goes on; `grace` is time that does not count, also after a restart that nobody adjourned for."""

    kind: ClassVar[str] = "resume"

    grace: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingMade(Event):
    """A result that comes neither from the rules nor from the players: a file that only tells who won, an arbiter."""

    kind: ClassVar[str] = "ruling"

    winner: int | None
    reason: str = UNKNOWN  # one of `MATCH_REASONS`


KINDS: Mapping[str, type[Event]] = {
    kind.kind: kind
    for kind in (
        MatchCreated,
        PlayerJoined,
        MatchStarted,
        ActionPlayed,
        OfferMade,
        OfferAccepted,
        OfferDeclined,
        PlayerResigned,
        PlayerLeft,
        FlagFell,
        TimeGiven,
        MatchAdjourned,
        MatchResumed,
        RulingMade,
    )
}
