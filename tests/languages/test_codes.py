"""Every code that can be sent has words; the catalogues of each language then have them, too (test_catalogues)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tablier
from tablier.cli.speech import words_of
from tablier.core.formats import MATCH_REASONS
from tablier.core.registry import game as find
from tablier.core.words import COMMON
from tablier.server.speech import COMMON_WORDS
from tablier.server.texts import game_texts, house_texts

from .sources import GAMES, PACKAGE, catalogues

ERRORS = {"BadOptions", "BadNotation", "IllegalAction", "BadFile", "MatchError", "Refused", "Fault"}
OWN = sorted(file.parent.name for file in GAMES.glob("*/__init__.py"))


def codes(folder: Path, *, without: Path | None = None) -> set[str]:
    """The codes of errors made in a folder, where they are written out."""
    found: set[str] = set()
    for file in folder.rglob("*.py"):
        if without and without in file.parents:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS and node.args:
                for part in ast.walk(node.args[0]):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.isidentifier():
                        found.add(part.value)
    return found


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
    known = {**COMMON, **words_of(None)}
    found = codes(PACKAGE, without=GAMES)
    assert len(found) > 60
    assert found - set(known) == set()


def test_every_code_the_server_can_send_has_words() -> None:
    parts = ("core", "match", *(f"server/{part}" for part in ("hall", "http", "socket", "people", "engines", "push")))
    found: set[str] = set().union(*(codes(PACKAGE / part) for part in parts))
    assert len(found) > 30
    assert found - set(COMMON_WORDS) - set(COMMON) == set()


@pytest.mark.parametrize("name", OWN)
def test_every_code_and_end_of_a_game_has_words(name: str) -> None:
    game = find(name)
    known = {**COMMON, **words_of(game)}
    assert codes(game.folder) - set(known) == set()
    ends = reasons(game.folder)
    assert ends and ends - set(known) == set()
    said = game_texts(game, "en")
    assert {f"end_{reason}" for reason in ends} <= {key.removesuffix("_other") for key in said}


def test_every_end_of_a_match_has_words() -> None:
    said = house_texts("en")
    for reason in MATCH_REASONS:
        assert reason in words_of(None)
        assert reason == "aborted" or f"end_{reason}" in said


def test_all_words_are_in_the_catalogues() -> None:
    found = catalogues()
    for folder, messages in found.items():
        texts = {message.text for message in messages if message.context is None}
        words = {**COMMON, **COMMON_WORDS} if "games" not in folder.parts else find(folder.parent.name).words
        assert set(words.values()) <= texts, folder


def test_sides_notation_and_titles_can_be_said_in_every_language() -> None:
    found = catalogues()
    for game in tablier.shelf():
        texts = {message.text for message in found.get(game.folder / "locale", [])}
        if texts:
            assert {game.notation, *(side for edition in game.editions for side in edition.sides)} <= texts
