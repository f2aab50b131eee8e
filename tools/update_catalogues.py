"""Brings the catalogues in line with the English texts: `python -m tools.update_catalogues [language …]`.

Translations are kept, what is new comes in empty, what is gone goes; a text whose English changed under the same key keeps its
translation, marked `fuzzy` until somebody has looked at it. A language that is named and not there yet begins with empty
catalogues.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from tablier.core.i18n import ENGLISH
from tablier.core.languages import languages
from tests.languages.sources import Message, catalogues

HEADER = """\
msgid ""
msgstr ""
"Language: {code}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def read(file: Path, code: str) -> Catalog:
    """A catalogue, empty where there is no file."""
    if not file.is_file():
        return Catalog(locale=code.replace("-", "_"))
    with file.open("rb") as source:
        return read_po(source, locale=code.replace("-", "_"))


def written(file: Path, code: str, messages: list[Message]) -> str:
    """What the file should hold: these texts, with the translations it has now."""
    before = read(file, code)
    known = {(old.context, _text(old.id)): old for old in before if old.id}
    by_context = {old.context: old for old in before if old.id and old.context and ":" in old.context}
    fresh = Catalog(locale=before.locale, fuzzy=False)
    for message in messages:
        old = known.get(message.key)
        if old and isinstance(old.id, str) == (message.plural is None):
            string, flags, comments = old.string, old.flags & {"fuzzy"}, old.user_comments
        elif (moved := by_context.get(message.context or "")) and isinstance(moved.id, str) == (message.plural is None):
            string, flags, comments = moved.string, {"fuzzy"} if any(moved.string or ()) else set(), moved.user_comments
        else:
            string, flags, comments = "", set(), []
        number = message.text if message.plural is None else (message.text, message.plural)
        if message.plural is not None and not string:
            string = ("",) * fresh.num_plurals
        fresh.add(number, string, [(message.place, 0)], flags, user_comments=comments, context=message.context)
    body = BytesIO()
    write_po(body, fresh, width=0, omit_header=True, include_lineno=False)
    return HEADER.format(code=code, plurals=fresh.plural_forms) + body.getvalue().decode().lstrip("\n")


def _text(number: str | tuple[str, ...] | list[str]) -> str:
    return number if isinstance(number, str) else number[0]


def main() -> None:
    """Updates all languages, or those that are named."""
    for folder, messages in catalogues().items():
        for code in sys.argv[1:] or [code for code in languages() if code != ENGLISH]:
            file = folder / f"{code}.po"
            text = written(file, code, messages)
            if not file.is_file() or file.read_text(encoding="utf-8") != text:
                file.parent.mkdir(exist_ok=True)
                file.write_text(text, encoding="utf-8")
                print(f"{file}: {len(messages)} texts", file=sys.stderr)


if __name__ == "__main__":
    main()
