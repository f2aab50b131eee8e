"""Options of a game: their types, texts and ranges."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from .errors import BadOptions

WHOLE_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)", re.ASCII)
MAX_VALUE_LENGTH = 400  # characters; the longest known values have about 90


@dataclass(frozen=True, kw_only=True)
class Option(ABC):
    """An option of a game. A `setup` option only affects the starting position; states do not keep it."""

    name: str
    default: Any
    setup: bool = False
    seed: bool = False  # seeds a random setup; drawn at random if not set
    contest_default: Any = None  # default in contests between engines, such as a turn limit; None for `default`

    @abstractmethod
    def parse(self, text: str) -> Any:
        """Return the value of a text. Raises `ValueError`."""

    def format(self, value: Any) -> str:
        """Return the text of a value."""
        return str(value)

    @abstractmethod
    def accepts(self, value: Any) -> bool:
        """Return whether a value has the right type and range."""

    @abstractmethod
    def range(self) -> str:
        """Return the possible values for a message: `6-48`, `yes/no`. English words in it are marked for the catalogues."""

    def json(self, value: Any) -> Any:
        """Return the value as plain JSON."""
        return value

    def validate(self, value: Any) -> Any:
        """Return the value that a value or its text stands for. Raises `BadOptions` if it is not accepted."""
        parsed = value
        if isinstance(value, str):
            try:
                if len(value) > MAX_VALUE_LENGTH:
                    raise ValueError(value)
                parsed = self.parse(value)
            except ValueError:
                raise BadOptions("bad_value", option=self.name, value=value[:60], range=self.range()) from None
        if not self.accepts(parsed):
            raise BadOptions("bad_value", option=self.name, value=_shorten(value), range=self.range())
        return parsed


@dataclass(frozen=True, kw_only=True)
class YesNo(Option):
    """`yes` or `no`."""

    def parse(self, text: str) -> bool:
        return {"yes": True, "no": False}[text] if text in ("yes", "no") else _reject(text)

    def format(self, value: Any) -> str:
        return "yes" if value else "no"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, bool)

    def range(self) -> str:
        return "yes/no"


@dataclass(frozen=True, kw_only=True)
class Number(Option):
    """An integer within bounds, or None, whose text is `none_text` (such as `unlimited`)."""

    low: int | None = None
    high: int | None = None
    none_text: str | None = None

    def parse(self, text: str) -> int | None:
        if text == self.none_text:
            return None
        return int(text) if WHOLE_NUMBER.fullmatch(text) else _reject(text)

    def format(self, value: Any) -> str:
        return str(self.none_text) if value is None else str(value)

    def accepts(self, value: Any) -> bool:
        if value is None:
            return self.none_text is not None
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def range(self) -> str:
        bounds = f"{'' if self.low is None else self.low}-{'' if self.high is None else self.high}"
        shown = "…, -1, 0, 1, …" if bounds == "-" else bounds  # the same in every language
        return shown if self.none_text is None else f"{shown}/{self.none_text}"


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """One of several words."""

    values: tuple[str, ...]

    def parse(self, text: str) -> str:
        return text

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str) and value in self.values

    def range(self) -> str:
        return "/".join(self.values)


@dataclass(frozen=True, kw_only=True)
class Counts(Option):
    """A count of each kind with a fixed total: `one:3,two:4`. A value is a tuple of counts in the order of the kinds.

    >>> option = Counts(name="mix", default=(1, 1), kinds=("red", "blue"), total=2)
    >>> option.validate("red:2,blue:0"), option.validate({"blue": 1, "red": 1})
    ((2, 0), (1, 1))
    """

    kinds: tuple[str, ...]
    total: int

    def parse(self, text: str) -> Any:
        match = re.fullmatch(",".join(f"{kind}:(0|[1-9][0-9]*)" for kind in self.kinds), text, re.ASCII)
        return self.make_value(map(int, match.groups())) if match else _reject(text)

    def format(self, value: Any) -> str:
        return ",".join(f"{kind}:{count}" for kind, count in zip(self.kinds, value, strict=True))

    def accepts(self, value: Any) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) == len(self.kinds)
            and all(type(count) is int and count >= 0 for count in value)
            and sum(value) == self.total
        )

    def range(self) -> str:
        return self.format(self.default)

    def json(self, value: Any) -> Any:
        return dict(zip(self.kinds, value, strict=True))

    def validate(self, value: Any) -> Any:
        if isinstance(value, Mapping) and set(value) == set(self.kinds):
            value = self.make_value(value[kind] for kind in self.kinds)
        return super().validate(value)

    def make_value(self, counts: Iterable[Any]) -> Any:
        """Return the value for counts in the order of the kinds. A game may override it with its own tuple type."""
        return tuple(counts)


def _shorten(value: Any) -> str:
    try:
        return str(value)[:60]
    except ValueError:  # an integer with thousands of digits
        return "…"


def _reject(text: str) -> Any:
    raise ValueError(text)


def resolve(options: tuple[Option, ...], preset: Mapping[str, Any], values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return every option with its value: that in `values`, else in `preset`, else its default. Raises `BadOptions`."""
    known = {option.name: option for option in options}
    for name in values:
        if name not in known:
            raise BadOptions("unknown_option", option=str(name)[:60], known=sorted(known))
    return MappingProxyType(
        {
            name: option.validate(values[name]) if name in values else preset.get(name, option.default)
            for name, option in known.items()
        }
    )
