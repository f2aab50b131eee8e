"""Commands: requests to a match as data, and pure functions that apply them.

`apply` and the functions below return the next match or raise a `RulesError`. `now` is in milliseconds since the epoch; it
never runs backwards: an earlier time counts as the time of the last event. The new events are `after.since(before.number)`.

>>> from random import Random
>>> match = begin("mixtour:stein", ("Ada", "Bo"), now=0, random=Random(1), first=0)
>>> match = act(match, 0, "c3", now=1_500)
>>> match = accept(offer(match, 0, "takeback", now=2_000), 1, "takeback", now=3_000)
>>> resign(match, 0, now=4_000).result.json()
{'winner': 1, 'reason': 'resigned'}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Protocol

from msgspec import Meta, Struct

from ..core.registry import find, from_text, new
from ..core.state import MAX_ACTION_LENGTH
from .events import (
    LONGEST_NAME,
    ActionPlayed,
    Begins,
    Clock,
    FlagFell,
    MatchAdjourned,
    MatchCreated,
    MatchResumed,
    MatchStarted,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    OfferType,
    PlayerJoined,
    PlayerLeft,
    PlayerResigned,
    RulingMade,
    TimeGiven,
)
from .events_json import event_json, read_event
from .fold import created, fold
from .line import MatchError
from .match import Match

SEEDS = 2**53
RESUME_GRACE_MS = 3000  # time to get ready after an adjournment
MAX_CHAT_LENGTH = 500
MAX_NONCE_LENGTH = 64

ActionText = Annotated[
    str, Meta(min_length=1, max_length=MAX_ACTION_LENGTH, description="one whole turn, in the notation of the game")
]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Nonce = Annotated[str, Meta(min_length=1, max_length=MAX_NONCE_LENGTH, description="makes repeating the command harmless")]
PlayerName = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
ChatText = Annotated[str, Meta(min_length=1, max_length=MAX_CHAT_LENGTH)]
ChatRoom = Literal["seats", "watchers"]


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """A request to one match. Unknown fields are an error."""


class PlayAction(Command, frozen=True, tag="act"):
    """Play a turn. `changes_seen` is the view's `changes`; if the position has changed since, nothing is played."""

    action: ActionText
    seat: SeatNumber | None = None
    changes_seen: Annotated[int, Meta(ge=0)] | None = None
    nonce: Nonce | None = None


class MakeOffer(Command, frozen=True, tag="offer"):
    """Offer a draw, a takeback, a rematch, or to abort."""

    offer_type: OfferType
    seat: SeatNumber | None = None
    nonce: Nonce | None = None


class AcceptOffer(Command, frozen=True, tag="accept"):
    """Accept an offer. It takes effect once every required seat has accepted."""

    offer_type: OfferType
    seat: SeatNumber | None = None
    nonce: Nonce | None = None


class DeclineOffer(Command, frozen=True, tag="decline"):
    """Decline an offer, or withdraw one's own."""

    offer_type: OfferType
    seat: SeatNumber | None = None
    nonce: Nonce | None = None


class Resign(Command, frozen=True, tag="resign"):
    """Resign; with more than two seats, leave."""

    seat: SeatNumber | None = None
    nonce: Nonce | None = None


class Leave(Command, frozen=True, tag="leave"):
    """Leave the match; with two seats, the other one wins."""

    seat: SeatNumber | None = None
    nonce: Nonce | None = None


class GiveTime(Command, frozen=True, tag="give"):
    """Give another seat time."""

    to: SeatNumber
    time_ms: Annotated[int, Meta(gt=0, le=2**40)]
    seat: SeatNumber | None = None
    nonce: Nonce | None = None


class Adjourn(Command, frozen=True, tag="adjourn"):
    """Adjourn the match."""


class Resume(Command, frozen=True, tag="resume"):
    """Resume an adjourned match."""


class Join(Command, frozen=True, tag="join"):
    """Take an open seat. The match starts when the last seat is taken."""

    name: PlayerName | None = None
    nonce: Nonce | None = None


# Requests that add no event. `apply` does not accept them.


class TryAction(Command, frozen=True, tag="try"):
    """Show the position that an action would lead to. Nothing is played."""

    action: ActionText


