"""Additions to argparse: options between positional arguments, and actions that begin with `-`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
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
