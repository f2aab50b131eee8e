"""A pool of worker processes with a fair queue: clients are served in turn, one search per client at a time.

A client is an account, or for studies without an account a network address.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from itertools import count, zip_longest

import msgspec

from ..errors import RequestError
from ..matches.service import log
from .protocol import MAX_PLAYERS, SearchRequest, SearchUpdate, WorkerCommand, WorkerReply

WORKER = (sys.executable, "-m", "tablier.server.engines.worker", "5")  # with its niceness
STUDY_WORKER = (*WORKER[:-1], "10")
WORKER_BASE_MB = 1024  # address space of a worker beside the tables of its players: interpreter, libraries, networks
WATCHDOG_S = 10.0  # time beyond its limit after which a worker counts as stuck
RESTART_DELAYS_S = (0.0, 0.0, 1.0, 5.0, 30.0)  # by the number of processes lost in a row; the last one repeats
FIRST_SEARCH_S = 1.0  # assumed time of a search before one was measured
SEARCH_WEIGHT = 0.1  # of the last search in the average time of a search
MAX_LINE_BYTES = 1 << 20  # of a reply


class Worker:
    """One worker process. It is started by the first search, and again after it has died or was killed."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._command_numbers = count(1)
        self._number = 0  # of the last command
        self._lost = 0  # processes lost since the last complete search
        self.starts = 0
        self.busy = False

    async def search(self, request: SearchRequest) -> AsyncGenerator[WorkerReply]:
        """Yield the replies to a request. Cancelling or closing the generator stops the search.

        Raises `RequestError("engine_failed")` if the worker reports an error, dies or is stuck.
        """
        finished = False
        try:
            process = await self._running_process()
            assert process.stdin and process.stdout
            self._number = next(self._command_numbers)
            process.stdin.write(msgspec.json.encode(WorkerCommand(self._number, request)) + b"\n")
            await process.stdin.drain()
            deadline = asyncio.get_running_loop().time() + request.time_limit_s + WATCHDOG_S
            while not finished:
                async with asyncio.timeout_at(deadline):
                    reply = await self._read_reply(process.stdout)
                if reply.error is not None:
                    log.error("engine worker: search failed: %s", reply.error)
                    raise RequestError("engine_failed")
                finished = reply.is_last
                if finished:
                    self._lost = 0
                yield reply
        except (OSError, EOFError, ValueError, TimeoutError, msgspec.DecodeError) as error:
            log.warning("engine worker: lost: %r", error)
            self._lost += 1
            await self.close()
            raise RequestError("engine_failed") from None
        except (asyncio.CancelledError, GeneratorExit):
            if not finished:
                await asyncio.shield(self._stop_search())
            raise

    async def _read_reply(self, stdout: asyncio.StreamReader) -> WorkerReply:
        """Read the next reply to the current command. Replies to earlier ones are skipped."""
        while True:
            line = await stdout.readline()
            if not line:
                raise EOFError
            reply = msgspec.json.decode(line, type=WorkerReply)
            if reply.number == self._number:
                return reply

    async def _running_process(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            await asyncio.sleep(RESTART_DELAYS_S[min(self._lost, len(RESTART_DELAYS_S) - 1)])
            self.starts += 1
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=MAX_LINE_BYTES
            )
        return self._process

    async def _stop_search(self) -> None:
        """Stop the current search and read its remaining replies. A worker that does not react is killed."""
        if self._process is None or self._process.stdin is None or self._process.stdout is None:
            return
        try:
            self._process.stdin.write(msgspec.json.encode(WorkerCommand(self._number)) + b"\n")
            async with asyncio.timeout(WATCHDOG_S):
                while not (await self._read_reply(self._process.stdout)).is_last:
                    pass
        except (OSError, EOFError, ValueError, TimeoutError, AttributeError, msgspec.DecodeError):
            await self.close()  # an AttributeError means that `close` has run meanwhile

    async def close(self) -> None:
        """Kill the process."""
        process, self._process = self._process, None
        if process and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


@dataclass(frozen=True, slots=True, eq=False)
class QueueEntry:
    """A search that waits for a worker."""

    game_id: str
    worker: asyncio.Future[Worker]


