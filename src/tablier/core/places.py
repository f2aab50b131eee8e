"""The text of a file, and where something stands in it as a person counts: lines and columns from 1."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any, NamedTuple

from .errors import BadFile, RulesError

LONGEST_FILE = 1_000_000  # characters; the longest game of TwixT with every link named takes a tenth
MOST_LINES = 20_000

LINE_BREAK = re.compile(r"\r\n|\n|\r")
NOT_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")


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


def legible(text: str) -> str:
    """The text of a file without its byte order mark, when it is text and not too long; `BadFile` otherwise."""
    if len(text) > LONGEST_FILE:
        raise BadFile("file_too_long", longest=LONGEST_FILE, length=len(text))
    text = text.removeprefix("\ufeff")
    if found := NOT_TEXT.search(text):
        raise placed(BadFile("control_character", character=f"U+{ord(found[0]):04X}"), Places(text)(found.start()))
    return text


def lines(text: str) -> list[str]:
    """The lines of a file that has one thing a line."""
    found = LINE_BREAK.split(legible(text), maxsplit=MOST_LINES)
    if len(found) > MOST_LINES:
        raise placed(BadFile("too_many_lines", most=MOST_LINES), Place(MOST_LINES + 1, 1))
    return found
