"""Studies over HTTP: the whole line comes with each request, and nothing is written down."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Annotated, Any

from litestar import Controller, MediaType, Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.response import Stream
from msgspec import Meta, Struct, field

from tablier.core.errors import BadOptions, RulesError
from tablier.core.registry import find
from tablier.match import Match

from ..accounts.service import Account
from ..context import AppContext
from ..error_response import error_json
from ..matches.asks import ActionText
from ..matches.creation import Setup
from ..matches.handlers import tried
from ..matches.live_match import LiveMatch, encode
from ..matches.seating import MatchInfo, Participant
from ..study.importing import MOST_ACTIONS, Played, of_match
from .dependencies import AnyRequest
from .matches import MatchId, as_file
from .request_info import client_address, request_language

NDJSON = "application/x-ndjson"
LONGEST = 3600.0  # seconds that can be asked for; the settings say how many there are
NOBODY = Account("0" * 16, "")  # holds the seats for somebody without an identity


class Studied(Setup, frozen=True):
    """A line of play: how it began, and what was played. Without `start`, chance sets it up anew."""

    actions: Annotated[list[ActionText], Meta(max_length=MOST_ACTIONS)] = field(default_factory=list)


class Attempt(Studied, frozen=True, kw_only=True):
    """A line and a text that might be its next action."""

    action: ActionText


class Analysed(Studied, frozen=True, kw_only=True):
    """A line and how long to think about where it leads."""

    seconds: Annotated[float, Meta(gt=0, le=LONGEST)]


class Wanted(Studied, frozen=True, kw_only=True):
    """A line and the format it is wanted in."""

    format: Annotated[str, Meta(max_length=20)] = "json"


class Brought(Struct, forbid_unknown_fields=True, frozen=True):
    """A position text, or a game in any format."""

    text: str


def asker(context: AppContext, request: AnyRequest, visitor: Account | None) -> str:
    """Whose turn it is, for whatever takes long: somebody known, or an address."""
    return visitor.id if visitor else client_address(request.scope, context.settings)


def _explaining(data: Studied) -> str:
    """The edition whose words explain what is wrong: that of the start, where it names one."""
    try:
        head = (data.start or "").partition("|")[0]
        find(head)
        return head
    except BadOptions:
        return data.edition


async def _match(context: AppContext, request: AnyRequest, visitor: Account | None, data: Studied) -> Match:
    find(data.edition)
    request.state.edition = _explaining(data)
    return await context.studies.match(data, data.actions, asker(context, request, visitor))


class Study(Controller):
    """A board to try things out on, with an engine that thinks along."""

    path = "/api/study"
    tags = ("study",)

    @post(summary="A line of play, with everything to play on from there", status_code=200)
    async def line(self, context: AppContext, request: AnyRequest, visitor: Account | None, data: Studied) -> Response[Any]:
        """As a match in which you hold every seat, with the `start` to send from now on and whether an `engine` thinks."""
        match = await _match(context, request, visitor, data)
        account = visitor or NOBODY
        places = tuple(Participant(name, account.id) for name in match.players)
        live = LiveMatch(MatchInfo("study", account.id, public=False, created=0, places=places, chat=False), match)
        engine = context.studies.thinks(match.state)
        body = live.told(account, context.matches.now(), 0, start=match.terms.start, engine=engine)
        return Response(body, media_type=MediaType.JSON)

    @post("/try", summary="What would this lead to?", status_code=200)
    async def attempt(self, context: AppContext, request: AnyRequest, visitor: Account | None, data: Attempt) -> dict[str, Any]:
        """The position a text would lead to, or the error."""
        return tried(await _match(context, request, visitor, data), data.action)

    @post("/record", summary="The line as a file", status_code=200)
    async def record(self, context: AppContext, request: AnyRequest, visitor: Account | None, data: Wanted) -> Response[Any]:
        """Our JSON record, or a format that can hold the game."""
        return as_file(await _match(context, request, visitor, data), data.format, "study")

    @post("/read", summary="The position or game in a text", status_code=200)
    async def read(self, context: AppContext, request: AnyRequest, visitor: Account | None, data: Brought) -> Played:
        """A position text, or a file in any format that is read; up to where somebody of several went home."""
        return await context.studies.reading(data.text, asker(context, request, visitor))

    @get("/of/{match:str}", summary="The line of a match that is over")
    async def of(self, context: AppContext, visitor: Account | None, match: MatchId) -> Played:
        """Up to where somebody of several went home. A match that goes on is refused: nobody is helped while they play."""
        return of_match((await context.matches.find(match)).match)

    @post("/analyse", summary="Let the engine think about it", status_code=200, media_type=NDJSON)
    async def analyse(self, context: AppContext, request: AnyRequest, visitor: Account | None, data: Analysed) -> Stream:
        """A JSON object a line, each with all that was found so far, up to `done` or `error`. Hang up, or ask anew, to stop."""
        match = await _match(context, request, visitor, data)
        watching = context.studies.watch(match, data.seconds, asker(context, request, visitor))
        language = request_language(request.scope)

        async def lines() -> AsyncGenerator[bytes]:
            try:
                async for seen in watching.seen():
                    yield encode(seen) + b"\n"
            except RulesError as error:
                yield encode({"error": error_json(error, language, data.edition)}) + b"\n"

        async def hung_up() -> None:
            watching.end()  # also when nobody stayed for the first line

        return Stream(lines(), media_type=NDJSON, headers={"cache-control": "no-store"}, background=BackgroundTask(hung_up))
