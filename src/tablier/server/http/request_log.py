"""Request ids, one log line per request, and counts of requests by route and status."""

from __future__ import annotations

import logging
import re
import secrets
import time

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ..logs import RequestRecord, current_request
from ..metrics import Metrics
from ..settings import Settings
from .request_info import find_header, is_trusted_proxy

log = logging.getLogger(__name__)
REQUEST_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)
UNROUTED = "-"  # in place of the route: no route matches, or the request was refused before


def log_requests(app: ASGIApp, settings: Settings, metrics: Metrics) -> ASGIApp:
    """Wrap an application: every response gets an `X-Request-ID`, and every request is counted and logged.

    Requests that fail are logged at level info, others at level debug. The line names the route, never the path.
    """

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await app(scope, receive, send)
            return
        record = RequestRecord(_request_id(scope, settings))
        current_request.set(record)  # every request has a context of its own
        started_at = time.perf_counter()
        status = 0

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", record.id.encode())]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close" and not status:
                status = 403  # how the server rejects a handshake
            await send(message)

        try:
            await app(scope, receive, send_with_id)
        except Exception:
            status = status or 500
            raise
        finally:
            method = scope["method"] if scope["type"] == ScopeType.HTTP else "WEBSOCKET"
            route = scope.get("path_template") or UNROUTED
            metrics.count_request(method, route, status)
            failed = status >= 400 or not status  # 0: the client closed the connection before a response
            level = logging.INFO if failed else logging.DEBUG
            if log.isEnabledFor(level):
                facts = {"method": method, "route": route, "status": status, "code": record.error_code}
                facts |= {"ms": round((time.perf_counter() - started_at) * 1000, 1), "account": record.account_id}
                log.log(level, "request failed" if failed else "request", extra={k: v for k, v in facts.items() if v != ""})

    return wrapped


def _request_id(scope: Scope, settings: Settings) -> str:
    """The id that a trusted proxy has given the request, else a new one."""
    if is_trusted_proxy(scope, settings) and REQUEST_ID.fullmatch(request_id := find_header(scope, b"x-request-id") or ""):
        return request_id
    return secrets.token_hex(8)
