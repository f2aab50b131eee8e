"""Files generated from the translation catalogues: texts of the client and of each game as JSON, and rules pages."""

from __future__ import annotations

import re

import msgspec

from tablier.core.game import Game
from tablier.core.languages import is_available

from ..i18n import client_texts, game_rules, game_texts

TEXTS = re.compile(r"/?texts/([\w-]+)\.json", re.ASCII)
RULES = re.compile(r"/?rules/([\w-]+)\.html", re.ASCII)


def client_file(path: str) -> bytes | None:
    """The client's `texts/LANGUAGE.json`; None for any other path."""
    code = _language(TEXTS, path)
    return msgspec.json.encode(client_texts(code)) if code else None


def game_file(game: Game, path: str) -> bytes | None:
    """A game's `texts/LANGUAGE.json` or `rules/LANGUAGE.html`; None for any other path."""
    if code := _language(TEXTS, path):
        return msgspec.json.encode(game_texts(game, code))
    code = _language(RULES, path)
    page = game_rules(game, code) if code else None
    return page.encode() if page is not None else None


def _language(pattern: re.Pattern[str], path: str) -> str | None:
    """The language in a path; None if the path does not match or the language is unknown."""
    fields = pattern.fullmatch(path)
    return fields[1] if fields and is_available(fields[1]) else None
