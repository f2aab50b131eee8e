"""Routes that list games and check a setup."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from litestar import Response, get, post

from tablier.core.game import Game
from tablier.core.options import Choice, Counts, Number, Option, YesNo
from tablier.core.registry import find, new, shelf
from tablier.engine import player
from tablier.engine.levels import MAX_LEVEL

from ..accounts.service import Account
from ..matches.creation import Setup
from .client_build import ROOT, board_files
from .dependencies import AnyRequest
from .responses import GamesBody, SetupBody
from .static_files import MEDIA_TYPES, REVALIDATE, StaticFile, file_response, make_file, version


@get("/api/games", summary="Games, editions and options", tags=["games"])
async def list_games(request: AnyRequest, visitor: Account | None) -> Response[GamesBody]:
    """All games on the shelf."""
    return file_response(request, _games_file(), REVALIDATE)


@cache
def _games_file() -> StaticFile:
    games = {"games": [_describe_game(game.name) for game in shelf()]}
    return make_file(msgspec.json.encode(games), MEDIA_TYPES[".json"], compress=True)


@post("/api/setup", summary="Check a setup", status_code=200, tags=["games"])
async def check_setup(visitor: Account | None, data: Setup) -> SetupBody:
    """Seats, sides, engine levels and the starting position of an edition with these options. Creates nothing."""
    state = data.state()
    has_engine = player.has_player(state)
    return SetupBody(
        seats=state.seats,
        sides=list(find(state.edition)[1].sides),
        engine=has_engine,
        levels=MAX_LEVEL if has_engine else 0,
        state=state.view(None),
    )


def _describe_game(name: str) -> dict[str, Any]:
    game = find(name)[0]
    return {
        "name": game.name,
        "title": game.title,
        "author": game.author,
        "notation": game.notation,
        "options": [_describe_option(option) for option in game.options],
        "formats": [file_format.name for file_format in game.formats],
        "board": _describe_board(game),
        "editions": [_describe_edition(game, edition.name) for edition in game.editions],
    }


def _describe_board(game: Game) -> dict[str, str | None] | None:
    files = board_files(game, version())
    return {"script": ROOT + files.script, "style": ROOT + files.style if files.style else None} if files else None


def _describe_edition(game: Game, name: str) -> dict[str, Any]:
    edition = game.edition(name)
    state = new(f"{game.name}:{name}")
    return {
        "edition": f"{game.name}:{name}",
        "sides": list(edition.sides),
        "first_player_rule": edition.first_player_rule,
        "seats": state.seats,
        "engine": player.has_player(state),
        "values": {option.name: option.format(edition.values.get(option.name, option.default)) for option in game.options},
    }


def _describe_option(option: Option) -> dict[str, Any]:
    description: dict[str, Any] = {"name": option.name, "range": option.range(), "setup": option.setup, "seed": option.seed}
    match option:
        case YesNo():
            description["kind"] = "yes_no"
        case Number():
            description |= {"kind": "number", "low": option.low, "high": option.high, "none_text": option.none_text}
        case Choice():
            description |= {"kind": "choice", "choices": list(option.values)}
        case Counts():
            description |= {"kind": "counts", "choices": list(option.kinds), "total": option.total}
        case _:
            description["kind"] = "text"
    return description
