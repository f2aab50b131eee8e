"""Commands: requests to a match as data, and pure functions that apply them.

All functions return the next match or raise a `RulesError`. `now` is in milliseconds since the epoch; an earlier time than that
of the last event counts as that time. The new events are `after.events_since(before.number)`.

>>> from random import Random
>>> match = begin("mixtour:stein", ("Ada", "Bo"), now=0, rng=Random(1), first=0)
>>> match = apply(match, PlayAction("c3"), seat=0, now=1_500)
>>> match = apply(match, MakeOffer("takeback"), seat=0, now=2_000)
>>> match = apply(match, AcceptOffer("takeback"), seat=1, now=3_000)
>>> apply(match, Resign(), seat=0, now=4_000).result.json()
{'winner': 1, 'reason': 'resigned'}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Protocol

from msgspec import Meta, Struct

from ..core.registry import find, from_text, new
from ..core.state import MAX_ACTION_LENGTH
from ..formats.transcript import RULING
from .errors import MatchError
from .events import (
    MAX_NAME_LENGTH,
    MAX_SEATS,
    ActionPlayed,
    Clock,
    FirstPlayerRule,
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
    validate_event,
)
from .fold import fold, open_match
from .match import Match

SEED_LIMIT = 2**53  # seeds are integers that JSON represents exactly
RESUME_GRACE_MS = 3000  # time to get ready after an adjournment
MAX_INTERRUPTIONS = 500  # time gifts and adjournments of one match; each of them could be repeated without end
MAX_CHAT_LENGTH = 500
MAX_NONCE_LENGTH = 64

ActionText = Annotated[
    str, Meta(min_length=1, max_length=MAX_ACTION_LENGTH, description="one whole turn, in the notation of the game")
]
SeatNumber = Annotated[int, Meta(ge=0, le=MAX_SEATS - 1)]
Nonce = Annotated[str, Meta(min_length=1, max_length=MAX_NONCE_LENGTH, description="makes repeating the command harmless")]
PlayerName = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
ChatText = Annotated[str, Meta(min_length=1, max_length=MAX_CHAT_LENGTH)]
ChatRoom = Literal["seats", "watchers"]


class BaseCommand(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A command of a client. Unknown fields are an error."""


class PlayAction(BaseCommand, frozen=True, tag="play"):
    """Play a turn. `changes_seen` is the view's `changes`; if the position has changed since, nothing is played."""

    action: ActionText
    seat: SeatNumber | None = None
    changes_seen: Annotated[int, Meta(ge=0)] | None = None
    nonce: Nonce | None = None


class MakeOffer(BaseCommand, frozen=True, tag="offer"):
    """Offer a draw, a takeback, a rematch, or to abort."""

    offer_type: OfferType
    seat: SeatNumber | None = None
    nonce: Nonce | None = None


class AcceptOffer(BaseCommand, frozen=True, tag="accept"):
    """Accept an offer. It takes effect once every required seat has accepted."""

    offer_type: OfferType
    seat: SeatNumber | None = None
    nonce: Nonce | None = None


class DeclineOffer(BaseCommand, frozen=True, tag="decline"):
    """Decline an offer, or withdraw one's own."""

    offer_type: OfferType
    seat: SeatNumber | None = None
    nonce: Nonce | None = None


class Resign(BaseCommand, frozen=True, tag="resign"):
    """Resign; with more than two seats, leave."""

    seat: SeatNumber | None = None
    nonce: Nonce | None = None


class Leave(BaseCommand, frozen=True, tag="leave"):
    """Leave the match; with two seats, the other one wins."""

    seat: SeatNumber | None = None
    nonce: Nonce | None = None


class GiveTime(BaseCommand, frozen=True, tag="give_time"):
    """Give another seat time."""

    to: SeatNumber
    time_ms: Annotated[int, Meta(gt=0, le=2**40)]  # far above MAX_TIME_LEFT, which `fold` applies
    seat: SeatNumber | None = None
    nonce: Nonce | None = None


class Adjourn(BaseCommand, frozen=True, tag="adjourn"):
    """Adjourn the match. With `agree` false, withdraw one's own request, or decline those of others."""

    agree: bool = True


class Resume(BaseCommand, frozen=True, tag="resume"):
    """Resume an adjourned match. With `agree` false, withdraw one's own request, or decline those of others."""

    agree: bool = True


class Join(BaseCommand, frozen=True, tag="join"):
    """Take an open seat. The match starts when the last seat is taken."""

    name: PlayerName | None = None
    nonce: Nonce | None = None


