"""Update the catalogues from the English messages.

    python -m tools.update_catalogues [LANGUAGE …]

Rewrites `locale/LANGUAGE.po` of the package and of every game; without arguments those of all languages. Translations are kept,
new messages are added without one, and messages that no longer exist are removed. If the English of a text with a key (its
`msgctxt` is `web:KEY`, `page:KEY` or `board:KEY`) has changed, its translation is kept and marked `fuzzy` until it is checked.
Messages of code and rules have no key: changed English is a new message. A new language starts with empty catalogues.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from tablier.core.i18n import ENGLISH
from tablier.core.languages import languages
from tools.extract_messages import Message, extract_catalogues

HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def read_catalogue(file: Path, language: str) -> Catalog:
    """Return the catalogue in `file`; an empty one if the file does not exist."""
    if not file.is_file():
        return Catalog(locale=language.replace("-", "_"))
    with file.open("rb") as source:
        return read_po(source, locale=language.replace("-", "_"))


def update_catalogue(file: Path, language: str, messages: list[Message]) -> str:
    """Return the new text of a catalogue: exactly `messages`, with the translations in `file`. Does not write the file."""
    before = read_catalogue(file, language)
    by_key = {(old.context, _singular(old.id)): old for old in before if old.id}
    by_context = {old.context: old for old in before if old.id and old.context and ":" in old.context}
    updated = Catalog(locale=before.locale, fuzzy=False)
    for message in messages:
        old = by_key.get(message.key)
        if old and isinstance(old.id, str) == (message.plural is None):
            string, flags, comments = old.string, old.flags & {"fuzzy"}, old.user_comments
        elif (changed := by_context.get(message.context or "")) and isinstance(changed.id, str) == (message.plural is None):
            string, flags, comments = changed.string, {"fuzzy"} if any(changed.string or ()) else set(), changed.user_comments
        else:
            string, flags, comments = "", set(), []
        message_id = message.text if message.plural is None else (message.text, message.plural)
        if message.plural is not None and not string:
            string = ("",) * updated.num_plurals
        updated.add(message_id, string, [(message.file, 0)], flags, user_comments=comments, context=message.context)
    body = BytesIO()
    write_po(body, updated, width=0, omit_header=True, include_lineno=False)
    return HEADER.format(language=language, plurals=updated.plural_forms) + body.getvalue().decode().lstrip("\n")


def _singular(message_id: str | tuple[str, ...] | list[str]) -> str:
    return message_id if isinstance(message_id, str) else message_id[0]


def main() -> None:
    """Update the catalogues of the languages in `sys.argv`, or of all languages, and print the files that changed."""
    selected = sys.argv[1:] or [language for language in languages() if language != ENGLISH]
    for folder, messages in extract_catalogues().items():
        for language in selected:
            file = folder / f"{language}.po"
            text = update_catalogue(file, language, messages)
            if not file.is_file() or file.read_text(encoding="utf-8") != text:
                file.parent.mkdir(exist_ok=True)
                file.write_text(text, encoding="utf-8")
                print(f"{file}: {len(messages)} messages", file=sys.stderr)


if __name__ == "__main__":
    main()
