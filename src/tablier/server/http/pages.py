"""Pages and files for browsers. Only the addresses of `PAGES` have a page; every other address is 404."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Any

from litestar import Controller, MediaType, Response, get, post
from litestar.response import Redirect

from tablier.core.i18n import gettext as _
from tablier.core.i18n import use_language
from tablier.core.languages import languages
from tablier.core.registry import names
from tablier.match import Match

from ..accounts.service import Account
from ..context import AppContext
from ..errors import RequestError
from ..i18n import STATIC, client_texts
from .auth import make_identity_cookie, new_guest
from .client_build import ENTRY, PAGES, ROOT, Page, client_assets, head_links, icon_address, manifest
from .dependencies import AnyRequest
from .link_preview import LinkPreview, default_preview, invitation_preview
from .request_info import client_address, request_language
from .static_files import REVALIDATE, file_response, find_file, version

MATCH_ID = re.compile(r"[\w-]{1,40}", re.ASCII)  # as in `router.ts`
PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")  # in index.html
LINKS, PREVIEW = "<!-- links -->", "<!-- preview -->"  # differ by page


def render_page(body: str, *, language: str, title: str = "Tablier") -> str:
    """A minimal HTML page around `body`, which is HTML and is not escaped."""
    return (
        f'<!doctype html><html lang="{escape(language)}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<link rel="icon" href="data:,">'  # none; otherwise browsers request /favicon.ico
        f'<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main>{body}</main></body></html>'
    )


@cache
def _render_index(language: str) -> str:
    """index.html with its texts in a language."""
    facts = {
        **client_texts(language),
        "language": language,
        "languages": " ".join(languages()),
        "icon": icon_address("icon.svg"),
        "touch_icon": icon_address("icon_apple.png"),
        "entry": ROOT + manifest().scripts[ENTRY].file,
    }
    values = {name: escape(fact) for name, fact in facts.items()}
    values |= {"links": LINKS, "preview": PREVIEW, "assets": client_assets(version())}
    return PLACEHOLDER.sub(lambda placeholder: values[placeholder[1]], (STATIC / "index.html").read_text(encoding="utf-8"))


def _render_client(page: Page | None, game_name: str, language: str, preview: LinkPreview | None = None) -> str:
    index = _render_index(language).replace(LINKS, head_links(page, game_name, language, version()))
    return index.replace(PREVIEW, (preview or default_preview(language)).render())


def render_missing_page(language: str) -> str:
    """The client's page for an unknown address."""
    return _render_client(None, "", language)


async def _find_match(context: AppContext, match_id: str) -> Match | None:
    """A match; None for an unknown one, which the client reports."""
    try:
        return (await context.matches.find(match_id)).match
    except RequestError:
        return None


class PageController(Controller):
    """Pages and files; not part of the documented interface."""

    include_in_schema = False

    @get("/static/{path:path}")
    async def static_file(self, request: AnyRequest, path: str) -> Response[Any]:
        """A file of the client or of a game."""
        found = find_file(path.lstrip("/"))
        if found is None:
            raise RequestError("no_such_page")
        return file_response(request, *found)

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
        # With the usual `no-referrer`, browsers send `Origin: null` with the form, which is refused.
        headers = {"referrer-policy": "same-origin"}
        return Response(render_page(form, language=language), media_type=MediaType.HTML, headers=headers)

    @post("/enter/{token:str}")
    async def redeem_link(self, context: AppContext, request: AnyRequest, visitor: Account | None, token: str) -> Redirect:
        """Redeem the link and set the identity cookie. It counts against the limit of new accounts.

        The form has no fields, so the body is not read.

        Raises `RequestError` with `too_fast` or `bad_link`.
        """
        context.new_guests.take(client_address(request.scope, context.settings))
        account = await context.accounts.redeem_link(token, visitor or new_guest(), context.matches.now())
        response = Redirect("/", status_code=303)
        response.set_cookie(make_identity_cookie(context, account))
        return response

    @get([path for page in PAGES.values() for path in page.paths])
    async def index(self, context: AppContext, request: AnyRequest, visitor: Account | None) -> Response[Any]:
        """The client's page, which shows the screen for the address. A new visitor gets an identity cookie.

        Raises `RequestError("no_such_page")` for an unknown game or an impossible match id.
        """
        # Not arguments of the handler: Litestar would take them from the query where the address has none.
        game_name, match_id = (request.path_params.get(name, "") for name in ("game_name", "match_id"))
        if (game_name and game_name not in names()) or (match_id and not MATCH_ID.fullmatch(match_id)):
            raise RequestError("no_such_page")
        language = request_language(request.scope)
        preview = None
        if match_id and not game_name and (match := await _find_match(context, match_id)):
            game_name = match.terms.edition.partition(":")[0]
            preview = invitation_preview(match, language)
        page = PAGES[request.scope["path"].split("/")[1]]
        headers = {"cache-control": REVALIDATE, "content-language": language, "vary": "accept-language, cookie"}
        text = _render_client(page, game_name, language, preview)
        response: Response[Any] = Response(text, media_type=MediaType.HTML, headers=headers)
        if visitor is None:
            response.set_cookie(make_identity_cookie(context, new_guest()))
        return response
