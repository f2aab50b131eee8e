"""All English texts there are, by the catalogue they belong to: from the code, from JSON files and from rules pages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tablier
from tablier.core.languages import LOCALE_FOLDER
from tablier.server.i18n import CLIENT_TEXTS, GAME_TEXTS, UNTRANSLATABLE, iter_texts, read_texts
from tablier.server.i18n_html import RULES_CONTEXT, extract_texts

PACKAGE = Path(tablier.__file__).parent
GAMES = PACKAGE / "games"
CALLS = {"_": 1, "gettext": 1, "N_": 1, "ngettext": 2}  # by what marks a text: how many of its arguments are texts


class Message(NamedTuple):
    """A text as catalogues have it."""

    context: str | None
    text: str
    plural: str | None
    place: str  # the file it is in

    @property
    def key(self) -> tuple[str | None, str]:
        return self.context, self.text


def catalogues() -> dict[Path, list[Message]]:
    """By `locale` folder: its texts, each once, in the order of the files and within them."""
    games = sorted(file.parent for file in GAMES.glob("*/__init__.py"))
    code = [file for file in sorted(PACKAGE.rglob("*.py")) if not any(folder in file.parents for folder in games)]
    found = {LOCALE_FOLDER: _once([*_of_code(code, PACKAGE), *_of_json(CLIENT_TEXTS)])}
    for folder in games:
        found[folder / "locale"] = _once(
            [
                *_of_code(sorted(folder.rglob("*.py")), folder),
                *_of_json({kind: folder / f"{kind}.texts.json" for kind in GAME_TEXTS}),
                *_of_rules(folder / "rules" / "en.html"),
            ]
        )
    return found


def _once(messages: list[Message]) -> list[Message]:
    kept: dict[tuple[str | None, str], Message] = {}
    for message in messages:
        before = kept.setdefault(message.key, message)
        if before.plural is None and message.plural is not None:
            kept[message.key] = message
    return list(kept.values())


def _of_code(files: list[Path], root: Path) -> Iterator[Message]:
    for file in files:
        for call in sorted(_calls(ast.parse(file.read_text(encoding="utf-8"))), key=lambda one: (one.lineno, one.col_offset)):
            name = call.func.id if isinstance(call.func, ast.Name) else ""
            given = [
                one.value for one in call.args[: CALLS[name]] if isinstance(one, ast.Constant) and isinstance(one.value, str)
            ]
            if len(given) == CALLS[name]:
                yield Message(None, given[0], given[1] if len(given) > 1 else None, str(file.relative_to(root)))


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            yield node


def _of_json(files: dict[str, Path]) -> Iterator[Message]:
    for kind, file in files.items():
        for key, one, many in iter_texts(read_texts(file)):
            if not UNTRANSLATABLE.fullmatch(one):
                yield Message(f"{kind}:{key}", one, many, file.name)


def _of_rules(page: Path) -> Iterator[Message]:
    if page.is_file():
        for span in extract_texts(page.read_text(encoding="utf-8")):
            yield Message(RULES_CONTEXT, span.text, None, f"rules/{page.name}")
