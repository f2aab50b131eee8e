"""What is wrong with a language: `python -m tools.check_catalogues fr` tells all of it, and exits 1 when there is anything."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Message as Entry

from tablier.core.i18n import ENGLISH
from tablier.core.languages import LOCALE_FOLDER, languages
from tests.languages.sources import Message, catalogues
from tools.update_catalogues import read, written

FACT = re.compile(r"\{(\w*)\}|%\((\w+)\)[a-z]|(%[a-z])")
TAG = re.compile(r"</?[a-zA-Z][^>]*>")
ENTITY = re.compile(r"&(?!\w+;|#\d+;)")
EDGES = re.compile(r"^(\s*).*?(\s*)$", re.DOTALL)


def faults(code: str) -> list[str]:
    """All that is wrong, one line each."""
    found: list[str] = []
    meanings: dict[str, tuple[str, object]] = {}
    for folder, messages in catalogues().items():
        file = folder / f"{code}.po"
        name = _name(file)
        if not file.is_file():
            found.append(f"{name}: is missing; python -m tools.update_catalogues {code} makes it")
            continue
        if file.read_text(encoding="utf-8") != written(file, code, messages):
            found.append(
                f"{name}: is behind the English texts, or written in another way; python -m tools.update_catalogues {code}"
            )
        entries = {(entry.context, entry.id if isinstance(entry.id, str) else entry.id[0]): entry for entry in read(file, code)}
        for message in messages:
            entry = entries.get(message.key)
            if entry is None:
                continue  # said above: the file is behind
            found += [
                f"{name}: {message.context or message.place}: {fault}: {message.text[:60]!r}" for fault in _of(message, entry)
            ]
            if message.context is None and all(_strings(entry)):
                where, meant = meanings.setdefault(message.text, (name, entry.string))
                if meant != entry.string:
                    found.append(f"{name}: {message.text[:60]!r} is not the same as in {where}")
    return found


def _name(file: Path) -> str:
    return str(file.relative_to(LOCALE_FOLDER.parent))


def _strings(entry: Entry) -> tuple[str, ...]:
    return (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())


def _of(message: Message, entry: Entry) -> Iterator[str]:
    strings = _strings(entry)
    if not strings or not all(strings):
        yield "is not translated"
        return
    if entry.fuzzy:
        yield "is fuzzy"
    english = message.plural or message.text
    if _facts(strings[-1]) != _facts(english):
        yield f"has other facts, {sorted(_facts(strings[-1]))}"
    if any(not _facts(string) <= _facts(message.text) | _facts(english) for string in strings):
        yield "has facts that the English does not have"
    for string in strings:
        if Counter(TAG.findall(string)) != Counter(TAG.findall(english)):
            yield f"has other markup, {TAG.findall(string)}"
        if message.context == "rules" and ENTITY.search(string):
            yield "has a bare &"
        if _edges(string) != _edges(english):
            yield "begins or ends with other blanks"


def _facts(text: str) -> set[str]:
    return {"".join(parts) for parts in FACT.findall(text)}


def _edges(text: str) -> tuple[str, ...]:
    found = EDGES.match(text)
    return found.groups() if found else ()


def main() -> int:
    """Tells what is wrong with the languages named, or with all."""
    found = [fault for code in sys.argv[1:] or languages() if code != ENGLISH for fault in faults(code)]
    print("\n".join(found) or "all is well")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
