"""Setting up a table: the terms as somebody asks for them, checked and turned into a match that waits or begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta, Struct
from sqlalchemy import Connection, exists, func, select
from sqlalchemy.exc import IntegrityError

from tablier import match as matches
from tablier.core.options import MAX_VALUE_LENGTH, resolve
from tablier.core.registry import MAX_POSITION_LENGTH, find, from_text, new
from tablier.core.state import State
from tablier.engine import player
from tablier.engine.levels import MAX_LEVEL
from tablier.engine.seat_policy import engine_name
from tablier.match import Clock, Days, Increment, Match
from tablier.match.events import FirstPlayerRule

from ..accounts.service import Account, normalize_name
from ..accounts.tokens import new_match_id
from ..errors import RequestError
from ..settings import Settings
from ..store import schema
from .asks import Name, Nonce
from .live_match import LiveMatch
from .seating import MatchInfo, Participant
from .service import MatchService

OptionText = Annotated[str, Meta(max_length=MAX_VALUE_LENGTH)]


class Seat(Struct, forbid_unknown_fields=True, frozen=True):
    """Who shall sit there: `me`, a `guest` beside me at this device, an `engine` of a level, or it is `open`."""

    who: Literal["me", "guest", "engine", "open"]
    name: Name | None = None
    level: Annotated[int, Meta(ge=1, le=MAX_LEVEL)] | None = None


class ClockTerms(Struct, forbid_unknown_fields=True, frozen=True):
    """`base` and `increment` in milliseconds, or `days` for each turn."""

    base: int | None = None
    increment: int = 0
    days: int | None = None

    def clock(self) -> Clock:
        """The clock of the match."""
        if self.days is not None and self.base is None:
            return Days(self.days)
        if self.base is None or self.days is not None:
            raise RequestError("bad_request", why="clock: either base or days")
        return Increment(self.base, self.increment)


class Setup(Struct, forbid_unknown_fields=True, frozen=True):
    """A game as it could be played."""

    edition: Annotated[str, Meta(max_length=80)]
    options: Annotated[dict[str, OptionText], Meta(max_length=60)] = {}
    start: Annotated[str, Meta(max_length=MAX_POSITION_LENGTH)] | None = None  # a position text, to play on from there

    def state(self) -> State:
        """The position it begins with (drawn anew where chance sets it up)."""
        game, edition = find(self.edition)
        resolve(game.options, edition.values, self.options)  # the start has its own, and those given must exist all the same
        return new(self.edition, **self.options) if self.start is None else from_text(self.start)


class NewMatch(Setup, frozen=True):
    """A table to be opened. Without `seats`, the first is mine and the others are open."""

    seats: Annotated[list[Seat], Meta(max_length=8)] | None = None
    clock: ClockTerms | None = None
    first: Annotated[int, Meta(ge=0, le=7)] | None = None  # which of the seats as listed begins
    first_player_rule: FirstPlayerRule | None = None
    public: bool = False
    chat: bool = True
    nonce: Nonce = None


@dataclass(frozen=True)
class Seating:
    """Who sits down at once, in the order of joining; open seats follow."""

    places: tuple[Participant, ...]
    first: int | None


def seated(asked: NewMatch, state: State, account: Account) -> Seating:
    """The seats as asked for; `RequestError` when they do not fit the game."""
    seats = asked.seats if asked.seats is not None else [Seat("me"), *[Seat("open")] * (state.seats - 1)]
    if len(seats) != state.seats:
        raise RequestError("wrong_seats", seats=state.seats, given=len(seats))
    if not any(seat.who in ("me", "guest") for seat in seats):
        raise RequestError("no_person_seated")
    if any(seat.who == "engine" for seat in seats) and not player.has_player(state):
        raise RequestError("no_engine")
    order = sorted(range(len(seats)), key=lambda number: seats[number].who == "open")
    if asked.first is not None and asked.first >= len(seats):
        raise RequestError("bad_request", why="first: no such seat")
    first = None if asked.first is None else order.index(asked.first)
    return Seating(tuple(_place(seats[number], account) for number in order if seats[number].who != "open"), first)


def _place(seat: Seat, account: Account) -> Participant:
    if seat.who == "engine":
        level = seat.level or 3
        return Participant(normalize_name(seat.name) if seat.name else engine_name(level), level=level)
    return Participant(normalize_name(seat.name) if seat.name else account.name, account_id=account.id)


async def open_table(service: MatchService, settings: Settings, asked: NewMatch, account: Account) -> LiveMatch:
    """Opens a table; the same request again finds the table it opened."""
    seating = seated(asked, asked.state(), account)
    now = service.now()
    match = matches.create(
        asked.edition,
        now=now,
        rng=service.random,
        options=asked.options,
        start=asked.start,
        clock=asked.clock.clock() if asked.clock else None,
        first_player_rule=asked.first_player_rule,
        first=seating.first,
    )
    for place in seating.places:
        match = matches.join(match, place.name, now, level=place.level)
    match = start_when_full(match, now, service)
    table = MatchInfo(new_match_id(), account.id, asked.public, now, seating.places, asked.chat and settings.chat)
    engines = any(place.level for place in seating.places)

    def check(connection: Connection) -> None:
        _check_limits(connection, settings, account, engines=engines)

    try:
        return await service.open(table, match, nonce=asked.nonce, check=check)
    except IntegrityError:
        if asked.nonce is None:
            raise
    query = select(schema.matches.c.id).where(schema.matches.c.owner == account.id, schema.matches.c.nonce == asked.nonce)
    return await service.find(await service.store.read(lambda connection: connection.execute(query).scalar_one()))


def start_when_full(match: Match, now: int, service: MatchService) -> Match:
    """Begins with the last player."""
    full = len(match.joined) == match.state.seats
    return matches.start(match, now, service.random) if full else match


def _check_limits(connection: Connection, settings: Settings, account: Account, *, engines: bool) -> None:
    own = schema.matches.c.owner == account.id, schema.matches.c.status != "over"
    unfinished = connection.scalar(select(func.count()).select_from(schema.matches).where(*own)) or 0
    if unfinished >= settings.max_matches_per_account:
        raise RequestError("too_many_matches", most=settings.max_matches_per_account)
    if engines:
        with_engine = exists().where(
            schema.participants.c.match_id == schema.matches.c.id, schema.participants.c.level.is_not(None)
        )
        count = connection.scalar(select(func.count()).select_from(schema.matches).where(*own, with_engine)) or 0
        if count >= settings.max_engine_matches_per_account:
            raise RequestError("too_many_matches", most=settings.max_engine_matches_per_account)
