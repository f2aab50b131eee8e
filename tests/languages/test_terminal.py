"""The command line in other languages. With the pseudolocale, text that bypasses the catalogues stays plain."""

from __future__ import annotations

import re

import pytest

from tablier.cli.commands import COMMANDS
from tablier.cli.main import main
from tablier.core.i18n import format_decimal, use_language
from tablier.core.languages import languages, load_all_catalogues
from tools.pseudolocale import PSEUDO

FLAG_OR_CHOICES = re.compile(r"--?[a-z][a-z-]*|\{[\w,\s]+\}")  # not translated
PLAIN_WORD = re.compile(r"(?<!\w)[A-Za-z]{2,}(?!\w)")  # without the accents of the pseudolocale
UNTRANSLATED = {"tablier", "server", "MB"}  # "server" is typed in `tablier bench server`


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main(arguments)
    captured = capsys.readouterr()
    return captured.out + captured.err


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_all_help_is_translated(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "--language", PSEUDO, *filter(None, [command]), "--help")
    typed = {part for name in ([command] if command else COMMANDS) for part in name.split("-")}
    plain = set(PLAIN_WORD.findall(FLAG_OR_CHOICES.sub("", text))) - UNTRANSLATED - typed
    assert plain == (set() if command else {*languages()})


@pytest.mark.parametrize(
    "arguments",
    [
        ["legal"],
        ["legal", "mixtour", "--nonsense"],
        ["perft", "mixtour", "x"],
        ["nothing"],
        ["legal", "nothing"],
        ["legal", "mixtour", "-o", "points=x"],
        ["legal", "mixtour", "-o", "points"],
        ["legal", "mixtour", "--after", "zz"],
        ["convert", "nowhere.sgf", "out.json"],
        ["show", "mixtour", "--plain", "--after", "c3 c2"],
        ["play", "--first"],
        ["analyse", "mixtour", "--threads", "0"],
    ],
)
def test_all_messages_are_translated(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "--language", PSEUDO, *arguments)
    assert re.search("[åéîöû]", text)
    english = run(capsys, "--language", "en", *arguments)
    data = {*"-".join(COMMANDS).split("-"), *arguments, "mixtour", "stein", "points", "kwintie", "twisty", "twixt", "zz"}
    shared = set(PLAIN_WORD.findall(FLAG_OR_CHOICES.sub("", text))) & set(PLAIN_WORD.findall(english))
    assert shared <= data | UNTRANSLATED | set(re.findall(r"\w+", " ".join(arguments))), text


def test_help_in_french(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    text = " ".join(run(capsys, "legal", "--help").split())
    french = load_all_catalogues("fr")
    for english in ("usage: ", "options", "show this help message and exit", "an option of the game (see `tablier games`)"):
        assert " ".join(french.gettext(english).split()) in text
    # otherwise the loop compares English with English
    assert french.gettext("options") != "options" or french.gettext("usage: ") != "usage: "


def test_an_unknown_language_falls_back_or_is_rejected(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "xx")
    assert "usage: tablier legal" in run(capsys, "legal", "--help")
    assert main(["--language", "xx", "games"]) == 2
    assert "fr" in capsys.readouterr().err


@pytest.mark.parametrize("code", ["en", "fr", "de", "es", "it", PSEUDO])
def test_numbers_follow_the_language(code: str) -> None:
    with use_language(code):
        assert re.sub(r"\D", "", format_decimal(1234567.25, 2)) == "123456725"
        assert format_decimal(0.5, 1) == {"en": "0.5", PSEUDO: "0.5"}.get(code, "0,5")
