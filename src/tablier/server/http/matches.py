"""Matches over HTTP: the commands of the socket, one request at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from litestar import Controller, MediaType, Response, get, post
from litestar.params import Parameter
from litestar.response import ServerSentEvent, ServerSentEventMessage
from msgspec import Meta, Struct

from tablier.core.i18n import use_language
from tablier.match import Match, MatchError
from tablier.match.commands import MAX_CHAT_LENGTH, MatchCommand, PlayAction, SendChat, SetChat, TryAction
from tablier.records import formats
from tablier.records.record import Record

from ..accounts.service import Account
from ..context import AppContext
from ..error_response import error_json
from ..matches import chat
from ..matches.creation import NewMatch, create_match
from ..matches.handlers import execute, show_turn, try_action
from ..matches.live_match import LiveMatch
from ..matches.lobby import ListKind, list_matches
from .dependencies import AnyRequest
from .request_info import request_language
from .sse import EventQueue

MatchId = Annotated[str, Parameter(max_length=40, description="the last part of the address of a match")]
Since = Annotated[int, Parameter(ge=0, le=2**31, description="the number of the last event you have")]


class ChatReport(Struct, forbid_unknown_fields=True, frozen=True):
    """A chat message to report to the operator, with the reason."""

    chat_id: Annotated[int, Meta(ge=0, le=2**53)]
    reason: Annotated[str, Meta(max_length=MAX_CHAT_LENGTH)] = ""


def record_response(match: Match, format_name: str, file_stem: str) -> Response[Any]:
    """Return a match as a file download."""
    record = Record.from_match(match)
    format_ = formats.find(format_name)
    text = record.to_json() if format_.name == "json" else format_.write(record.transcript())
    file_name = f"{record.terms.edition.replace(':', '-')}-{file_stem}{format_.suffixes[0]}"
    media_type = MediaType.JSON if format_.name == "json" else MediaType.TEXT
    headers = {"content-disposition": f'attachment; filename="{file_name}"'}
    return Response(text.encode(), media_type=media_type, headers=headers)


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
    async def create(self, context: AppContext, request: AnyRequest, account: Account, data: NewMatch) -> Response[Any]:
        """Create a match. It starts at once if no seat is open. Returns the match message."""
        with use_language(request_language(request.scope)):
            live = await create_match(context.matches, context.settings, data, account)
        body = live.encode_for(account, now=context.matches.now(), since=0)
        return Response(body, media_type=MediaType.JSON, status_code=201)

    @get(summary="List matches")
    async def list_matches(
        self,
        context: AppContext,
        visitor: Account | None,
        kind: ListKind = "open",
        game: Annotated[str, Parameter(max_length=40)] = "",
    ) -> dict[str, Any]:
        """Public matches with open seats, running public matches, or your own; the newest first, at most 100."""
        return {"matches": await list_matches(context.matches, kind, visitor, game)}

    @get("/{match_id:str}", summary="Get a match")
    async def show(self, context: AppContext, visitor: Account | None, match_id: MatchId, since: Since = 0) -> Response[Any]:
        """Return the match message with the events after number `since`."""
        live = await context.matches.find(match_id)
        return Response(live.encode_for(visitor, now=context.matches.now(), since=since), media_type=MediaType.JSON)

    @get("/{match_id:str}/turns/{turn:int}", summary="Get the position after a number of turns")
    async def show_turn(self, context: AppContext, match_id: MatchId, turn: int) -> dict[str, Any]:
        """Return the position after a number of turns, with the last action."""
        return show_turn((await context.matches.find(match_id)).match, turn)

    @get("/{match_id:str}/record", summary="Download the match as a file")
    async def record(
        self,
        context: AppContext,
        match_id: MatchId,
        format_name: Annotated[str, Parameter(query="format", max_length=20)] = "json",
    ) -> Response[Any]:
        """Return the JSON record, or another format that can represent the game."""
        return record_response((await context.matches.find(match_id)).match, format_name, match_id)

    @get("/{match_id:str}/chat", summary="Get the chat messages you may read")
    async def chat_history(self, context: AppContext, visitor: Account | None, match_id: MatchId) -> dict[str, Any]:
        """Return the last chat messages, the oldest first."""
        return {"chat": await chat.history(context.matches, await context.matches.find(match_id), visitor)}

    @get("/{match_id:str}/events", summary="Follow a match as server-sent events", media_type="text/event-stream")
    async def follow(
        self, context: AppContext, visitor: Account | None, match_id: MatchId, since: Since = 0
    ) -> ServerSentEvent:
        """Send the match message first, then every message that the socket would send."""
        live = await context.matches.find(match_id)
        queue = EventQueue(visitor)

        async def messages() -> AsyncIterator[ServerSentEventMessage]:
            live.add(queue)
            try:
                current = live.encode_for(visitor, now=context.matches.now(), since=since)
                yield ServerSentEventMessage(data=current.decode(), event="match")
                async for message in queue:
                    yield ServerSentEventMessage(data=message.decode(), event="update")
            finally:
                live.remove(queue)

        return ServerSentEvent(messages())

    @post("/{match_id:str}/commands", summary="Execute a command", status_code=200)
    async def command(
        self,
        context: AppContext,
        request: AnyRequest,
        account: Account,
        match_id: MatchId,
        data: MatchCommand | SendChat | SetChat,
    ) -> Response[Any]:
        """Execute one command, as over the socket.

        `play` returns the match message with the new events; a stale one returns it with status 409 and the error. The other
        commands return their result.
        """
        live = await _find(context, request, match_id)
        if isinstance(data, PlayAction):
            return await _play(context, request, account, live, data)
        return Response(await execute(context.matches, live, account, data))

    @post("/{match_id:str}/try", summary="Try an action", status_code=200)
    async def try_action(
        self, context: AppContext, request: AnyRequest, visitor: Account | None, match_id: MatchId, data: TryAction
    ) -> dict[str, Any]:
        """Return the position that an action would lead to, or the error. Nothing is played."""
        return try_action((await _find(context, request, match_id)).match, data.action)

    @post("/{match_id:str}/report", summary="Report a chat message to the operator", status_code=202)
    async def report(self, context: AppContext, account: Account, match_id: MatchId, data: ChatReport) -> dict[str, Any]:
        """The operator can hide the message and ban its author."""
        await chat.report(context.matches, await context.matches.find(match_id), account, data.chat_id, data.reason)
        return {}


async def _play(
    context: AppContext, request: AnyRequest, account: Account, live: LiveMatch, command: PlayAction
) -> Response[Any]:
    try:
        result = await execute(context.matches, live, account, command)
    except MatchError as error:
        if error.code != "stale":
            raise
        body = live.encode_for(account, now=context.matches.now(), error=error_json(error, request_language(request.scope)))
        return Response(body, status_code=409, media_type=MediaType.JSON)
    body = live.encode_for(account, now=context.matches.now(), since=result["number"] - 1, **result)
    return Response(body, media_type=MediaType.JSON)
