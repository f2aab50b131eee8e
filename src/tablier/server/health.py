"""The health check: whether the server can still read and write."""

from __future__ import annotations

import asyncio
import time

from sqlalchemy import select

from .store.schema import heartbeat
from .store.store import Store

MAX_COMMIT_S = 30.0  # a commit that takes longer counts as stuck
READ_TIMEOUT_S = 1.0


class HealthCheck:
    """Checks the store. That the event loop runs is shown by the answer itself."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: asyncio.Task[object] | None = None  # shared, so that checks do not queue up behind a read that hangs

    async def find_failures(self) -> list[str]:
        """Return what fails, in words for an operator; nothing if the server is healthy. Takes at most `READ_TIMEOUT_S`."""
        failures = []
        writer = self._store.writer
        if not writer.alive:
            failures.append("the writer thread has ended")
        busy_since = writer.busy_since
        if busy_since is not None and time.monotonic() - busy_since > MAX_COMMIT_S:
            failures.append(f"a commit takes longer than {MAX_COMMIT_S:.0f} s")
        read = self._read
        if read is None or read.done():
            query = select(heartbeat.c.at)
            read = self._read = asyncio.create_task(self._store.probe(lambda connection: connection.scalar(query)))
        await asyncio.wait((read,), timeout=READ_TIMEOUT_S)
        if not read.done():
            failures.append(f"a read takes longer than {READ_TIMEOUT_S:.0f} s")
        elif read.cancelled() or read.exception():
            failures.append("the database cannot be read")
        return failures
