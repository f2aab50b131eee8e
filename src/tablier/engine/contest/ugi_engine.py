"""External engines that speak UGI. A crash, a hang or bad output loses a game but never stops the contest."""

from __future__ import annotations

import queue
import shlex
import subprocess
import tempfile
import threading
import time
from typing import IO

from tablier.core.errors import BadOptions
from tablier.core.state import State

from .entrants import Fault, TurnRequest

TIMEOUT_S = 10.0  # for replies without a time limit, and beyond the limit of a move, before an engine counts as silent
MAX_LINE_LENGTH = 1_000_000
UNLIMITED_TIMEOUT_S = 60.0  # for a move without a time limit
DEFAULT_MOVE_S = 2.0  # time limit of a move if the time control sets no limit


class UgiEngine:
    """A child process, started with the first game and restarted after every fault."""

    def __init__(self, command: str) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise BadOptions("no_program", program=command[:60], why=str(error)) from None
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()  # output of the process; None is its end
        self._stderr: IO[str] | None = None
        self._start_position = "startpos"

    def begin(self, start: State, seed: int) -> None:
        if self._process is None:
            self._spawn()
            self._send("ugi")
            self._wait_for("ugiok", TIMEOUT_S)
        self._start_position = "startpos" if _is_default_start(start) else f"fen {start}"
        self._send("uginewgame")
        self._send("isready")
        self._wait_for("readyok", TIMEOUT_S)

    def allowed_s(self, turn: TurnRequest) -> float | None:
        if turn.remaining_s:
            return turn.remaining_s[turn.state.to_act or 0]
        return turn.time_control.seconds or (None if turn.time_control.nodes else DEFAULT_MOVE_S)

    def choose(self, turn: TurnRequest) -> str:
        allowed_s = self.allowed_s(turn)
        moves = f" moves {' '.join(turn.actions)}" if turn.actions else ""
        self._send(f"position {self._start_position}{moves}")
        self._send(_go_command(turn, allowed_s))
        timeout_s = UNLIMITED_TIMEOUT_S if allowed_s is None else allowed_s + turn.time_control.margin_s + TIMEOUT_S
        reply = self._wait_for("bestmove", timeout_s)
        return reply[1] if len(reply) > 1 else ""

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        try:
            if process.stdin:
                process.stdin.write("quit\n")
                process.stdin.close()
            process.wait(1.0)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()
        if self._stderr:
            self._stderr.close()

    # the process

    def _spawn(self) -> None:
        self._stderr = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 - closed in close()
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,  # Ctrl-C must reach the contest only
            )
        except OSError as error:
            raise BadOptions("no_program", program=self._command[0][:60], why=error.strerror or str(error)) from None
        self._lines = queue.Queue()
        threading.Thread(target=_read_lines, args=(self._process, self._lines), daemon=True).start()

    def _send(self, line: str) -> None:
        assert self._process and self._process.stdin
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._crash_fault() from None

    def _wait_for(self, command: str, timeout_s: float) -> list[str]:
        """Skip output up to the next line that starts with `command`, and return its words. Raises `Fault`."""
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                self._kill()
                raise Fault("silence", seconds=round(timeout_s, 1), waiting=command) from None
            if line is None:
                raise self._crash_fault()
            tokens = line.split()
            if tokens and tokens[0] == command:
                return tokens

    def _crash_fault(self) -> Fault:
        """Fault with the exit code of the process and its last line on stderr."""
        assert self._process and self._stderr
        try:
            code: int | str = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            code = "no exit"
        self._stderr.seek(0)
        lines = self._stderr.read()[-2000:].strip().splitlines()
        self._kill()
        return Fault("crash", why=f"{code}{': ' + lines[-1][:200] if lines else ''}")

    def _kill(self) -> None:
        if self._process:
            self._process.kill()
        self.close()


def _read_lines(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout
    try:
        while line := process.stdout.readline(MAX_LINE_LENGTH):
            lines.put(line)
    except (OSError, ValueError):
        pass
    lines.put(None)


def _is_default_start(start: State) -> bool:
    """True if an engine started for this edition and these options has this start position as `startpos`."""
    edition = start.game.edition(start.edition_name)
    return start.game.new(edition, start.options) == start


def _go_command(turn: TurnRequest, allowed_s: float | None) -> str:
    if turn.remaining_s:
        increment = turn.time_control.clock[1] if turn.time_control.clock else 0.0
        clocks = [f"p{seat}time {round(seconds * 1000)}" for seat, seconds in enumerate(turn.remaining_s, start=1)]
        increments = [f"p{seat}inc {round(increment * 1000)}" for seat in range(1, len(turn.remaining_s) + 1)]
        return f"go {' '.join(clocks + increments)}"
    nodes = f" nodes {turn.time_control.nodes}" if turn.time_control.nodes else ""
    movetime = f" movetime {round(allowed_s * 1000)}" if allowed_s else ""
    return f"go{movetime}{nodes}"
