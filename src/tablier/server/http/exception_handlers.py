"""Every failure in one JSON shape: `{"error": {"code", "facts", "message"}}`."""

from __future__ import annotations

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException

from tablier.core.errors import RulesError

from ..error_response import error_json
from ..errors import RequestError, http_status
from .auth import request_language

log = logging.getLogger("tablier")
AnyRequest = Request[Any, Any, Any]
MAX_BODY_BYTES = 100_000  # bytes; a position text of a crowded large board fits
CODES = {401: "no_identity", 404: "no_such_page", 405: "wrong_method", 413: "too_large"}


def refused(request: AnyRequest, error: RulesError) -> Response[Any]:
    """Something that cannot be, said to whoever asked."""
    edition = getattr(request.state, "edition", "")
    told = error_json(error, request_language(request.scope), edition)
    return Response({"error": told}, status_code=http_status(error), media_type=MediaType.JSON)


def misunderstood(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """Something the framework refuses: no such address, a body that is not of its shape."""
    code = CODES.get(error.status_code, "bad_request")
    facts: dict[str, Any] = {"why": _why(error)} if code == "bad_request" else {}
    if code == "too_large":
        facts = {"most": f"{MAX_BODY_BYTES // 1000} kB"}
    answer = refused(request, RequestError(code, **facts))
    answer.status_code = error.status_code
    return answer


def _why(error: HTTPException) -> str:
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        return "; ".join(f"{one.get('key', '')}: {one.get('message', '')}".lstrip(": ") for one in error.extra)[:300]
    return str(error.detail)[:300]


def broken(request: AnyRequest, error: Exception) -> Response[Any]:
    """A fault of ours: noted here, and not explained to strangers."""
    # not the address itself: it may be a link that is somebody's key
    log.error("%s %s failed", request.method, sorted(request.scope["route_handler"].paths), exc_info=error)
    return refused(request, RequestError("internal"))
