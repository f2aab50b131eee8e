"""Words for people: sentences are written in English in the code and translated by gettext catalogues beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations
from typing import Any

from .errors import RulesError

ENGLISH = "en"
_code: ContextVar[str] = ContextVar("language", default=ENGLISH)
_texts: ContextVar[NullTranslations | None] = ContextVar("texts", default=None)


def gettext(text: str) -> str:
    """The text in the language in use."""
    used = _texts.get()
    return used.gettext(text) if used and text else text


def ngettext(one: str, many: str, number: int) -> str:
    """The text for that number of things in the language in use."""
    used = _texts.get()
    return used.ngettext(one, many, number) if used else (one if number == 1 else many)


def marked(text: str) -> str:
    """Marks a text for the catalogues where it is translated later, when it is shown."""
    return text


@contextmanager
def language(code: str) -> Iterator[None]:
    """Uses a language within a block; one that there is, see `core.languages`."""
    from .languages import everything  # which looks for all games

    tokens = _code.set(code), _texts.set(None if code == ENGLISH else everything(code))
    try:
        yield
    finally:
        _code.reset(tokens[0])
        _texts.reset(tokens[1])


def decimal(number: float, digits: int = 0) -> str:
    """A number as the language in use writes it.

    >>> decimal(1234567), decimal(0.5, 2)
    ('1,234,567', '0.50')
    """
    if _code.get() == ENGLISH:
        return f"{number:,.{digits}f}"
    from babel.core import UnknownLocaleError
    from babel.numbers import format_decimal

    try:
        return format_decimal(number, f"#,##0{'.' * bool(digits)}{'0' * digits}", _code.get().replace("-", "_"))
    except UnknownLocaleError:  # the language that only shows where texts are missing
        return f"{number:,.{digits}f}"


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


# Facts that can hold words themselves: see Option.range, and what a system says of a file or a port.
WORDY = ("range", "why")
SYSTEM = (
    marked("No such file or directory"),
    marked("Permission denied"),
    marked("Is a directory"),
    marked("Not a directory"),
    marked("File exists"),
    marked("No space left on device"),
    marked("Read-only file system"),
    marked("Address already in use"),
    marked("Cannot assign requested address"),
)


def explain(error: RulesError, words: Mapping[str, str] | None = None) -> str:
    """What went wrong, as a sentence in the language in use."""
    return sentence(error.code, error.facts, words)


def sentence(code: str, facts: Mapping[str, Any], words: Mapping[str, str] | None = None) -> str:
    """The sentence for a code and its facts, the game's own words first; the bare code where nobody has words for it."""
    text = (words or {}).get(code) or COMMON.get(code)
    if text is None:
        return f"{code} ({', '.join(f'{name}: {value}' for name, value in facts.items())})" if facts else code
    facts = {name: gettext(value) if name in WORDY and isinstance(value, str) else value for name, value in facts.items()}
    shown = {name: ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value for name, value in facts.items()}
    return gettext(text).format_map(_Facts(shown))


class _Facts(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return "?"
