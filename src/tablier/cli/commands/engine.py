"""`tablier engine`: our players for other people's tools, by UGI on stdin and stdout."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager

from tablier.cli.positions import position_arguments, starting_position
from tablier.core.errors import BadOptions
from tablier.core.i18n import gettext as _
from tablier.engine.levels import MAX_LEVEL
from tablier.engine.player import has_player
from tablier.engine.ugi import UgiSession


def arguments(parser: ArgumentParser) -> None:
    position_arguments(parser, after=False)
    parser.add_argument("--level", metavar="N", type=int, default=MAX_LEVEL, help=_("how strong, 1 to 10"))


def run(asked: Namespace) -> int:
    start = starting_position(asked)
    if not has_player(start):
        raise BadOptions("no_player", edition=start.edition)
    session = UgiSession(start, _write, level=asked.level)
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # a shell may have told us not to hear it
        signal.signal(signal.SIGINT, _interrupt_once)
    try:
        for line in io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace"):
            with _undisturbed():
                if not session.handle_line(line):
                    return 0
        session.close()
    finally:
        with _undisturbed():
            session.stop()
        signal.signal(signal.SIGINT, before)
    return 0


def _interrupt_once(*_signal: object) -> None:
    """Ctrl-C may come twice, by the terminal and by whoever started us: the second must not break into the stopping."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _write(line: str) -> None:
    try:
        print(line, flush=True)
    except BrokenPipeError:  # nobody reads any more, as after Ctrl-C in `tablier engine … | grep …`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if threading.current_thread() is threading.main_thread():  # a thread cannot end the process: it is only quiet
            raise


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits for the end of the block: a thought that is only half begun, or half stopped, would outlive Python."""
    pressed = False

    def later(*_signal: object) -> None:
        nonlocal pressed
        pressed = True

    before = signal.signal(signal.SIGINT, later)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            signal.raise_signal(signal.SIGINT)
