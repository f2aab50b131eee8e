"""Streamed responses that release their resources at once."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, cast

from litestar import Litestar
from litestar.response import Stream
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from .dependencies import AnyRequest


class ClosingStream(Stream):
    """A response that closes its generator as soon as it ends, also if it fails or is cancelled.

    Litestar leaves a generator that waits for `send` to the garbage collector.
    """

    def __init__(self, content: AsyncGenerator[bytes], **options: Any) -> None:
        super().__init__(content, **options)
        self._content = content

    def to_asgi_response(self, app: Litestar | None, request: AnyRequest, **options: Any) -> ASGIResponse:
        response = super().to_asgi_response(app, request, **options)

        async def respond(scope: Scope, receive: Receive, send: Send) -> None:
            async with aclosing(self._content):
                await response(scope, receive, send)

        return cast(ASGIResponse, respond)  # Litestar only calls it
