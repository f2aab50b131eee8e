"""Games in parallel, each in its own process, so that a player that kills its process loses one game only."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Generator, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from .entrants import Entrant, parse_entrant
from .play_game import GameResult, Pairing, forfeit_game, play_game

# fork is fast, and safe while the parent has a single thread; it is reliable on Linux only.
START_METHOD = "fork" if sys.platform == "linux" else "spawn"


def play_in_process(pairing: Pairing, numbers: Iterator[int]) -> Generator[GameResult, None, None]:
    """Play the games one after the other in this process."""
    entrants = _create_entrants(pairing)
    try:
        for number in numbers:
            yield play_game(pairing, number, entrants)
    finally:
        for entrant in entrants:
            entrant.close()


def play_in_parallel(pairing: Pairing, numbers: Iterator[int], count: int) -> Generator[GameResult, None, None]:
    """Play `count` games at a time and yield results as games end. Closing the generator aborts running games."""
    workers = [_Worker(pairing) for _ in range(count)]
    try:
        for worker in workers:
            worker.start_next(numbers)
        while busy := [worker for worker in workers if worker.number is not None]:
            wait([handle for worker in busy for handle in (worker.connection, worker.process.sentinel)])
            for worker in busy:
                result = worker.poll_result()
                if result is not None:
                    worker.start_next(numbers)
                    yield result
    finally:
        for worker in workers:
            worker.close()


def _create_entrants(pairing: Pairing) -> list[Entrant]:
    return [parse_entrant(pairing.first), *(parse_entrant(pairing.second) for _ in range(pairing.seats - 1))]


class _Worker:
    """A worker process, the connection to it and the number of its current game."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.number: int | None = None
        self._spawn()

    def _spawn(self) -> None:
        context: Any = multiprocessing.get_context(START_METHOD)
        self.active_seat = context.Value("b", 0, lock=False)  # shared memory: readable after the process died
        self.connection, child_end = context.Pipe()
        arguments = (self.pairing, child_end, self.connection, self.active_seat)
        self.process = context.Process(target=_run_worker, args=arguments, daemon=True)
        self.process.start()
        child_end.close()

    def start_next(self, numbers: Iterator[int]) -> None:
        self.number = next(numbers, None)
        if self.number is not None:
            self.connection.send(self.number)

    def poll_result(self) -> GameResult | None:
        """The result of the current game, None while it runs. Re-raises an exception of the worker."""
        assert self.number is not None
        try:
            if self.connection.poll():
                message = self.connection.recv()
                if isinstance(message, BaseException):
                    raise message
                assert isinstance(message, GameResult)
                return message
        except EOFError:
            pass
        if self.process.is_alive():
            return None
        result = forfeit_game(self.pairing, self.number, self.active_seat.value)
        self._spawn()
        return result

    def close(self) -> None:
        if self.number is None and self.process.is_alive():
            self.connection.send(None)
            self.process.join(2.0)
        if self.process.is_alive():
            self.process.terminate()
            self.process.join(1.0)
        if self.process.is_alive():
            self.process.kill()
        self.connection.close()


def _run_worker(pairing: Pairing, connection: Connection, parent_end: Connection, active_seat: Any) -> None:
    parent_end.close()  # otherwise recv() would not raise EOFError when the parent dies
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C and terminates its workers
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # run the finally block, which closes UGI engines

    def set_active_seat(seat: int) -> None:
        active_seat.value = seat

    entrants: list[Entrant] = []
    try:
        entrants = _create_entrants(pairing)
        while (number := connection.recv()) is not None:
            connection.send(play_game(pairing, number, entrants, set_active_seat))
    except (EOFError, BrokenPipeError):
        pass
    except Exception as error:
        connection.send(error)
    finally:
        for entrant in entrants:
            entrant.close()
