"""Atomic file writing, and the user's data folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def user_data_dir() -> Path:
    """Tablier's folder for user data: below `XDG_DATA_HOME`, or `~/.local/share`."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "tablier"


def temporary_path(target: Path) -> Path:
    """Path of the temporary file that `open_atomically` writes beside `target`; differs between processes."""
    return target.with_name(f".{target.name}.{os.getpid()}.part")


def sync(path: Path) -> None:
    """Wait until a file, or the entries of a folder, are on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def open_atomically(target: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces `target` when the block ends without an exception.

    The content is on disk before the file is renamed, so after a crash `target` has either the old content or the new one;
    after the block it has the new one. After an exception `target` is unchanged. `mode` holds the permissions before the umask.
    """
    temporary = temporary_path(target)
    try:
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
        sync(target.parent)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_atomically(target: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a complete file, or leave the existing one unchanged (see `open_atomically`)."""
    with open_atomically(target, mode) as file:
        file.write(content)