# Requests that add no event. `apply` does not accept them.


class TryAction(BaseCommand, frozen=True, tag="try"):
    """Show the position that an action would lead to. Nothing is played."""

    action: ActionText


class ShowTurn(BaseCommand, frozen=True, tag="show_turn"):
    """Show the position after a number of turns."""

    turn: Annotated[int, Meta(ge=0, le=100_000)]  # more than any match has


class SendChat(BaseCommand, frozen=True, tag="chat"):
    """Write a chat message to the seats or to the watchers."""

    text: ChatText
    room: ChatRoom = "seats"


class SetChat(BaseCommand, frozen=True, tag="set_chat"):
    """Switch the chat of the match on or off, for both rooms."""

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
            return play_action(match, seat, command.action, now, lag_ms=lag_ms, changes_seen=command.changes_seen)
        case MakeOffer():
            return make_offer(match, seat, command.offer_type, now)
        case AcceptOffer():
            return accept_offer(match, seat, command.offer_type, now)
        case DeclineOffer():
            return decline_offer(match, seat, command.offer_type, now)
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


class RandomSource(Protocol):
    """A random generator, such as `random.Random` or `random.SystemRandom`."""

    def randrange(self, stop: int, /) -> int:
        """Return a random integer from 0 to `stop` - 1."""


# before the start


def create(
    edition: str,
    *,
    now: int,
    rng: RandomSource,
    options: Mapping[str, Any] | None = None,
    start: str | None = None,
    clock: Clock = None,
    first_player_rule: FirstPlayerRule | None = None,
    first: int | None = None,
    rated: bool = False,
    round: int = 1,  # noqa: A002 - the name of the event's field
    score: tuple[tuple[int, int], ...] = (),
) -> Match:
    """Return a match that waits for its players.

    `first` is the first player in the order of joining, as chosen by the creator. Otherwise `first_player_rule` or the
    edition's rule applies, which for the first match of a series means a random draw.
    """
    game, edition_ = find(edition)
    values = dict(options or {})
    if start is None:
        for option in game.seed_options:
            if values.get(option.name) is None:
                values[option.name] = rng.randrange(SEED_LIMIT)
        state = new(edition, **values)
    else:
        state = from_text(start)
    if first_player_rule is None:
        first_player_rule = edition_.first_player_rule if first is None else "choice"
    if first_player_rule == "choice" and first is None:
        first = 0
    known = {option.name: option for option in game.options}
    event = MatchCreated(
        number=1,
        at=now,
        edition=f"{game.name}:{edition_.name}",
        options={name: known[name].format(known[name].validate(value)) for name, value in values.items()},
        start=str(state),
        clock=clock,
        first_player_rule=first_player_rule,
        first=first,
        rated=rated,
        round=round,
        score=score,
    )
    return open_match(validate_event(event))


def join(match: Match, player: str, now: int, *, level: int | None = None) -> Match:
    """Add a player; `level` makes it an engine."""
    return fold(match, validate_event(PlayerJoined(**_event_fields(match, now), player=player, level=level)))


def start(match: Match, now: int, rng: RandomSource) -> Match:
    """Start a match that all players have joined. The first player is known or drawn; the others follow in order."""
    seats = match.state.seats
    first = match.terms.first if match.terms.first is not None else rng.randrange(seats)
    seating = tuple((first + seat) % seats for seat in range(seats))
    return fold(match, MatchStarted(**_event_fields(match, now), seating=seating))


def begin(
    edition: str,
    players: Sequence[str],
    *,
    now: int,
    rng: RandomSource,
    levels: Sequence[int | None] | None = None,
    **terms: Any,
) -> Match:
    """Create a match, let all players join and start it. `levels` are those of engines, `terms` those of `create`."""
    match = create(edition, now=now, rng=rng, **terms)
    for player, level in zip(players, levels or [None] * len(players), strict=True):
        match = join(match, player, now, level=level)
    return start(match, now, rng)


# playing


def play_action(match: Match, seat: int, text: str, now: int, *, lag_ms: int = 0, changes_seen: int | None = None) -> Match:
    """Play an action. `lag_ms` is not counted by the clock; `changes_seen` raises `MatchError("stale")` if outdated."""
    if changes_seen is not None:
        match.check_fresh(changes_seen)
    common = _event_fields(match, now)
    if match.status in ("running", "adjourned") and seat == match.state.to_act:  # otherwise `fold` raises the error
        text = match.state.action(text)
    elapsed_ms = max(0, match.clocks.elapsed(common["at"]) - max(0, lag_ms))
    return fold(match, ActionPlayed(**common, seat=seat, action=text, elapsed_ms=elapsed_ms))


