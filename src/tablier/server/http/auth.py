"""Identity of the client, the same-origin check, and guards for routes."""

from __future__ import annotations

from itertools import islice
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
from ..logs import current_request
from ..settings import Settings
from .hosts import request_host
from .request_info import AnyConnection, find_cookies, find_header, request_language

if TYPE_CHECKING:
    from ..context import AppContext

IDENTITY_COOKIE = "tablier"
SECURE_IDENTITY_COOKIE = "__Host-tablier"  # over https; browsers accept it only from this host, and only over https
COOKIE_MAX_AGE_S = 400 * 24 * 60 * 60  # the longest that browsers accept
MAX_SIGNED_COOKIES = 5  # of one request that are looked up; a page of a subdomain can set further ones with the same name
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
    with use_language(request_language(scope)):  # for the name of a guest
        cookies = find_cookies(scope, identity_cookie_name(context.settings))
        # Forged cookies do not count: they would hide the real one, which a new guest's cookie would then replace.
        for cookie in islice(filter(context.accounts.is_signed, cookies), MAX_SIGNED_COOKIES):
            if account := await context.accounts.by_cookie(cookie):
                return account
    return None


async def identify_visitor(connection: AnyConnection) -> Account | None:
    """Authenticate a request and apply the account's rate limit. Guards and dependencies share the result."""
    if "visitor" not in connection.state:
        context: AppContext = connection.app.state.context
        account = await authenticate(connection.scope, context)
        if account:
            context.requests.take(account.id)
        connection.state.visitor = account
        if account and (record := current_request.get()):
            record.account_id = account.id
    visitor: Account | None = connection.state.visitor
    return visitor


def check_active(visitor: Account | None, now: int) -> Account:
    """Return the visitor's account. Raises `RequestError` with `no_identity` or `banned`."""
    if visitor is None:
        raise RequestError("no_identity")
    visitor.check_allowed(now)
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
    try:
        parts = urlsplit(origin.lower())
    except ValueError:
        raise RequestError("cross_origin") from None
    host = request_host(scope)
    own_origins = {(scheme, host) for scheme in ("http", "https")}  # a proxy that sets no `url` may have added https
    if settings.tls_cert:
        own_origins = {("https", host)}
    if settings.url:
        public = urlsplit(settings.url.lower())
        if host == public.netloc:
            own_origins = set()
        own_origins.add((public.scheme, public.netloc))
    if (parts.scheme, parts.netloc) not in own_origins:
        raise RequestError("cross_origin")


# guards


def require_same_origin(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """Guard of all routes: requests that change something must not come from a page of another site."""
    scope = connection.scope
    if scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE_METHODS and find_header(scope, b"authorization") is None:
        check_origin(scope, connection.app.state.context.settings)


async def _identify_active(connection: AnyConnection) -> Account:
    return check_active(await identify_visitor(connection), connection.app.state.context.matches.now())


async def require_operator(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """Guard: the account must be an operator's."""
    if not (await _identify_active(connection)).operator:
        raise RequestError("not_operator")


async def forbid_bots(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """Guard: the account must not be a bot's."""
    if (await _identify_active(connection)).owner_id:
        raise RequestError("not_yours")


# new identities


def new_guest(language: str = ENGLISH) -> Account:
    """Create a guest account, which is not stored yet."""
    with use_language(language):
        return make_guest(new_account_id())


def identity_cookie_name(settings: Settings) -> str:
    """The name of the identity cookie: another one over https, so that no cookie from http or a subdomain is taken for it."""
    return SECURE_IDENTITY_COOKIE if settings.secure else IDENTITY_COOKIE


def make_identity_cookie(context: AppContext, account: Account | None) -> Cookie:
    """Return the cookie that signs a browser in as this account; for None, the one that signs it out."""
    return Cookie(
        key=identity_cookie_name(context.settings),
        value=context.accounts.sign_cookie(account) if account else "",
        max_age=COOKIE_MAX_AGE_S if account else 0,
        httponly=True,
        samesite="lax",
        secure=context.settings.secure,
        path="/",
    )