class Pool:
    """Worker processes shared by all matches or studies."""

    def __init__(self, workers: int = 0, memory_mb: int = 64, command: Sequence[str] = WORKER) -> None:
        """Use `workers` processes; 0 means one per processor core but one.

        `memory_mb` is the memory of one player. The address space of a worker is limited to a multiple of it.
        """
        self.memory_mb = memory_mb
        command = (*command, str(WORKER_BASE_MB + 2 * MAX_PLAYERS * memory_mb))
        self._workers = [Worker(command) for _ in range(workers or max(1, (os.cpu_count() or 2) - 1))]
        self._waiting: dict[str, deque[QueueEntry]] = {}  # by client, the next client first
        self._served: set[str] = set()  # clients with a search under way
        self._search_s = FIRST_SEARCH_S  # average time of a search
        self.searches = 0  # that have ended
        self.waits = 0  # searches that have got a worker
        self.waited_s = 0.0  # sum of the times they waited for it

    @property
    def queue_length(self) -> int:
        """Searches that wait for a worker."""
        return sum(not entry.worker.done() for entries in self._waiting.values() for entry in entries)

    @property
    def busy_workers(self) -> int:
        """Workers that search."""
        return sum(worker.busy for worker in self._workers)

    @property
    def restarts(self) -> int:
        """Processes that were started in place of a lost one."""
        return sum(max(0, worker.starts - 1) for worker in self._workers)

    def queue_positions(self) -> dict[str, int]:
        """Return the positions of all waiting searches by game id, from 1, in the order in which clients take turns."""
        queues = [[entry for entry in entries if not entry.worker.done()] for entries in self._waiting.values()]
        in_order = (entry for turn in zip_longest(*queues) for entry in turn if entry)
        return {entry.game_id: position for position, entry in enumerate(in_order, 1)}

    def expected_wait_s(self, position: int) -> float:
        """Estimate the wait of a search at this position of the queue from the average time of a search."""
        return position * self._search_s / len(self._workers)

    async def choose(self, request: SearchRequest, client: str, allot_time_s: Callable[[], float] | None = None) -> str:
        """Return the action that an engine plays. Cancel it when the match has moved on.

        `allot_time_s` is called when a worker is assigned, and returns the time limit of the search.
        """
        async with self._search(request, client, allot_time_s) as replies:
            async for reply in replies:
                if reply.action is not None:
                    return reply.action
        raise RequestError("engine_failed")

    async def analyse(
        self, request: SearchRequest, client: str, allot_time_s: Callable[[], float] | None = None
    ) -> AsyncGenerator[SearchUpdate]:
        """Yield the updates of an analysis. Cancel or close the generator to stop the search.

        `allot_time_s` as for `choose`. The caller must keep reading, because the worker blocks once the pipe is full.
        """
        async with self._search(request, client, allot_time_s) as replies:
            async for reply in replies:
                if reply.update is None:
                    raise RequestError("engine_failed")
                yield reply.update

    @asynccontextmanager
    async def _search(
        self, request: SearchRequest, client: str, allot_time_s: Callable[[], float] | None
    ) -> AsyncIterator[AsyncGenerator[WorkerReply]]:
        """Wait for a worker and start a search. The worker returns to the pool at the end of the block."""
        loop = asyncio.get_running_loop()
        queued_at = loop.time()
        worker = await self._acquire(client, request.game_id)
        assigned_at = loop.time()
        self.waits += 1
        self.waited_s += assigned_at - queued_at
        try:
            if allot_time_s:
                request = msgspec.structs.replace(request, time_limit_s=allot_time_s())
            async with aclosing(worker.search(request)) as replies:
                yield replies
        finally:
            self.searches += 1
            self._search_s += SEARCH_WEIGHT * (loop.time() - assigned_at - self._search_s)
            self._release(worker, client)

    async def _acquire(self, client: str, game_id: str) -> Worker:
        entry = QueueEntry(game_id, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(client, deque()).append(entry)
        self._assign_workers()
        try:
            return await entry.worker
        except asyncio.CancelledError:
            if entry.worker.done() and not entry.worker.cancelled():  # cancelled after a worker was assigned
                self._release(entry.worker.result(), client)
            raise

    def _release(self, worker: Worker, client: str) -> None:
        worker.busy = False
        self._served.discard(client)
        self._assign_workers()

    def _assign_workers(self) -> None:
        """Give idle workers to the clients that have waited longest and have no search under way."""
        for client in list(self._waiting):
            entries = self._waiting[client]
            while entries and entries[0].worker.cancelled():
                entries.popleft()
            if not entries:
                del self._waiting[client]
                continue
            worker = next((worker for worker in self._workers if not worker.busy), None)
            if worker is None:
                return
            if client in self._served:
                continue
            worker.busy = True
            self._served.add(client)
            entries.popleft().worker.set_result(worker)
            del self._waiting[client]
            if entries:
                self._waiting[client] = entries  # at the end of the queue

    async def close(self) -> None:
        """Kill all workers."""
        for worker in self._workers:
            await worker.close()
