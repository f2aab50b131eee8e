"""Options: what can be set about a game, how each is written, and what values it takes."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from .errors import BadOptions

WHOLE_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)", re.ASCII)
MAX_VALUE_LENGTH = 400  # Twisty's deals for four are about 90 characters; nobody needs more


@dataclass(frozen=True, kw_only=True)
class Option(ABC):
    """One thing that can be chosen. `setup` options only make the starting position and are not kept by the state."""

    name: str
    default: Any
    setup: bool = False
    seed: bool = False  # draws at random when not given; commands that print data use 0 instead
    among_engines: Any = None  # what engines play each other with when it is not given; None is the default

    @abstractmethod
    def parse(self, text: str) -> Any:
        """The value of a text; ValueError when it is none."""

    def format(self, value: Any) -> str:
        """The text of a value."""
        return str(value)

    @abstractmethod
    def accepts(self, value: Any) -> bool:
        """Whether this is a value of the right type and range."""

    @abstractmethod
    def range(self) -> str:
        """What can be chosen, for a person: `6-48`, `yes/no`. Words in it are English, marked for the catalogues."""

    def json(self, value: Any) -> Any:
        """The value as plain JSON."""
        return value

    def value(self, given: Any) -> Any:
        """A checked value from a value or its text."""
        value = given
        if isinstance(given, str):
            try:
                if len(given) > MAX_VALUE_LENGTH:
                    raise ValueError(given)
                value = self.parse(given)
            except ValueError:
                raise BadOptions("bad_value", option=self.name, value=given[:60], range=self.range()) from None
        if not self.accepts(value):
            raise BadOptions("bad_value", option=self.name, value=_shown(given), range=self.range())
        return value


@dataclass(frozen=True, kw_only=True)
class YesNo(Option):
    """`yes` or `no`."""

    def parse(self, text: str) -> bool:
        return {"yes": True, "no": False}[text] if text in ("yes", "no") else _refuse(text)

    def format(self, value: Any) -> str:
        return "yes" if value else "no"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, bool)

    def range(self) -> str:
        return "yes/no"


@dataclass(frozen=True, kw_only=True)
class Number(Option):
    """A whole number within bounds, or nothing when `nothing` names that (`unlimited`)."""

    low: int | None = None
    high: int | None = None
    nothing: str | None = None

    def parse(self, text: str) -> int | None:
        if text == self.nothing:
            return None
        return int(text) if WHOLE_NUMBER.fullmatch(text) else _refuse(text)

    def format(self, value: Any) -> str:
        return str(self.nothing) if value is None else str(value)

    def accepts(self, value: Any) -> bool:
        if value is None:
            return self.nothing is not None
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def range(self) -> str:
        bounds = f"{'' if self.low is None else self.low}-{'' if self.high is None else self.high}"
        shown = "…, -1, 0, 1, …" if bounds == "-" else bounds  # the same in every language, as all ranges are
        return shown if self.nothing is None else f"{shown}/{self.nothing}"


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """One of a few words."""

    values: tuple[str, ...]

    def parse(self, text: str) -> str:
        return text

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str) and value in self.values

    def range(self) -> str:
        return "/".join(self.values)


@dataclass(frozen=True, kw_only=True)
class Counts(Option):
    """How many of each kind, so many in all: `one:3,two:4`. A value is a tuple of counts in the order of the kinds.

    >>> option = Counts(name="mix", default=(1, 1), kinds=("red", "blue"), total=2)
    >>> option.value("red:2,blue:0"), option.value({"blue": 1, "red": 1})
    ((2, 0), (1, 1))
    """

    kinds: tuple[str, ...]
    total: int

    def parse(self, text: str) -> Any:
        found = re.fullmatch(",".join(f"{kind}:(0|[1-9][0-9]*)" for kind in self.kinds), text, re.ASCII)
        return self.tupled(map(int, found.groups())) if found else _refuse(text)

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

    def value(self, given: Any) -> Any:
        if isinstance(given, Mapping) and set(given) == set(self.kinds):
            given = self.tupled(given[kind] for kind in self.kinds)
        return super().value(given)

    def tupled(self, counts: Iterable[Any]) -> Any:
        """Counts as the game keeps them."""
        return tuple(counts)


def _shown(value: Any) -> str:
    try:
        return str(value)[:60]
    except ValueError:  # a whole number of thousands of digits
        return "…"


def _refuse(text: str) -> Any:
    raise ValueError(text)


def resolve(options: tuple[Option, ...], preset: Mapping[str, Any], given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Every option with its value: the given one, else the edition's, else the option's own default."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOptions("unknown_option", option=str(name)[:60], known=sorted(known))
    return MappingProxyType(
        {
            name: option.value(given[name]) if name in given else preset.get(name, option.default)
            for name, option in known.items()
        }
    )
