"""Creation of matches: the terms of a request, validated and turned into a match that waits or runs."""

from __future__ import annotations

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
from tablier.match.commands import Nonce, PlayerName
from tablier.match.events import FirstPlayerRule

from ..accounts.service import Account, normalize_name
from ..accounts.tokens import new_match_id
from ..errors import RequestError
from ..settings import Settings
from ..store import schema
from .live_match import LiveMatch
from .seating import MatchInfo, Participant
from .service import MatchService

DEFAULT_LEVEL = 3  # of an engine
OptionText = Annotated[str, Meta(max_length=MAX_VALUE_LENGTH)]


class SeatSetup(Struct, forbid_unknown_fields=True, frozen=True):
    """Who takes a seat.

    `me` is the creator, `guest` a further player on the creator's device and account, `open` the first account that joins.
    """

    who: Literal["me", "guest", "engine", "open"]
    name: PlayerName | None = None
    level: Annotated[int, Meta(ge=1, le=MAX_LEVEL)] | None = None


class ClockTerms(Struct, forbid_unknown_fields=True, frozen=True):
    """Either `base_ms` with `increment_ms`, or `days` per turn."""

    base_ms: int | None = None
    increment_ms: int = 0
    days: int | None = None

    def clock(self) -> Clock:
        """Return the clock of the match."""
        if self.days is not None and self.base_ms is None:
            return Days(self.days)
        if self.base_ms is None or self.days is not None:
            raise RequestError("bad_request", why="clock: either base_ms or days")
        return Increment(self.base_ms, self.increment_ms)


class Setup(Struct, forbid_unknown_fields=True, frozen=True):
    """An edition with options, or a position to start from."""

    edition: Annotated[str, Meta(max_length=80)]
    options: Annotated[dict[str, OptionText], Meta(max_length=60)] = {}
    start: Annotated[str, Meta(max_length=MAX_POSITION_LENGTH)] | None = None  # position text

    def state(self) -> State:
        """Return the starting position. A random setup is drawn again at each call."""
        game, edition = find(self.edition)
        resolve(game.options, edition.values, self.options)  # options must exist, even if `start` determines them
        return new(self.edition, **self.options) if self.start is None else from_text(self.start)


class NewMatch(Setup, frozen=True):
    """The terms of a new match. Without `seats`, the first seat is the creator's and the others are open."""

    seats: Annotated[list[SeatSetup], Meta(max_length=8)] | None = None
    clock: ClockTerms | None = None
    first: Annotated[int, Meta(ge=0, le=7)] | None = None  # index into `seats` of the first player
    first_player_rule: FirstPlayerRule | None = None
    public: bool = False
    chat: bool = True
    nonce: Nonce | None = None


async def create_match(service: MatchService, settings: Settings, terms: NewMatch, account: Account) -> LiveMatch:
    """Create a match. A repeated request with the same nonce returns the match it created before."""
    participants, first = _seat_participants(terms, terms.state(), account)
    now = service.now()
    match = matches.create(
        terms.edition,
        now=now,
        rng=service.rng,
        options=terms.options,
        start=terms.start,
        clock=terms.clock.clock() if terms.clock else None,
        first_player_rule=terms.first_player_rule,
        first=first,
    )
    for participant in participants:
        match = matches.join(match, participant.name, now, level=participant.level)
    match = start_if_full(match, now, service)
    info = MatchInfo(new_match_id(), account.id, terms.public, now, participants, terms.chat and settings.chat)

    def check(connection: Connection) -> None:
        _check_limits(connection, settings, account, with_engine=info.has_engine())

    try:
        return await service.create(info, match, nonce=terms.nonce, check=check)
    except IntegrityError:
        if terms.nonce is None:
            raise
    query = select(schema.matches.c.id).where(schema.matches.c.owner_id == account.id, schema.matches.c.nonce == terms.nonce)
    return await service.find(await service.store.read(lambda connection: connection.execute(query).scalar_one()))


def start_if_full(match: Match, now: int, service: MatchService) -> Match:
    """Start a match once all its players have joined."""
    return matches.start(match, now, service.rng) if len(match.joined) == match.state.seats else match


def _seat_participants(terms: NewMatch, state: State, account: Account) -> tuple[tuple[Participant, ...], int | None]:
    """Return the participants in the order of joining, and the index of the first player in that order.

    Open seats come last. Raises `RequestError` if the seats do not fit the game.
    """
    seats = terms.seats if terms.seats is not None else [SeatSetup("me"), *[SeatSetup("open")] * (state.seats - 1)]
    if len(seats) != state.seats:
        raise RequestError("wrong_seats", seats=state.seats, given=len(seats))
    if not any(seat.who in ("me", "guest") for seat in seats):
        raise RequestError("no_person_seated")
    if any(seat.who == "engine" for seat in seats) and not player.has_player(state):
        raise RequestError("no_engine")
    order = sorted(range(len(seats)), key=lambda index: seats[index].who == "open")
    if terms.first is not None and terms.first >= len(seats):
        raise RequestError("bad_request", why="first: no such seat")
    first = None if terms.first is None else order.index(terms.first)
    return tuple(_participant(seats[index], account) for index in order if seats[index].who != "open"), first


def _participant(seat: SeatSetup, account: Account) -> Participant:
    name = normalize_name(seat.name) if seat.name else None
    if seat.who == "engine":
        level = seat.level or DEFAULT_LEVEL
        return Participant(name or engine_name(level), level=level)
    return Participant(name or account.name, account_id=account.id)


def _check_limits(connection: Connection, settings: Settings, account: Account, *, with_engine: bool) -> None:
    """Raise `RequestError("too_many_matches")` if the account has too many unfinished matches."""
    unfinished = select(func.count()).select_from(schema.matches)
    unfinished = unfinished.where(schema.matches.c.owner_id == account.id, schema.matches.c.status != "over")
    if (connection.scalar(unfinished) or 0) >= settings.max_matches_per_account:
        raise RequestError("too_many_matches", most=settings.max_matches_per_account)
    if with_engine:
        against_engine = exists().where(
            schema.participants.c.match_id == schema.matches.c.id, schema.participants.c.level.is_not(None)
        )
        if (connection.scalar(unfinished.where(against_engine)) or 0) >= settings.max_engine_matches_per_account:
            raise RequestError("too_many_matches", most=settings.max_engine_matches_per_account)
