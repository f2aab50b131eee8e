"""`tablier engine` as a process: it ends when it should, silently, and no search outlives it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablier.engine import ugi

pytest.importorskip("tablier.engine._native")

PATIENCE = 60.0  # machines stall
PAGE = Path(__file__).parent.parent.parent / "docs" / "engines.md"


def engine(edition: str, *, grace: float = ugi.GRACE_S) -> subprocess.Popen[str]:
    code = f"import sys; from tablier.cli import main; from tablier.engine import ugi; ugi.GRACE_S = {grace}; sys.exit(main())"
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", code, "engine", edition], stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1
    )


def begin(program: subprocess.Popen[str], command: str) -> None:
    """Send a command and return once it was handled."""
    assert program.stdin and program.stdout
    program.stdin.write(f"{command}\nquery gameover\n")
    while not program.stdout.readline().startswith("response"):
        pass


def end(program: subprocess.Popen[str]) -> tuple[str, str]:
    try:
        return program.communicate(timeout=PATIENCE)
    finally:
        program.kill()


@pytest.mark.parametrize("edition", ["mixtour", "twixt", "kwintie", "twisty"])
@pytest.mark.parametrize("later", [0.0, 0.3])
def test_ctrl_c_stops_the_thought_first(edition: str, later: float) -> None:
    program = engine(edition)
    begin(program, "go infinite")
    time.sleep(later)
    program.send_signal(signal.SIGINT)
    program.send_signal(signal.SIGINT)  # some programs hand it on, so that it comes twice
    out, text = end(program)
    assert (program.returncode, text) == (130, "")
    assert re.fullmatch(r"bestmove [^(]\S*", out.splitlines()[-1])


def test_ctrl_c_while_it_waits() -> None:
    program = engine("mixtour")
    begin(program, "isready")
    program.send_signal(signal.SIGINT)
    assert end(program) == ("", "") and program.returncode == 130


def test_ctrl_c_after_the_end_of_the_input() -> None:
    program = engine("mixtour")
    begin(program, "go movetime 600000")
    assert program.stdin
    program.stdin.close()
    program.stdin = None
    time.sleep(0.3)
    program.send_signal(signal.SIGINT)
    out, text = end(program)
    assert (program.returncode, text) == (130, "") and out.splitlines()[-1].startswith("bestmove ")


def test_ctrl_c_when_nobody_reads_any_more() -> None:
    program = engine("mixtour")
    begin(program, "go infinite")
    assert program.stdout
    program.stdout.close()
    program.stdout = None
    program.send_signal(signal.SIGINT)
    _out, text = end(program)
    assert (program.returncode, text) == (130, "")


@pytest.mark.parametrize("limit", ["nodes 999999999999", "depth 999999", "infinite"])
def test_after_the_end_of_the_input_nothing_goes_on_for_ever(limit: str) -> None:
    program = engine("mixtour", grace=0.3)
    begin(program, f"go {limit}")
    out, text = end(program)
    assert (program.returncode, text) == (0, "") and re.fullmatch(r"bestmove [^(]\S*", out.splitlines()[-1])


def test_after_the_end_of_the_input_a_time_limit_is_kept() -> None:
    program = engine("mixtour", grace=0.0)
    begun = time.monotonic()
    begin(program, "go movetime 1500 nodes 999999999999")
    out, _words = end(program)
    assert time.monotonic() - begun >= 1.4 and out.splitlines()[-1].startswith("bestmove ")


def test_the_grace_is_told() -> None:
    assert f"gets {ugi.GRACE_S:g} more seconds" in PAGE.read_text(encoding="utf-8")
