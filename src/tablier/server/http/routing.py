"""ASGI middleware in front of the router: HEAD requests, and a limit on the length of a path."""

from __future__ import annotations

import asyncio

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Message, Receive, Scope, Send
from litestar.types.asgi_types import HTTPDisconnectEvent, HTTPRequestEvent

MAX_PATH_LENGTH = 1_000  # characters; the longest address of a file or a page has about 100
UNKNOWN_PATH = "/-"  # an address without a route


def prepare_routing(app: ASGIApp) -> ASGIApp:
    """Wrap an application so that HEAD works wherever GET does, and over-long paths are unknown.

    The router caches its last results by path, so the limit bounds the memory of that cache.
    """

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        if len(scope["path"]) > MAX_PATH_LENGTH:
            scope["path"] = UNKNOWN_PATH
        if scope["method"] == "HEAD":
            await _answer_head(app, scope, send)
        else:
            await app(scope, receive, _allow_head(send))

    return wrapped


async def _answer_head(app: ASGIApp, scope: HTTPScope, send: Send) -> None:
    """Answer a HEAD request as GET without the body."""
    started = asyncio.Event()
    received = False

    async def receive() -> HTTPReceiveMessage:
        """An empty body, then a disconnection, which ends a stream."""
        nonlocal received
        if not received:
            received = True
            return HTTPRequestEvent(type="http.request", body=b"", more_body=False)
        await started.wait()
        return HTTPDisconnectEvent(type="http.disconnect")

    async def send_start(message: Message) -> None:
        if message["type"] == "http.response.start":
            scope["method"] = "HEAD"  # uvicorn then sends no body
            await send(message)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            started.set()

    scope["method"] = "GET"
    try:
        await app(scope, receive, _allow_head(send_start))
    finally:
        scope["method"] = "HEAD"


def _allow_head(send: Send) -> Send:
    """Add HEAD to the Allow header of a response to OPTIONS or a wrong method, if it has GET."""

    async def send_allowed(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] in (204, 405):
            message["headers"] = [
                (name, value + b", HEAD" if name == b"allow" and b"GET" in value.split(b", ") else value)
                for name, value in message["headers"]
            ]
        await send(message)

    return send_allowed
