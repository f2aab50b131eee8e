"""Files are written completely or not at all, and failures are reported at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablier.cli import main
from tablier.cli.commands import train
from tablier.cli.files import write_text
from tablier.formats.transcript import Transcript
from tablier.records import formats

FULL = Path("/dev/full")


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("name", ["", "missing/weights.hpp"])
def test_weights_that_cannot_be_written_are_not_fitted(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(train, "train", interrupted)
    assert main(["train", "mixtour", str(tmp_path / name)]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_weights_stay_until_there_are_new_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "train", interrupted)
    file = tmp_path / "weights.hpp"
    assert main(["train", "mixtour", str(file)]) == 130 and list(tmp_path.iterdir()) == []
    file.write_text("old", encoding="utf-8")
    assert main(["train", "mixtour", str(file)]) == 130
    assert list(tmp_path.iterdir()) == [file] and file.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("flag", ["--checkpoint", "--certificate"])
def test_a_solver_says_so_before_it_begins(flag: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "kwintie:board", "--seconds", "100", flag, str(tmp_path / "missing" / "file")]) == 1
    assert "No such file or directory" in capsys.readouterr().err


def test_a_pipe_is_written_to_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_text(str(pipe), "text")
    assert os.read(reading, 10) == b"text" and pipe.is_fifo()
    os.close(reading)


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_cannot_be_written_is_one_sentence(unbuffered: str) -> None:
    command = [sys.executable, "-m", "tablier.cli", "legal", "twisty", "--after", "@a1 @g7"]
    surroundings = {**os.environ, "PYTHONUNBUFFERED": unbuffered, "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
    with FULL.open("wb") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=surroundings, check=False)
    assert (ended.returncode, ended.stderr) == (1, "tablier: The output cannot be written: No space left on device.\n")


def test_output_that_is_closed_is_not_missed() -> None:
    command = f"'{sys.executable}' -m tablier.cli legal mixtour >&-"
    ended = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("language", ["en", "fr", "de", "es", "it"])
def test_a_format_of_another_game_says_so_in_words(language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, target = tmp_path / "game.json", tmp_path / "game.tsgf"
    record.write_text(formats.write(Transcript("mixtour:gerhards", actions=("c3",)), "json"), encoding="utf-8")
    assert main(["--language", language, "convert", str(record), str(target)]) == 1
    output = capsys.readouterr().err
    assert "TwixT" in output and "wrong_game" not in output and not target.exists()
