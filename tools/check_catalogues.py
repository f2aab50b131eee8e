"""Check the catalogues of a language.

    python -m tools.check_catalogues [LANGUAGE …]

Prints one line for each fault: a missing or outdated file, a message that is not translated or fuzzy, a translation with other
placeholders, markup or surrounding blanks, a message of code translated differently in two catalogues. Exits with 1 if there
is a fault; without arguments it checks all languages.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator

from babel.messages.catalog import Message as Entry

from tablier.core.i18n import ENGLISH
from tablier.core.languages import LOCALE_FOLDER, languages
from tools.extract_messages import Message, extract_catalogues
from tools.update_catalogues import read_catalogue, update_catalogue

PLACEHOLDER = re.compile(r"\{(\w*)\}|%\((\w+)\)[a-z]|(%[a-z])")
TAG = re.compile(r"</?[a-zA-Z][^>]*>")
BARE_AMPERSAND = re.compile(r"&(?!\w+;|#\d+;)")
SURROUNDING_BLANKS = re.compile(r"^(\s*).*?(\s*)$", re.DOTALL)


def find_faults(language: str) -> list[str]:
    """Return the faults of all catalogues of a language, one line each."""
    faults: list[str] = []
    translations: dict[str, tuple[str, object]] = {}
    for folder, messages in extract_catalogues().items():
        file = folder / f"{language}.po"
        name = str(file.relative_to(LOCALE_FOLDER.parent))
        if not file.is_file():
            faults.append(f"{name}: is missing; python -m tools.update_catalogues {language} creates it")
            continue
        if file.read_text(encoding="utf-8") != update_catalogue(file, language, messages):
            faults.append(
                f"{name}: is outdated or formatted differently; python -m tools.update_catalogues {language} updates it"
            )
        catalogue = read_catalogue(file, language)
        entries = {(entry.context, entry.id if isinstance(entry.id, str) else entry.id[0]): entry for entry in catalogue}
        for message in messages:
            entry = entries.get(message.key)
            if entry is None:
                continue  # reported above: the file is outdated
            where = f"{name}: {message.context or message.file}"
            faults += [f"{where}: {fault}: {message.text[:60]!r}" for fault in _find_entry_faults(message, entry)]
            if message.context is None and all(_strings(entry)):
                other, translation = translations.setdefault(message.text, (name, entry.string))
                if translation != entry.string:
                    faults.append(f"{name}: {message.text[:60]!r} is translated differently in {other}")
    return faults


def _strings(entry: Entry) -> tuple[str, ...]:
    return (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())


def _find_entry_faults(message: Message, entry: Entry) -> Iterator[str]:
    strings = _strings(entry)
    if not strings or not all(strings):
        yield "is not translated"
        return
    if entry.fuzzy:
        yield "is fuzzy"
    english = message.plural or message.text
    # the last plural form must have all placeholders of the English plural; a form such as "one turn" may omit the number
    if _placeholders(strings[-1]) != _placeholders(english):
        yield f"has other placeholders, {sorted(_placeholders(strings[-1]))}"
    if any(not _placeholders(string) <= _placeholders(message.text) | _placeholders(english) for string in strings):
        yield "has placeholders that the English does not have"
    for string in strings:
        if Counter(TAG.findall(string)) != Counter(TAG.findall(english)):
            yield f"has other markup, {TAG.findall(string)}"
        if message.context == "rules" and BARE_AMPERSAND.search(string):
            yield "has a bare &"
        if _surrounding_blanks(string) != _surrounding_blanks(english):
            yield "starts or ends with other blanks"


def _placeholders(text: str) -> set[str]:
    return {"".join(parts) for parts in PLACEHOLDER.findall(text)}


def _surrounding_blanks(text: str) -> tuple[str, ...]:
    blanks = SURROUNDING_BLANKS.match(text)
    return blanks.groups() if blanks else ()


def main() -> int:
    """Check the languages of the command line, or all."""
    selected = [language for language in sys.argv[1:] or languages() if language != ENGLISH]
    faults = [fault for language in selected for fault in find_faults(language)]
    print("\n".join(faults) or "no faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
