"""Identity of the client, the same-origin check, and guards for routes."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.types import Scope

from tablier.core.i18n import ENGLISH, use_language

from ..accounts.service import Account, make_guest
from ..accounts.tokens import new_account_id
from ..errors import RequestError
from ..settings import Settings
from .request_info import AnyConnection, client_address, find_cookie, find_header, request_language

if TYPE_CHECKING:
    from ..context import AppContext

IDENTITY_COOKIE = "tablier"
COOKIE_MAX_AGE_S = 400 * 24 * 60 * 60  # the longest that browsers accept
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


async def authenticate(scope: Scope, context: AppContext) -> Account | None:
    """The account of a bearer token or identity cookie; None without one.

    An invalid token raises `RequestError("bad_token")`. An invalid cookie is ignored.
    """
    authorization = find_header(scope, b"authorization")
    if authorization is not None:
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer":
            raise RequestError("bad_token")
        return await context.accounts.by_token(token.strip())
    cookie = find_cookie(scope, IDENTITY_COOKIE)
    with use_language(request_language(scope)):  # for the name of a guest
        return await context.accounts.by_cookie(cookie) if cookie else None


async def identify_visitor(connection: AnyConnection) -> Account | None:
    """Authenticate a request and apply the rate limit. Guards and dependencies share the result."""
    if "visitor" not in connection.state:
        context: AppContext = connection.app.state.context
        account = await authenticate(connection.scope, context)
        context.requests.take(account.id if account else client_address(connection.scope, context.settings))
        connection.state.visitor = account
    visitor: Account | None = connection.state.visitor
    return visitor


def check_active(visitor: Account | None) -> Account:
    """Return the visitor's account. Raises `RequestError` with `no_identity` or `banned`."""
    if visitor is None:
        raise RequestError("no_identity")
    if visitor.banned:
        raise RequestError("banned")
    return visitor


def check_origin(scope: Scope, settings: Settings) -> None:
    """Raise `RequestError("cross_origin")` for requests that a browser sends for a page of another site.

    Browsers always send `Origin` or `Sec-Fetch-Site` with such requests; programs send neither.
    """
    origin = find_header(scope, b"origin")
    if origin is None:
        if find_header(scope, b"sec-fetch-site") not in (None, "same-origin", "none"):
            raise RequestError("cross_origin")
        return
    own_hosts = {find_header(scope, b"host")}
    if settings.url:
        own_hosts.add(urlsplit(settings.url).netloc)
    try:
        origin_host = urlsplit(origin).netloc
    except ValueError:
        origin_host = ""
    if not origin_host or origin_host not in own_hosts:
        raise RequestError("cross_origin")


# guards


def require_same_origin(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """Guard of all routes: requests that change something must not come from a page of another site."""
    scope = connection.scope
    if scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE_METHODS and find_header(scope, b"authorization") is None:
        check_origin(scope, connection.app.state.context.settings)


async def require_operator(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """Guard: the account must be an operator's."""
    if not check_active(await identify_visitor(connection)).operator:
        raise RequestError("not_operator")


async def forbid_bots(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """Guard: the account must not be a bot's."""
    if check_active(await identify_visitor(connection)).owner_id:
        raise RequestError("not_yours")


# new identities


def new_guest(language: str = ENGLISH) -> Account:
    """Create a guest account, which is not stored yet."""
    with use_language(language):
        return make_guest(new_account_id())


def make_identity_cookie(context: AppContext, account: Account) -> Cookie:
    """Return the cookie that signs a browser in as this account."""
    return Cookie(
        key=IDENTITY_COOKIE,
        value=context.accounts.sign_cookie(account),
        max_age=COOKIE_MAX_AGE_S,
        httponly=True,
        samesite="lax",
        secure=context.settings.secure,
        path="/",
    )
