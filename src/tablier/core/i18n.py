"""Translation of texts: gettext functions bound to the language in use, which is a context variable."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations

ENGLISH = "en"  # the language of the source texts, without a catalogue
_code: ContextVar[str] = ContextVar("language", default=ENGLISH)
_translations: ContextVar[NullTranslations | None] = ContextVar("translations", default=None)


def gettext(text: str) -> str:
    """Return the text in the language in use."""
    translations = _translations.get()
    return translations.gettext(text) if translations and text else text


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the plural form for a number in the language in use."""
    translations = _translations.get()
    return translations.ngettext(singular, plural, number) if translations else (singular if number == 1 else plural)


def N_(text: str) -> str:  # noqa: N802 - the name that gettext gives it
    """Mark a text for extraction into the catalogues; it is translated when it is shown."""
    return text


@contextmanager
def use_language(code: str) -> Iterator[None]:
    """Use an available language within a block, see `core.languages`."""
    from .languages import load_all_catalogues  # languages imports the registry, and games import this module

    tokens = _code.set(code), _translations.set(None if code == ENGLISH else load_all_catalogues(code))
    try:
        yield
    finally:
        _code.reset(tokens[0])
        _translations.reset(tokens[1])


def format_decimal(number: float, digits: int = 0) -> str:
    """Format a number in the language in use.

    >>> format_decimal(1234567), format_decimal(0.5, 2)
    ('1,234,567', '0.50')
    """
    if _code.get() == ENGLISH:
        return f"{number:,.{digits}f}"
    from babel.core import UnknownLocaleError
    from babel.numbers import format_decimal

    try:
        return format_decimal(number, f"#,##0{'.' * bool(digits)}{'0' * digits}", _code.get().replace("-", "_"))
    except UnknownLocaleError:  # a language that Babel does not know
        return f"{number:,.{digits}f}"
