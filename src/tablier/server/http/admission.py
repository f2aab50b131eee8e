"""Refusal of requests before routing: from banned addresses, beyond a rate limit, or for the host name of another server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from tablier.core.errors import RulesError

from ..limits import address_key
from .hosts import check_host
from .reject import reject
from .request_info import client_address

if TYPE_CHECKING:
    from ..context import AppContext

# Not rate-limited for this machine: a monitor must not take a busy server for a dead one.
HEALTH_PATHS = ("/healthz", "/readyz")
LOOPBACK_KEYS = (address_key("127.0.0.1"), address_key("::1"))


def check_admission(app: ASGIApp, state: State) -> ASGIApp:
    """Wrap an application, whose `state` has the context, so that it gets only admitted requests and WebSocket handshakes.

    Each of them counts for its address and for the server, whether or not there is a route for it. `identify_visitor` counts it
    for the account as well, once the account is known.
    """

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP or scope["type"] == ScopeType.WEBSOCKET:
            context: AppContext = state.context
            try:
                address = client_address(scope, context.settings)
                context.address_bans.check(address, context.matches.now())
                if scope["path"] not in HEALTH_PATHS or address not in LOOPBACK_KEYS:
                    context.address_requests.take(address)  # first: an address beyond its limit costs the others nothing
                    context.server_requests.take()
                check_host(scope, context.settings)
            except RulesError as error:
                context.metrics.count_refused_request(error.code)
                await reject(scope, send, error)
                return
        await app(scope, receive, send)

    return wrapped
