"""The JSON form of an error: a stable code, facts, and a message in the client's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablier.core.errors import RulesError
from tablier.core.i18n import ENGLISH, use_language
from tablier.core.messages import explain
from tablier.core.registry import find


def error_json(error: RulesError, language: str = ENGLISH, edition: str = "") -> dict[str, Any]:
    """The error as JSON. With `edition`, messages of its game precede the common ones."""
    game = find(edition)[0] if edition else None
    with use_language(language):
        return {"code": error.code, "facts": _to_plain(error.facts), "message": explain(error, game)}


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
