"""Reading text files of bounded size, and replacing files atomically."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from tablier.core.errors import BadFile
from tablier.core.files import temporary_path, write_atomically

MAX_FILE_BYTES = 4_000_000  # about twenty times the size of a record of a thousand turns


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for `-`. Raises `BadFile`."""
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise BadFile("no_file", file=name, why=error.strerror or str(error)) from None
    if len(raw) > MAX_FILE_BYTES:
        raise BadFile("file_too_large", file=name, largest=MAX_FILE_BYTES)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        raise BadFile("not_text", file=name, line=line, column=column) from None


def write_text(name: str, text: str) -> None:
    """Replace a file by this text, or leave it unchanged if writing fails; `-` is standard output. Raises `BadFile`."""
    if name == "-":
        sys.stdout.write(text)
        return
    target = Path(name)
    try:
        if _is_replaceable(target):
            write_atomically(target, text.encode())
        else:
            target.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise _cannot_write(name, error) from None


def check_writable(name: str) -> None:
    """Raise `BadFile` if `write_text` would fail. To be called before long work; the file is not changed."""
    if name == "-":
        return
    try:
        target = Path(name)
        if _is_replaceable(target):
            temporary_path(target).touch()
            temporary_path(target).unlink()
    except OSError as error:
        raise _cannot_write(name, error) from None


def _is_replaceable(target: Path) -> bool:
    """False for a device or a pipe, which must be written directly. Raises `IsADirectoryError` for a folder."""
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return target.is_file() or not target.exists()


def _cannot_write(name: str, error: OSError) -> BadFile:
    return BadFile("cannot_write", file=name, why=error.strerror or str(error))
