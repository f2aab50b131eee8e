"""Extract the English messages of every catalogue, from Python code, JSON files and rules pages.

A library for `tools.update_catalogues` and `tools.check_catalogues`; it has no command of its own. The package has one
catalogue in `tablier/locale`, and every game has one in its folder `locale`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tablier
from tablier.core.languages import LOCALE_FOLDER
from tablier.server.i18n import GAME_TEXTS, UNTRANSLATABLE, iter_texts, read_texts
from tablier.server.i18n_html import RULES_CONTEXT, extract_texts

PACKAGE = Path(tablier.__file__).parent
GAMES = PACKAGE / "games"
CLIENT_TEXTS = {"web": Path(__file__).parents[1] / "web" / "texts.en.json"}  # by the prefix of their msgctxt
KEYWORDS = {"_": 1, "gettext": 1, "N_": 1, "ngettext": 2}  # number of arguments that are messages


class Message(NamedTuple):
    """An entry of a catalogue, without its translation."""

    context: str | None  # msgctxt: `KIND:KEY` for texts of JSON files, RULES_CONTEXT for rules pages, None for code
    text: str
    plural: str | None
    file: str  # for the reference comment

    @property
    def key(self) -> tuple[str | None, str]:
        """The identity of a message within a catalogue."""
        return self.context, self.text


def extract_catalogues() -> dict[Path, list[Message]]:
    """Return the messages by `locale` folder, without duplicates, in the order of the files."""
    games = sorted(file.parent for file in GAMES.glob("*/__init__.py"))
    code = [file for file in sorted(PACKAGE.rglob("*.py")) if not any(folder in file.parents for folder in games)]
    messages = {LOCALE_FOLDER: _merge_duplicates([*_from_code(code, PACKAGE), *_from_json(CLIENT_TEXTS)])}
    for folder in games:
        messages[folder / "locale"] = _merge_duplicates(
            [
                *_from_code(sorted(folder.rglob("*.py")), folder),
                *_from_json({kind: folder / f"{kind}.texts.json" for kind in GAME_TEXTS}),
                *_from_rules(folder / "rules" / "en.html"),
            ]
        )
    return messages


def _merge_duplicates(messages: list[Message]) -> list[Message]:
    """Keep the first message of each key, or the first with a plural if there is one."""
    merged: dict[tuple[str | None, str], Message] = {}
    for message in messages:
        first = merged.setdefault(message.key, message)
        if first.plural is None and message.plural is not None:
            merged[message.key] = message
    return list(merged.values())


def _from_code(files: list[Path], root: Path) -> Iterator[Message]:
    for file in files:
        calls = _translation_calls(ast.parse(file.read_text(encoding="utf-8")))
        for name, call in sorted(calls, key=lambda item: (item[1].lineno, item[1].col_offset)):
            arguments = [argument.value for argument in call.args[: KEYWORDS[name]] if isinstance(argument, ast.Constant)]
            texts = [value for value in arguments if isinstance(value, str)]
            if len(texts) == KEYWORDS[name]:
                yield Message(None, texts[0], texts[1] if len(texts) > 1 else None, str(file.relative_to(root)))


def _translation_calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
            yield node.func.id, node


def _from_json(files: dict[str, Path]) -> Iterator[Message]:
    for kind, file in files.items():
        for key, singular, plural in iter_texts(read_texts(file)):
            if not UNTRANSLATABLE.fullmatch(singular):
                yield Message(f"{kind}:{key}", singular, plural, file.name)


def _from_rules(page: Path) -> Iterator[Message]:
    if page.is_file():
        for span in extract_texts(page.read_text(encoding="utf-8")):
            yield Message(RULES_CONTEXT, span.text, None, f"rules/{page.name}")
