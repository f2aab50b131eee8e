"""Bodies of responses, for the OpenAPI schema and for the clients that are generated from it.

Messages that are encoded from raw parts (`matches.encoding`) are described here with the types of these parts.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import MediaType, Response
from litestar.openapi import ResponseSpec
from msgspec import Meta, Struct

from tablier.engine.analysis import Proof
from tablier.match.events import AnyEvent, Clock, OfferType
from tablier.match.match import Status

from ..matches.encoding import InfoPart, ViewerPart

Json = dict[str, Any]
Timestamp = Annotated[int, Meta(description="milliseconds since the epoch")]

EVENT_STREAM = "text/event-stream"
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


def describe_response(body: Any, description: str = "") -> ResponseSpec:
    """Describe the body of one status for the `responses` of a handler: a type, a union, or None for no body."""
    return ResponseSpec(body, description=description, generate_examples=False)


NOT_MODIFIED = {304: describe_response(None)}
CONFLICT = {409: describe_response(ErrorBody)}
PUSH_SERVICE_FAILED = {502: describe_response(ErrorBody)}


class EmptyBody(Body, frozen=True):
    """An empty object."""


# positions


class OutcomePart(Body, frozen=True):
    """The result of a game by its rules. `winner` is null for a draw; `scores` is null in games without scores."""

    winner: int | None
    reason: str
    scores: list[int] | None


class PositionView(Body, frozen=True):
    """A position as the board of its game draws it. The board defines `position` and `scene`."""

    edition: str
    options: Json
    seats: int
    sides: list[int]
    turn: int
    to_act: int | None
    outcome: OutcomePart | None
    position: Any
    scene: Any
    legal: list[str]


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
    status: Status
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


class PlayBody(MatchBody, frozen=True, kw_only=True, tag="match"):
    """The match after an action, with the number of its last event. `repeated`: the nonce was known."""

    number: int
    repeated: bool


class StaleBody(MatchBody, frozen=True, kw_only=True, tag="match"):
    """The current match without events, because an action was for an earlier position (code `stale`)."""

    error: ErrorPart


STALE = {409: describe_response(ErrorBody | StaleBody)}


class ReceiptBody(Body, frozen=True):
    """The number of the last event of a command. `repeated`: the nonce was known."""

    number: int
    repeated: bool


class StatusBody(Body, frozen=True):
    """The status of the match after `adjourn` or `resume`."""

    status: Status


class ChatSettingBody(Body, frozen=True):
    """The setting of the chat after `set_chat`."""

    chat: bool


class StudyBody(MatchBody, frozen=True, kw_only=True, tag="match"):
    """A line as a match in which the viewer holds every seat. `engine` says whether an engine can analyse it."""

    start: str
    engine: bool


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


class AnalysisUpdate(Body, frozen=True):
    """One line of an analysis stream: `engines.protocol.SearchUpdate`. The last one has `done`."""

    candidates: list[tuple[str, float, Proof | None, int]]
    pv: list[str]
    nodes: int
    depth: int
    elapsed_s: float
    done: bool


ANALYSIS_STREAM = {200: describe_response(AnalysisUpdate | ErrorBody, "One JSON object per line; an error is the last one")}


# messages of an event stream


class MessageBody(Body, frozen=True, tag_field="type"):
    """The base of all messages about a match after the first one."""

    match_id: str


class UpdateBody(MessageBody, frozen=True, tag="update"):
    """New events and the view after them: `matches.encoding.UpdateMessage` with the types of its parts."""

    events: list[AnyEvent]
    view: MatchView
    viewer: ViewerPart | None = None


class InfoBody(MessageBody, frozen=True, tag="info"):
    """The metadata after a change of seats, presence, chat setting or rematch."""

    info: InfoPart


class NewChatBody(MessageBody, frozen=True, tag="chat"):
    """A new chat message."""

    chat: ChatEntry


class HiddenChatBody(MessageBody, frozen=True, tag="chat_hidden"):
    """A chat message that clients remove."""

    chat_id: int


class PauseRequestsPart(Body, frozen=True):
    """The accounts that have requested to adjourn or to resume."""

    adjourn: list[str] = []
    resume: list[str] = []


class PauseRequestsBody(MessageBody, frozen=True, tag="pause_requests"):
    """All requests to adjourn or to resume."""

    pause_requests: PauseRequestsPart


class NoticeBody(MessageBody, frozen=True, tag="notice"):
    """The engine has failed; its turn will be tried again."""

    code: Literal["engine_failed"]


class EngineQueueBody(MessageBody, frozen=True, tag="engine_queue"):
    """The engine to act waits for a free worker. Position 0: its search has started."""

    position: int
    expected_wait_s: int


MATCH_EVENTS = {
    200: describe_response(
        MatchBody | UpdateBody | InfoBody | NewChatBody | HiddenChatBody | PauseRequestsBody | NoticeBody | EngineQueueBody,
        "Server-sent events. The first one is `match` with the match message; the others are `update` with any other message",
    )
}


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


class BoardEntry(Body, frozen=True):
    """The addresses of the script and the style sheet of a board."""

    script: str
    style: str | None


class GameEntry(Body, frozen=True):
    """A game on the shelf."""

    name: str
    title: str
    author: str
    notation: str
    options: list[OptionEntry]
    formats: list[str]
    board: BoardEntry | None
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


class ExportedMatch(Body, frozen=True):
    """A match with its events as they are stored."""

    match_id: str
    events: list[Json]


class ExportBody(Body, frozen=True):
    """All stored data about an account: rows of the tables without tokens and encryption keys."""

    format: Literal["tablier-account"]
    version: Literal[2]
    account: list[Json]
    bots: list[Json]
    muted: list[str]
    devices: list[Json]
    chat: list[Json]
    reports: list[Json]
    matches: list[ExportedMatch]


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
    reason: str


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
