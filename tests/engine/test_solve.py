"""The solver: wins and draws, threads, limits, checkpoints."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tablier
from tablier.cli import main
from tablier.cli.commands import solve as solve_command
from tablier.core.errors import BadFile, BadOptions, IllegalAction
from tablier.engine.solve import solver as solver_module
from tablier.engine.solve.solver import Progress, Solver, solve

DRAWN = tablier.new("kwintie:board", width=6, height=6)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_draw_needs_both_answers(threads: int) -> None:
    solution = solve(DRAWN, memory=64, threads=threads)
    assert solution.value == "draw" and solution.winner is None
    assert [(answer.seat, answer.wins) for answer in solution.answers] == [(0, False), (1, False)]


def test_a_win_needs_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_module, "FIRST_SLICE_S", 3600.0)  # decide the first question before the second is started
    start = tablier.new("kwintie:board", width=5, height=5, line=4)
    solution = solve(start)
    assert (solution.value, solution.winner, len(solution.answers)) == ("win", 0, 1)
    lost = next(start.play(action) for action in start.legal_actions() if solve(start.play(action)).winner == 0)
    assert (0, True) in [(answer.seat, answer.wins) for answer in solve(lost).answers]


def test_one_seat_only(capsys: pytest.CaptureFixture[str]) -> None:
    solution = Solver(DRAWN, memory=16).solve(seat=1)
    assert [(answer.seat, answer.wins) for answer in solution.answers] == [(1, False)]
    assert solution.value == "open"  # nothing is known about White
    small = ["solve", "kwintie:board", "-o", "width=5", "-o", "height=5", "-o", "line=4", "--seat"]
    assert main([*small, "0"]) == 0
    assert "White can force a win." in capsys.readouterr().out
    assert main([*small, "1"]) == 1
    output = capsys.readouterr().out
    assert "Can Black force a win? no" in output and "Open" not in output
    assert main([*small, "2"]) == 2


def test_progress_reports_changing_proof_numbers() -> None:
    numbers: set[tuple[int, int]] = set()

    def watch(progress: Progress) -> None:
        numbers.add((progress.proof, progress.disproof))
        if len(numbers) > 1:
            raise StopIteration

    with pytest.raises(StopIteration):
        Solver(tablier.new("kwintie:board"), memory=16).solve(seat=0, seconds=60, on_progress=watch)


def test_the_smallest_table_suffices() -> None:
    assert Solver(tablier.new("kwintie:board", width=5, height=6), memory=0).solve().value == "draw"


def test_a_time_limit_leaves_the_value_open() -> None:
    reports: list[Progress] = []
    solver = Solver(tablier.new("kwintie:board"), memory=16)
    first = solver.solve(seconds=0.5, on_progress=reports.append)
    assert first.value == "open" and [answer.wins for answer in first.answers] == [None, None]
    assert all(answer.progress.seconds < 60 for answer in first.answers)
    assert reports and reports[-1].nodes > 0 and 0 < reports[-1].load <= 1 and reports[-1].proof > 0


def test_an_exception_in_the_progress_callback_ends_the_search() -> None:
    def fail(_progress: Progress) -> None:
        raise KeyError("callback")

    with pytest.raises(KeyError):
        Solver(tablier.new("kwintie:board"), memory=16).solve(seconds=20, on_progress=fail)


def test_unsolvable_requests_are_rejected() -> None:
    with pytest.raises(BadOptions, match="no_solver"):
        Solver(tablier.new("mixtour"))
    over = tablier.new("kwintie:board", width=3, height=3, line=3, centre_ban=False)
    while over.outcome is None:
        over = over.play(over.legal_actions()[0])
    with pytest.raises(IllegalAction, match="game_over"):
        Solver(over)
    solver = Solver(tablier.new("kwintie:board"), memory=16)
    with pytest.raises(IllegalAction, match="not_solved"):
        solver.certificate(solver.solve(seconds=0.01))


def test_a_checkpoint_of_another_position_or_a_damaged_one_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "table"
    first = Solver(DRAWN, memory=16, checkpoint=file).solve()
    second = Solver(DRAWN, memory=4, checkpoint=file)  # a smaller table loads as much as fits
    assert second.resumed
    resumed = second.solve()
    assert resumed.value == first.value
    assert resumed.answers[0].progress.nodes < first.answers[0].progress.nodes / 10
    with pytest.raises(BadFile, match="other_checkpoint"):
        Solver(tablier.new("kwintie:board"), memory=16, checkpoint=file)
    raw = bytearray(file.read_bytes())
    for at in (0, len(raw) // 2, len(raw) - 1):
        raw[at] ^= 4
        file.write_bytes(raw)
        with pytest.raises(BadFile, match="other_checkpoint"):
            Solver(DRAWN, memory=16, checkpoint=file)
        raw[at] ^= 4


# The command `tablier` in a process of its own; tests.conftest selects the native module under test.
PROGRAM = (
    "import os, sys; sys.path.insert(0, os.getcwd())\n"
    "import tests.conftest\n"
    "from tablier.cli import main; sys.exit(main(sys.argv[1:]))"
)


def test_a_killed_solver_resumes_from_its_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "table"
    command = ["solve", "kwintie:board", "-o", "width=7", "-o", "height=6", "--memory", "64", "--checkpoint", str(file)]
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", PROGRAM, *command, "--every", "0.2"], stdout=subprocess.DEVNULL)
        started_at = time.monotonic()
        while process.poll() is None and not (file.exists() and time.monotonic() - started_at > 1):
            assert time.monotonic() - started_at < 300
            time.sleep(0.05)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
        assert file.exists()
        assert Solver(tablier.new("kwintie:board", width=7, height=6), memory=64, checkpoint=file).resumed
    assert main([*command, "--json", "--seconds", "0.2"]) in (0, 1)


def test_ctrl_c_writes_the_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table"

    def interrupt(_progress: Progress) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(solve_command, "progress_report", lambda _state: interrupt)
    assert main(["solve", "kwintie:board", "--memory", "64", "--checkpoint", str(file)]) == 130
    output = capsys.readouterr()
    assert output.out == "" and output.err == f"What was found is kept in {file}: the same command goes on from there.\n"
    assert Solver(tablier.new("kwintie:board"), memory=64, checkpoint=file).resumed
    file.unlink()
    assert main(["solve", "kwintie:board", "--memory", "64"]) == 130
    assert capsys.readouterr().err == ""


def test_json_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "kwintie:board", "-o", "width=5", "-o", "height=5", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["value"], result["winner"], result["after"]) == ("draw", None, [])
    assert [answer["wins"] for answer in result["questions"]] == [False, False]
    assert main(["solve", "kwintie:board", "--seconds", "0.1", "--memory", "16"]) == 1
    assert "Open" in capsys.readouterr().out
