"""Bodies of responses, for the OpenAPI schema and for the clients that are generated from it.

Messages that are encoded from raw parts (`matches.encoding`) are described here with the types of these parts.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import MediaType, Response
from litestar.openapi import ResponseSpec
from msgspec import Meta, Struct

from tablier.match.events import AnyEvent, Clock, OfferType

from ..engines.protocol import SearchUpdate
from ..matches.encoding import InfoPart, ViewerPart

Json = dict[str, Any]
PositionView = Annotated[Json, Meta(description="the position as the board of its game draws it, with `legal` actions")]
Timestamp = Annotated[int, Meta(description="milliseconds since the epoch")]

RecordFile = Response[bytes]  # a download: JSON, or text in another format


def json_response(content: Any, status_code: int = 200, headers: dict[str, str] | None = None) -> Response[Any]:
    """Return a JSON response; bytes are JSON already. The handler's return annotation names the type of the body."""
    return Response(content, status_code=status_code, media_type=MediaType.JSON, headers=headers)


class Body(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all bodies: no other fields than those declared. Fields that have a default may be missing."""


class ErrorPart(Body, frozen=True):
    """An error: a stable code, its facts, and a message in the client's language."""

    code: str
    facts: Json
    message: str


class ErrorBody(Body, frozen=True):
    """The body of every response with an error status."""

    error: ErrorPart


CONFLICT = {409: ResponseSpec(ErrorBody, description="Conflict", generate_examples=False)}


class EmptyBody(Body, frozen=True):
    """An empty object."""


# matches


class ResultPart(Body, frozen=True):
    """The result of a match: a winner, a draw, or aborted."""

    reason: str
    winner: int | None = None
    draw: bool = False
    aborted: bool = False
    scores: list[int] | None = None


class LastPly(Body, frozen=True):
    """One of the last actions; `leave N` has no seat."""

    text: str
    seat: int | None


class OfferEntry(Body, frozen=True):
    """An open offer, and the seats that have agreed to it."""

    offer_type: OfferType
    seat: int
    agreed: list[int]


class MatchView(Body, frozen=True):
    """A match as a spectator sees it."""

    state: PositionView
    status: Literal["waiting", "running", "adjourned", "over"]
    seat: int | None
    to_act: int | None
    players: list[str]
    gone: list[int]
    rated: bool
    clock: Clock
    remaining_ms: list[int | None]
    ticking: int | None
    deadline: Timestamp | None
    now: Timestamp
    offers: list[OfferEntry]
    can_abort_alone: bool
    takeback: bool
    result: ResultPart | None
    rematch: bool
    actions: int
    changes: int
    events: int
    last: list[LastPly]
    round: int
    score: list[list[int]]


class MatchBody(Body, frozen=True, tag_field="type", tag="match"):
    """A whole match for one viewer: `matches.encoding.MatchMessage` with the types of its parts."""

    match_id: str
    events: list[AnyEvent]
    view: MatchView
    info: InfoPart
    viewer: ViewerPart | None = None


class PlayBody(MatchBody, frozen=True, tag="match"):
    """The match after an action, with the number of its last event; a stale action is answered with `error` in place of it."""

    number: int | None = None
    repeated: bool | None = None
    error: ErrorPart | None = None


class CommandBody(Body, frozen=True):
    """The result of a command other than `play`. Its fields depend on the command."""

    number: int | None = None  # of the last event
    repeated: bool | None = None
    status: str | None = None  # after `adjourn` and `resume`
    chat: bool | None = None  # after `set_chat`


class StudyBody(MatchBody, frozen=True, tag="match"):
    """A line as a match in which the viewer holds every seat."""

    start: str | None = None
    engine: bool | None = None


class TurnBody(Body, frozen=True):
    """The position after a number of turns, and the action that led to it."""

    turn: int
    text: str
    seat: int | None
    state: PositionView


class TryBody(Body, frozen=True):
    """The canonical form of an action and the position it would lead to."""

    action: str
    state: PositionView


class ChatEntry(Body, frozen=True):
    """A chat message."""

    id: int
    room: Literal["seats", "watchers"]
    account_id: str | None
    name: str
    at: Timestamp
    text: str


class ChatBody(Body, frozen=True):
    """Chat messages, the oldest first."""

    chat: list[ChatEntry]


class AnalysisLine(SearchUpdate, frozen=True):
    """One line of an analysis stream: a complete update, or an error."""

    error: ErrorPart | None = None


# games


class OptionEntry(Body, frozen=True):
    """An option of a game. The fields with defaults depend on `kind`."""

    name: str
    range: str
    setup: bool
    seed: bool
    kind: Literal["yes_no", "number", "choice", "counts", "text"]
    low: int | None = None
    high: int | None = None
    none_text: str | None = None
    choices: list[str] | None = None
    total: int | None = None


class EditionEntry(Body, frozen=True):
    """An edition with its values of the game's options."""

    edition: str
    sides: list[str]
    first_player_rule: str
    seats: int
    engine: bool
    values: dict[str, str]


class GameEntry(Body, frozen=True):
    """A game on the shelf."""

    name: str
    title: str
    author: str
    notation: str
    options: list[OptionEntry]
    formats: list[str]
    editions: list[EditionEntry]


class GamesBody(Body, frozen=True):
    """All games."""

    games: list[GameEntry]


class SetupBody(Body, frozen=True):
    """What a setup leads to. `levels` is 0 without an engine."""

    seats: int
    sides: list[str]
    engine: bool
    levels: int
    state: PositionView


# push notifications


class PushBody(Body, frozen=True):
    """The server's public key (VAPID), and the number of the account's subscribed devices."""

    key: str
    devices: int


class SubscriptionBody(Body, frozen=True):
    """The preferences of a subscribed device."""

    language: str
    all_events: bool


class SubscriptionStatus(Body, frozen=True):
    """Whether a device is subscribed, and to what."""

    subscribed: bool
    all_events: bool


# accounts


class AccountBody(Body, frozen=True):
    """An account as its owner sees it. `muted` has the ids of the accounts that it has muted."""

    id: str
    name: str
    operator: bool
    bot: bool
    muted: list[str]


class BotName(Body, frozen=True):
    """A bot."""

    id: str
    name: str


class SignedOutBody(AccountBody, frozen=True):
    """The account, and its bots whose tokens were revoked."""

    bots: list[BotName]


class BotsBody(Body, frozen=True):
    """The bots of an account."""

    bots: list[AccountBody]


class NewBotBody(AccountBody, frozen=True):
    """A new bot and its token."""

    token: str


class BotTokenBody(Body, frozen=True):
    """The id of a bot and its new token."""

    id: str
    token: str


class LinkBody(Body, frozen=True):
    """A link to sign in on another device."""

    url: str
    kind: Literal["device", "recovery"]


class AddressBody(Body, frozen=True):
    """The address of the server for other devices."""

    address: str


# operators


class PageBody(Body, frozen=True):
    """The base of all pages of rows. `next_offset` is null on the last page."""

    next_offset: int | None


class ReportRow(Body, frozen=True):
    """A report of a chat message. `account_id` and `name` are those of its author."""

    id: int
    at: Timestamp
    reason: str
    closed: bool
    chat_id: int
    text: str
    hidden: bool
    account_id: str | None
    name: str
    match_id: str
    reporter: str | None


class ReportPage(PageBody, frozen=True):
    """Reports, the newest first."""

    reports: list[ReportRow]


class AccountRow(Body, frozen=True):
    """An account. `banned_until` is null for a ban without end; a bot has an owner."""

    id: str
    name: str
    operator: bool
    banned: bool
    banned_until: Timestamp | None
    owner_id: str | None
    deleted: bool
    created_at: Timestamp


class AccountPage(PageBody, frozen=True):
    """Accounts, the newest first."""

    accounts: list[AccountRow]


class OperatorPage(PageBody, frozen=True):
    """The operators."""

    operators: list[AccountRow]


class MatchRow(Body, frozen=True):
    """A match. `players` are the names, separated by commas; `events` is the number of its last event."""

    match_id: str
    edition: str
    status: Literal["waiting", "running", "over"]
    public: bool
    created_at: Timestamp
    owner_id: str | None
    players: str | None
    events: int | None


class MatchPage(PageBody, frozen=True):
    """Matches, the newest first."""

    matches: list[MatchRow]


class AuditRow(Body, frozen=True):
    """An entry of the audit log. `operator_id` is null for the command line."""

    id: int
    at: Timestamp
    operator_id: str | None
    action: str
    target: str
    detail: str


class AuditPage(PageBody, frozen=True):
    """Entries of the audit log, the newest first."""

    audit: list[AuditRow]


class AccountDetails(Body, frozen=True):
    """An account with its bots, its last matches, the last reports about it and the audit log about it."""

    account: AccountRow
    bots: list[AccountRow]
    matches: list[MatchRow]
    reports: list[ReportRow]
    audit: list[AuditRow]


class AddressBanRow(Body, frozen=True):
    """A banned address. `until` is null for a ban without end."""

    network: str
    created_at: Timestamp
    until: Timestamp | None


class AddressBansBody(Body, frozen=True):
    """The banned addresses, the newest first."""

    address_bans: list[AddressBanRow]


class NetworkBody(Body, frozen=True):
    """The network that was banned or unbanned."""

    network: str


class RulingBody(Body, frozen=True):
    """The number of the event that ended a match."""

    number: int


class StateBody(Body, frozen=True):
    """Figures about the running server. `matches` counts by status."""

    started_at: Timestamp
    matches: dict[str, int]
    sockets: int
    clocks: int
    studies: int
