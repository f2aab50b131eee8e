"""One server at a time uses a data folder. The operating system holds the lock: it goes with the process, however that went."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import RequestError


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the folder within the block; `RequestError("already_running")` when somebody else does."""
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
