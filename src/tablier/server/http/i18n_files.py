"""Files made from the catalogues: the texts of the pages and of each game as JSON, and rules pages, each in every language."""

from __future__ import annotations

import re

import msgspec

from tablier.core.game import Game
from tablier.core.languages import is_available

from ..i18n import client_texts, game_rules, game_texts

TEXTS = re.compile(r"/?texts/([\w-]+)\.json", re.ASCII)
RULES = re.compile(r"/?rules/([\w-]+)\.html", re.ASCII)


def house_file(path: str) -> bytes | None:
    """`texts/fr.json` of the pages; None for any other path."""
    code = _language(TEXTS, path)
    return msgspec.json.encode(client_texts(code)) if code else None


def game_file(game: Game, path: str) -> bytes | None:
    """`texts/fr.json` or `rules/fr.html` of a game; None for any other path."""
    if code := _language(TEXTS, path):
        return msgspec.json.encode(game_texts(game, code))
    code = _language(RULES, path)
    page = game_rules(game, code) if code else None
    return page.encode() if page is not None else None


def _language(pattern: re.Pattern[str], path: str) -> str | None:
    found = pattern.fullmatch(path)
    return found[1] if found and is_available(found[1]) else None
