"""Every code that can be sent has words; the catalogues of each language then have them, too (test_catalogues)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import tablier
from tablier.core.errors import RulesError
from tablier.core.game import Game
from tablier.core.messages import find_message, registered_messages
from tablier.core.registry import game as find
from tablier.formats.transcript import MATCH_REASONS
from tablier.server.i18n import client_texts, game_texts

from .sources import GAMES, PACKAGE, catalogues

OWN = sorted(file.parent.name for file in GAMES.glob("*/__init__.py"))


def subclasses(kind: type) -> Iterator[type]:
    for one in kind.__subclasses__():
        yield one
        yield from subclasses(one)


def errors() -> set[str]:
    """What the classes of errors are called."""
    for module in walk_packages(tablier.__path__, "tablier."):
        if not module.name.endswith(("__main__", "_native")) and ".migrations" not in module.name:
            import_module(module.name)
    return {one.__name__ for one in (RulesError, *subclasses(RulesError)) if one.__module__.startswith("tablier.")}


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""


def carriers(trees: list[ast.Module], kinds: set[str]) -> dict[str, int]:
    """The functions that make an error with the code they are given, and which of their arguments it is."""
    found: dict[str, int] = {}
    for tree in trees:
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            names = [one.arg for one in function.args.args if one.arg != "self"]
            for node in ast.walk(function):
                given = node.args[0] if isinstance(node, ast.Call) and called(node) in kinds and node.args else None
                if isinstance(given, ast.Name) and given.id in names:
                    found[function.name] = names.index(given.id)
    return found


TREES = {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(PACKAGE.rglob("*.py"))}
ERRORS = errors()
CARRIERS = {**dict.fromkeys(ERRORS, 0), **carriers(list(TREES.values()), ERRORS)}


def made(folder: Path, *, without: Path | None = None) -> Iterator[tuple[str, ast.Call]]:
    """The codes of errors made in a folder, where they are written out, and where that is."""
    for file, tree in TREES.items():
        if folder not in file.parents or (without and without in file.parents):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and len(node.args) > CARRIERS.get(called(node), len(node.args)):
                for part in ast.walk(node.args[CARRIERS[called(node)]]):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.isidentifier():
                        yield part.value, node


def codes(folder: Path, *, without: Path | None = None) -> set[str]:
    return {code for code, _ in made(folder, without=without)}


def missing_messages(codes: set[str], game: Game | None = None) -> set[str]:
    """The codes without a message of a package or of this game."""
    others = {code for name in OWN for code in find(name).messages} - set(game.messages if game else ())
    return {code for code in codes if find_message(code, {}, game) is None or (code in others and not is_registered(code))}


def is_registered(code: str) -> bool:
    return find_message(code, {}) in registered_messages()


def reasons(folder: Path) -> set[str]:
    """How games end, where it is written out."""
    found: set[str] = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Outcome":
                for given in (*node.args, *(one.value for one in node.keywords if one.arg == "reason")):
                    found |= {
                        part.value for part in ast.walk(given) if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    }
    return found


def test_every_code_of_the_house_has_words() -> None:
    found = codes(PACKAGE, without=GAMES)
    assert len(found) > 150 and {"no_node", "wrong_type", "not_adjourned"} <= found  # by other hands and names, too
    assert missing_messages(found) == set()


def test_an_error_that_names_an_edition_is_explained_by_that_game() -> None:
    """Its words are that game's and the house's, whoever made the error (`say_error`)."""
    for code, node in made(PACKAGE):
        if called(node) != "BadOptions" and "edition" in {one.arg for one in node.keywords}:
            assert is_registered(code), code


def test_every_code_the_server_can_send_has_words() -> None:
    parts = ("core", "match", *(f"server/{part}" for part in ("hall", "http", "socket", "people", "engines", "push", "study")))
    found: set[str] = set().union(*(codes(PACKAGE / part) for part in parts))
    assert len(found) > 30
    assert missing_messages(found) == set()


@pytest.mark.parametrize("name", OWN)
def test_every_code_and_end_of_a_game_has_words(name: str) -> None:
    game = find(name)
    assert missing_messages(codes(game.folder), game) == set()
    ends = reasons(game.folder)
    assert ends and missing_messages(ends, game) == set()
    said = game_texts(game, "en")
    assert {f"end_{reason}" for reason in ends} <= {key.removesuffix("_other") for key in said}


PLACES = ("line", "column", "event", "turn", "edition")  # facts that a file, a record or a study adds to an error


@pytest.mark.parametrize("name", OWN)
def test_no_word_of_a_game_is_overwritten_by_where_the_error_is(name: str) -> None:
    """An error on column z that stands in column 1 of a file is one on column z."""
    for code, words in find(name).messages.items():
        assert not [place for place in PLACES if f"{{{place}}}" in words], code


def test_every_end_of_a_match_has_words() -> None:
    said = client_texts("en")
    for reason in MATCH_REASONS:
        assert is_registered(reason)
        assert reason == "aborted" or f"end_{reason}" in said


def test_all_words_are_in_the_catalogues() -> None:
    found = catalogues()
    for folder, messages in found.items():
        texts = {message.text for message in messages if message.context is None}
        own = set(find(folder.parent.name).messages.values()) if "games" in folder.parts else registered_messages()
        assert own <= texts, folder


def test_sides_notation_and_titles_can_be_said_in_every_language() -> None:
    found = catalogues()
    for game in tablier.shelf():
        texts = {message.text for message in found.get(game.folder / "locale", [])}
        if texts:
            assert {game.notation, *(side for edition in game.editions for side in edition.sides)} <= texts
