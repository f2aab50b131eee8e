"""Exception handlers. Every error is answered as `{"error": {"code", "facts", "message"}}`, or as a page for a browser."""

from __future__ import annotations

import logging
import traceback
from html import escape
from pathlib import Path
from typing import Any

from litestar import MediaType, Response
from litestar.exceptions import HTTPException, ValidationException

from tablier.core.errors import RulesError

from ..error_response import error_headers, error_json
from ..errors import RequestError, http_status
from ..i18n import client_texts
from .dependencies import AnyRequest
from .pages import render_missing_page, render_page
from .request_info import find_header, request_language

log = logging.getLogger(__name__)
MAX_BODY_BYTES = 100_000  # enough for the position text of a crowded large board
MAX_REASON_LENGTH = 300
MAX_LOGGED_FRAMES = 20
# by HTTP status; other statuses get `bad_request`
CODES = {401: "no_identity", 404: "no_such_page", 405: "wrong_method", 413: "too_large"}


def handle_rules_error(request: AnyRequest, error: RulesError) -> Response[Any]:
    """Answer an error of the rules, a match or the server. A handler may set `request.state.edition` for the messages.

    A browser that opens an address outside `/api/` gets a page, every other client JSON.
    """
    request.app.state.metrics.count_refused_request(error.code)
    language = request_language(request.scope)
    body = error_json(error, language, getattr(request.state, "edition", ""))
    status, headers = http_status(error), error_headers(error)
    is_api = request.scope["path"].startswith("/api/")
    if is_api or "text/html" not in (find_header(request.scope, b"accept") or ""):
        return Response({"error": body}, status_code=status, media_type=MediaType.JSON, headers=headers)
    page = render_missing_page(language) if error.code == "no_such_page" else _render_error(body["message"], language)
    return Response(page, status_code=status, media_type=MediaType.HTML, headers={**headers, "content-language": language})


def _render_error(message: str, language: str) -> str:
    link = f'<a href="/">{escape(client_texts(language)["to_shelf"])}</a>'
    return render_page(f"<h1>Tablier</h1><p>{escape(message)}</p><p>{link}</p>", language=language)


def handle_http_exception(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """Answer an error of the framework: an unknown address, a wrong method, an invalid body."""
    code = CODES.get(error.status_code, "bad_request")
    facts: dict[str, Any] = {"why": _reason(error)} if code == "bad_request" else {}
    if code == "too_large":
        facts = {"most": f"{MAX_BODY_BYTES // 1000} kB"}
    response = handle_rules_error(request, RequestError(code, **facts))
    response.status_code = error.status_code
    response.headers.update(error.headers or {})
    return response


def _reason(error: HTTPException) -> str:
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        reasons = (f"{entry.get('key', '')}: {entry.get('message', '')}".lstrip(": ") for entry in error.extra)
        return "; ".join(reasons)[:MAX_REASON_LENGTH]
    return str(error.detail)[:MAX_REASON_LENGTH]


def handle_unexpected(request: AnyRequest, error: Exception) -> Response[Any]:
    """Log a fault of the server and answer 500 without details."""
    # The route is logged in place of the path, which may contain the secret token of a link.
    log.error("%s %s failed: %s", request.method, request.scope.get("path_template", "?"), describe_exception(error))
    return handle_rules_error(request, RequestError("internal"))


def describe_exception(error: BaseException) -> str:
    """An exception and its innermost frames as one bounded line of printable ASCII.

    The message of an exception may contain bytes that a client sent, so it is shortened and escaped.
    """
    message = ascii(str(error)[:MAX_REASON_LENGTH])
    frames = traceback.extract_tb(error.__traceback__, limit=-MAX_LOGGED_FRAMES)
    places = (f"{'/'.join(Path(frame.filename).parts[-2:])}:{frame.lineno} {frame.name}" for frame in reversed(frames))
    return f"{type(error).__name__} {message}. Traceback, innermost first: {', '.join(places)}"
