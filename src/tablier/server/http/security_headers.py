"""Puts the careful headers on every answer, and keeps answers about people out of caches."""

from __future__ import annotations

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from .headers import HEADERS


def add_security_headers(app: ASGIApp) -> ASGIApp:
    """The app with the headers added to whatever it answers."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                added = [(name, value) for name, value in HEADERS.items() if name not in present]
                if b"cache-control" not in present:
                    added.append((b"cache-control", b"no-store"))
                message["headers"] = [*message["headers"], *added]
            await send(message)

        await app(scope, receive, sending)

    return wrapped
