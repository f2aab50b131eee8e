"""Pseudolocale: English with accents, longer, in brackets. A text that a page shows without them is missing in the catalogues.

`install` adds the pseudolocale to this process; `python -m tools.pseudolocale COMMAND …` runs `tablier COMMAND …` with it.
"""

from __future__ import annotations

import re
from gettext import NullTranslations

from tablier.core.languages import add_language

PROGRAM = ("-m", "tools.pseudolocale")  # arguments of a Python interpreter that runs `tablier` with the pseudolocale
PSEUDO = "qps"  # a code that ISO 639 reserves for private use
KEPT = re.compile(r"(\{\w*\}|%\(\w+\)[a-z]|%[a-z]|<[^>]*>|&\w+;|\n)")  # placeholders, markup, line breaks
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ",
)
VOWELS = re.compile(r"([aeiou])")


def pseudolocalize(text: str) -> str:
    """Return the text with accents and doubled vowels, in brackets; placeholders and markup stay.

    >>> pseudolocalize("Open {game} now")
    '[Öþééñ {game} ñööŵ]'
    """
    parts = KEPT.split(text)
    if not any(re.search("[A-Za-z]", part) for part in parts[::2]):
        return text
    parts[::2] = [VOWELS.sub(r"\1\1", part).translate(LETTERS) for part in parts[::2]]
    return f"[{''.join(parts)}]"


class Pseudolocale(NullTranslations):
    """A catalogue that translates every text."""

    def gettext(self, message: str) -> str:
        return pseudolocalize(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudolocalize(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return pseudolocalize(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


def install() -> None:
    """Make the pseudolocale available under the code `PSEUDO`."""
    add_language(PSEUDO, Pseudolocale())


if __name__ == "__main__":
    import sys

    from tablier.cli.main import main

    install()
    sys.exit(main())
