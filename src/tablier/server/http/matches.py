"""Matches over HTTP: the commands of the socket, one request at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any

from litestar import Controller, MediaType, Response, get, post
from litestar.params import Parameter
from litestar.response import Stream
from msgspec import Meta, Struct

from tablier.core.i18n import use_language
from tablier.match import Match, MatchError
from tablier.match.commands import MAX_CHAT_LENGTH, MatchCommand, PlayAction, SendChat, SetChat, TryAction
from tablier.records import formats

from ..accounts.service import Account
from ..context import AppContext
from ..error_response import error_json
from ..errors import RequestError
from ..matches import chat
from ..matches.creation import NewMatch, create_match
from ..matches.handlers import execute, show_turn, try_action
from ..matches.live_match import LiveMatch
from ..matches.lobby import ListedMatch, ListKind
from .dependencies import AnyRequest
from .request_info import client_address, request_language
from .responses import (
    ChatBody,
    ChatEntry,
    ChatSettingBody,
    EmptyBody,
    MatchBody,
    PlayBody,
    ReceiptBody,
    RecordFile,
    StatusBody,
    TryBody,
    TurnBody,
    json_response,
)
from .sse import EventQueue, encode_event

MatchId = Annotated[str, Parameter(max_length=40, description="the last part of the address of a match")]
Turn = Annotated[int, Parameter(ge=0, le=2**31, description="a number of turns")]
EVENT_STREAM = "text/event-stream"
Since = Annotated[int, Parameter(ge=0, le=2**31, description="the number of the last event you have")]


class MatchList(Struct, frozen=True, forbid_unknown_fields=True):
    """A list of matches."""

    matches: list[ListedMatch]


class ChatReport(Struct, forbid_unknown_fields=True, frozen=True):
    """A chat message to report to the operator, with the reason."""

    chat_id: Annotated[int, Meta(ge=0, le=2**53)]
    reason: Annotated[str, Meta(max_length=MAX_CHAT_LENGTH)] = ""


async def record_response(context: AppContext, match: Match, format_name: str, file_stem: str) -> RecordFile:
    """Return a match as a file download."""
    format_ = formats.find(format_name)
    data = await context.matches.records.write(match, format_)
    file_name = f"{match.terms.edition.replace(':', '-')}-{file_stem}{format_.suffixes[0]}"
    media_type = MediaType.JSON if format_.name == "json" else MediaType.TEXT
    headers = {"content-disposition": f'attachment; filename="{file_name}"'}
    return Response(data, media_type=media_type, headers=headers)


async def _find(context: AppContext, request: AnyRequest, match_id: str) -> LiveMatch:
    """Find a match. Errors of the request are then explained in the terms of its game."""
    live = await context.matches.find(match_id)
    request.state.edition = live.match.terms.edition
    return live


class Matches(Controller):
    """Creating, joining, playing and watching matches."""

    path = "/api/matches"
    tags = ("matches",)

    @post(summary="Create a match", status_code=201)
    async def create(self, context: AppContext, request: AnyRequest, account: Account, data: NewMatch) -> Response[MatchBody]:
        """Create a match. It starts at once if no seat is open. Returns the match message."""
        if any(seat.who == "engine" for seat in data.seats or ()):
            context.opponents.check_capacity()
        with use_language(request_language(request.scope)):
            live = await create_match(context.matches, context.settings, data, account)
        body = live.encode_for(account, now=context.matches.now(), since=0)
        return json_response(body, 201)

    @get(summary="List matches")
    async def list_matches(
        self,
        context: AppContext,
        visitor: Account | None,
        kind: ListKind = "open",
        game: Annotated[str, Parameter(max_length=40)] = "",
    ) -> MatchList:
        """`open`: public, with open seats; `live`: public, running; `mine`: yours, unfinished; `past`: yours, finished.

        At most 100, the newest first. Public lists may be one second old.
        """
        match kind:
            case "open" | "live":
                return MatchList(await context.lobby.list_public(kind, game))
            case "mine" | "past":
                return MatchList(await context.lobby.list_own(kind, visitor, game))

    @get("/{match_id:str}", summary="Get a match")
    async def show(
        self, context: AppContext, visitor: Account | None, match_id: MatchId, since: Since = 0
    ) -> Response[MatchBody]:
        """Return the match message with the events after number `since`."""
        live = await context.matches.find(match_id)
        return json_response(live.encode_for(visitor, now=context.matches.now(), since=since))

    @get("/{match_id:str}/turns/{turn:int}", summary="Get the position after a number of turns")
    async def show_turn(self, context: AppContext, match_id: MatchId, turn: Turn) -> Response[TurnBody]:
        """Return the position after a number of turns, with the last action."""
        return json_response(show_turn((await context.matches.find(match_id)).match, turn))

    @get("/{match_id:str}/record", summary="Download the match as a file")
    async def record(
        self,
        context: AppContext,
        match_id: MatchId,
        format_name: Annotated[str, Parameter(query="format", max_length=20)] = "json",
    ) -> RecordFile:
        """Return the JSON record, or another format that can represent the game."""
        live = await context.matches.find(match_id)
        return await record_response(context, live.match, format_name, match_id)

    @get("/{match_id:str}/chat", summary="Get the chat messages you may read")
    async def chat_history(self, context: AppContext, visitor: Account | None, match_id: MatchId) -> Response[ChatBody]:
        """Return the last chat messages, the oldest first."""
        return json_response({"chat": await chat.history(context.matches, await context.matches.find(match_id), visitor)})

    @get("/{match_id:str}/events", summary="Follow a match as server-sent events", media_type=EVENT_STREAM)
    async def follow(
        self, context: AppContext, request: AnyRequest, visitor: Account | None, match_id: MatchId, since: Since = 0
    ) -> Stream:
        """Send the match message first, then every message that the socket would send."""
        live = await context.matches.find(match_id)
        address = client_address(request.scope, context.settings)
        with context.acquire_place(visitor, address):
            pass  # only checked: a response that never starts would never give its place back

        async def messages() -> AsyncIterator[bytes]:
            with suppress(RequestError), context.acquire_place(visitor, address):
                queue = EventQueue(visitor)
                context.streams.add(queue)
                live.add(queue)
                try:
                    if visitor and (current := await context.accounts.find(visitor.id)):  # it may have changed meanwhile
                        current.check_allowed(context.matches.now())
                        if not current.has_credentials_of(visitor):
                            return
                    yield encode_event("match", live.encode_for(visitor, now=context.matches.now(), since=since))
                    async for event in queue:
                        yield event
                finally:
                    live.remove(queue)
                    context.streams.discard(queue)

        return Stream(messages(), media_type=EVENT_STREAM, headers={"cache-control": "no-cache", "x-accel-buffering": "no"})

    @post("/{match_id:str}/commands", summary="Execute a command", status_code=200)
    async def command(
        self,
        context: AppContext,
        request: AnyRequest,
        account: Account,
        match_id: MatchId,
        data: MatchCommand | SendChat | SetChat,
    ) -> Response[PlayBody | ReceiptBody | StatusBody | ChatSettingBody | ChatEntry]:
        """Execute one command, as over the socket.

        `play` returns the match message with the new events; a stale one returns status 409 and the match message with `error`.
        The other commands return their result.
        """
        context.limit_command(data, account.id)
        live = await _find(context, request, match_id)
        if isinstance(data, PlayAction):
            return await _play(context, request, account, live, data)
        return json_response(await execute(context.matches, live, account, data))

    @post("/{match_id:str}/try", summary="Try an action", status_code=200)
    async def try_action(
        self, context: AppContext, request: AnyRequest, visitor: Account | None, match_id: MatchId, data: TryAction
    ) -> Response[TryBody]:
        """Return the position that an action would lead to, or the error. Nothing is played."""
        context.limit_command(data, visitor.id if visitor else client_address(request.scope, context.settings))
        return json_response(try_action((await _find(context, request, match_id)).match, data.action))

    @post("/{match_id:str}/report", summary="Report a chat message to the operator", status_code=202)
    async def report(self, context: AppContext, account: Account, match_id: MatchId, data: ChatReport) -> EmptyBody:
        """The operator can hide the message and ban its author."""
        context.reports.take(account.id)
        await chat.report(context.matches, await context.matches.find(match_id), account, data.chat_id, data.reason)
        return EmptyBody()


async def _play(
    context: AppContext, request: AnyRequest, account: Account, live: LiveMatch, command: PlayAction
) -> Response[Any]:
    try:
        result = await execute(context.matches, live, account, command)
    except MatchError as error:
        if error.code != "stale":
            raise
        body = live.encode_for(account, now=context.matches.now(), error=error_json(error, request_language(request.scope)))
        return json_response(body, 409)
    body = live.encode_for(account, now=context.matches.now(), since=result["number"] - 1, **result)
    return json_response(body)
