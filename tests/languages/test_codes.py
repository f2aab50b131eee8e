"""Every error code has a message. That each message is translated is tested in test_catalogues."""

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
from tablier.core.registry import game as find_game
from tablier.formats.transcript import MATCH_REASONS
from tablier.server.i18n import client_texts, game_texts
from tools.extract_messages import GAMES, PACKAGE, extract_catalogues

GAME_NAMES = sorted(file.parent.name for file in GAMES.glob("*/__init__.py"))


def subclasses(kind: type) -> Iterator[type]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from subclasses(subclass)


def error_class_names() -> set[str]:
    """The names of all error classes; imports every module, so that all subclasses are known."""
    for module in walk_packages(tablier.__path__, "tablier."):
        if not module.name.endswith(("__main__", "_native")) and ".migrations" not in module.name:
            import_module(module.name)
    return {kind.__name__ for kind in (RulesError, *subclasses(RulesError)) if kind.__module__.startswith("tablier.")}


def called_name(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""


def error_factories(trees: list[ast.Module], kinds: set[str]) -> dict[str, int]:
    """The functions that create an error with a code passed as an argument, and the index of that argument."""
    factories: dict[str, int] = {}
    for tree in trees:
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            names = [argument.arg for argument in function.args.args if argument.arg != "self"]
            for node in ast.walk(function):
                first = node.args[0] if isinstance(node, ast.Call) and called_name(node) in kinds and node.args else None
                if isinstance(first, ast.Name) and first.id in names:
                    factories[function.name] = names.index(first.id)
    return factories


TREES = {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(PACKAGE.rglob("*.py"))}
ERRORS = error_class_names()
# by name of an error class or factory: the index of the argument that is the code
CODE_ARGUMENT = {**dict.fromkeys(ERRORS, 0), **error_factories(list(TREES.values()), ERRORS)}


def created_errors(folder: Path, *, without: Path | None = None) -> Iterator[tuple[str, ast.Call]]:
    """The literal codes of errors created in a folder, with the call that creates them."""
    for file, tree in TREES.items():
        if folder not in file.parents or (without and without in file.parents):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and len(node.args) > CODE_ARGUMENT.get(called_name(node), len(node.args)):
                for part in ast.walk(node.args[CODE_ARGUMENT[called_name(node)]]):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.isidentifier():
                        yield part.value, node


def codes(folder: Path, *, without: Path | None = None) -> set[str]:
    return {code for code, _ in created_errors(folder, without=without)}


def missing_messages(codes: set[str], game: Game | None = None) -> set[str]:
    """The codes without a message of a package or of this game; messages of other games do not count."""
    other_games = {code for name in GAME_NAMES for code in find_game(name).messages} - set(game.messages if game else ())
    return {code for code in codes if find_message(code, {}, game) is None or (code in other_games and not is_registered(code))}


def is_registered(code: str) -> bool:
    """True if a package, not only a game, has a message for this code."""
    return find_message(code, {}) in registered_messages()


def outcome_reasons(folder: Path) -> set[str]:
    """The literal reasons of outcomes in a folder."""
    reasons: set[str] = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Outcome":
                for argument in (*node.args, *(keyword.value for keyword in node.keywords if keyword.arg == "reason")):
                    reasons |= {
                        part.value
                        for part in ast.walk(argument)
                        if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    }
    return reasons


def test_every_code_outside_games_has_a_message() -> None:
    outside_games = codes(PACKAGE, without=GAMES)
    assert len(outside_games) > 150 and {"no_node", "wrong_type", "not_adjourned"} <= outside_games, "factories are followed"
    assert missing_messages(outside_games) == set()


def test_an_error_that_names_an_edition_has_a_common_message() -> None:
    """Such an error has a message outside games, because any package may raise it."""
    for code, node in created_errors(PACKAGE):
        if called_name(node) != "BadOptions" and "edition" in {keyword.arg for keyword in node.keywords}:
            assert is_registered(code), code


def test_every_code_of_the_server_has_a_message() -> None:
    names = ("matches", "http", "socket", "accounts", "engines", "push", "study")
    folders = [PACKAGE / "core", PACKAGE / "match", *(PACKAGE / "server" / name for name in names)]
    assert all(folder.is_dir() for folder in folders)
    sent: set[str] = set().union(*(codes(folder) for folder in folders))
    assert len(sent) > 30
    assert missing_messages(sent) == set()


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_code_and_outcome_of_a_game_has_a_message(name: str) -> None:
    game = find_game(name)
    assert missing_messages(codes(game.folder), game) == set()
    reasons = outcome_reasons(game.folder)
    assert reasons and missing_messages(reasons, game) == set()
    texts = game_texts(game, "en")
    assert {f"end_{reason}" for reason in reasons} <= {key.removesuffix("_other") for key in texts}


LOCATION_FACTS = ("line", "column", "event", "turn", "edition")  # added by files, records and studies


@pytest.mark.parametrize("name", GAME_NAMES)
def test_messages_of_a_game_do_not_use_the_names_of_location_facts(name: str) -> None:
    """A location would replace the game's own fact: column 1 of a file in place of column z of the board."""
    for code, text in find_game(name).messages.items():
        assert not [fact for fact in LOCATION_FACTS if f"{{{fact}}}" in text], code


def test_every_result_of_a_match_has_a_message() -> None:
    texts = client_texts("en")
    for reason in MATCH_REASONS:
        assert is_registered(reason)
        assert reason == "aborted" or f"end_{reason}" in texts


def test_all_messages_are_in_the_catalogues() -> None:
    for folder, messages in extract_catalogues().items():
        texts = {message.text for message in messages if message.context is None}
        own = set(find_game(folder.parent.name).messages.values()) if "games" in folder.parts else registered_messages()
        assert own <= texts, folder


def test_sides_and_notation_are_translatable() -> None:
    extracted = extract_catalogues()
    for game in tablier.shelf():
        texts = {message.text for message in extracted.get(game.folder / "locale", [])}
        if texts:
            assert {game.notation, *(side for edition in game.editions for side in edition.sides)} <= texts