def make_offer(match: Match, seat: int, offer_type: OfferType, now: int) -> Match:
    """Make an offer. If the same offer of another seat is pending, accept it instead, except for a takeback."""
    pending = match.offers.of(offer_type)
    if pending and offer_type != "takeback" and seat not in pending.agreed:
        return accept_offer(match, seat, offer_type, now)
    accepted = match.required_seats(offer_type) <= {seat}
    return fold(match, OfferMade(**_event_fields(match, now), seat=seat, offer_type=offer_type, accepted=accepted))


def accept_offer(match: Match, seat: int, offer_type: OfferType, now: int) -> Match:
    """Agree to a pending offer."""
    pending = match.offers.of(offer_type)
    accepted = pending is not None and match.required_seats(offer_type) <= pending.agreed | {seat}
    plies_kept = pending.plies_kept if pending and accepted else None
    return fold(
        match,
        OfferAccepted(**_event_fields(match, now), seat=seat, offer_type=offer_type, accepted=accepted, plies_kept=plies_kept),
    )


def decline_offer(match: Match, seat: int, offer_type: OfferType, now: int) -> Match:
    """Decline a pending offer, or withdraw one's own."""
    return fold(match, OfferDeclined(**_event_fields(match, now), seat=seat, offer_type=offer_type))


def resign(match: Match, seat: int, now: int) -> Match:
    """Resign; with more than two seats, leave."""
    return fold(match, PlayerResigned(**_event_fields(match, now), seat=seat))


def leave(match: Match, seat: int, now: int) -> Match:
    """Leave the match; with two seats, the other one wins."""
    return fold(match, PlayerLeft(**_event_fields(match, now), seat=seat))


def rule(match: Match, winner: int | None, now: int) -> Match:
    """End the match by a decision of the operator; `winner` None is a draw. Raises `MatchError` unless it runs."""
    return fold(match, RulingMade(**_event_fields(match, now), winner=winner, reason=RULING, aborted=False))


def abort(match: Match, now: int) -> Match:
    """End the match without a result, by a decision of the operator. It may still wait for players."""
    return fold(match, RulingMade(**_event_fields(match, now), winner=None, reason=RULING, aborted=True))


# time


def flag(match: Match, now: int) -> Match:
    """Flag the seat whose time has run out: it loses or, with more than two seats, leaves.

    Raises `MatchError` if it has time left or no clock runs.
    """
    seat = match.ticking if match.ticking is not None else match.state.to_act or 0
    return fold(match, FlagFell(**_event_fields(match, now), seat=seat))


def give_time(match: Match, seat: int, to: int, time_ms: int, now: int) -> Match:
    """Give time to another seat. Raises `MatchError("too_many_interruptions")` after `MAX_INTERRUPTIONS`."""
    _check_interruptions(match)
    if time_ms <= 0:
        raise MatchError("bad_time", elapsed_ms=time_ms, most=0)
    return fold(match, TimeGiven(**_event_fields(match, now), seat=seat, to=to, time_ms=time_ms))


def adjourn(match: Match, now: int) -> Match:
    """Adjourn the match: no actions and no flags until it is resumed.

    Raises `MatchError("too_many_interruptions")` after `MAX_INTERRUPTIONS`.
    """
    _check_interruptions(match)
    return fold(match, MatchAdjourned(**_event_fields(match, now)))


def resume(match: Match, now: int, grace_ms: int = 0) -> Match:
    """Resume the match. The clock leaves out `grace_ms`, which after a crash includes the downtime."""
    return fold(match, MatchResumed(**_event_fields(match, now), grace_ms=max(0, grace_ms)))


def _check_interruptions(match: Match) -> None:
    """Limit time gifts and adjournments here and not in `fold`: stored matches with more of them stay readable."""
    if match.number > MAX_INTERRUPTIONS:  # a shorter match cannot have that many
        interruptions = sum(isinstance(event, (TimeGiven, MatchAdjourned)) for event in match.events.items())
        if interruptions >= MAX_INTERRUPTIONS:
            raise MatchError("too_many_interruptions", most=MAX_INTERRUPTIONS)


def _event_fields(match: Match, now: int) -> dict[str, int]:
    """Return number and time of the next event."""
    return {"number": match.number + 1, "at": max(now, match.at)}
