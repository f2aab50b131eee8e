"""The text of a file, and where something stands in it as a person counts: lines and columns from 1."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any, NamedTuple

from ..core.errors import BadFile, RulesError

MAX_FILE_LENGTH = 1_000_000  # characters; the longest game of TwixT with every link named takes a tenth
MAX_LINES = 20_000

LINE_BREAK = re.compile(r"\r\n|\n|\r")
NOT_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")


class Location(NamedTuple):
    """A line and a column, both from 1."""

    line: int
    column: int


class LineIndex:
    r"""The places of one text.

    >>> LineIndex("ab\ncd")(4)
    Location(line=2, column=2)
    """

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in LINE_BREAK.finditer(text))]

    def __call__(self, index: int) -> Location:
        """The place of the character with that index."""
        line = bisect_right(self._starts, index)
        return Location(line, index - self._starts[line - 1] + 1)


def to_file_error(error: RulesError, place: Location | None, **facts: Any) -> BadFile:
    """An error of the rules as the error of a file: the same code and facts, and where it is."""
    where = {} if place is None else place._asdict()
    return BadFile(error.code, **{**error.facts, **facts, **where})


def validate_text(text: str) -> str:
    """The text of a file without its byte order mark, when it is text and not too long; `BadFile` otherwise."""
    if len(text) > MAX_FILE_LENGTH:
        raise BadFile("file_too_long", longest=MAX_FILE_LENGTH, length=len(text))
    text = text.removeprefix("\ufeff")
    if found := NOT_TEXT.search(text):
        raise to_file_error(BadFile("control_character", character=f"U+{ord(found[0]):04X}"), LineIndex(text)(found.start()))
    return text


def lines(text: str) -> list[str]:
    """The lines of a file that has one thing a line."""
    found = LINE_BREAK.split(validate_text(text), maxsplit=MAX_LINES)
    if len(found) > MAX_LINES:
        raise to_file_error(BadFile("too_many_lines", most=MAX_LINES), Location(MAX_LINES + 1, 1))
    return found
