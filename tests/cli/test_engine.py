"""`tablier engine` as a process: signals and the end of the input end it without error output, and no search outlives it."""

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

TIMEOUT_S = 60.0  # generous, because test machines may stall
PAGE = Path(__file__).parent.parent.parent / "docs" / "engines.md"


def start_engine(edition: str, *, grace_s: float = ugi.GRACE_S) -> subprocess.Popen[str]:
    code = (
        f"import sys; from tablier.cli import main; from tablier.engine import ugi; ugi.GRACE_S = {grace_s}; sys.exit(main())"
    )
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", code, "engine", edition], stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1
    )


def send(program: subprocess.Popen[str], command: str) -> None:
    """Send a command and return once it was handled."""
    assert program.stdin and program.stdout
    program.stdin.write(f"{command}\nquery gameover\n")
    while not program.stdout.readline().startswith("response"):
        pass


def finish(program: subprocess.Popen[str]) -> tuple[str, str]:
    """Close the input, wait for the end, and return stdout and stderr."""
    try:
        return program.communicate(timeout=TIMEOUT_S)
    finally:
        program.kill()


@pytest.mark.parametrize("edition", ["mixtour", "twixt", "kwintie", "twisty"])
@pytest.mark.parametrize("delay_s", [0.0, 0.3])
def test_ctrl_c_stops_the_search_first(edition: str, delay_s: float) -> None:
    program = start_engine(edition)
    send(program, "go infinite")
    time.sleep(delay_s)
    program.send_signal(signal.SIGINT)
    program.send_signal(signal.SIGINT)  # arrives twice if a parent process forwards it
    out, err = finish(program)
    assert (program.returncode, err) == (130, "")
    assert re.fullmatch(r"bestmove [^(]\S*", out.splitlines()[-1])


def test_ctrl_c_while_waiting_for_a_command() -> None:
    program = start_engine("mixtour")
    send(program, "isready")
    program.send_signal(signal.SIGINT)
    assert finish(program) == ("", "") and program.returncode == 130


def test_ctrl_c_after_the_end_of_the_input() -> None:
    program = start_engine("mixtour")
    send(program, "go movetime 600000")
    assert program.stdin
    program.stdin.close()
    program.stdin = None
    time.sleep(0.3)
    program.send_signal(signal.SIGINT)
    out, err = finish(program)
    assert (program.returncode, err) == (130, "") and out.splitlines()[-1].startswith("bestmove ")


def test_ctrl_c_after_the_output_is_closed() -> None:
    program = start_engine("mixtour")
    send(program, "go infinite")
    assert program.stdout
    program.stdout.close()
    program.stdout = None
    program.send_signal(signal.SIGINT)
    _out, err = finish(program)
    assert (program.returncode, err) == (130, "")


@pytest.mark.parametrize("limit", ["nodes 999999999999", "depth 999999", "infinite"])
def test_after_the_end_of_the_input_every_search_ends(limit: str) -> None:
    program = start_engine("mixtour", grace_s=0.3)
    send(program, f"go {limit}")
    out, err = finish(program)
    assert (program.returncode, err) == (0, "") and re.fullmatch(r"bestmove [^(]\S*", out.splitlines()[-1])


def test_after_the_end_of_the_input_a_time_limit_is_kept() -> None:
    program = start_engine("mixtour", grace_s=0.0)
    started_at = time.monotonic()
    send(program, "go movetime 1500 nodes 999999999999")
    out, _err = finish(program)
    assert time.monotonic() - started_at >= 1.4 and out.splitlines()[-1].startswith("bestmove ")


def test_the_grace_period_is_documented() -> None:
    assert f"gets {ugi.GRACE_S:g} more seconds" in PAGE.read_text(encoding="utf-8")
