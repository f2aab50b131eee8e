"""Other people's programs, spoken to by UGI. Whatever they do, they cannot stop a contest: only lose a game."""

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

from .entrants import Fault, Turn

PATIENCE = 10.0  # seconds for anything that has no time of its own, and beyond it until a player counts as silent
LONGEST_LINE = 1_000_000
USUAL_SECONDS = 2.0


class UgiEngine:
    """A program that is started with the first game and again after every fault."""

    def __init__(self, command: str) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise BadOptions("no_program", program=command[:60], why=str(error)) from None
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[str | None] = queue.Queue()  # None is the end
        self._complaints: IO[str] | None = None
        self._place = "startpos"

    def begin(self, start: State, seed: int) -> None:
        if self._process is None:
            self._start()
            self._send("ugi")
            self._wait("ugiok", PATIENCE)
        self._place = "startpos" if _usual(start) else f"fen {start}"
        self._send("uginewgame")
        self._send("isready")
        self._wait("readyok", PATIENCE)

    def allowed(self, turn: Turn) -> float | None:
        if turn.left:
            return turn.left[turn.state.to_act or 0]
        return turn.pace.seconds or (None if turn.pace.nodes else USUAL_SECONDS)

    def choose(self, turn: Turn) -> str:
        allowed = self.allowed(turn)
        moves = f" moves {' '.join(turn.actions)}" if turn.actions else ""
        self._send(f"position {self._place}{moves}")
        self._send(_go(turn, allowed))
        answer = self._wait("bestmove", PATIENCE * 6 if allowed is None else allowed + turn.pace.margin + PATIENCE)
        return answer[1] if len(answer) > 1 else ""

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
        if self._complaints:
            self._complaints.close()

    # the line to it

    def _start(self) -> None:
        self._complaints = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 - closed with it
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,  # Ctrl-C is for the contest
            )
        except OSError as error:
            raise BadOptions("no_program", program=self._command[0][:60], why=error.strerror or str(error)) from None
        self._answers = queue.Queue()
        threading.Thread(target=_listen, args=(self._process, self._answers), daemon=True).start()

    def _send(self, line: str) -> None:
        assert self._process and self._process.stdin
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._crashed() from None

    def _wait(self, word: str, seconds: float) -> list[str]:
        """The words of the next answer that begins so."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._answers.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                self._kill()
                raise Fault("silence", seconds=round(seconds, 1), waiting=word) from None
            if line is None:
                raise self._crashed()
            words = line.split()
            if words and words[0] == word:
                return words

    def _crashed(self) -> Fault:
        """It has ended: with which code, and what it said last."""
        assert self._process and self._complaints
        try:
            code: int | str = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            code = "no exit"
        self._complaints.seek(0)
        said = self._complaints.read()[-2000:].strip().splitlines()
        self._kill()
        return Fault("crash", why=f"{code}{': ' + said[-1][:200] if said else ''}")

    def _kill(self) -> None:
        if self._process:
            self._process.kill()
        self.close()


def _listen(process: subprocess.Popen[str], answers: queue.Queue[str | None]) -> None:
    assert process.stdout
    try:
        while line := process.stdout.readline(LONGEST_LINE):
            answers.put(line)
    except (OSError, ValueError):
        pass
    answers.put(None)


def _usual(start: State) -> bool:
    """Whether the program, started for this edition and these options, begins here by itself."""
    edition = start.game.edition(start.edition_name)
    return start.game.new(edition, start.options) == start


def _go(turn: Turn, allowed: float | None) -> str:
    if turn.left:
        increment = turn.pace.clock[1] if turn.pace.clock else 0.0
        clocks = [f"p{seat}time {round(left * 1000)}" for seat, left in enumerate(turn.left, start=1)]
        added = [f"p{seat}inc {round(increment * 1000)}" for seat in range(1, len(turn.left) + 1)]
        return f"go {' '.join(clocks + added)}"
    nodes = f" nodes {turn.pace.nodes}" if turn.pace.nodes else ""
    time_allowed = f" movetime {round(allowed * 1000)}" if allowed else ""
    return f"go{time_allowed}{nodes}"
