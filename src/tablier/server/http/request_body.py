"""Request class that reports JSON bodies which Litestar fails to decode as a `RequestError`."""

from __future__ import annotations

from typing import Any

from litestar import Request

from ..errors import RequestError


class BodyRequest(Request[Any, Any, Any]):
    """A request whose `json` raises `RequestError` for a body that is not UTF-8 or nested too deeply."""

    async def json(self) -> Any:
        """Decode the body. Raises `RequestError("bad_request")` for errors that Litestar does not handle."""
        try:
            return await super().json()
        except UnicodeDecodeError:
            raise RequestError("bad_request", why="the body is not UTF-8") from None
        except RecursionError:
            raise RequestError("bad_request", why="the body is nested too deeply") from None
