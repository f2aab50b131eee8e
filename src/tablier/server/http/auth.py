"""Who asks: identities from cookies and tokens, addresses, and whether a browser sends what its own page wants."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.types import Scope

from tablier.core.i18n import ENGLISH, use_language

from ..accounts.service import Account, make_guest
from ..accounts.tokens import new_account_id
from ..error_response import negotiate_language
from ..errors import RequestError
from ..settings import Settings

if TYPE_CHECKING:
    from ..context import AppContext

AnyConnection = ASGIConnection[Any, Any, Any, Any]
COOKIE = "tablier"
COOKIE_MAX_AGE_S = 400 * 24 * 60 * 60  # as long as browsers keep one
SAFE = ("GET", "HEAD", "OPTIONS")


def find_header(scope: Scope, name: bytes) -> str | None:
    """A header of a request."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def client_address(scope: Scope, settings: Settings) -> str:
    """Where a request comes from; a proxy in front is believed only when the settings say there is one."""
    if settings.proxied and (forwarded := find_header(scope, b"x-forwarded-for")):
        return forwarded.rpartition(",")[2].strip()[:60]
    client = scope.get("client")
    return client[0] if client else "?"


def check_origin(scope: Scope, settings: Settings) -> None:
    """Refuses what a browser sends for another site's page. Programs send no Origin, and no page can make a browser omit it."""
    origin = find_header(scope, b"origin")
    if origin is None:
        if find_header(scope, b"sec-fetch-site") not in (None, "same-origin", "none"):
            raise RequestError("cross_origin")
        return
    own = {find_header(scope, b"host")}
    if settings.url:
        own.add(urlsplit(settings.url).netloc)
    try:
        came_from = urlsplit(origin).netloc
    except ValueError:
        came_from = ""
    if not came_from or came_from not in own:
        raise RequestError("cross_origin")


def cookie_of(scope: Scope) -> str | None:
    """The identity a browser shows."""
    shown = SimpleCookie()
    try:
        shown.load(find_header(scope, b"cookie") or "")
    except CookieError:
        return None
    return shown[COOKIE].value if COOKIE in shown else None


def request_language(scope: Scope) -> str:
    """The language somebody asks in."""
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("lang", [None])
    return negotiate_language(find_header(scope, b"accept-language") or "", asked[0])


async def authenticate(scope: Scope, context: AppContext) -> Account | None:
    """Who asks, if they say so. A token that is wrong is refused; a cookie that is wrong is as good as none."""
    claimed = find_header(scope, b"authorization")
    if claimed is not None:
        kind, _, token = claimed.partition(" ")
        if kind.lower() != "bearer":
            raise RequestError("bad_token")
        return await context.accounts.by_token(token.strip())
    cookie = cookie_of(scope)
    with use_language(request_language(scope)):
        return await context.accounts.by_cookie(cookie) if cookie else None


def require_same_origin(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """A guard: what changes something is not done for another site's page, whatever its shape."""
    scope = connection.scope
    if scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE and find_header(scope, b"authorization") is None:
        check_origin(scope, connection.app.state.context.settings)


# what handlers ask for


async def provide_context(request: Request) -> AppContext:  # type: ignore[type-arg]
    """Everything there is."""
    context: AppContext = request.app.state.context
    return context


async def provide_visitor(request: Request) -> Account | None:  # type: ignore[type-arg]
    """Whoever asks, known or not, if not too often."""
    context: AppContext = request.app.state.context
    account = await authenticate(request.scope, context)
    context.requests.take(account.id if account else client_address(request.scope, context.settings))
    return account


async def require_account(request: Request, context: AppContext, visitor: Account | None) -> Account:  # type: ignore[type-arg]
    """Somebody who may change something, written down."""
    if visitor is None:
        raise RequestError("no_identity")
    if visitor.banned:
        raise RequestError("banned")
    if not visitor.stored:
        context.new_guests.take(client_address(request.scope, context.settings))
        return await context.accounts.save(visitor, context.matches.now())
    return visitor


def new_guest(language: str = ENGLISH) -> Account:
    """Somebody who was never here."""
    with use_language(language):
        return make_guest(new_account_id())
