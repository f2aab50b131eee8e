"""A rules page as texts: what each paragraph, list item, caption and readable attribute holds is one text for the catalogue."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import accumulate
from typing import NamedTuple

CONTEXT = "rules"  # of its texts in a catalogue
HEADINGS = ("h1", "h2", "h3", "h4", "h5")
BLOCKS = (*HEADINGS, "p", "li", "dt", "dd", "figcaption", "caption", "td", "th", "summary", "blockquote")
ATTRIBUTE = re.compile(r'\b(?:alt|title|aria-label)="([^"]+)"')


class Piece(NamedTuple):
    """A text and where it stands."""

    start: int
    end: int
    text: str  # markup within it included, blanks as one


def pieces(page: str) -> list[Piece]:
    """The texts of a page in their order. A block with blocks in it is no text of its own: its parts are."""
    found = sorted(_Finder(page).found)
    return [Piece(start, end, " ".join(page[start:end].split())) for start, end in found if page[start:end].strip()]


def translate_html(page: str, translate: Callable[[str], str]) -> str:
    """The page with its texts translated, everything else as it is."""
    return "".join(_replaced(page, translate))


def _replaced(page: str, translate: Callable[[str], str]) -> Iterator[str]:
    at = 0
    for piece in pieces(page):
        yield page[at : piece.start]
        yield translate(piece.text)
        at = piece.end
    yield page[at:]


class _Finder(HTMLParser):
    """Where texts begin and end."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[tuple[int, int]] = []
        self._lines = list(accumulate((len(line) for line in page.splitlines(keepends=True)), initial=0))
        self._open: list[tuple[str, int, bool]] = []  # blocks: the tag, where it begins, whether other blocks are in it
        self.feed(page)
        self.close()

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        written, at = self.get_starttag_text() or "", self._at()
        inside = bool(self._open) and tag not in BLOCKS  # an attribute there is part of a text already
        if not inside:
            self.found += [(at + value.start(1), at + value.end(1)) for value in ATTRIBUTE.finditer(written)]
        if tag in BLOCKS:
            self._open = [(name, start, True) for name, start, _ in self._open]
            self._open.append((tag, at + len(written), False))

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1][0] == tag:
            _, start, divided = self._open.pop()
            if not divided:
                self.found.append((start, self._at()))
