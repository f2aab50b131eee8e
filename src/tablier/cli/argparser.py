"""Additions to argparse: options between positional arguments, actions that begin with `-`, and argument types."""

from __future__ import annotations

import argparse
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable
from typing import Any

from tablier.core.i18n import gettext as _


class Parser(argparse.ArgumentParser):
    """Parser of a command that accepts `replay EDITION -o size=12 FILE`; argparse alone would miss FILE after an option."""

    _parsing_intermixed = False

    # parse_known_intermixed_args calls this method again for each part of the line
    def parse_known_args(self, args: Iterable[str] | None = None, namespace: Any = None) -> tuple[Any, list[str]]:
        if self._parsing_intermixed:
            return super().parse_known_args(args, namespace)
        own_usage = self.usage
        self._parsing_intermixed, self.usage = True, own_usage or self._usage_text()
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._parsing_intermixed, self.usage = False, own_usage

    def _usage_text(self) -> str | None:
        """Return the usage text without its translated prefix, None if it has another prefix.

        `parse_known_intermixed_args` would remove the first 7 characters, the length of the English prefix.
        """
        usage, prefix = self.format_usage(), _("usage: ")
        return usage.removeprefix(prefix).replace("%", "%%") if usage.startswith(prefix) else None


def join_after_flag(arguments: list[str]) -> list[str]:
    """Join `--after X` to `--after=X`: an action may begin with `-`, and argparse would take it for a flag."""
    joined: list[str] = []
    for text in arguments:
        if joined and joined[-1] == "--after":
            joined[-1] += f"={text}"
        else:
            joined.append(text)
    return joined


# argument types


def integer_at_least(minimum: int) -> Callable[[str], int]:
    """Return an argument type: a whole number of at least `minimum`."""

    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 15 and int(text) >= minimum):
            raise ArgumentTypeError(_("{text} is no whole number from {least} on").format(text=text[:60], least=minimum))
        return int(text)

    return parse


def seconds(text: str) -> float:
    """Argument type: a time in seconds, at most 1e6."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1e6:
        raise ArgumentTypeError(_("{text} is no time in seconds").format(text=text[:60]))
    return value
