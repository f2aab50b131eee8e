"""Text of a file, and locations in it as line and column, both 1-based."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any, NamedTuple

from ..core.errors import BadFile, RulesError

MAX_FILE_LENGTH = 1_000_000  # characters; the longest known game takes a tenth
MAX_LINES = 20_000

LINE_BREAK = re.compile(r"\r\n|\n|\r")
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")  # except white space; with lone surrogates


class Location(NamedTuple):
    """A line and a column, both 1-based."""

    line: int
    column: int


class LineIndex:
    r"""Converts character indexes of one text to locations.

    >>> LineIndex("ab\ncd")(4)
    Location(line=2, column=2)
    """

    def __init__(self, text: str) -> None:
        self._starts = [0, *(line_break.end() for line_break in LINE_BREAK.finditer(text))]

    def __call__(self, index: int) -> Location:
        """Return the location of the character with that index."""
        line = bisect_right(self._starts, index)
        return Location(line, index - self._starts[line - 1] + 1)


def to_file_error(error: RulesError, location: Location | None, **facts: Any) -> BadFile:
    """Return an error as `BadFile` with the same code and facts, further facts, and the location."""
    where = {} if location is None else location._asdict()
    return BadFile(error.code, **{**error.facts, **facts, **where})


def validate_text(text: str) -> str:
    """Return the text of a file without its byte order mark. Raises `BadFile` if it is too long or has control characters."""
    if len(text) > MAX_FILE_LENGTH:
        raise BadFile("file_too_long", longest=MAX_FILE_LENGTH, length=len(text))
    text = text.removeprefix("\ufeff")
    if control := CONTROL.search(text):
        error = BadFile("control_character", character=f"U+{ord(control[0]):04X}")
        raise to_file_error(error, LineIndex(text)(control.start()))
    return text


def split_lines(text: str) -> list[str]:
    """Return the lines of a line-based file. Raises `BadFile`."""
    lines = LINE_BREAK.split(validate_text(text), maxsplit=MAX_LINES)
    if len(lines) > MAX_LINES:
        raise to_file_error(BadFile("too_many_lines", most=MAX_LINES), Location(MAX_LINES + 1, 1))
    return lines
