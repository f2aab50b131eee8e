"""How a command line is read: options may stand anywhere, and actions may begin with `-`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from tablier.core.i18n import gettext as _


class Parser(argparse.ArgumentParser):
    """Reads one command, `replay EDITION -o size=12 FILE` too: argparse alone takes FILE for left out once an option comes."""

    _mixing = False

    # argparse reads a command by this method, and calls it again for each half of a mixed line
    def parse_known_args(self, args: Iterable[str] | None = None, namespace: Any = None) -> tuple[Any, list[str]]:
        if self._mixing:
            return super().parse_known_args(args, namespace)
        own = self.usage
        self._mixing, self.usage = True, own or self._whole_usage()
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing, self.usage = False, own

    def _whole_usage(self) -> str | None:
        """The usage as long as all arguments are known; argparse cuts off as many letters as "usage" has in English."""
        said, begin = self.format_usage(), _("usage: ")
        return said.removeprefix(begin).replace("%", "%%") if said.startswith(begin) else None


def join_after(arguments: list[str]) -> list[str]:
    """`--after X` as `--after=X`, since TwixT's actions may begin with `-` and argparse would take them for flags."""
    found: list[str] = []
    for text in arguments:
        if found and found[-1] == "--after":
            found[-1] += f"={text}"
        else:
            found.append(text)
    return found
