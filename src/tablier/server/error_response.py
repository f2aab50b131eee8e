"""The JSON form of an error: a stable code, facts, and a message in the client's language. Headers that belong to an error."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from tablier.core.errors import RulesError
from tablier.core.i18n import ENGLISH, use_language
from tablier.core.messages import explain
from tablier.core.registry import find

from .errors import http_status

DEFAULT_RETRY_AFTER_S = 5
RETRY_AFTER_S = {"too_fast": 1, "too_many_sockets": 30, "too_many_matches": 60}  # by code


def error_json(error: RulesError, language: str = ENGLISH, edition: str = "") -> dict[str, Any]:
    """The error as JSON. With `edition`, messages of its game precede the common ones."""
    game = find(edition)[0] if edition else None
    with use_language(language):
        return {"code": error.code, "facts": _to_plain(error.facts), "message": explain(error, game)}


def error_headers(error: RulesError) -> dict[str, str]:
    """The headers that HTTP requires or recommends for the status of an error.

    The fact `retry_after_s`, if the error has it, is the time of the header Retry-After.
    """
    match http_status(error):
        case 401:
            challenge = 'Bearer error="invalid_token"' if error.code == "bad_token" else "Bearer"
            return {"www-authenticate": challenge}
        case 429 | 503:
            retry_after_s = error.facts.get("retry_after_s", RETRY_AFTER_S.get(error.code, DEFAULT_RETRY_AFTER_S))
            return {"retry-after": str(math.ceil(retry_after_s))}
    return {}


def _to_plain(value: Any) -> Any:
    """Convert a fact to JSON types; other values become text."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {str(name): _to_plain(item) for name, item in value.items()}
        case list() | tuple() | set() | frozenset():
            return [_to_plain(item) for item in value]
    return str(value)
