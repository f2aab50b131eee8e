"""Reading what somebody hands over: a file or standard input, bounded, as text or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tablier.core.errors import BadFile

LARGEST_FILE = 4_000_000  # bytes; a record of a thousand-turn match takes a twentieth


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadFile("no_file", file=name, why=error.strerror or str(error)) from None
    if len(raw) > LARGEST_FILE:
        raise BadFile("file_too_large", file=name, largest=LARGEST_FILE)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        raise BadFile("not_text", file=name, line=line, column=column) from None


def write_text(name: str, text: str) -> None:
    """Writes a whole file or leaves the old one as it was."""
    if name == "-":
        sys.stdout.write(text)
        return
    target = Path(name)
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise BadFile("cannot_write", file=name, why=error.strerror or str(error)) from None
