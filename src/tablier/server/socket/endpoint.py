"""The WebSocket endpoint: authentication, origin check and connection limits before the handshake is accepted."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, cast

from litestar import asgi
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from tablier.core.errors import RulesError

from ..errors import RequestError
from ..http.auth import authenticate, check_origin
from ..http.reject import reject
from ..http.request_info import client_address, find_header, request_language
from ..transport import EXTENSION
from .connection import SocketConnection

if TYPE_CHECKING:
    from ..context import AppContext


@asgi("/api/socket", copy_scope=False)
async def socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Accept a WebSocket connection and run it, or reject the handshake."""
    if scope["type"] != ScopeType.WEBSOCKET:
        headers = [(b"upgrade", b"websocket"), (b"connection", b"upgrade")]
        await reject(scope, send, RequestError("wrong_method"), status=426, headers=headers)
        return
    context: AppContext = scope["litestar_app"].state.context
    await receive()  # the event `websocket.connect`
    with ExitStack() as place:
        try:
            context.check_running()
            address = client_address(scope, context.settings)
            account = await authenticate(scope, context)
            if find_header(scope, b"authorization") is None:
                check_origin(scope, context.settings)
            place.enter_context(context.acquire_place(account, address))
        except RulesError as error:
            context.metrics.count_refused_request(error.code)
            await reject(scope, send, error)
            return
        extension = (scope.get("extensions") or {}).get(EXTENSION, {})
        connection = SocketConnection(
            context, account, send, address=address, language=request_language(scope), **cast(dict[str, Any], extension)
        )
        context.sockets.add(connection)  # before anything is awaited: the account may be signed out meanwhile
        try:
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            await connection.run(receive)
        finally:
            context.sockets.discard(connection)
