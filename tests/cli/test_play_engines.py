"""`tablier play` with engines, hints and evaluations; the player of the toy game pebbles is exact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tablier
from tablier.cli import main
from tablier.cli.terminal.engines import Engines
from tablier.records.record import Record
from tests.toy.player import pebbles_player, solve
from tests.toy.shelf import toy_on_the_shelf

Play = Callable[..., str]
ADA_FIRST = ("--name", "Ada", "--first", "1", "--seconds", "0.02")


@pytest.fixture(autouse=True, scope="module")
def _toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with toy_on_the_shelf(tmp_path_factory.mktemp("toy")), pebbles_player():
        yield


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    def call(*arguments: str, typed: str, code: int = 0) -> str:
        lines = iter(typed.split("\n"))

        def answer(prompt: str = "") -> str:
            print(prompt, end="")
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        assert main(["play", *arguments]) == code
        output = capsys.readouterr()
        return output.out + output.err

    return call


def saved_actions(home: Path) -> tuple[str, ...]:
    [record] = [Record.from_json(file.read_text()) for file in home.rglob("*.json")]
    return record.transcript().actions


def test_an_engine_answers_and_wins(play: Play, home: Path) -> None:
    output = play("pebbles", "-o", "heap=4", "--against", "10", *ADA_FIRST, typed="take1\nn")
    assert "Tablier, level 10 (Second) plays" in output and "Tablier, level 10 (Second) took the last pebble" in output
    [record] = [Record.from_json(file.read_text()) for file in home.rglob("*.json")]
    assert record.line.players == ("Ada", "Tablier, level 10")


def test_undo_against_an_engine_needs_no_consent(play: Play, home: Path) -> None:
    output = play("pebbles", "--against", "10", *ADA_FIRST, typed="undo\ntake1\nundo\ntake2\nquit")
    assert "may" not in output.split("pebble", 1)[0] and "take the last turn back?" not in output
    assert saved_actions(home)[0] == "take2" and len(saved_actions(home)) == 2


def test_engines_are_assigned_to_players_not_seats(play: Play, home: Path) -> None:
    names = ("--name", "Ada", "--first", "2", "--seconds", "0.02")
    output = play("pebbles", "-o", "players=3", "-o", "heap=7", "--engine", "1=3", "--engine", "2=4", *names, typed="quit")
    assert output.index("Tablier, level 4 (First) plays") < output.index("Ada (Second):")
    [record] = [Record.from_json(file.read_text()) for file in home.rglob("*.json")]
    assert record.line.players == ("Tablier, level 4", "Ada", "Tablier, level 3")


def test_engines_alone_play_to_the_end(play: Play, home: Path) -> None:
    output = play("pebbles", "--engine", "1=3", "--engine", "2=4", "--first", "1", "--seconds", "0.02", typed="")
    assert "took the last pebble" in output and "Another one?" not in output


def test_a_resumed_game_keeps_its_engine(play: Play, home: Path) -> None:
    play("pebbles", "--against", "9", *ADA_FIRST, typed="take1\nquit")
    output = play("--resume", "--seconds", "0.02", typed="take1\nquit")
    assert "Tablier, level 9" in output and len(saved_actions(home)) == 4


def test_hints_and_evaluations(play: Play) -> None:
    output = play(
        "pebbles", "-o", "heap=3", "--name", "Ada", "--name", "Bo", "--seconds", "0.02", typed="hint\neval\n?\nhelp\nquit"
    )
    assert "Try take3: wins in 1 turn" in output and "take1: loses in" in output and "expected: take3" in output
    assert "ask1 take1 take2 take3" in output and "what the strongest engine would play" in output


def test_hints_and_opponents_need_an_engine(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    import tablier.engine._native as native

    monkeypatch.delattr(native.pebbles, "Player")
    output = play("pebbles", "--name", "Ada", "--name", "Bo", typed="hint\neval\ntake1\nquit")
    assert output.count("Nobody here plays pebbles:heap") == 2
    assert "Nobody here plays" in play("pebbles", "--against", "3", *ADA_FIRST, typed="", code=2)


def test_an_engine_accepts_a_draw_only_if_it_is_worse_off_and_any_abort(play: Play) -> None:
    lost = next(heap for heap in range(2, 60) if solve(tablier.new("pebbles", heap=heap))[0] == 1)
    for heap, answer in ((3, "A draw by agreement."), (lost, "Declined.")):
        assert answer in play("pebbles", "-o", f"heap={heap}", "--against", "10", *ADA_FIRST, typed="draw\nquit")
    assert "aborted" in play("pebbles", "--against", "10", *ADA_FIRST, typed="take1\nabort\nn")


def test_ctrl_c_while_an_engine_thinks_keeps_the_game(play: Play, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_self: Engines, _match: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Engines, "choose", interrupt)
    assert "--resume" in play("pebbles", "--against", "9", *ADA_FIRST, typed="take1")
    assert saved_actions(home) == ("take1",)


def test_the_menu_offers_an_engine(play: Play, home: Path) -> None:
    output = play("--seconds", "0.02", typed="pebbles\n\n11\n00011\nx\n4\nAda\nquit")
    assert output.count("A number from 1 to 10.") == 3 and "Name of player 2" not in output


@pytest.mark.parametrize(
    "wrong",
    [
        ["--against", "11"],
        ["--against", "x"],
        ["--engine", "3=4"],
        ["--engine", "1"],
        ["--engine", "1=0"],
        ["--against", "3", *ADA_FIRST[:2], *ADA_FIRST[:2]],
    ],
)
def test_usage_errors(play: Play, wrong: list[str]) -> None:
    assert play("pebbles", *wrong, typed="", code=2)
