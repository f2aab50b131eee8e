"""Error responses outside of Litestar: by middleware and by the WebSocket handshake."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from litestar.enums import ScopeType
from litestar.types import Scope, Send

from tablier.core.errors import RulesError

from ..error_response import error_headers, error_json
from ..errors import http_status
from ..matches.encoding import encode
from .request_info import request_language

HANDSHAKE_RESPONSE = "websocket.http.response"  # extension of ASGI


async def reject(
    scope: Scope, send: Send, error: RulesError, *, status: int | None = None, headers: Iterable[tuple[bytes, bytes]] = ()
) -> None:
    """Answer a request or a WebSocket handshake with an error, in the same shape as all errors of the API.

    A server without the extension for handshakes gets a close event, which it answers with status 403.
    """
    prefix = "http.response"
    if scope["type"] == ScopeType.WEBSOCKET:
        prefix = HANDSHAKE_RESPONSE
        if HANDSHAKE_RESPONSE not in (scope.get("extensions") or {}):
            await send({"type": "websocket.close", "code": 1008, "reason": error.code})
            return
    body = encode({"error": error_json(error, request_language(scope))})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *headers]
    headers += [(name.encode(), value.encode()) for name, value in error_headers(error).items()]
    events: list[Any] = [
        {"type": f"{prefix}.start", "status": status or http_status(error), "headers": headers},
        {"type": f"{prefix}.body", "body": body, "more_body": False},
    ]
    for event in events:
        await send(event)
