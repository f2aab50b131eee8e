"""Untrusted JSON objects, read strictly: each field present, of its type and in its range, and none left over."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

from ..core.errors import BadFile

MOST = 2**53 - 1  # the largest whole number that every JSON reader keeps
_REQUIRED: Any = object()
T = TypeVar("T")


class Fields:
    """One object. `where` are the facts that say which one, for the error."""

    def __init__(self, data: Any, **where: Any) -> None:
        self.where = where
        if not isinstance(data, dict):
            raise BadFile("wrong_type", field=where.get("field", "record"), wanted="object", **_without_field(where))
        self.data = data
        self.read: set[str] = set()

    def wrong(self, code: str, **facts: Any) -> BadFile:
        """The error for something in this object."""
        return BadFile(code, **{**self.where, **facts})

    def any(self, name: str, default: Any = _REQUIRED) -> Any:
        """Whatever stands there."""
        self.read.add(name)
        if name in self.data:
            return self.data[name]
        if default is _REQUIRED:
            raise self.wrong("missing_field", field=name)
        return default

    def _typed(self, name: str, wanted: str, right: Callable[[Any], bool], default: Any) -> Any:
        found = self.any(name, default)
        if name in self.data and not right(found):
            raise self.wrong("wrong_type", field=name, wanted=wanted)
        return found

    def whole(self, name: str, low: int = 0, high: int = MOST, default: Any = _REQUIRED) -> int:
        """A whole number within bounds."""
        found = self._typed(name, "whole number", _is_whole, default)
        if name in self.data and not low <= found <= high:
            raise self.wrong("out_of_range", field=name, low=low, high=high)
        return cast(int, found)

    def text(self, name: str, longest: int, default: Any = _REQUIRED, pattern: str = "") -> str:
        """A text of printable characters, of at most that length."""
        found = self._typed(name, "text", lambda value: isinstance(value, str), default)
        return self.checked_text(name, found, longest, pattern)

    def checked_text(self, name: str, text: str, longest: int, pattern: str = "") -> str:
        """The same text when it is printable, short enough and of the pattern."""
        if len(text) > longest:
            raise self.wrong("text_too_long", field=name, longest=longest)
        if not text.isprintable() or (pattern and not re.fullmatch(pattern, text, re.ASCII)):
            raise self.wrong("bad_text", field=name)
        return text

    def word(self, name: str, words: Sequence[T], default: Any = _REQUIRED) -> T:
        """One of a few words."""
        found = self._typed(name, "text", lambda value: isinstance(value, str), default)
        if name in self.data and found not in words:
            raise self.wrong("unknown_word", field=name, word=found[:60], known=list(words))
        return cast(T, found)

    def yes_no(self, name: str, default: Any = _REQUIRED) -> bool:
        """True or false."""
        return bool(self._typed(name, "true or false", lambda value: isinstance(value, bool), default))

    def rows(self, name: str, most: int, default: Any = _REQUIRED) -> list[Any]:
        """A list of at most that length."""
        found: list[Any] = self._typed(name, "list", lambda value: isinstance(value, list), default)
        if len(found) > most:
            raise self.wrong("list_too_long", field=name, most=most)
        return found

    def wholes(self, name: str, most: int, high: int = MOST, default: Any = _REQUIRED) -> tuple[int, ...]:
        """A list of whole numbers from 0."""
        found = self.rows(name, most, default)
        if not all(_is_whole(value) and 0 <= value <= high for value in found):
            raise self.wrong("wrong_type", field=name, wanted="list of whole numbers")
        return tuple(found)

    def texts(self, name: str, most: int, longest: int, default: Any = _REQUIRED, *, lines: bool = False) -> dict[str, str]:
        """An object of texts under plain names; of several `lines` where that is said."""
        found = self._typed(name, "object", lambda value: isinstance(value, dict), default)
        if len(found) > most:
            raise self.wrong("list_too_long", field=name, most=most)
        for key, value in found.items():
            self.checked_text(name, key, 60, "[a-z][a-z0-9_]*")
            if not isinstance(value, str):
                raise self.wrong("wrong_type", field=f"{name}.{key}", wanted="text")
            self.checked_text(f"{name}.{key}", value.replace("\n", " ") if lines else value, longest)
        return dict(found)

    def done(self) -> None:
        """Refuses what nobody asked for."""
        for name in self.data:
            if name not in self.read:
                raise self.wrong("unknown_field", field=name[:60])


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _without_field(where: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in where.items() if name != "field"}
