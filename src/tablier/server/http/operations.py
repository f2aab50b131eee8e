"""Routes for monitoring: health, readiness and metrics."""

from __future__ import annotations

from hmac import compare_digest
from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from prometheus_client import CONTENT_TYPE_LATEST

from ..context import AppContext
from .auth import require_operator
from .request_info import AnyConnection, find_header, is_direct_local


async def require_metrics_access(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Guard: a client on this machine, the bearer of `metrics_token`, or an operator."""
    token = connection.app.state.context.settings.metrics_token
    authorization = find_header(connection.scope, b"authorization") or ""
    if token and compare_digest(authorization.encode(), f"Bearer {token}".encode()):
        return
    if not is_direct_local(connection.scope):
        await require_operator(connection, handler)


@get("/healthz", include_in_schema=False)
async def show_health(context: NamedDependency[AppContext]) -> Response[dict[str, Any]]:
    """200 if the server can read and write, else 503 with what fails."""
    failures = await context.health.find_failures()
    return Response({"status": "failing" if failures else "ok", "failures": failures}, status_code=503 if failures else 200)


@get("/readyz", include_in_schema=False)
async def show_readiness(context: NamedDependency[AppContext]) -> Response[dict[str, Any]]:
    """200 while the server accepts commands; 503 until it has recovered the running matches, and during the shutdown."""
    return Response({"status": "ready" if context.ready else "not ready"}, status_code=200 if context.ready else 503)


@get("/metrics", include_in_schema=False, guards=[require_metrics_access])
async def show_metrics(context: NamedDependency[AppContext]) -> Response[bytes]:
    """All metrics in Prometheus' text format."""
    return Response(context.metrics.encode(), media_type=CONTENT_TYPE_LATEST)
