"""Pages and files for browsers. The path of a file contains a hash of all files, so browsers may cache it for ever."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from html import escape
from pathlib import Path, PurePosixPath
from typing import Annotated, Any

from litestar import Controller, MediaType, Response, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect

import tablier
from tablier.core.errors import BadOptions
from tablier.core.i18n import gettext as _
from tablier.core.i18n import use_language
from tablier.core.languages import LOCALE_FOLDER, languages
from tablier.core.registry import game, shelf

from ..accounts.service import Account
from ..context import AppContext
from ..errors import RequestError
from ..i18n import WEB, client_texts
from . import i18n_files, linking
from .auth import make_identity_cookie, new_guest
from .dependencies import AnyRequest
from .preloads import preload_links
from .request_info import client_address, request_language

MEDIA_TYPES = {  # by suffix; files of other types are not served
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
CACHE_FOR_EVER = "public, max-age=31536000, immutable"
CATALOGUE_SUFFIX = ".po"  # not served, but texts are generated from it
PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")  # in index.html
PRELOADS = "<!-- preloads -->"


@cache
def version() -> str:
    """Hash of the package version and all files that browsers get; part of their paths."""
    digest = hashlib.sha256(tablier.__version__.encode())
    folders = [WEB, LOCALE_FOLDER, *(entry.folder for entry in shelf())]
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if (file.suffix in MEDIA_TYPES or file.suffix == CATALOGUE_SUFFIX) and file.is_file():
                digest.update(str(file.relative_to(folder)).encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def cache_control(build: str) -> str:
    """Cache-Control header of a file requested for `build`. A page older than the server gets current files, uncached."""
    return CACHE_FOR_EVER if build == version() else "no-cache"


def file_response(folder: Path, path: str, cache_header: str, content: bytes | None = None) -> Response[Any]:
    """Serve `content`, or else the file at `path` below `folder`.

    Raises `RequestError("no_such_page")` if the file is missing, outside the folder or not of a known type.
    """
    file = (folder / path.lstrip("/")).resolve()
    if not file.is_relative_to(folder.resolve()) or file.suffix not in MEDIA_TYPES or not (content or file.is_file()):
        raise RequestError("no_such_page")
    return Response(content or file.read_bytes(), media_type=MEDIA_TYPES[file.suffix], headers={"cache-control": cache_header})


def script(module: str) -> bytes | None:
    """A JavaScript module or the pack, as bundled by `linking`; None if there is no such module."""
    root = f"/web/{version()}/"
    if module == linking.PACK:
        return linking.pack(root)
    return linking.link_module(root, module) if module.endswith(".js") and linking.source(module) else None


def render_page(body: str, *, language: str, title: str = "Tablier") -> str:
    """A minimal HTML page around `body`, which is HTML and is not escaped."""
    return (
        f'<!doctype html><html lang="{escape(language)}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main>{body}</main></body></html>'
    )


@cache
def _render_index(language: str) -> str:
    """index.html with its texts in a language."""
    facts = {**client_texts(language), "version": version(), "language": language, "languages": " ".join(languages())}
    values = {name: escape(fact) for name, fact in facts.items()} | {"preloads": PRELOADS}
    return PLACEHOLDER.sub(lambda placeholder: values[placeholder[1]], (WEB / "index.html").read_text(encoding="utf-8"))


async def _index_response(context: AppContext, language: str, path: str) -> Response[Any]:
    """The client's page for an address, with preload links for its files; for an unknown match those of no game."""
    page_kind, _, rest = path.strip("/").partition("/")
    name = rest.partition("/")[0]  # of a game; in /m/ the id of a match
    game_name = name
    if page_kind == "m":
        try:
            game_name = (await context.matches.find(name)).match.terms.edition.partition(":")[0]
        except RequestError:
            game_name = ""
    links = preload_links(f"/web/{version()}/", page_kind, game_name, language)
    text = _render_index(language).replace(PRELOADS, links)
    headers = {"cache-control": "no-cache", "content-language": language, "vary": "accept-language, cookie"}
    return Response(text, media_type=MediaType.HTML, headers=headers)


class PageController(Controller):
    """Pages and files; not part of the documented interface."""

    include_in_schema = False

    @get("/web/{build:str}/games/{name:str}/{path:path}")
    async def game_file(self, build: str, name: str, path: str) -> Response[Any]:
        """A file of a game: board, style, texts, rules."""
        try:
            owner = game(name)
        except BadOptions:
            raise RequestError("no_such_page") from None
        content = i18n_files.game_file(owner, path) or script(f"games/{name}{path}")
        return file_response(owner.folder, path, cache_control(build), content)

    @get(["/web/{build:str}/web/{path:path}", "/web/{build:str}/{path:path}"])  # `web/`: relative imports from a game's scripts
    async def web_file(self, build: str, path: str) -> Response[Any]:
        """A file of the client."""
        content = i18n_files.client_file(path) or script(f"web{path}")
        return file_response(WEB, path, cache_control(build), content)

    @get("/enter/{token:str}")
    async def confirm_link(
        self, context: AppContext, request: AnyRequest, visitor: Account | None, token: str
    ) -> Response[Any]:
        """Ask for confirmation: opening a link must not sign in by itself, because link previews open links, too."""
        kind, account = await context.accounts.peek_link(token, context.matches.now())
        language = request_language(request.scope)
        with use_language(language):
            if kind == "operator":
                question = _("Make this device the operator's?")
            else:
                question = _("Use this device as {name}?").format(name=account.name if account else "?")
            form = (
                f'<h1>Tablier</h1><p>{escape(question)}</p><form method="post" action="/enter/{escape(token, quote=True)}">'
                f'<button type="submit">{escape(_("Yes"))}</button></form><p><a href="/">{escape(_("No"))}</a></p>'
            )
        return Response(render_page(form, language=language), media_type=MediaType.HTML)

    @post("/enter/{token:str}")
    async def redeem_link(
        self,
        context: AppContext,
        request: AnyRequest,
        visitor: Account | None,
        token: str,
        data: Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)] | None = None,
    ) -> Redirect:
        """Redeem the link and set the identity cookie. Raises `RequestError`: "too_fast" or "bad_link"."""
        context.new_guests.take(client_address(request.scope, context.settings))
        account = await context.accounts.redeem_link(token, visitor or new_guest(), context.matches.now())
        response = Redirect("/", status_code=303)
        response.set_cookie(make_identity_cookie(context, account))
        return response

    @get(["/", "/{path:path}"])
    async def index(self, context: AppContext, request: AnyRequest, visitor: Account | None, path: str = "") -> Response[Any]:
        """The client's page, which shows the screen for the address. A new visitor gets an identity cookie."""
        name = path.strip("/")
        if name.startswith("api/") or PurePosixPath(name).suffix in MEDIA_TYPES:
            raise RequestError("no_such_page")
        response = await _index_response(context, request_language(request.scope), name)
        if visitor is None:
            response.set_cookie(make_identity_cookie(context, new_guest()))
        return response
