"""What can be wrong, as a stable code and plain facts.

The words a person reads are made from both in that person's language (`words.explain`), so nothing here is a sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class RulesError(ValueError):
    """A request the rules refuse. `code` is stable; the facts are fields of the error and also `facts`.

    >>> error = IllegalAction("occupied", hole="c3")
    >>> error.code, error.hole, str(error)
    ('occupied', 'c3', "occupied (hole='c3')")
    """

    def __init__(self, code: str, **facts: Any) -> None:
        told = ", ".join(f"{name}={value!r}" for name, value in facts.items())
        super().__init__(f"{code} ({told})" if told else code)
        self.code = code
        self.facts = facts

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["facts"][name]
        except KeyError:
            raise AttributeError(name) from None

    def __reduce__(self) -> tuple[Callable[..., RulesError], tuple[type[RulesError], str, dict[str, Any]]]:
        return _rebuild, (type(self), self.code, self.facts)


def _rebuild(kind: type[RulesError], code: str, facts: dict[str, Any]) -> RulesError:
    return kind(code, **facts)


class BadOptions(RulesError):
    """An unknown game, edition or option, a value out of range, or values that do not go together."""


class BadNotation(RulesError):
    """A text that cannot be read. `at` is the index of the character where it stops making sense."""


class IllegalAction(RulesError):
    """A text that can be read, but not played in this position."""


class BadFile(RulesError):
    """A file that cannot be read or written in some format. `line` and `column` count from 1."""
