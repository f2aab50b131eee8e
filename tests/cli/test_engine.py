"""`tablier engine` as a process: it ends on Ctrl-C and at the end of its input, without errors and without a running search."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tablier
from tablier.engine import ugi
from tablier.engine.player import has_player

pytest.importorskip("tablier.engine._native")

TIMEOUT_S = 60.0  # generous, because a loaded machine stalls
PAGE = Path(__file__).parent.parent.parent / "docs" / "engines.md"


def engine(edition: str, *, grace: float = ugi.GRACE_S) -> subprocess.Popen[str]:
    code = f"import sys; from tablier.cli import main; from tablier.engine import ugi; ugi.GRACE_S = {grace}; sys.exit(main())"
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", code, "engine", edition], stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1
    )


def send(program: subprocess.Popen[str], command: str) -> None:
    """Send a command and wait until it is processed."""
    assert program.stdin and program.stdout
    program.stdin.write(f"{command}\nquery gameover\n")
    while not program.stdout.readline().startswith("response"):
        pass


def wait_for_exit(program: subprocess.Popen[str]) -> tuple[str, str]:
    try:
        return program.communicate(timeout=TIMEOUT_S)
    finally:
        program.kill()


@pytest.mark.parametrize("edition", [game.name for game in tablier.shelf() if has_player(tablier.new(game.name))])
@pytest.mark.parametrize("delay_s", [0.0, 0.3])
def test_ctrl_c_stops_the_search_first(edition: str, delay_s: float) -> None:
    program = engine(edition)
    send(program, "go infinite")
    time.sleep(delay_s)
    program.send_signal(signal.SIGINT)
    program.send_signal(signal.SIGINT)  # a parent process may forward it, so that it arrives twice
    out, errors = wait_for_exit(program)
    assert (program.returncode, errors) == (130, "")
    assert re.fullmatch(r"bestmove [^(]\S*", out.splitlines()[-1])


def test_ctrl_c_without_a_search() -> None:
    program = engine("mixtour")
    send(program, "isready")
    program.send_signal(signal.SIGINT)
    assert wait_for_exit(program) == ("", "") and program.returncode == 130


def test_ctrl_c_after_the_end_of_the_input() -> None:
    program = engine("mixtour")
    send(program, "go movetime 600000")
    assert program.stdin
    program.stdin.close()
    program.stdin = None
    time.sleep(0.3)
    program.send_signal(signal.SIGINT)
    out, errors = wait_for_exit(program)
    assert (program.returncode, errors) == (130, "") and out.splitlines()[-1].startswith("bestmove ")


def test_ctrl_c_after_stdout_was_closed() -> None:
    program = engine("mixtour")
    send(program, "go infinite")
    assert program.stdout
    program.stdout.close()
    program.stdout = None
    program.send_signal(signal.SIGINT)
    _out, errors = wait_for_exit(program)
    assert (program.returncode, errors) == (130, "")


@pytest.mark.parametrize("limit", ["nodes 999999999999", "depth 999999", "infinite"])
def test_an_unlimited_search_ends_after_the_end_of_the_input(limit: str) -> None:
    program = engine("mixtour", grace=0.3)
    send(program, f"go {limit}")
    out, errors = wait_for_exit(program)
    assert (program.returncode, errors) == (0, "") and re.fullmatch(r"bestmove [^(]\S*", out.splitlines()[-1])


def test_a_time_limit_holds_after_the_end_of_the_input() -> None:
    program = engine("mixtour", grace=0.0)
    start = time.monotonic()
    send(program, "go movetime 1500 nodes 999999999999")
    out, _errors = wait_for_exit(program)
    assert time.monotonic() - start >= 1.4 and out.splitlines()[-1].startswith("bestmove ")


def test_the_grace_is_documented() -> None:
    assert f"gets {ugi.GRACE_S:g} more seconds" in PAGE.read_text(encoding="utf-8")
