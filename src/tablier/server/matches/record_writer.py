"""Files of matches for download, written in a thread."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from tablier.formats.transcript import Format
from tablier.match import Match
from tablier.records.record import Record


class RecordWriter:
    """Writes records outside the event loop, one after the other. Concurrent requests for the same file share one result."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="records")
        # By identity of the match, which is immutable, and format. The match is kept so that its identity is not reused.
        self._running: dict[tuple[int, str], tuple[Match, asyncio.Future[bytes]]] = {}

    async def write(self, match: Match, format_: Format) -> bytes:
        """Return the file of a match. Raises `BadFile` if the format cannot represent it."""
        key = id(match), format_.name
        if key not in self._running:
            future = asyncio.get_running_loop().run_in_executor(self._thread, _write, match, format_)
            self._running[key] = match, future
            future.add_done_callback(lambda _: self._running.pop(key))
        return await asyncio.shield(self._running[key][1])

    def close(self) -> None:
        """Stop the thread; files not begun yet are cancelled."""
        self._thread.shutdown(cancel_futures=True)


def _write(match: Match, format_: Format) -> bytes:
    record = Record.from_match(match)
    return (record.to_json() if format_.name == "json" else format_.write(record.transcript())).encode()
