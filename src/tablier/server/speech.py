"""Errors as everybody gets them: one shape with a stable code, facts, and a sentence in the asker's language."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import tablier
from tablier.core.errors import RulesError
from tablier.core.game import Game
from tablier.core.registry import find, shelf
from tablier.core.words import explain, language
from tablier.engine.words import WORDS as ENGINE_WORDS
from tablier.match import WORDS as MATCH_WORDS
from tablier.records.words import WORDS as FILE_WORDS

from .errors import WORDS

LANGUAGE = re.compile(r"\s*([a-z]{2,3})\b", re.ASCII | re.IGNORECASE)
COMMON_WORDS = {**MATCH_WORDS, **FILE_WORDS, **ENGINE_WORDS, **WORDS}


def game_folder(game: Game) -> Path:
    """Where a game keeps what is its own, in this package or another one."""
    return Path(sys.modules[type(game).__module__].__file__ or "").parent


@cache
def catalogue_folders() -> tuple[Path, ...]:
    """The `locale` folders of the package and of each game."""
    return (Path(tablier.__file__).parent / "locale", *(game_folder(game) / "locale" for game in shelf()))


def language_of(accepted: str) -> str:
    """The language of an Accept-Language header.

    >>> language_of("fr-CH, en;q=0.8")
    'fr'
    """
    found = LANGUAGE.match(accepted)
    return found[1].lower() if found else "en"


def error_json(error: RulesError, tongue: str = "en", edition: str = "") -> dict[str, Any]:
    """What somebody is told who asked for something that cannot be. A game's own words go before the common ones."""
    words: Mapping[str, str] = {**COMMON_WORDS, **find(edition)[0].words} if edition else COMMON_WORDS
    with language(tongue, catalogue_folders()):
        return {"code": error.code, "facts": _plain(error.facts), "message": explain(error, words)}


def _plain(value: Any) -> Any:
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {str(name): _plain(one) for name, one in value.items()}
        case list() | tuple() | set() | frozenset():
            return [_plain(one) for one in value]
    return str(value)
