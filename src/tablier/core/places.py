"""Where something stands in a text, as a person counts: lines and columns from 1."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any, NamedTuple

from .errors import BadFile, RulesError

LINE_BREAK = re.compile(r"\r\n|\n|\r")


class Place(NamedTuple):
    """A line and a column, both from 1."""

    line: int
    column: int


class Places:
    r"""The places of one text.

    >>> Places("ab\ncd")(4)
    Place(line=2, column=2)
    """

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in LINE_BREAK.finditer(text))]

    def __call__(self, index: int) -> Place:
        """The place of the character with that index."""
        line = bisect_right(self._starts, index)
        return Place(line, index - self._starts[line - 1] + 1)


def placed(error: RulesError, place: Place | None, **facts: Any) -> BadFile:
    """An error of the rules as the error of a file: the same code and facts, and where it is."""
    where = {} if place is None else place._asdict()
    return BadFile(error.code, **{**error.facts, **facts, **where})
