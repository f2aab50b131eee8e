"""`tablier play`: several players at one terminal, with typed input."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tablier
from tablier.cli import main
from tablier.engine.player import has_player
from tablier.records.record import Record

Play = Callable[..., str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    def call(*arguments: str, typed: str, code: int = 0) -> str:
        lines: Iterator[str] = iter(typed.split("\n"))

        def answer(prompt: str = "") -> str:
            print(prompt, end="")
            try:
                line = next(lines)
            except StopIteration:
                raise EOFError from None
            if line == "^C":
                raise KeyboardInterrupt
            return line

        monkeypatch.setattr("builtins.input", answer)
        assert main(["play", *arguments]) == code
        output = capsys.readouterr()
        return output.out + output.err

    return call


TWO_PLAYERS = ("--name", "Ada", "--name", "Bo", "--first", "1")


def load_records(home: Path) -> list[Record]:
    return [Record.from_json(file.read_text()) for file in sorted(home.rglob("*.json"))]


def test_a_whole_game_is_won_and_saved(play: Play, home: Path) -> None:
    output = play("kwintie:board", "-o", "line=3", *TWO_PLAYERS, typed="ab\nc\nb\nd\nc\nn")
    assert "Ada (White)" in output and "Another one?" not in output.replace("Another one? [y/n]", "", 1)
    [record] = load_records(home)
    assert record.line.players == ("Ada", "Bo")


def test_the_menu_starts_a_game(play: Play, home: Path) -> None:
    opponent = "\n" if has_player(tablier.new("mixtour")) else ""  # without an engine there is no question about one
    output = play(typed=f"mixtour\n9\nstein\npoints=99\npoints=1\n{opponent}Ada\n\nc3\nquit")
    assert "The shelf:" in output and "A number from 1 to 2" in output and "1-9" in output and "Player 2" in output
    [record] = load_records(home)
    assert record.transcript().actions == ("c3",)


def test_undo_needs_the_consent_of_the_opponent(play: Play, home: Path) -> None:
    output = play("mixtour", *TWO_PLAYERS, typed="c3\nundo\nn\nc2\nundo\ny\nb2\nquit")
    assert "may Ada take the last turn back?" in output and "Declined." in output
    assert load_records(home)[0].transcript().actions == ("c3", "b2")


def test_a_draw_a_resignation_and_an_abort_end_the_game(play: Play, home: Path) -> None:
    assert "A draw by agreement." in play("mixtour", *TWO_PLAYERS, typed="c3\ndraw\ny\nn")
    assert "Ada (White) wins: the other player resigned." in play("mixtour", *TWO_PLAYERS, typed="c3\nresign\nn\nresign\ny\nn")
    assert "aborted" in play("mixtour", *TWO_PLAYERS, typed="abort\nn")


def test_a_rematch_changes_the_seats_and_keeps_the_score(play: Play, home: Path) -> None:
    output = play("mixtour", *TWO_PLAYERS, typed="c3\nresign\ny\ny\nc3\nresign\ny\nn")
    assert "Bo (White)" in output and "Ada: 1 win, 0 draws" in output and "Ada: 2 wins" not in output.split("Another one?")[0]
    assert len(load_records(home)) == 2


def test_leaving_a_game_of_three(play: Play, home: Path) -> None:
    names = ("--name", "Ada", "--name", "Bo", "--name", "Cy", "--first", "1")
    output = play("twisty", "-o", "players=3", "-o", "seed=1", *names, typed="@a1\n@a7\n@g1\nleave\ny\nleave\ny\nn")
    assert "Cy" in output and "last one left" in output


def test_completions_help_moves_and_the_board_as_text(play: Play) -> None:
    output = play("twixt", "-o", "size=12", *TWO_PLAYERS, typed="?\n? c1\n? zz\nhelp\nmoves\nf6\nmoves\ntell\nshow\nquit")
    assert "more: ?" in output and "c10 c11 c12" in output and "Nothing begins so." in output
    assert "1.f6" in output and "Nothing yet." in output and "take your last turn back" in output


def test_wrong_actions_are_rejected_and_the_game_continues(play: Play, home: Path) -> None:
    output = play("mixtour", *TWO_PLAYERS, typed="c3\nc3\nzz\n\n\x00\nc2\nquit")
    assert "Traceback" not in output
    assert load_records(home)[0].transcript().actions == ("c3", "c2")


@pytest.mark.parametrize("ending", ["quit", "^C", ""])
def test_an_interrupted_game_can_be_resumed(play: Play, home: Path, ending: str) -> None:
    typed = "c3\nc2" + (f"\n{ending}" if ending else "")
    output = play("mixtour", *TWO_PLAYERS, typed=typed)
    assert "tablier play --resume" in output
    output = play("--resume", typed="c2-c3\nquit")
    assert "Ada (White)" in output
    assert load_records(home)[0].transcript().actions == ("c3", "c2", "c2-c3")


def test_a_game_is_saved_to_a_given_file(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    play("mixtour", *TWO_PLAYERS, "--save", str(file), typed="c3\nquit")
    other = tmp_path / "other.json"
    output = play("--resume", str(file), typed=f"c2\nsave {other}\nsave\nquit")
    assert "Saved as" in output and "Type: save FILE" in output
    assert Record.from_json(other.read_text()).transcript().actions == ("c3", "c2")
    assert Record.from_json(file.read_text()).transcript().actions == ("c3", "c2")


def test_usage_errors(play: Play, tmp_path: Path) -> None:
    assert "names" in play("mixtour", "--name", "Ada", typed="", code=2)
    assert "--first" in play("mixtour", *TWO_PLAYERS[:4], "--first", "3", typed="", code=2)
    assert play("--resume", str(tmp_path / "no.json"), typed="", code=1)
    assert "saved" in play("--resume", typed="", code=1)
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": ')
    assert "line" in play("--resume", str(broken), typed="", code=1).lower()


def test_plain_describes_the_board_as_text(play: Play) -> None:
    output = play("mixtour", *TWO_PLAYERS, "--plain", typed="c3\nquit")
    assert "c3" in output and "│" not in output


def test_plain_prints_a_line_per_event_and_the_board_on_request(play: Play) -> None:
    output = play("mixtour", *TWO_PLAYERS, "--plain", typed="c3\nc3\nc2\nundo\ny\nb2\nshow\ndraw\nn\nresign\ny\nn")
    assert output.count("The board is empty.") == 1  # at the start, then only on request
    assert output.count("c3: one piece, White.") == 1
    for line in ("Ada (White) plays c3", "Bo (Black) plays c2", "The last turn was taken back.", "Bo (Black) plays b2"):
        assert output.count(line) == 1
    assert "Declined." in output and "Bo (Black) wins" in output
    assert "\x1b" not in output and not set("│┌─●○") & set(output)


def test_a_game_can_start_from_a_position_text(play: Play, home: Path) -> None:
    play("mixtour:stein|0|0-0|b3:1,c3:01|-", *TWO_PLAYERS, typed="c3-b3\nquit")
    assert load_records(home)[0].transcript().actions == ("c3-b3",)


def test_signals_lose_no_action(tmp_path: Path) -> None:
    """Runs a process: the played actions are on disk whichever signal ends it."""
    for ending in (signal.SIGINT, signal.SIGKILL, signal.SIGTERM):
        file = tmp_path / f"{ending}.json"
        command = [sys.executable, "-c", "import sys; from tablier.cli import main; sys.exit(main())"]
        process = subprocess.Popen(
            [*command, "play", "mixtour", *TWO_PLAYERS, "--save", str(file)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        assert process.stdin
        process.stdin.write(b"c3\nc2\n")
        process.stdin.flush()
        deadline = time.monotonic() + 120
        while not (file.exists() and '"c2"' in file.read_text()) and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(ending)
        _out, err = process.communicate(timeout=120)
        assert b"Traceback" not in err
        assert Record.from_json(file.read_text()).transcript().actions == ("c3", "c2")
