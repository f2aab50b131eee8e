"""The languages there are: each is a catalogue `locale/<language>.po` of the house, found and not listed.

A game has a `locale` folder of its own; where it lacks a language, it speaks English. Catalogues are read as they are when
somebody first wants them: there is nothing to compile, and whoever speaks English never waits for a translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from .pseudo import PSEUDO, Pseudo
from .registry import shelf

ENGLISH = "en"  # what texts are written in: it has no catalogue
HOUSE = Path(__file__).parent.parent / "locale"
TAG = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})*", re.ASCII | re.IGNORECASE)


@cache
def languages() -> tuple[str, ...]:
    """All languages, by their codes."""
    return tuple(sorted({ENGLISH, *(file.stem for file in HOUSE.glob("*.po") if TAG.fullmatch(file.stem))}))


def best(wanted: Iterable[str]) -> str:
    """The first of the wanted languages that there is, itself or without its region; English when there is none of them.

    >>> best(["en-GB"]), best(["xx", "en"]), best([])
    ('en', 'en', 'en')
    """
    known = {code.lower(): code for code in (*languages(), PSEUDO)}
    for tag in wanted:
        parts = tag.lower().replace("_", "-").split("-")
        for length in range(len(parts), 0, -1):
            if found := known.get("-".join(parts[:length])):
                return found
    return ENGLISH


@cache
def catalogue(folder: Path, code: str) -> NullTranslations:
    """One catalogue: of the house, or of a game. Empty where there is none, so that every text stays English."""
    if code == PSEUDO:
        return Pseudo()
    file = folder / f"{code}.po"
    return _read(file) if code != ENGLISH and TAG.fullmatch(code) and file.is_file() else NullTranslations()


@cache
def everything(code: str) -> NullTranslations:
    """All catalogues of a language as one, the house's first."""
    found = NullTranslations()
    if code == ENGLISH:
        return found
    for folder in (HOUSE, *(game.folder / "locale" for game in shelf())):
        found.add_fallback(copy(catalogue(folder, code)))  # a copy, since adding changes what is added to
    return found


def _read(file: Path) -> GNUTranslations:
    from babel.messages.mofile import write_mo  # for whoever needs a translation only
    from babel.messages.pofile import read_po

    with file.open("rb") as source:
        read = read_po(source)
    compiled = BytesIO()
    write_mo(compiled, read)
    compiled.seek(0)
    return GNUTranslations(compiled)
