"""What browsers are given to read, in any language.

English lies in files (`…texts.json`, `rules/en.html`); what it is in another language, its catalogue says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from typing import NamedTuple

from tablier.core.game import Game
from tablier.core.i18n import ENGLISH
from tablier.core.languages import LOCALE_FOLDER, load_catalogue

from .i18n_html import CONTEXT, translate_html

WEB = Path(__file__).parent.parent / "web"
CLIENT_TEXTS = {"web": WEB / "texts.en.json"}  # by the kind that contexts begin with
GAME_TEXTS = ("board", "page")  # the later one's texts go first where both have one
UNTRANSLATABLE = re.compile(r"(\{\w+\}|[^\w]|[\d_])*")  # a text that is the same everywhere


class Text(NamedTuple):
    """A text with its key; `many` is its other form where it counts things."""

    key: str
    one: str
    many: str | None = None


def iter_texts(english: Mapping[str, str]) -> Iterator[Text]:
    """The texts of a file: `key_one` and `key_other` are two forms of one."""
    for key, text in english.items():
        stem, _, form = key.rpartition("_")
        if form == "one" and f"{stem}_other" in english:
            yield Text(stem, text, english[f"{stem}_other"])
        elif form != "other" or f"{stem}_one" not in english:
            yield Text(key, text)


def translated(kind: str, english: Mapping[str, str], said: NullTranslations, code: str) -> dict[str, str]:
    """The same keys in another language; a text that counts has a form for each of that language's plural categories."""
    found: dict[str, str] = {}
    for key, one, many in iter_texts(english):
        if many is not None:
            for category, example in plural_categories(code).items():
                found[f"{key}_{category}"] = said.npgettext(f"{kind}:{key}", one, many, example)
        else:
            found[key] = one if UNTRANSLATABLE.fullmatch(one) else said.pgettext(f"{kind}:{key}", one)
    return found


@cache
def plural_categories(code: str) -> Mapping[str, int]:
    """The plural categories of a language as CLDR names them and browsers know them, each with a number that is of it."""
    examples = {"one": 1, "other": 2}
    if code == ENGLISH:
        return examples
    from babel.core import Locale, UnknownLocaleError

    try:
        category = Locale.parse(code, sep="-").plural_form
    except UnknownLocaleError:
        return examples
    found: dict[str, int] = {}
    for number in (*range(1, 201), 0, 1_000_000):
        found.setdefault(category(number), number)
    return {"other": 2, **found}


def read_texts(file: Path) -> dict[str, str]:
    """The English texts of a file; none where a game has no such file."""
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


@cache
def client_texts(code: str) -> Mapping[str, str]:
    """The texts of all pages."""
    found: dict[str, str] = {}
    for kind, file in CLIENT_TEXTS.items():
        found |= translated(kind, read_texts(file), load_catalogue(LOCALE_FOLDER, code), code)
    return found


@cache
def game_texts(game: Game, code: str) -> Mapping[str, str]:
    """The texts of a game's page and board."""
    found: dict[str, str] = {}
    for kind in GAME_TEXTS:
        said = load_catalogue(game.folder / "locale", code)
        found |= translated(kind, read_texts(game.folder / f"{kind}.texts.json"), said, code)
    return found


@cache
def game_rules(game: Game, code: str) -> str | None:
    """The rules page of a game, None where it has none."""
    file = game.folder / "rules" / "en.html"
    if not file.is_file():
        return None
    said = load_catalogue(game.folder / "locale", code)
    return translate_html(file.read_text(encoding="utf-8"), lambda text: said.pgettext(CONTEXT, text))
