"""Texts for the client in every language.

The English texts are in files (`…texts.json`, `rules/en.html`); translations are in the gettext catalogues.
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

from .i18n_html import RULES_CONTEXT, translate_html

STATIC = Path(__file__).parent.parent / "static"  # the built web client
CLIENT_TEXTS = {"web": STATIC / "texts.en.json"}  # by the prefix of their msgctxt
RULES_FILE = Path("rules", "en.html")  # in the folder of a game
GAME_TEXTS = ("board", "page")  # prefixes of msgctxt and of file names; if both files have a key, the page's text wins
UNTRANSLATABLE = re.compile(r"(\{\w+\}|[^\w]|[\d_])*")  # a text without letters is the same in all languages


class Text(NamedTuple):
    """A text with its key; `plural` is set for texts that depend on a number."""

    key: str
    singular: str
    plural: str | None = None


def iter_texts(english: Mapping[str, str]) -> Iterator[Text]:
    """Yield the texts of a file. `KEY_one` and `KEY_other` are the singular and plural of one text, with the key `KEY`."""
    for key, text in english.items():
        stem, _, form = key.rpartition("_")
        if form == "one" and f"{stem}_other" in english:
            yield Text(stem, text, english[f"{stem}_other"])
        elif form != "other" or f"{stem}_one" not in english:
            yield Text(key, text)


def translate_texts(kind: str, english: Mapping[str, str], translations: NullTranslations, language: str) -> dict[str, str]:
    """Translate the texts of a file; `kind` is the prefix of their msgctxt.

    A text with a plural gets one key per plural category of the language, such as `KEY_one`, `KEY_few` and `KEY_other`.
    """
    translated: dict[str, str] = {}
    for key, singular, plural in iter_texts(english):
        if plural is not None:
            for category, example in plural_categories(language).items():
                translated[f"{key}_{category}"] = translations.npgettext(f"{kind}:{key}", singular, plural, example)
        elif UNTRANSLATABLE.fullmatch(singular):
            translated[key] = singular
        else:
            translated[key] = translations.pgettext(f"{kind}:{key}", singular)
    return translated


@cache
def plural_categories(language: str) -> Mapping[str, int]:
    """The CLDR plural categories of a language (as in `Intl.PluralRules`), each with an example number.

    A language unknown to CLDR, such as the pseudolocale, has those of English.
    """
    examples = {"one": 1, "other": 2}
    if language == ENGLISH:
        return examples
    from babel.core import Locale, UnknownLocaleError

    try:
        category = Locale.parse(language, sep="-").plural_form
    except UnknownLocaleError:
        return examples
    categories: dict[str, int] = {}
    for number in (*range(1, 201), 0, 1_000_000):  # together they meet every category; French `many` begins at a million
        categories.setdefault(category(number), number)
    return {"other": 2, **categories}  # in some languages only fractions are `other`


def read_texts(file: Path) -> dict[str, str]:
    """The English texts of a file; empty if the file does not exist."""
    texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return texts


@cache
def client_texts(language: str) -> Mapping[str, str]:
    """The texts that all pages share, in a language, by key."""
    texts: dict[str, str] = {}
    for kind, file in CLIENT_TEXTS.items():
        texts |= translate_texts(kind, read_texts(file), load_catalogue(LOCALE_FOLDER, language), language)
    return texts


@cache
def game_texts(game: Game, language: str) -> Mapping[str, str]:
    """The texts of a game's page and board, in a language, by key."""
    texts: dict[str, str] = {}
    translations = load_catalogue(game.folder / "locale", language)
    for kind in GAME_TEXTS:
        texts |= translate_texts(kind, read_texts(game.folder / f"{kind}.texts.json"), translations, language)
    return texts


@cache
def game_rules(game: Game, language: str) -> str | None:
    """The rules page of a game as HTML, in a language; None if the game has none."""
    file = game.folder / RULES_FILE
    if not file.is_file():
        return None
    translations = load_catalogue(game.folder / "locale", language)
    return translate_html(file.read_text(encoding="utf-8"), lambda text: translations.pgettext(RULES_CONTEXT, text))
