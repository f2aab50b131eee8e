"""Dependencies of the route handlers: the application context, the visitor, and the visitor's stored account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import Request
from litestar.di import NamedDependency

from ..accounts.service import Account
from .auth import check_active, identify_visitor
from .request_info import client_address

if TYPE_CHECKING:
    from ..context import AppContext

AnyRequest = Request[Any, Any, Any]


async def provide_context(request: Request) -> AppContext:  # type: ignore[type-arg]
    """Dependency `context`: the application context."""
    context: AppContext = request.app.state.context
    return context


async def provide_visitor(request: Request) -> Account | None:  # type: ignore[type-arg]
    """Dependency `visitor`: the account of the request, None without one. Applies the rate limit.

    Handlers that need only the rate limit take it, too.
    """
    return await identify_visitor(request)


async def require_account(
    request: Request,  # type: ignore[type-arg]
    context: NamedDependency[AppContext],
    visitor: NamedDependency[Account | None],
) -> Account:
    """Dependency `account`: the visitor's account, stored.

    Raises `RequestError` if there is none, if it is banned, or if the server is shutting down.
    """
    context.check_running()
    account = check_active(visitor, context.matches.now())
    if not account.stored:
        context.new_guests.take(client_address(request.scope, context.settings))
        return await context.accounts.save(account, context.matches.now())
    return account
