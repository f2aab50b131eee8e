"""Games in parallel, each in a process of its own, so that a player that takes its process with it loses one game only."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Generator, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from .entrants import entrant
from .play_game import Pairing, Played, forfeited, play

# Forking is quick and safe while the parent runs a single thread; elsewhere than on Linux it is not to be trusted.
METHOD = "fork" if sys.platform == "linux" else "spawn"


def play_here(pairing: Pairing, numbers: Iterator[int]) -> Generator[Played, None, None]:
    """The games one after the other in this process."""
    entrants = [entrant(pairing.first), *(entrant(pairing.second) for _ in range(pairing.seats - 1))]
    try:
        for number in numbers:
            yield play(pairing, number, entrants)
    finally:
        for one in entrants:
            one.close()


def play_in_parallel(pairing: Pairing, numbers: Iterator[int], count: int) -> Generator[Played, None, None]:
    """The games as they end, `count` at a time. Closing the iterator ends those under way."""
    workers = [_Worker(pairing) for _ in range(count)]
    try:
        for worker in workers:
            worker.take(numbers)
        while busy := [worker for worker in workers if worker.number is not None]:
            wait([end for worker in busy for end in (worker.line, worker.process.sentinel)])
            for worker in busy:
                played = worker.result()
                if played is not None:
                    worker.take(numbers)
                    yield played
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """A process, the line to it, and the game it plays."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.number: int | None = None
        self._begin()

    def _begin(self) -> None:
        context: Any = multiprocessing.get_context(METHOD)
        self.thinking = context.Value("b", 0, lock=False)  # the seat that thinks, for when nobody can say any more
        self.line, other = context.Pipe()
        self.process = context.Process(target=_work, args=(self.pairing, other, self.line, self.thinking), daemon=True)
        self.process.start()
        other.close()

    def take(self, numbers: Iterator[int]) -> None:
        self.number = next(numbers, None)
        if self.number is not None:
            self.line.send(self.number)

    def result(self) -> Played | None:
        """The game it played, None while it plays."""
        assert self.number is not None
        try:
            if self.line.poll():
                answer = self.line.recv()
                if isinstance(answer, BaseException):
                    raise answer
                assert isinstance(answer, Played)
                return answer
        except EOFError:
            pass
        if self.process.is_alive():
            return None
        lost = forfeited(self.pairing, self.number, self.thinking.value)
        self._begin()
        return lost

    def end(self) -> None:
        if self.number is None and self.process.is_alive():
            self.line.send(None)
            self.process.join(2.0)
        if self.process.is_alive():
            self.process.terminate()
            self.process.join(1.0)
        if self.process.is_alive():
            self.process.kill()
        self.line.close()


def _work(pairing: Pairing, line: Connection, other: Connection, thinking: Any) -> None:
    other.close()  # or the end of the parent would never be heard
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # so that programs are closed

    def watch(seat: int) -> None:
        thinking.value = seat

    entrants = []
    try:
        entrants = [entrant(pairing.first), *(entrant(pairing.second) for _ in range(pairing.seats - 1))]
        while (number := line.recv()) is not None:
            line.send(play(pairing, number, entrants, watch))
    except (EOFError, BrokenPipeError):
        pass
    except Exception as error:
        line.send(error)
    finally:
        for one in entrants:
            one.close()
