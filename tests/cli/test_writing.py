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

FULL = Path("/dev/full")  # every write to it fails with ENOSPC


def interrupt(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("name", ["", "missing/weights.hpp"])
def test_train_checks_the_output_file_first(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(train, "train", interrupt)
    assert main(["train", "mixtour", str(tmp_path / name)]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_an_interrupted_training_keeps_the_old_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "train", interrupt)
    file = tmp_path / "weights.hpp"
    assert main(["train", "mixtour", str(file)]) == 130 and list(tmp_path.iterdir()) == []
    file.write_text("old", encoding="utf-8")
    assert main(["train", "mixtour", str(file)]) == 130
    assert list(tmp_path.iterdir()) == [file] and file.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("flag", ["--checkpoint", "--certificate"])
def test_solve_checks_its_files_first(flag: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "kwintie:board", "--seconds", "100", flag, str(tmp_path / "missing" / "file")]) == 1
    assert "No such file or directory" in capsys.readouterr().err


def test_a_pipe_is_written_to_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_text(str(pipe), "text")
    assert os.read(reader, 10) == b"text" and pipe.is_fifo()
    os.close(reader)


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_one_message(unbuffered: str) -> None:
    command = [sys.executable, "-m", "tablier.cli", "legal", "twisty", "--after", "@a1 @g7"]
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered, "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
    with FULL.open("wb") as full:
        process = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment, check=False)
    assert (process.returncode, process.stderr) == (1, "tablier: The output cannot be written: No space left on device.\n")


def test_a_closed_stdout_is_no_error() -> None:
    command = f"'{sys.executable}' -m tablier.cli legal mixtour >&-"
    process = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, check=False)
    assert (process.returncode, process.stderr) == (0, "")


@pytest.mark.parametrize("language", ["en", "fr", "de", "es", "it"])
def test_a_format_of_another_game_has_a_message_in_every_language(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, target = tmp_path / "game.json", tmp_path / "game.tsgf"
    record.write_text(formats.write(Transcript("mixtour:gerhards", actions=("c3",)), "json"), encoding="utf-8")
    assert main(["--language", language, "convert", str(record), str(target)]) == 1
    output = capsys.readouterr().err
    assert "TwixT" in output and "wrong_game" not in output and not target.exists()
