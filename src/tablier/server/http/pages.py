"""Pages and files for browsers. Files lie under a path that changes with their content, so browsers may keep them for ever."""

from __future__ import annotations

import hashlib
from functools import cache
from html import escape
from pathlib import Path
from typing import Annotated, Any

from litestar import Controller, MediaType, Request, Response, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect

import tablier
from tablier.core.errors import BadOptions
from tablier.core.registry import game, shelf

from ..errors import Refused
from ..house import House
from ..people.people import Person
from .asking import address_of, newcomer
from .me import identity_cookie

WEB = Path(tablier.__file__).parent / "web"
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".html": "text/html; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".wav": "audio/wav",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
FOR_EVER = "public, max-age=31536000, immutable"
PLACEHOLDER = "{{version}}"  # in index.html: where the versioned path goes
AnyRequest = Request[Any, Any, Any]


@cache
def version() -> str:
    """A text that changes with any file a browser may be given."""
    digest = hashlib.sha256(tablier.__version__.encode())
    folders = [WEB, *(one.folder for one in shelf())]
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.suffix in TYPES and file.is_file():
                digest.update(str(file.relative_to(folder)).encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def file_answer(root: Path, path: str, caching: str) -> Response[Any]:
    """A file below a folder; only of kinds that browsers are meant to have."""
    file = (root / path.lstrip("/")).resolve()
    if not file.is_relative_to(root.resolve()) or file.suffix not in TYPES or not file.is_file():
        raise Refused("no_such_page")
    return Response(file.read_bytes(), media_type=TYPES[file.suffix], headers={"cache-control": caching})


def page(body: str, title: str = "Tablier") -> str:
    """A small page of our own, for when there is no other."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main>{body}</main></body></html>'
    )


def _home() -> Response[Any]:
    index = WEB / "index.html"
    if index.is_file():
        text = index.read_text(encoding="utf-8").replace(PLACEHOLDER, version())
    else:
        text = page(
            "<h1>Tablier</h1><p>The server runs. There is no page to play on in this installation; programs can play.</p>"
            '<p><a href="/api/docs">How to</a></p>'
        )
    return Response(text, media_type=MediaType.HTML, headers={"cache-control": "no-cache"})


class Pages(Controller):
    """Not for programs."""

    include_in_schema = False

    @get("/web/{build:str}/games/{name:str}/{path:path}")
    async def game_file(self, build: str, name: str, path: str) -> Response[Any]:
        """What a game brings along: board, style, texts, from its own folder or package."""
        try:
            folder = game(name).folder
        except BadOptions:
            raise Refused("no_such_page") from None
        return file_answer(folder, path, FOR_EVER if build == version() else "no-cache")

    @get(["/web/{build:str}/web/{path:path}", "/web/{build:str}/{path:path}"])  # with `web/`, paths lead as in the package
    async def web_file(self, build: str, path: str) -> Response[Any]:
        """The client. A page that is older than the server gets what there is, and keeps nothing."""
        return file_answer(WEB, path, FOR_EVER if build == version() else "no-cache")

    @get("/enter/{token:str}")
    async def invitation(self, house: House, visitor: Person | None, token: str) -> Response[Any]:
        """Asks before a device becomes somebody's: opening a link must not be enough."""
        kind, person = await house.people.look_at(token, house.hall.now())
        if kind == "operator":
            question = "Make this device the operator's?"
        else:
            question = f"Use this device as {person.name if person else '?'}?"
        form = (
            f'<h1>Tablier</h1><p>{escape(question)}</p><form method="post" action="/enter/{escape(token, quote=True)}">'
            '<button type="submit">Yes</button></form><p><a href="/">No</a></p>'
        )
        return Response(page(form), media_type=MediaType.HTML)

    @post("/enter/{token:str}")
    async def enter(
        self,
        house: House,
        request: AnyRequest,
        visitor: Person | None,
        token: str,
        data: Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)] | None = None,
    ) -> Redirect:
        """Yes."""
        house.newcomers.take(address_of(request.scope, house.settings))
        person = await house.people.enter(token, visitor or newcomer(), house.hall.now())
        answer = Redirect("/", status_code=303)
        answer.set_cookie(identity_cookie(house, person))
        return answer

    @get(["/", "/{path:path}"])
    async def home(self, house: House, visitor: Person | None, path: str = "") -> Response[Any]:
        """The client finds out from the address what to show; a few files have to lie at the top."""
        name = path.strip("/")
        if name.startswith("api/"):
            raise Refused("no_such_page")
        if (WEB / "top" / name).suffix in TYPES:
            return file_answer(WEB / "top", name, "no-cache")
        answer = _home()
        if visitor is None:
            answer.set_cookie(identity_cookie(house, newcomer()))
        return answer
