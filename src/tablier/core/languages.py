"""Available languages and their catalogues.

A language is available if `tablier/locale` has a catalogue `<language>.po`. Each game has its own `locale` folder; without a
catalogue there, its texts stay English. Catalogues are parsed on first use and cached; English needs none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from .i18n import ENGLISH
from .registry import shelf

LOCALE_FOLDER = Path(__file__).parent.parent / "locale"
TAG = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})*", re.ASCII | re.IGNORECASE)  # BCP 47, such as pt-BR

_added: dict[str, NullTranslations] = {}


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages with a catalogue, and English."""
    return tuple(sorted({ENGLISH, *(file.stem for file in LOCALE_FOLDER.glob("*.po") if TAG.fullmatch(file.stem))}))


def add_language(code: str, translations: NullTranslations) -> None:
    """Make a language available that has no catalogue file, for tests. It is accepted but not in `languages()`."""
    _added[code] = translations
    load_catalogue.cache_clear()
    load_all_catalogues.cache_clear()


def available_languages() -> tuple[str, ...]:
    """Return the codes of all languages that can be used: those of `languages()` and added ones."""
    return (*languages(), *_added)


def is_available(code: str) -> bool:
    """Return whether a language can be used."""
    return code in available_languages()


def choose_language(preferences: Iterable[str]) -> str:
    """Return the first available language, with or without its region; English if there is none.

    >>> choose_language(["en-GB"]), choose_language(["xx", "en"]), choose_language([])
    ('en', 'en', 'en')
    """
    known = {code.lower(): code for code in available_languages()}
    for tag in preferences:
        parts = tag.lower().replace("_", "-").split("-")
        for length in range(len(parts), 0, -1):
            if code := known.get("-".join(parts[:length])):
                return code
    return ENGLISH


@cache
def load_catalogue(folder: Path, code: str) -> NullTranslations:
    """Return the catalogue in one `locale` folder; an empty one if there is no file for the language."""
    if code in _added:
        return _added[code]
    file = folder / f"{code}.po"
    return _read(file) if code != ENGLISH and TAG.fullmatch(code) and file.is_file() else NullTranslations()


@cache
def load_all_catalogues(code: str) -> NullTranslations:
    """Return the catalogues of Tablier and of all games as one; Tablier's own has precedence. Loads every game."""
    translations = NullTranslations()
    if code == ENGLISH:
        return translations
    for folder in (LOCALE_FOLDER, *(game.folder / "locale" for game in shelf())):
        # A copy, because later fallbacks are attached to the last catalogue of the chain, and catalogues are cached.
        translations.add_fallback(copy(load_catalogue(folder, code)))
    return translations


def _read(file: Path) -> GNUTranslations:
    from babel.messages.mofile import write_mo  # imported late: slow, and not needed for English
    from babel.messages.pofile import read_po

    with file.open("rb") as source:
        catalogue = read_po(source)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)
