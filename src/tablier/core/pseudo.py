"""A language nobody speaks, made from English: accented, longer, in brackets. Text that stays plain bypasses the catalogues."""

from __future__ import annotations

import re
from gettext import NullTranslations

PSEUDO = "qps"  # a code that ISO 639 leaves to whoever needs one
KEPT = re.compile(r"(\{\w*\}|%\(\w+\)[a-z]|%[a-z]|<[^>]*>|&\w+;|\n)")  # facts and markup
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ",
)
VOWELS = re.compile(r"([aeiou])")


def pseudo(text: str) -> str:
    """The text as this language has it.

    >>> pseudo("Open {game} now")
    '[Öþééñ {game} ñööŵ]'
    """
    parts = KEPT.split(text)
    if not any(re.search("[A-Za-z]", part) for part in parts[::2]):
        return text
    parts[::2] = [VOWELS.sub(r"\1\1", part).translate(LETTERS) for part in parts[::2]]
    return f"[{''.join(parts)}]"


class Pseudo(NullTranslations):
    """Its catalogue: every text there is."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return pseudo(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)
