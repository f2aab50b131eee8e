"""`tablier contest`, with the toy game pebbles and its players."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablier.cli import main
from tests.toy.player import pebbles_player
from tests.toy.shelf import HERE, toy_on_the_shelf

ROOT = HERE.parent.parent


@pytest.fixture(autouse=True, scope="module")
def _toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with toy_on_the_shelf(tmp_path_factory.mktemp("toy")), pebbles_player():
        yield


def test_the_result_as_a_table_and_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["contest", "level:9", "level:5,crash=1", "pebbles", "--games", "4", "--workers", "1", "--folder", str(tmp_path)]
    assert main(command) == 0
    output = capsys.readouterr()
    assert "4 0 0" in output.out and "100.0 %" in output.out and "+∞" in output.out
    assert "game 1: level:5,crash=1 the program ended: RuntimeError" in output.err and str(tmp_path) in output.err
    assert main([*command, "--json", "--sprt", "0,20"]) == 0  # resumes: all games are played already
    payload = json.loads(capsys.readouterr().out)
    assert payload["wins"] == 4 and payload["sprt"]["bounds"][1] == pytest.approx(2.9444) and len(payload["faults"]) == 4


def test_a_ladder_is_markdown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["contest", "--ladder", "pebbles", "-o", "players=3", "--levels", "2-4", "--games", "3"]
    assert main([*command, "--folder", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("| player | against | games |") and set(lines[1]) <= set("|-: ")
    assert [line.split("|")[1].strip() for line in lines[2:]] == ["level:3", "level:4"]
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["03-02", "04-03"]


def test_games_are_saved_in_the_data_folder_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["contest", "level:2", "level:1", "pebbles", "--games", "2", "--workers", "1", "--clock", "5+0.1"]) == 0
    assert len(list(tmp_path.rglob("games/*.json"))) == 2


def test_openings_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "openings"
    file.write_text("take1 ask0 keep\n")
    command = ["contest", "level:2", "level:1", "pebbles", "--games", "2", "--workers", "1", "--openings", str(file)]
    assert main([*command, "--folder", str(tmp_path / "contest")]) == 0
    record = json.loads((tmp_path / "contest" / "games" / "000001.json").read_text())
    assert [event["action"] for event in record["events"] if event["kind"] == "action"][:3] == ["take1", "ask0", "keep"]
    file.write_text("take1\ntake1 take7\n")
    assert main([*command, "--folder", str(tmp_path / "other")]) == 1
    assert "Line 2, action 2, take7: " in capsys.readouterr().err and not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    "wrong",
    [
        ["level:1", "level:2"],
        ["--ladder", "level:1", "level:2", "pebbles"],
        ["level:1", "level:99", "pebbles"],
        ["level:1", "level:2", "nonsense"],
        ["level:1", "level:2", "pebbles", "--clock", "1"],
        ["level:1", "level:2", "pebbles", "--sprt", "5,5"],
        ["level:1", "level:2", "pebbles", "--levels", "5-3"],
        ["level:1", "level:2", "pebbles", "--alpha", "0.9"],
        ["cmd:/no/such/program", "level:2", "pebbles"],
        ["level:1,node=5", "level:2", "pebbles"],
        ["level:1,nodes=1.5", "level:2", "pebbles"],
        ["level:1", "level:2", "pebbles", "--levels", "3-5"],
        ["level:1", "level:2", "pebbles", "--clock", "5+1", "--seconds", "1"],
        ["level:1", "level:2", "pebbles", "--clock", "5+1", "--nodes", "9"],
        ["level:1", "level:2", "pebbles", "--openings", "FILE", "--plies", "2"],
        ["level:1", "level:2", "twixt", "-o", "size=48"],
        ["--ladder", "twixt", "-o", "size=48"],
    ],
)
def test_usage_errors(wrong: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["contest", *wrong, "--folder", str(tmp_path / "none")]) == 2
    output = capsys.readouterr()
    assert output.out == "" and output.err and "Traceback" not in output.err
    assert not (tmp_path / "none").exists()


def test_messages_name_the_conflicting_flags(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["contest", "level:1", "level:2", "pebbles", "--levels", "3-5"]) == 2
    assert "--levels means something only with --ladder" in capsys.readouterr().err
    assert main(["contest", "level:1", "level:2", "pebbles", "--clock", "5+1", "--nodes", "9"]) == 2
    assert "--clock and --nodes do not go together" in capsys.readouterr().err


def test_every_opening_is_played_from_all_seats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The number of games is rounded up for this, as the help says."""
    command = [
        "contest",
        "level:2",
        "level:1",
        "pebbles",
        "--games",
        "3",
        "--workers",
        "1",
        "--folder",
        str(tmp_path),
        "--json",
    ]
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 4
    assert main(["contest", "--help"]) == 0
    assert "rounded up to whole openings" in " ".join(capsys.readouterr().out.split())


def test_ctrl_c_keeps_finished_games_and_leaves_no_process(tmp_path: Path) -> None:
    """As in a terminal, the whole process group receives the signal. Engine programs are ended, too."""
    slow = f"cmd:{sys.executable} -S -E {HERE / 'ugi_program.py'} late"
    code = (
        "import sys, pathlib; from tests.toy.shelf import toy_on_the_shelf\n"
        f"with toy_on_the_shelf(pathlib.Path({str(tmp_path)!r})):\n"
        "    from tablier.cli import main; sys.exit(main())"
    )
    folder = tmp_path / "contest"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "contest", slow, slow, "pebbles", "-o", "heap=4", "--folder", str(folder)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not (folder / "results.jsonl").exists():
        time.sleep(0.05)
    while time.monotonic() < deadline and not (folder / "results.jsonl").read_text():
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130 and b"Traceback" not in err and b"goes on there" in err and b"cmd:" in out
    assert len((folder / "results.jsonl").read_text().splitlines()) >= 1
