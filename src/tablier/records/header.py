"""What stands before the moves in our own formats, as words: the edition, its options, the start, the result, the facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..core import registry
from ..core.errors import BadFile, RulesError
from ..core.options import resolve
from ..formats.source_location import Location, to_file_error

Said = tuple[str, Location]  # a text and where it stands

FACT = re.compile(r"[a-z][a-z_]{0,39}", re.ASCII)
WINNER = re.compile(r"winner=(0|[1-9][0-9]?)", re.ASCII)
REASON = re.compile(r"reason=([a-z][a-z_]{0,39})", re.ASCII)


def beginning(edition: Said | None, options: Iterable[Said], start: Said | None) -> tuple[str, dict[str, str], str | None]:
    """Edition, options and start, each checked by itself so that a fault is told with its place."""
    if edition is None:
        raise BadFile("no_edition")
    try:
        place = edition[1]
        game, named = registry.find(edition[0])
        given: dict[str, str] = {}
        for text, at in options:
            place = at
            name, _, value = text.partition("=")
            if name in given:
                raise BadFile("option_twice", option=name[:60])
            resolve(game.options, named.values, {name: value})
            given[name] = value
        if start is not None:
            place = start[1]
            registry.from_text(start[0])
    except RulesError as error:
        raise to_file_error(error, place) from None
    return f"{game.name}:{named.name}", given, start and start[0]


def result_words(result: Mapping[str, Any]) -> list[str]:
    """A result as words. Scores are left to the rules, which find them again.

    >>> result_words({"winner": 1, "reason": "resigned"})
    ['winner=1', 'reason=resigned']
    """
    words = ["draw" if result.get("draw") else f"winner={result.get('winner')}"]
    if "reason" in result:
        words.append(f"reason={result['reason']}")
    if result_of(words, None) != {name: value for name, value in result.items() if name != "scores"}:
        raise BadFile("bad_result", result=str(dict(result))[:60])
    return words


def result_of(words: Iterable[str], place: Location | None) -> dict[str, Any]:
    """The result in these words."""
    result: dict[str, Any] = {}
    for word in words:
        if word == "draw":
            result["draw"] = True
        elif found := WINNER.fullmatch(word):
            result["winner"] = int(found[1])
        elif found := REASON.fullmatch(word):
            result["reason"] = found[1]
        else:
            raise to_file_error(BadFile("bad_result", result=word[:60]), place)
    return result


def fact_name(name: str) -> str:
    """The word for a fact, when it is one."""
    if not FACT.fullmatch(name):
        raise BadFile("bad_fact", fact=name[:60])
    return name
