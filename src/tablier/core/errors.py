"""Errors with a stable code and facts. `core.messages.explain` makes the message in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class RulesError(ValueError):
    """Base of all errors in what a caller asks for: an illegal action, a malformed text or file, a rejected request.

    `code` is stable; each of the `facts` is also an attribute.

    Facts that quote input are cut to 60 characters, so that a message stays short.

    >>> error = IllegalAction("occupied", hole="c3")
    >>> error.code, error.hole, str(error)
    ('occupied', 'c3', "occupied (hole='c3')")
    """

    def __init__(self, code: str, **facts: Any) -> None:
        details = ", ".join(f"{name}={value!r}" for name, value in facts.items())
        super().__init__(f"{code} ({details})" if details else code)
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
    """An unknown game, edition or option, a value out of range, or incompatible values."""


class BadNotation(RulesError):
    """A text that cannot be parsed. `at` is the 0-based index of the first wrong character."""


class IllegalAction(RulesError):
    """A valid action text that is not legal in this position."""


class BadFile(RulesError):
    """A file that cannot be read or written. `line` and `column` are 1-based."""
