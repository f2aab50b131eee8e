"""A thought in a thread of its own, so that whoever asked for it can listen to something else meanwhile."""

from __future__ import annotations

import threading

from tablier.core.state import State

from .analysis import Analysis, Report
from .player import GameHistory, Player

AGAIN = 0.002  # seconds until a stop is pressed again


class SearchThread:
    """Begins at once. `stop` is certain, also when it comes before the first node; `result` waits for the end."""

    def __init__(
        self,
        player: Player,
        game: State | GameHistory,
        *,
        report: Report | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> None:
        self._player = player
        self._found: Analysis | None = None
        self._failed: BaseException | None = None
        self._done = threading.Event()

        def think() -> None:
            try:
                self._found = player.analyse(game, report=report, seconds=seconds, nodes=nodes, depth=depth)
            except BaseException as error:  # told to whoever asks for the result
                self._failed = error
            finally:
                self._done.set()

        self._thread = threading.Thread(target=think, name="thinking", daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether it has ended."""
        return self._done.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits for the end, at most so long; whether it has come."""
        return self._done.wait(seconds)  # not for the thread: Python 3.11 takes one for ended when Ctrl-C breaks into a join

    def stop(self) -> None:
        """Ends the thought and returns when it has ended."""
        while not self._done.is_set():  # a player only hears a stop once it thinks
            self._player.stop()
            self._done.wait(AGAIN)
        self._thread.join()  # a thread that is left when Python ends takes the whole process with it

    def result(self) -> Analysis:
        """What was found, once it is over; what was raised instead."""
        self._done.wait()
        if self._failed is not None:
            raise self._failed
        assert self._found is not None
        return self._found
