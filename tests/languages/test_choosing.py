"""The choice of the language in a browser and in a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablier.cli.locales import preferred_language
from tablier.core.errors import IllegalAction
from tablier.core.languages import LOCALE_FOLDER, choose_language, languages, load_all_catalogues, load_catalogue
from tablier.server.error_response import error_json
from tablier.server.errors import RequestError
from tablier.server.http.request_info import negotiate_language
from tests.toy.shelf import toy_on_the_shelf


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        (["fr"], "fr"),
        (["fr-CH"], "fr"),
        (["de_AT"], "de"),
        (["DE"], "de"),
        (["xx", "it"], "it"),
        (["xx"], "en"),
        ([], "en"),
        (["../fr"], "en"),
        (["qps"], "qps"),  # the pseudolocale
    ],
)
def test_the_first_available_language_is_chosen(tags: list[str], expected: str) -> None:
    assert choose_language(tags) == expected


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("en;q=0.5, de", "de"),
        ("xx, es;q=0.1", "es"),
        ("it;q=0, es;q=0.3", "es"),
        ("*", "en"),
        ("", "en"),
        (";;q=,,q=fr", "en"),
        ("fr;q=nan-sense", "en"),
    ],
)
def test_accept_language(header: str, expected: str) -> None:
    assert negotiate_language(header) == expected


def test_a_choice_precedes_accept_language() -> None:
    assert negotiate_language("fr", "de", "it") == "de"
    assert negotiate_language("fr", None, "it") == "it"
    assert negotiate_language("fr", "xx", None) == "fr"


def test_errors_are_translated() -> None:
    error = error_json(RequestError("no_such_match"), "fr")
    assert error["message"] == load_catalogue(LOCALE_FOLDER, "fr").gettext("There is no such match.")
    assert error["code"] == "no_such_match"
    assert error_json(RequestError("no_such_match"), "qps")["message"].startswith("[Ţ")
    assert error_json(RequestError("no_such_match"))["message"] == "There is no such match."


def test_a_game_of_another_package_has_its_own_translations(tmp_path: Path) -> None:
    load_all_catalogues.cache_clear()
    with toy_on_the_shelf(tmp_path):
        error = IllegalAction("too_many", heap=2)
        assert error_json(error, "fr", "pebbles")["message"] == "Il n’y a que 2 cailloux."
        assert error_json(error, "de", "pebbles")["message"] == "There are only 2 pebbles."  # not translated
    load_all_catalogues.cache_clear()


# the terminal


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"LANGUAGE": "xx:de:fr", "LANG": "it_IT"}, "de"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LC_ALL": "es_MX.UTF-8", "LANG": "fr"}, "es"),
        ({"LANG": "ca_ES@valencia"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({}, "en"),
    ],
)
def test_the_environment_selects_the_language(environment: dict[str, str], expected: str) -> None:
    assert preferred_language(environment) == expected


def test_the_command_line_precedes_the_environment() -> None:
    assert preferred_language({"LANG": "fr"}, ["--language", "de", "games"]) == "de"
    assert preferred_language({"LANG": "fr"}, ["--language=de"]) == "de"
    assert preferred_language({"LANG": "fr"}, ["games", "--language", "de"]) == "fr"


def test_english_needs_no_catalogue() -> None:
    """With English the library that reads catalogues is not imported."""
    english = {**os.environ, "LANG": "en", "LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": ""}
    program = "import sys; from tablier.cli import main; main(['legal', 'mixtour']); sys.exit('babel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], env=english, stdout=subprocess.DEVNULL, check=False).returncode == 0


def test_languages_are_discovered() -> None:
    assert set(languages()) == {"en", *(file.stem for file in LOCALE_FOLDER.glob("*.po"))}
