"""Files generated from the translation catalogues: texts of the client and of each game as JSON, and rules pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from tablier.core.game import Game
from tablier.core.languages import available_languages
from tablier.core.registry import shelf

from ..i18n import RULES_FILE, client_texts, game_rules, game_texts


def generated_files() -> dict[str, Callable[[], bytes]]:
    """A function that makes the content of each generated file, by path below `/static/VERSION/`."""
    loaders: dict[str, Callable[[], bytes]] = {}
    for language in available_languages():
        loaders[f"texts/{language}.json"] = partial(_encode_client_texts, language)
        for game in shelf():
            loaders[f"games/{game.name}/texts/{language}.json"] = partial(_encode_game_texts, game, language)
            if (game.folder / RULES_FILE).is_file():
                loaders[f"games/{game.name}/rules/{language}.html"] = partial(_encode_rules, game, language)
    return loaders


def _encode_client_texts(language: str) -> bytes:
    return msgspec.json.encode(client_texts(language))


def _encode_game_texts(game: Game, language: str) -> bytes:
    return msgspec.json.encode(game_texts(game, language))


def _encode_rules(game: Game, language: str) -> bytes:
    return (game_rules(game, language) or "").encode()
