"""Translation of texts: gettext functions bound to the language in use, which is a context variable."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations

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


def N_(text: str) -> str:  # noqa: N802 - the name that gettext gives it
    """Marks a text for the catalogues where it is translated later, when it is shown."""
    return text


@contextmanager
def use_language(code: str) -> Iterator[None]:
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
