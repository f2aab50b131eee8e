"""The lock that lets only one process use a data folder.

The operating system holds it, so it is released even if the process is killed.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import RequestError


@contextmanager
def data_dir_lock(folder: Path) -> Iterator[None]:
    """Hold the lock within the block. Raises `RequestError("already_running")` if another process holds it."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RequestError("already_running", folder=str(folder)) from None
        yield
    finally:
        os.close(handle)
