"""A pool of worker processes with a fair queue: accounts are served in turn, one search per account at a time."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from itertools import count

import msgspec

from ..errors import RequestError
from ..matches.service import log
from .protocol import SearchRequest, SearchUpdate, WorkerCommand, WorkerReply

WORKER = (sys.executable, "-m", "tablier.server.engines.worker")
STUDY_WORKER = (*WORKER, "10")  # a higher niceness than workers of matches
WATCHDOG_S = 10.0  # time beyond its limit after which a worker counts as stuck
MAX_LINE_BYTES = 1 << 20


class Worker:
    """One worker process. It is started by the first search, and again after it has died or was killed."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._numbers = count(1)
        self._number = 0
        self.busy = False

    async def search(self, request: SearchRequest) -> AsyncGenerator[WorkerReply]:
        """Yield the replies to a request. Cancelling or closing the generator stops the search.

        Raises `RequestError("engine_failed")` if the worker reports an error, dies or is stuck.
        """
        finished = False
        try:
            process = await self._running_process()
            assert process.stdin and process.stdout
            self._number = next(self._numbers)
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
                yield reply
        except (OSError, EOFError, ValueError, TimeoutError, msgspec.DecodeError) as error:
            log.warning("engine worker: lost: %r", error)
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
            await self.close()

    async def close(self) -> None:
        """Kill the process."""
        process, self._process = self._process, None
        if process and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Pool:
    """Worker processes shared by all matches or studies."""

    def __init__(self, workers: int = 0, memory_mb: int = 64, command: Sequence[str] = WORKER) -> None:
        """Use `workers` processes; 0 means one per processor core but one."""
        self.memory_mb = memory_mb
        self._workers = [Worker(command) for _ in range(workers or max(1, (os.cpu_count() or 2) - 1))]
        self._waiting: dict[str, deque[asyncio.Future[Worker]]] = {}  # by account, the next account first
        self._served: set[str] = set()  # accounts with a search under way

    async def choose(self, request: SearchRequest, account_id: str) -> str:
        """Return the action that an engine plays. Cancel it when the match has moved on."""
        async with self._acquire(account_id) as worker, aclosing(worker.search(request)) as replies:
            async for reply in replies:
                if reply.action is not None:
                    return reply.action
        raise RequestError("engine_failed")

    async def analyse(self, request: SearchRequest, account_id: str) -> AsyncGenerator[SearchUpdate]:
        """Yield the updates of an analysis. Cancel or close the generator to stop the search.

        The caller must keep reading, because the worker blocks once the pipe is full.
        """
        async with self._acquire(account_id) as worker, aclosing(worker.search(request)) as replies:
            async for reply in replies:
                if reply.update is None:
                    raise RequestError("engine_failed")
                yield reply.update

    @asynccontextmanager
    async def _acquire(self, account_id: str) -> AsyncIterator[Worker]:
        """Wait for a worker and return it to the pool at the end of the block."""
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(account_id, deque()).append(turn)
        self._assign_workers()
        try:
            worker = await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # cancelled after a worker was assigned
                self._release(turn.result(), account_id)
            raise
        try:
            yield worker
        finally:
            self._release(worker, account_id)

    def _release(self, worker: Worker, account_id: str) -> None:
        worker.busy = False
        self._served.discard(account_id)
        self._assign_workers()

    def _assign_workers(self) -> None:
        """Give idle workers to the accounts that have waited longest and have no search under way."""
        for account_id in list(self._waiting):
            turns = self._waiting[account_id]
            while turns and turns[0].cancelled():
                turns.popleft()
            if not turns:
                del self._waiting[account_id]
                continue
            worker = next((worker for worker in self._workers if not worker.busy), None)
            if worker is None:
                return
            if account_id in self._served:
                continue
            worker.busy = True
            self._served.add(account_id)
            turns.popleft().set_result(worker)
            del self._waiting[account_id]
            if turns:
                self._waiting[account_id] = turns  # at the end of the queue

    async def close(self) -> None:
        """Kill all workers."""
        for worker in self._workers:
            await worker.close()
