"""Security headers of every response, and no caching unless a handler allows it."""

from __future__ import annotations

from collections.abc import Mapping

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ..settings import Settings
from .hosts import host_name, is_local, request_host

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
SECURITY_HEADERS: Mapping[bytes, bytes] = {
    b"content-security-policy": CONTENT_SECURITY_POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=(), payment=()",
}
# Not for local names: the header covers all ports, so it would disable other servers on `localhost`.
STRICT_TRANSPORT_SECURITY = b"max-age=31536000"


def add_security_headers(app: ASGIApp, settings: Settings) -> ASGIApp:
    """Wrap an application so that every response has the headers that it does not set itself."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                added = [(name, value) for name, value in SECURITY_HEADERS.items() if name not in present]
                if b"cache-control" not in present:
                    added.append((b"cache-control", b"no-store"))
                if settings.secure and not is_local(host_name(request_host(scope)) or ""):
                    added.append((b"strict-transport-security", STRICT_TRANSPORT_SECURITY))
                message["headers"] = [*message["headers"], *added]
            await send(message)

        await app(scope, receive, send_with_headers)

    return wrapped
