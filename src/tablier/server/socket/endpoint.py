"""The WebSocket endpoint: authentication, origin check and connection limits before the handshake is accepted."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from litestar import asgi
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from tablier.core.errors import RulesError

from ..errors import RequestError, http_status
from ..http.auth import authenticate, check_origin
from ..http.request_info import client_address, find_header, request_language
from .connection import SocketConnection

if TYPE_CHECKING:
    from ..context import AppContext


@asgi("/api/socket", copy_scope=False)
async def socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Accept a WebSocket connection and run it, or reject the handshake."""
    if scope["type"] != ScopeType.WEBSOCKET:
        body = b'{"error":{"code":"wrong_method","facts":{},"message":"This is the address of the WebSocket."}}'
        await send({"type": "http.response.start", "status": 426, "headers": [(b"content-type", b"application/json")]})
        await send({"type": "http.response.body", "body": body, "more_body": False})
        return
    context: AppContext = scope["litestar_app"].state.context
    await receive()
    with ExitStack() as limits:
        try:
            context.check_running()
            address = client_address(scope, context.settings)
            account = await authenticate(scope, context)
            if find_header(scope, b"authorization") is None:
                check_origin(scope, context.settings)
            if account and account.banned:
                raise RequestError("banned")
            limits.enter_context(context.sockets_per_address.acquire(address))
            limits.enter_context(context.sockets_per_account.acquire(account.id if account else address))
        except RulesError as error:
            await _reject(send, scope, error)
            return
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        connection = SocketConnection(context, account, send, address=address, language=request_language(scope))
        context.sockets.add(connection)
        try:
            await connection.run(receive)
        finally:
            context.sockets.discard(connection)


async def _reject(send: Send, scope: Scope, error: RulesError) -> None:
    """Answer the handshake with an HTTP status where the server supports it, otherwise with a close frame."""
    if "websocket.http.response" in (scope.get("extensions") or {}):
        headers = [(b"content-type", b"text/plain")]
        await send({"type": "websocket.http.response.start", "status": http_status(error), "headers": headers})
        await send({"type": "websocket.http.response.body", "body": error.code.encode(), "more_body": False})
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": error.code})
