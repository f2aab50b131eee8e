"""Exception handlers. Every error is answered as `{"error": {"code", "facts", "message"}}`."""

from __future__ import annotations

import logging
from typing import Any

from litestar import MediaType, Response
from litestar.exceptions import HTTPException, ValidationException

from tablier.core.errors import RulesError

from ..error_response import error_json
from ..errors import RequestError, http_status
from .dependencies import AnyRequest
from .request_info import request_language

log = logging.getLogger(__name__)
MAX_BODY_BYTES = 100_000  # enough for the position text of a crowded large board
MAX_REASON_LENGTH = 300
CODES = {401: "no_identity", 404: "no_such_page", 405: "wrong_method", 413: "too_large"}


def handle_rules_error(request: AnyRequest, error: RulesError) -> Response[Any]:
    """Answer an error of the rules, a match or the server. A handler may set `request.state.edition` for the messages."""
    edition = getattr(request.state, "edition", "")
    body = {"error": error_json(error, request_language(request.scope), edition)}
    return Response(body, status_code=http_status(error), media_type=MediaType.JSON)


def handle_http_exception(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """Answer an error of the framework: an unknown address, a wrong method, an invalid body."""
    code = CODES.get(error.status_code, "bad_request")
    facts: dict[str, Any] = {"why": _reason(error)} if code == "bad_request" else {}
    if code == "too_large":
        facts = {"most": f"{MAX_BODY_BYTES // 1000} kB"}
    response = handle_rules_error(request, RequestError(code, **facts))
    response.status_code = error.status_code
    return response


def _reason(error: HTTPException) -> str:
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        reasons = (f"{entry.get('key', '')}: {entry.get('message', '')}".lstrip(": ") for entry in error.extra)
        return "; ".join(reasons)[:MAX_REASON_LENGTH]
    return str(error.detail)[:MAX_REASON_LENGTH]


def handle_unexpected(request: AnyRequest, error: Exception) -> Response[Any]:
    """Log a fault of the server and answer 500 without details."""
    # The route is logged in place of the path, which may contain the secret token of a link.
    log.error("%s %s failed", request.method, sorted(request.scope["route_handler"].paths), exc_info=error)
    return handle_rules_error(request, RequestError("internal"))
