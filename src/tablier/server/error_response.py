"""Errors as everybody gets them: one shape with a stable code, facts, and a sentence in the asker's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablier.core.errors import RulesError
from tablier.core.i18n import use_language
from tablier.core.languages import choose_language
from tablier.core.messages import explain
from tablier.core.registry import find

MOST_ACCEPTED = 20


def negotiate_language(accepted: str, *chosen: str | None) -> str:
    """The language of somebody who chose one, or else the best one of an Accept-Language header.

    >>> negotiate_language("xx, en;q=0.8"), negotiate_language("xx", "en")
    ('en', 'en')
    """
    weighed = []
    for one in accepted.split(",")[:MOST_ACCEPTED]:
        tag, _, weight = one.partition(";")
        weighed.append((_weight(weight), tag.strip()))
    liked = sorted((one for one in weighed if one[0] > 0), key=lambda one: -one[0])
    return choose_language([*(code for code in chosen if code), *(tag for _, tag in liked)])


def _weight(text: str) -> float:
    try:
        return float(text.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0


def error_json(error: RulesError, language: str = "en", edition: str = "") -> dict[str, Any]:
    """What somebody is told who asked for something that cannot be. A game's own words go before the common ones."""
    game = find(edition)[0] if edition else None
    with use_language(language):
        return {"code": error.code, "facts": _plain(error.facts), "message": explain(error, game)}


def _plain(value: Any) -> Any:
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {str(name): _plain(one) for name, one in value.items()}
        case list() | tuple() | set() | frozenset():
            return [_plain(one) for one in value]
    return str(value)
