"""Translatable texts of a rules page: the content of block elements and of `alt`, `title` and `aria-label`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import accumulate
from typing import NamedTuple

RULES_CONTEXT = "rules"  # msgctxt of these texts in a catalogue
HEADINGS = ("h1", "h2", "h3", "h4", "h5")
BLOCKS = (*HEADINGS, "p", "li", "dt", "dd", "figcaption", "caption", "td", "th", "summary", "blockquote")
ATTRIBUTE = re.compile(r'\b(?:alt|title|aria-label)="([^"]+)"')


class TextSpan(NamedTuple):
    """A translatable text and its character offsets in the page, `end` exclusive."""

    start: int
    end: int
    text: str  # with inline markup; runs of white space are collapsed


def extract_texts(page: str) -> list[TextSpan]:
    """The texts of a page in their order. A block that contains other blocks is not a text itself."""
    spans = sorted(_SpanParser(page).spans)
    return [TextSpan(start, end, " ".join(page[start:end].split())) for start, end in spans if page[start:end].strip()]


def translate_html(page: str, translate: Callable[[str], str]) -> str:
    """The page with its texts translated and everything else unchanged."""
    return "".join(_replace_texts(page, translate))


def _replace_texts(page: str, translate: Callable[[str], str]) -> Iterator[str]:
    position = 0
    for span in extract_texts(page):
        yield page[position : span.start]
        yield translate(span.text)
        position = span.end
    yield page[position:]


class _SpanParser(HTMLParser):
    """Collects the start and end offsets of the texts of a page in `spans`."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=False)
        self.spans: list[tuple[int, int]] = []
        self._line_offsets = list(accumulate((len(line) for line in page.splitlines(keepends=True)), initial=0))
        self._open: list[tuple[str, int, bool]] = []  # open blocks: tag, start of the content, whether it contains blocks
        self.feed(page)
        self.close()

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._line_offsets[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        source, offset = self.get_starttag_text() or "", self._offset()
        inside_text = bool(self._open) and tag not in BLOCKS  # its attributes are already part of a text
        if not inside_text:
            self.spans += [(offset + value.start(1), offset + value.end(1)) for value in ATTRIBUTE.finditer(source)]
        if tag in BLOCKS:
            self._open = [(name, start, True) for name, start, _ in self._open]
            self._open.append((tag, offset + len(source), False))

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1][0] == tag:
            _, start, contains_blocks = self._open.pop()
            if not contains_blocks:
                self.spans.append((start, self._offset()))
