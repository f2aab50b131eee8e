"""Pages and files for browsers. Files lie under a path that changes with their content, so browsers may keep them for ever."""

from __future__ import annotations

import hashlib
import re
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
from tablier.core.i18n import gettext as _
from tablier.core.i18n import use_language
from tablier.core.languages import LOCALE_FOLDER, languages
from tablier.core.registry import game, shelf

from ..accounts.service import Account
from ..context import AppContext
from ..error_response import negotiate_language
from ..errors import RequestError
from ..i18n import client_texts
from . import i18n_files, linking
from .account import identity_cookie
from .auth import client_address, new_guest
from .preloads import preloads

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
CATALOGUE = ".po"  # never given away itself, but texts are made of it
PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")  # in index.html: the versioned path, the language, and texts
LANGUAGE = "language"  # the cookie that remembers a choice, and the address's `lang` goes before it
PRELOADS = "<!-- preloads -->"  # where links to what a page needs go
AnyRequest = Request[Any, Any, Any]


@cache
def version() -> str:
    """A text that changes with any file a browser may be given."""
    digest = hashlib.sha256(tablier.__version__.encode())
    folders = [WEB, LOCALE_FOLDER, *(one.folder for one in shelf())]
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if (file.suffix in TYPES or file.suffix == CATALOGUE) and file.is_file():
                digest.update(str(file.relative_to(folder)).encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def caching(build: str) -> str:
    """How long browsers may keep a file of this version; what an older page asks for is only what there is now."""
    return FOR_EVER if build == version() else "no-cache"


def file_answer(root: Path, path: str, keep: str, made: bytes | None = None) -> Response[Any]:
    """A file below a folder, or what was made in its place; only of kinds that browsers are meant to have."""
    file = (root / path.lstrip("/")).resolve()
    if not file.is_relative_to(root.resolve()) or file.suffix not in TYPES or not (made or file.is_file()):
        raise RequestError("no_such_page")
    return Response(made or file.read_bytes(), media_type=TYPES[file.suffix], headers={"cache-control": keep})


def script(module: str) -> bytes | None:
    """A module as it is served; None for anything else."""
    root = f"/web/{version()}/"
    if module == linking.PACK:
        return linking.pack(root)
    return linking.linked(root, module) if module.endswith(".js") and linking.source(module) else None


def request_language(request: AnyRequest) -> str:
    """The language of a page: the address's, or else the one chosen before, or else the one the browser prefers."""
    chosen = (request.query_params.get("lang"), request.cookies.get(LANGUAGE))
    return negotiate_language(request.headers.get("accept-language", ""), *chosen)


def page(body: str, language: str, title: str = "Tablier") -> str:
    """A small page of our own, for when there is no other."""
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main>{body}</main></body></html>'
    )


@cache
def _index(language: str) -> str:
    facts = {**client_texts(language), "version": version(), "language": language, "languages": " ".join(languages())}
    told = {name: escape(fact) for name, fact in facts.items()} | {"preloads": PRELOADS}
    return PLACEHOLDER.sub(lambda found: told[found[1]], (WEB / "index.html").read_text(encoding="utf-8"))


async def _home(context: AppContext, language: str, path: str) -> Response[Any]:
    """The page, with links to what it needs: for that it must be known which game is played at a table."""
    kind, _, rest = path.strip("/").partition("/")
    about = rest.partition("/")[0]
    if kind == "m":
        try:
            about = (await context.matches.find(about)).match.terms.edition.partition(":")[0]
        except RequestError:
            about = ""
    text = _index(language).replace(PRELOADS, preloads(f"/web/{version()}/", kind, about, language))
    headers = {"cache-control": "no-cache", "content-language": language, "vary": "accept-language, cookie"}
    return Response(text, media_type=MediaType.HTML, headers=headers)


class Pages(Controller):
    """Not for programs."""

    include_in_schema = False

    @get("/web/{build:str}/games/{name:str}/{path:path}")
    async def game_file(self, build: str, name: str, path: str) -> Response[Any]:
        """What a game brings along: board, style, texts, from its own folder or package."""
        try:
            found = game(name)
        except BadOptions:
            raise RequestError("no_such_page") from None
        made = i18n_files.game_file(found, path) or script(f"games/{name}{path}")
        return file_answer(found.folder, path, caching(build), made)

    @get(["/web/{build:str}/web/{path:path}", "/web/{build:str}/{path:path}"])  # with `web/`, paths lead as in the package
    async def web_file(self, build: str, path: str) -> Response[Any]:
        """The client. A page that is older than the server gets what there is, and keeps nothing."""
        return file_answer(WEB, path, caching(build), i18n_files.house_file(path) or script(f"web{path}"))

    @get("/enter/{token:str}")
    async def invitation(self, context: AppContext, request: AnyRequest, visitor: Account | None, token: str) -> Response[Any]:
        """Asks before a device becomes somebody's: opening a link must not be enough."""
        kind, account = await context.accounts.peek_link(token, context.matches.now())
        language = request_language(request)
        with use_language(language):
            if kind == "operator":
                question = _("Make this device the operator's?")
            else:
                question = _("Use this device as {name}?").format(name=account.name if account else "?")
            form = (
                f'<h1>Tablier</h1><p>{escape(question)}</p><form method="post" action="/enter/{escape(token, quote=True)}">'
                f'<button type="submit">{escape(_("Yes"))}</button></form><p><a href="/">{escape(_("No"))}</a></p>'
            )
        return Response(page(form, language), media_type=MediaType.HTML)

    @post("/enter/{token:str}")
    async def enter(
        self,
        context: AppContext,
        request: AnyRequest,
        visitor: Account | None,
        token: str,
        data: Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)] | None = None,
    ) -> Redirect:
        """Yes."""
        context.new_guests.take(client_address(request.scope, context.settings))
        account = await context.accounts.redeem_link(token, visitor or new_guest(), context.matches.now())
        answer = Redirect("/", status_code=303)
        answer.set_cookie(identity_cookie(context, account))
        return answer

    @get(["/", "/{path:path}"])
    async def home(self, context: AppContext, request: AnyRequest, visitor: Account | None, path: str = "") -> Response[Any]:
        """The client finds out from the address what to show; a few files have to lie at the top."""
        name = path.strip("/")
        if name.startswith("api/"):
            raise RequestError("no_such_page")
        if (WEB / "top" / name).suffix in TYPES:
            return file_answer(WEB / "top", name, "no-cache")
        answer = await _home(context, request_language(request), name)
        if visitor is None:
            answer.set_cookie(identity_cookie(context, new_guest()))
        return answer
