"""The header of Tablier's own text formats: edition, options, start, result and facts as tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..core import registry
from ..core.errors import BadFile, RulesError
from ..core.options import resolve
from ..formats.source_location import Location, to_file_error

FACT = re.compile(r"[a-z][a-z_]{0,39}", re.ASCII)
WINNER = re.compile(r"winner=(0|[1-9][0-9]?)", re.ASCII)
REASON = re.compile(r"reason=([a-z][a-z_]{0,39})", re.ASCII)


class LocatedText(NamedTuple):
    """A value in a file and its location."""

    text: str
    location: Location


def parse_start(
    edition: LocatedText | None, options: Iterable[LocatedText], start: LocatedText | None
) -> tuple[str, dict[str, str], str | None]:
    """Return edition, options and start. Each is checked by itself, so that a `BadFile` has its location."""
    if edition is None:
        raise BadFile("no_edition")
    location = edition.location
    try:
        game, edition_ = registry.find(edition.text)
        values: dict[str, str] = {}
        for option in options:
            location = option.location
            name, _, value = option.text.partition("=")
            if name in values:
                raise BadFile("option_twice", option=name[:60])
            resolve(game.options, edition_.values, {name: value})
            values[name] = value
        if start is not None:
            location = start.location
            registry.from_text(start.text)
    except RulesError as error:
        raise to_file_error(error, location) from None
    return f"{game.name}:{edition_.name}", values, start and start.text


def format_result(result: Mapping[str, Any]) -> list[str]:
    """Return a result as tokens. Scores are left out: the rules compute them again. Raises `BadFile` for other keys.

    >>> format_result({"winner": 1, "reason": "resigned"})
    ['winner=1', 'reason=resigned']
    """
    tokens = ["draw" if result.get("draw") else f"winner={result.get('winner')}"]
    if "reason" in result:
        tokens.append(f"reason={result['reason']}")
    if parse_result(tokens, None) != {name: value for name, value in result.items() if name != "scores"}:
        raise BadFile("bad_result", result=str(dict(result))[:60])
    return tokens


def parse_result(tokens: Iterable[str], location: Location | None) -> dict[str, Any]:
    """Return the result that `format_result` wrote. Raises `BadFile`."""
    result: dict[str, Any] = {}
    for token in tokens:
        if token == "draw":
            result["draw"] = True
        elif winner := WINNER.fullmatch(token):
            result["winner"] = int(winner[1])
        elif reason := REASON.fullmatch(token):
            result["reason"] = reason[1]
        else:
            raise to_file_error(BadFile("bad_result", result=token[:60]), location)
    return result


def validate_fact_name(name: str) -> str:
    """Return the name of a fact. Raises `BadFile` unless it consists of lower-case letters and underscores."""
    if not FACT.fullmatch(name):
        raise BadFile("bad_fact", fact=name[:60])
    return name
