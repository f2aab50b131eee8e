"""The pool: a few workers, and a queue in which everybody's matches wait their turn."""

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
STUDY_WORKER = (*WORKER, "10")  # nicer than those of games
SLACK = 10.0  # seconds beyond its limit after which a worker counts as stuck
LONGEST_LINE = 1 << 20


class Worker:
    """A process. One that dies or is stuck is replaced by the next thought."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._numbers = count(1)
        self.busy = False

    async def think(self, thought: SearchRequest) -> str:
        """What to play; `RequestError("engine_failed")` when the worker cannot say."""
        async with aclosing(self._answers(thought)) as answers:
            async for found in answers:
                if found.action is not None:
                    return found.action
        raise RequestError("engine_failed")

    async def watch(self, thought: SearchRequest) -> AsyncGenerator[SearchUpdate]:
        """What is found, as it comes about; `RequestError("engine_failed")` when the worker cannot say any more."""
        async with aclosing(self._answers(thought)) as answers:
            async for found in answers:
                if found.seen is None:
                    raise RequestError("engine_failed")
                yield found.seen

    async def _answers(self, thought: SearchRequest) -> AsyncGenerator[WorkerReply]:
        """What the worker says until it has said all. Whoever cancels or closes this stops the thought."""
        over = False
        try:
            process = await self._running()
            assert process.stdin and process.stdout
            self._number = next(self._numbers)
            process.stdin.write(msgspec.json.encode(WorkerCommand(self._number, thought)) + b"\n")
            await process.stdin.drain()
            ends = asyncio.get_running_loop().time() + thought.most + SLACK
            while not over:
                async with asyncio.timeout_at(ends):
                    found = await self._found(process.stdout)
                if found.error is not None:
                    log.error("an engine has no answer: %s", found.error)
                    raise RequestError("engine_failed")
                over = found.last
                yield found
        except (OSError, EOFError, ValueError, TimeoutError, msgspec.DecodeError) as error:
            log.warning("an engine worker was lost: %r", error)
            await self.close()
            raise RequestError("engine_failed") from None
        except (asyncio.CancelledError, GeneratorExit):
            if not over:
                await asyncio.shield(self._stop_search())
            raise

    async def _found(self, out: asyncio.StreamReader) -> WorkerReply:
        while True:
            line = await out.readline()
            if not line:
                raise EOFError
            found = msgspec.json.decode(line, type=WorkerReply)
            if found.number == self._number:
                return found

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE
            )
        return self._process

    async def _stop_search(self) -> None:
        """Stops the thought under way; a worker that does not listen is ended."""
        if self._process is None or self._process.stdin is None or self._process.stdout is None:
            return
        try:
            self._process.stdin.write(msgspec.json.encode(WorkerCommand(self._number)) + b"\n")
            async with asyncio.timeout(SLACK):
                while not (await self._found(self._process.stdout)).last:
                    pass  # it was said before the worker heard
        except (OSError, EOFError, ValueError, TimeoutError, AttributeError, msgspec.DecodeError):
            await self.close()

    async def close(self) -> None:
        """Ends the process."""
        process, self._process = self._process, None
        if process and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Pool:
    """Thinks for many matches: in turn for each person, one thought of a person at a time."""

    def __init__(self, workers: int = 0, memory: int = 64, command: Sequence[str] = WORKER) -> None:
        self.memory = memory
        self._workers = [Worker(command) for _ in range(workers or max(1, (os.cpu_count() or 2) - 1))]
        self._waiting: dict[str, deque[asyncio.Future[Worker]]] = {}  # by person, the next one first
        self._served: set[str] = set()  # people for whom somebody thinks now

    async def choose(self, thought: SearchRequest, account_id: str) -> str:
        """What to play. Cancel it when the match has moved on."""
        async with self._lent(account_id) as worker:
            return await worker.think(thought)

    async def watch(self, thought: SearchRequest, account_id: str) -> AsyncGenerator[SearchUpdate]:
        """What is found, as it comes about. Cancel or close it to stop the thought; read on, or the worker waits for you."""
        async with self._lent(account_id) as worker, aclosing(worker.watch(thought)) as seen:
            async for one in seen:
                yield one

    @asynccontextmanager
    async def _lent(self, account_id: str) -> AsyncIterator[Worker]:
        """A worker, when this person's turn has come."""
        worker = await self._worker(account_id)
        try:
            yield worker
        finally:
            worker.busy = False
            self._served.discard(account_id)
            self._serve()

    async def _worker(self, account_id: str) -> Worker:
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(account_id, deque()).append(turn)
        self._serve()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # its turn had just come
                turn.result().busy = False
                self._served.discard(account_id)
                self._serve()
            raise

    def _serve(self) -> None:
        """Gives free workers to whoever has waited longest, person by person."""
        for account in list(self._waiting):
            turns = self._waiting[account]
            while turns and turns[0].cancelled():
                turns.popleft()
            if not turns:
                del self._waiting[account]
                continue
            worker = next((worker for worker in self._workers if not worker.busy), None)
            if worker is None:
                return
            if account in self._served:
                continue
            worker.busy = True
            self._served.add(account)
            turns.popleft().set_result(worker)
            del self._waiting[account]
            if turns:
                self._waiting[account] = turns  # behind everybody else

    async def close(self) -> None:
        """Ends all workers."""
        for worker in self._workers:
            await worker.close()
