"""Matches over HTTP: everything a socket can do, one request at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from litestar import Controller, MediaType, Response, get, post
from litestar.params import Parameter
from litestar.response import ServerSentEvent, ServerSentEventMessage
from msgspec import Meta, Struct

from tablier.core.i18n import use_language
from tablier.match import Match, MatchError
from tablier.records import formats
from tablier.records.record import Record

from ..accounts.service import Account
from ..context import AppContext
from ..error_response import error_json
from ..matches import asks, chat
from ..matches.creation import NewMatch, open_table
from ..matches.handlers import execute, tried, turned
from ..matches.live_match import LiveMatch
from ..matches.lobby import Kind, list_matches
from .dependencies import AnyRequest
from .request_info import request_language
from .sse import EventQueue

MatchId = Annotated[str, Parameter(max_length=40, description="the last part of a match's address")]
Since = Annotated[int, Parameter(ge=0, le=2**31, description="the number of the last event you know")]


class Report(Struct, forbid_unknown_fields=True, frozen=True):
    """What is wrong with a line of chat."""

    chat: Annotated[int, Meta(ge=0, le=2**53)]
    why: Annotated[str, Meta(max_length=asks.LONGEST_CHAT)] = ""


def told(live: LiveMatch, context: AppContext, account: Account | None, since: int | None = 0) -> Response[Any]:
    """A whole match as one person sees it."""
    return Response(live.told(account, context.matches.now(), since), media_type=MediaType.JSON)


def as_file(match: Match, format_: str, name: str) -> Response[Any]:
    """A match as a file to be kept."""
    record = Record.from_match(match)
    known = formats.find(format_)
    text = record.to_json() if known.name == "json" else known.write(record.transcript())
    file = f"{record.terms.edition.replace(':', '-')}-{name}{known.suffixes[0]}"
    kind = MediaType.JSON if known.name == "json" else MediaType.TEXT
    return Response(text.encode(), media_type=kind, headers={"content-disposition": f'attachment; filename="{file}"'})


async def _do(context: AppContext, request: AnyRequest, account: Account, match: str, data: asks.AnyAsk) -> dict[str, Any]:
    live = await context.matches.find(match)
    request.state.edition = live.match.terms.edition
    return await execute(context.matches, live, account, data)


class Matches(Controller):
    """Creating, joining, playing, watching."""

    path = "/api/matches"
    tags = ("matches",)

    @post(summary="Open a table", status_code=201)
    async def create(self, context: AppContext, request: AnyRequest, account: Account, data: NewMatch) -> Response[Any]:
        """Opens a table; the match begins when no seat is open."""
        with use_language(request_language(request.scope)):  # of the names of engines
            live = await open_table(context.matches, context.settings, data, account)
        answer = told(live, context, account)
        answer.status_code = 201
        return answer

    @get(summary="Open tables, live matches, my matches, my past matches")
    async def lists(
        self,
        context: AppContext,
        visitor: Account | None,
        kind: Kind = "open",
        game: Annotated[str, Parameter(max_length=40)] = "",
    ) -> dict[str, Any]:
        """The newest first, at most a hundred."""
        return {"matches": await list_matches(context.matches, kind, visitor, game)}

    @get("/{match:str}", summary="One match, with its events after a number")
    async def one(self, context: AppContext, visitor: Account | None, match: MatchId, since: Since = 0) -> Response[Any]:
        """All that a client shows."""
        live = await context.matches.find(match)
        return told(live, context, visitor, since)

    @get("/{match:str}/turns/{turn:int}", summary="The position after so many turns")
    async def turn(self, context: AppContext, match: MatchId, turn: int) -> dict[str, Any]:
        """To look back."""
        return turned((await context.matches.find(match)).match, turn)

    @get("/{match:str}/record", summary="The match as a file")
    async def record(
        self,
        context: AppContext,
        match: MatchId,
        format_: Annotated[str, Parameter(query="format", max_length=20)] = "json",
    ) -> Response[Any]:
        """Our JSON record, or a format that can hold the game."""
        return as_file((await context.matches.find(match)).match, format_, match)

    @get("/{match:str}/chat", summary="What was said and may be read by you")
    async def lines(self, context: AppContext, visitor: Account | None, match: MatchId) -> dict[str, Any]:
        """The last lines."""
        return {"chat": await chat.heard(context.matches, await context.matches.find(match), visitor)}

    @get("/{match:str}/events", summary="Follow a match as server-sent events", media_type="text/event-stream")
    async def follow(self, context: AppContext, visitor: Account | None, match: MatchId, since: Since = 0) -> ServerSentEvent:
        """First the match as it stands, then every update, as over the socket."""
        live = await context.matches.find(match)
        follower = EventQueue(visitor)

        async def messages() -> AsyncIterator[ServerSentEventMessage]:
            live.add(follower)
            try:
                yield ServerSentEventMessage(data=live.told(visitor, context.matches.now(), since).decode(), event="match")
                async for message in follower:
                    yield ServerSentEventMessage(data=message.decode(), event="update")
            finally:
                live.remove(follower)

        return ServerSentEvent(messages())

    # what can be asked of a match

    @post("/{match:str}/act", summary="Play", status_code=200)
    async def act(
        self, context: AppContext, request: AnyRequest, account: Account, match: MatchId, data: asks.Act
    ) -> Response[Any]:
        """Plays one whole turn; the answer is the match afterwards. Who is stale gets the match as it stands, with 409."""
        live = await context.matches.find(match)
        request.state.edition = live.match.terms.edition
        try:
            done = await execute(context.matches, live, account, data)
        except MatchError as error:
            if error.code != "stale":
                raise
            told_error = error_json(error, request_language(request.scope))
            body = live.told(account, context.matches.now(), None, error=told_error)
            return Response(body, status_code=409, media_type=MediaType.JSON)
        body = live.told(account, context.matches.now(), done["number"] - 1, **done)
        return Response(body, media_type=MediaType.JSON)

    @post("/{match:str}/try", summary="What would this lead to?", status_code=200)
    async def attempt(
        self, context: AppContext, request: AnyRequest, visitor: Account | None, match: MatchId, data: asks.Try
    ) -> dict[str, Any]:
        """The position a text would lead to, or the error; nothing is played."""
        live = await context.matches.find(match)
        request.state.edition = live.match.terms.edition
        return tried(live.match, data.action)

    @post("/{match:str}/join", summary="Take an open seat", status_code=200)
    async def join(
        self, context: AppContext, request: AnyRequest, account: Account, match: MatchId, data: asks.Join
    ) -> dict[str, Any]:
        """The match starts with the last open seat."""
        return await _do(context, request, account, match, data)

    @post("/{match:str}/offer", summary="Ask for a draw, a takeback, a rematch, or to abort", status_code=200)
    async def offer(
        self, context: AppContext, request: AnyRequest, account: Account, match: MatchId, data: asks.Offer
    ) -> dict[str, Any]:
        """Two who ask for the same have agreed."""
        return await _do(context, request, account, match, data)

    @post("/{match:str}/accept", summary="Agree", status_code=200)
    async def accept(
        self, context: AppContext, request: AnyRequest, account: Account, match: MatchId, data: asks.Accept
    ) -> dict[str, Any]:
        """Done once all have agreed who must."""
        return await _do(context, request, account, match, data)

    @post("/{match:str}/decline", summary="Refuse, or take an own offer back", status_code=200)
    async def decline(
        self, context: AppContext, request: AnyRequest, account: Account, match: MatchId, data: asks.Decline
    ) -> dict[str, Any]:
        """Who was refused can ask again after the next turn."""
        return await _do(context, request, account, match, data)

    @post("/{match:str}/resign", summary="Give up", status_code=200)
    async def resign(
        self, context: AppContext, request: AnyRequest, account: Account, match: MatchId, data: asks.Resign
    ) -> dict[str, Any]:
        """Among more than two: leave."""
        return await _do(context, request, account, match, data)

    @post("/{match:str}/leave", summary="Go home", status_code=200)
    async def leave(
        self, context: AppContext, request: AnyRequest, account: Account, match: MatchId, data: asks.Leave
    ) -> dict[str, Any]:
        """The others play on; of two, the other one wins."""
        return await _do(context, request, account, match, data)

    @post("/{match:str}/give", summary="Give another seat time", status_code=200)
    async def give(
        self, context: AppContext, request: AnyRequest, account: Account, match: MatchId, data: asks.Give
    ) -> dict[str, Any]:
        """In milliseconds."""
        return await _do(context, request, account, match, data)

    @post("/{match:str}/adjourn", summary="Interrupt the match", status_code=200)
    async def adjourn(self, context: AppContext, request: AnyRequest, account: Account, match: MatchId) -> dict[str, Any]:
        """Done once every person at the table wants it."""
        return await _do(context, request, account, match, asks.Adjourn())

    @post("/{match:str}/resume", summary="Go on with an interrupted match", status_code=200)
    async def resume(self, context: AppContext, request: AnyRequest, account: Account, match: MatchId) -> dict[str, Any]:
        """Done once every person at the table wants it."""
        return await _do(context, request, account, match, asks.Resume())

    @post("/{match:str}/chat", summary="Say something", status_code=200)
    async def say(
        self, context: AppContext, request: AnyRequest, account: Account, match: MatchId, data: asks.Chat
    ) -> dict[str, Any]:
        """To the seats, or to those who watch."""
        return await _do(context, request, account, match, data)

    @post("/{match:str}/hush", summary="Switch the chat off or on", status_code=200)
    async def set_chat(
        self, context: AppContext, request: AnyRequest, account: Account, match: MatchId, data: asks.Hush
    ) -> dict[str, Any]:
        """For whoever sits at the table."""
        return await _do(context, request, account, match, data)

    @post("/{match:str}/report", summary="Tell the operator about a line of chat", status_code=202)
    async def report(self, context: AppContext, account: Account, match: MatchId, data: Report) -> dict[str, Any]:
        """The operator can hide it and ban who wrote it."""
        await chat.report(context.matches, await context.matches.find(match), account, data.chat, data.why)
        return {}
