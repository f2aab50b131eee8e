"""The lock that lets only one process use a data folder, and the folder's permissions.

The operating system holds the lock, so it is released even if the process is killed.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tablier.core.errors import BadFile

from ..errors import RequestError


@contextmanager
def data_dir_lock(folder: Path) -> Iterator[None]:
    """Hold the lock within the block, and create the folder if it is missing.

    Raises `RequestError("already_running")` if another process holds the lock, and `BadFile("cannot_write_folder")` if the
    folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise BadFile("cannot_write_folder", folder=str(folder), why=error.strerror or str(error)) from None
    try:
        if not os.access(folder, os.W_OK | os.X_OK):  # the lock may exist already
            raise BadFile("cannot_write_folder", folder=str(folder), why=os.strerror(errno.EACCES))
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RequestError("already_running", folder=str(folder)) from None
        yield
    finally:
        os.close(handle)


def is_private(path: Path) -> bool:
    """True if only the owner has access to a file or folder."""
    return not stat.S_IMODE(path.stat().st_mode) & 0o077
