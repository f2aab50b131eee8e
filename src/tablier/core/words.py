"""Words for people: sentences are written in English in the code and translated by gettext catalogues beside it."""

from __future__ import annotations

import gettext as catalogues
from collections.abc import Iterable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator

DOMAIN = "tablier"  # the name of every catalogue: locale/<language>/LC_MESSAGES/tablier.mo
_current: ContextVar[catalogues.NullTranslations | None] = ContextVar("language", default=None)


def gettext(text: str) -> str:
    """The text in the language in use."""
    used = _current.get()
    return used.gettext(text) if used and text else text


def ngettext(one: str, many: str, number: int) -> str:
    """The text for that number of things in the language in use."""
    used = _current.get()
    return used.ngettext(one, many, number) if used else (one if number == 1 else many)


def marked(text: str) -> str:
    """Marks a text for the catalogues where it is translated later, when it is shown."""
    return text


@contextmanager
def language(code: str, folders: Iterable[Path]) -> Iterator[None]:
    """Uses a language, from the catalogues found in these folders, within a block."""
    found: catalogues.NullTranslations = catalogues.NullTranslations()
    for folder in folders:
        found.add_fallback(catalogues.translation(DOMAIN, folder, [code], fallback=True))
    token = _current.set(found)
    try:
        yield
    finally:
        _current.reset(token)


COMMON: Mapping[str, str] = {
    "unknown_game": marked("There is no game called {game}. There are: {known}."),
    "unknown_edition": marked("There is no edition called {edition}. There are: {known}."),
    "unknown_option": marked("There is no option called {option}. There are: {known}."),
    "option_twice": marked("The option {option} is given twice."),
    "setup_option": marked("The option {option} only sets a game up: a position cannot carry it."),
    "bad_value": marked("{value} is no value for {option}. Possible: {range}."),
    "too_long": marked("The text is too long: at most {longest} characters."),
    "unreadable": marked("This cannot be read: it makes sense for the first {at} characters only."),
    "not_canonical": marked("A position has one text: from character {at} on this one should read as in {canonical}."),
    "no_twin": marked("{edition} with these options has no native twin."),
    "illegal_code": marked("The code {number} is no legal action here."),
    "nothing_to_undo": marked("There is nothing to take back."),
    "not_listed": marked("{action} is legal, but not a listed action."),
    "game_over": marked("The game is over."),
    "no_such_seat": marked("There is no seat {seat}."),
    "no_leaving": marked("In a game for two, leaving is resigning."),
}


def explain(error: RulesError, words: Mapping[str, str] | None = None) -> str:
    """What went wrong, as a sentence in the language in use."""
    return sentence(error.code, error.facts, words)


def sentence(code: str, facts: Mapping[str, Any], words: Mapping[str, str] | None = None) -> str:
    """The sentence for a code and its facts, the game's own words first; the bare code where nobody has words for it."""
    text = (words or {}).get(code) or COMMON.get(code)
    if text is None:
        return f"{code} ({', '.join(f'{name}: {value}' for name, value in facts.items())})" if facts else code
    shown = {name: ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value for name, value in facts.items()}
    return gettext(text).format_map(_Facts(shown))


class _Facts(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return "?"