class ShowTurn(Command, frozen=True, tag="turn"):
    """Show the position after a number of turns."""

    turn: Annotated[int, Meta(ge=0, le=100_000)]


class SendChat(Command, frozen=True, tag="chat"):
    """Write a chat message to the seats or to the watchers."""

    text: ChatText
    room: ChatRoom = "seats"


class SetChat(Command, frozen=True, tag="set_chat"):
    """Switch the chat of the seats on or off."""

    enabled: bool


SeatCommand = PlayAction | MakeOffer | AcceptOffer | DeclineOffer | Resign | Leave | GiveTime
MatchCommand = SeatCommand | Adjourn | Resume | Join
AnyCommand = MatchCommand | TryAction | ShowTurn | SendChat | SetChat


def apply(match: Match, command: MatchCommand, *, seat: int = 0, now: int, lag_ms: int = 0) -> Match:
    """Return the match after `command`. `seat` is the acting seat, which a caller resolves from `command.seat`.

    `Join`, `Adjourn` and `Resume` have no seat. `lag_ms` is the network delay, which the clock does not count. Raises
    `RulesError` if the rules or the state of the match forbid the command.
    """
    match command:
        case PlayAction():
            return act(match, seat, command.action, now, lag=lag_ms, seen=command.changes_seen)
        case MakeOffer():
            return offer(match, seat, command.offer_type, now)
        case AcceptOffer():
            return accept(match, seat, command.offer_type, now)
        case DeclineOffer():
            return decline(match, seat, command.offer_type, now)
        case Resign():
            return resign(match, seat, now)
        case Leave():
            return leave(match, seat, now)
        case GiveTime():
            return give_time(match, seat, command.to, command.time_ms, now)
        case Join():
            return join(match, command.name or "", now)
        case Adjourn():
            return adjourn(match, now)
        case Resume():
            if match.status != "adjourned":
                raise MatchError("not_adjourned")
            return resume(match, now, RESUME_GRACE_MS)


class Lot(Protocol):
    """OfferType draws: `random.Random` and `random.SystemRandom` do."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0, below `stop`."""


# before the start


def create(
    edition: str,
    *,
    now: int,
    random: Lot,
    options: Mapping[str, Any] | None = None,
    start: str | None = None,
    clock: Clock = None,
    begins: Begins | None = None,
    first: int | None = None,
    rated: bool = False,
    round: int = 1,  # noqa: A002 - the event's own word
    score: tuple[tuple[int, int], ...] = (),
) -> Match:
    """A match that waits for its players.

    `first` is the player who begins, counted in the order of joining: saying it is the creator's choice. Otherwise the
    edition says how the beginner is found (`begins`), which for the first match of a series always means by lot.
    """
    game, named = find(edition)
    given = dict(options or {})
    if start is None:
        for option in game.options:
            if option.seed and given.get(option.name) is None:
                given[option.name] = random.randrange(SEEDS)
        state = new(edition, **given)
    else:
        state = from_text(start)
    if begins is None:
        begins = named.first_player_rule if first is None else "choice"
    if begins == "choice" and first is None:
        first = 0
    event = MatchCreated(
        number=1,
        at=now,
        edition=f"{game.name}:{named.name}",
        options=_texts(edition, given),
        start=str(state),
        clock=clock,
        begins=begins,
        first=first,
        rated=rated,
        round=round,
        score=score,
    )
    read_event(event_json(event), 1)  # terms out of range are refused as they would be in a file
    return created(event)


def join(match: Match, player: str, now: int) -> Match:
    """A player takes a place."""
    event = PlayerJoined(**_next(match, now), player=player)
    read_event(event_json(event), event.number)
    return fold(match, event)


def start(match: Match, now: int, random: Lot) -> Match:
    """Everybody is there. Who begins is known or drawn; the others follow in the order of joining."""
    seats = match.state.seats
    first = match.create.first if match.create.first is not None else random.randrange(seats)
    return fold(match, MatchStarted(**_next(match, now), seating=tuple((first + seat) % seats for seat in range(seats))))


