"""`tablier engine`: serve a player over UGI on stdin and stdout."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager

from tablier.cli.positions import add_position_arguments, start_from
from tablier.core.errors import BadOptions
from tablier.core.i18n import gettext as _
from tablier.engine.levels import MAX_LEVEL
from tablier.engine.player import has_player
from tablier.engine.ugi import UgiSession


def add_arguments(parser: ArgumentParser) -> None:
    add_position_arguments(parser, after=False)
    parser.add_argument("--level", metavar="N", type=int, default=MAX_LEVEL, help=_("how strong, 1 to 10"))


def run(args: Namespace) -> int:
    start = start_from(args)
    if not has_player(start):
        raise BadOptions("no_player", edition=start.edition)
    session = UgiSession(start, _write, level=args.level)
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # a shell may have set it to be ignored
        signal.signal(signal.SIGINT, _interrupt_once)
    try:
        for line in io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace"):
            with _defer_interrupt():
                if not session.handle_line(line):
                    return 0
        session.close()
    finally:
        with _defer_interrupt():
            session.stop()
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # after Ctrl-C, a second one must not interrupt the exit
            signal.signal(signal.SIGINT, before)
    return 0


def _interrupt_once(*_signal: object) -> None:
    """Raise `KeyboardInterrupt` and ignore further signals: terminal and parent may both send one, and stopping must finish."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _write(line: str) -> None:
    try:
        print(line, flush=True)
    except BrokenPipeError:  # the reader is gone, as after Ctrl-C in `tablier engine … | grep …`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if threading.current_thread() is threading.main_thread():  # other threads cannot end the process
            raise


@contextmanager
def _defer_interrupt() -> Iterator[None]:
    """Delay Ctrl-C to the end of the block: a search that is half started or half stopped would outlive the interpreter."""
    pressed = False

    def remember(*_signal: object) -> None:
        nonlocal pressed
        pressed = True

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            signal.raise_signal(signal.SIGINT)
