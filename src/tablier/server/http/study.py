"""Studies over HTTP: every request contains the whole line, and nothing is stored."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Annotated

from litestar import Controller, Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.response import Stream
from msgspec import Meta, Struct, field

from tablier.core.errors import BadOptions, RulesError
from tablier.core.registry import find
from tablier.match import Match
from tablier.match.commands import ActionText

from ..accounts.service import Account
from ..context import AppContext
from ..error_response import error_json
from ..matches.creation import Setup
from ..matches.encoding import encode, encode_match, info_part, viewer_part
from ..matches.handlers import try_action
from ..matches.seating import MatchInfo, Participant
from ..study.importing import MAX_ACTIONS, StudyLine, line_of_match
from .dependencies import AnyRequest
from .matches import MatchId, record_response
from .request_info import client_address, request_language
from .responses import ANALYSIS_STREAM, CONFLICT, RecordFile, StudyBody, TryBody, json_response
from .streaming import ClosingStream

NDJSON = "application/x-ndjson"
MAX_TIME_LIMIT_S = 3600.0  # largest value in a request; the settings limit the search itself
STUDY_ID = "study"  # in place of a match id


class LineRequest(Setup, frozen=True):
    """A line of play. Without `start`, a random setup is drawn again."""

    actions: Annotated[list[ActionText], Meta(max_length=MAX_ACTIONS)] = field(default_factory=list)


class TryRequest(LineRequest, frozen=True, kw_only=True):
    """A line and an action to try after it."""

    action: ActionText


class AnalyseRequest(LineRequest, frozen=True, kw_only=True):
    """A line and the time to analyse the position after it."""

    time_limit_s: Annotated[float, Meta(gt=0, le=MAX_TIME_LIMIT_S)]


class RecordRequest(LineRequest, frozen=True, kw_only=True):
    """A line and the file format to write it in."""

    format: Annotated[str, Meta(max_length=20)] = "json"


class ImportRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """A position text, or a game in any format."""

    text: str


def _address(context: AppContext, request: AnyRequest) -> str:
    """Return the fairness key for queued work. An account would be none: a client can have as many as it likes."""
    return client_address(request.scope, context.settings)


def _edition_of(line: LineRequest) -> str:
    """Return the edition whose messages explain errors: that of the start, if it names one."""
    try:
        edition = (line.start or "").partition("|")[0]
        find(edition)
        return edition
    except BadOptions:
        return line.edition


async def _replay(context: AppContext, request: AnyRequest, line: LineRequest) -> Match:
    """Return a line as a match. Errors of the request are then explained in the terms of its game."""
    find(line.edition)
    request.state.edition = _edition_of(line)
    return await context.studies.replay(line, line.actions, _address(context, request))


class Study(Controller):
    """Analysis boards."""

    path = "/api/study"
    tags = ("study",)

    @post(summary="Replay a line", status_code=200)
    async def line(
        self,
        context: NamedDependency[AppContext],
        request: AnyRequest,
        visitor: NamedDependency[Account | None],
        data: JSONBody[LineRequest],
    ) -> Response[StudyBody]:
        """Return the line as the message of a match in which you hold every seat, with `start` and `engine`."""
        match = await _replay(context, request, data)
        account_id = visitor.id if visitor else None
        participants = tuple(Participant(name, account_id) for name in match.players)
        info = MatchInfo(STUDY_ID, account_id, public=False, created_at=0, participants=participants, chat=False)
        body = encode_match(
            match,
            viewer_part(match, tuple(range(match.state.seats))),
            info_part(info, match),
            now=context.matches.now(),
            events=match.events_since(0),
            start=match.terms.start,
            engine=context.studies.has_engine(match.state),
        )
        return json_response(body)

    @post("/try", summary="Try an action after a line", status_code=200)
    async def try_action(
        self,
        context: NamedDependency[AppContext],
        request: AnyRequest,
        visitor: NamedDependency[Account | None],
        data: JSONBody[TryRequest],
    ) -> Response[TryBody]:
        """Return the position that the action would lead to, or the error."""
        return json_response(try_action(await _replay(context, request, data), data.action))

    @post("/record", summary="Download the line as a file", status_code=200)
    async def record(
        self,
        context: NamedDependency[AppContext],
        request: AnyRequest,
        visitor: NamedDependency[Account | None],
        data: JSONBody[RecordRequest],
    ) -> RecordFile:
        """Return the JSON record, or another format that can represent the game."""
        match = await _replay(context, request, data)
        return await record_response(context, match, data.format, STUDY_ID)

    @post("/import", summary="Import a position or a game", status_code=200)
    async def import_text(
        self,
        context: NamedDependency[AppContext],
        request: AnyRequest,
        visitor: NamedDependency[Account | None],
        data: JSONBody[ImportRequest],
    ) -> StudyLine:
        """Return the line in a position text or a game file. It ends where a player left a match of more than two."""
        return await context.studies.import_text(data.text, _address(context, request))

    @get("/of/{match_id:str}", summary="Get the line of a finished match", responses=CONFLICT)
    async def of_match(
        self, context: NamedDependency[AppContext], visitor: NamedDependency[Account | None], match_id: MatchId
    ) -> StudyLine:
        """Return the line, which ends where a player left a match of more than two. An unfinished match is an error."""
        return line_of_match((await context.matches.find(match_id)).match)

    @post(
        "/analyse",
        summary="Analyse the position after a line",
        status_code=200,
        media_type=NDJSON,
        responses=ANALYSIS_STREAM,
    )
    async def analyse(
        self,
        context: NamedDependency[AppContext],
        request: AnyRequest,
        visitor: NamedDependency[Account | None],
        data: JSONBody[AnalyseRequest],
    ) -> Stream:
        """Stream one JSON object per line, each a complete update, until `done` or `error`.

        Disconnect or start another analysis to stop it.
        """
        match = await _replay(context, request, data)
        address = _address(context, request)
        with context.acquire_place(visitor, address):
            stream = context.studies.analyse(match, data.time_limit_s, visitor.id if visitor else address, address)
        language = request_language(request.scope)

        async def lines() -> AsyncGenerator[bytes]:
            try:
                with context.acquire_place(visitor, address):
                    async for update in stream.updates():
                        yield encode(update) + b"\n"
            except RulesError as error:
                yield encode({"error": error_json(error, language, data.edition)}) + b"\n"

        async def stop() -> None:
            stream.stop()  # the client may have disconnected before the first line

        headers = {"cache-control": "no-store"}
        return ClosingStream(lines(), media_type=NDJSON, headers=headers, background=BackgroundTask(stop))