def begin(edition: str, players: Sequence[str], *, now: int, random: Lot, **terms: Any) -> Match:
    """A match of players who are all there: created, joined and started. The terms are those of `create`."""
    match = create(edition, now=now, random=random, **terms)
    for player in players:
        match = join(match, player, now)
    return start(match, now, random)


# playing


def act(match: Match, seat: int, text: str, now: int, *, lag: int = 0, seen: int | None = None) -> Match:
    """A seat plays. `lag` is the delay of the line, which the clock forgives; `seen` the changes the player knew of."""
    if seen is not None:
        match.check_fresh(seen)
    common = _next(match, now)
    if match.status in ("running", "adjourned") and seat == match.state.to_act:
        text = match.state.action(text)
    return fold(
        match, ActionPlayed(**common, seat=seat, action=text, took=max(0, match.clocks.used(common["at"]) - max(0, lag)))
    )


def offer(match: Match, seat: int, what: OfferType, now: int) -> Match:
    """A seat asks for a draw, a takeback, a rematch, or to abort. Two who ask for the same have agreed."""
    asked = match.offers.of(what)
    if asked and what != "takeback" and seat not in asked.agreed:
        return accept(match, seat, what, now)
    return fold(match, OfferMade(**_next(match, now), seat=seat, what=what, carried=match.needed(what) <= {seat}))


def accept(match: Match, seat: int, what: OfferType, now: int) -> Match:
    """A seat agrees to what was asked for."""
    asked = match.offers.of(what)
    carried = asked is not None and match.needed(what) <= asked.agreed | {seat}
    keep = asked.keep if asked and carried else None
    return fold(match, OfferAccepted(**_next(match, now), seat=seat, what=what, carried=carried, keep=keep))


def decline(match: Match, seat: int, what: OfferType, now: int) -> Match:
    """A seat refuses, or takes its own offer back."""
    return fold(match, OfferDeclined(**_next(match, now), seat=seat, what=what))


def resign(match: Match, seat: int, now: int) -> Match:
    """A seat gives up; among more than two, it leaves and the others play on."""
    return fold(match, PlayerResigned(**_next(match, now), seat=seat))


def leave(match: Match, seat: int, now: int) -> Match:
    """A player goes home; of two, the other one wins."""
    return fold(match, PlayerLeft(**_next(match, now), seat=seat))


# time


def flag(match: Match, now: int) -> Match:
    """The running clock has run out; `MatchError` when it has not."""
    seat = match.ticking if match.ticking is not None else match.state.to_act or 0
    return fold(match, FlagFell(**_next(match, now), seat=seat))


def tick(match: Match, now: int) -> Match:
    """The same match, or the match after the flag when its time has come."""
    deadline = match.deadline
    return match if deadline is None or now < deadline else flag(match, now)


def give_time(match: Match, seat: int, to: int, given: int, now: int) -> Match:
    """A seat gives another one some milliseconds."""
    if given <= 0:
        raise MatchError("bad_time", took=given, most=0)
    return fold(match, TimeGiven(**_next(match, now), seat=seat, to=to, given=given))


def adjourn(match: Match, now: int) -> Match:
    """The host interrupts the match: no action, no flag, until it is resumed."""
    return fold(match, MatchAdjourned(**_next(match, now)))


def resume(match: Match, now: int, grace: int = 0) -> Match:
    """The match goes on. `grace` does not count; after a crash it is the time lost and some more."""
    return fold(match, MatchResumed(**_next(match, now), grace=max(0, grace)))


def rule(match: Match, winner: int | None, reason: str, now: int) -> Match:
    """An arbiter ends the match, for one of the reasons a match can end."""
    event = RulingMade(**_next(match, now), winner=winner, reason=reason)
    read_event(event_json(event), event.number)
    return fold(match, event)


def _next(match: Match, now: int) -> dict[str, int]:
    return {"number": match.number + 1, "at": max(now, match.at)}


def _texts(edition: str, given: Mapping[str, Any]) -> dict[str, str]:
    """The options given, in their one spelling."""
    known = {option.name: option for option in find(edition)[0].options}
    return {name: known[name].format(known[name].value(value)) for name, value in given.items()}
