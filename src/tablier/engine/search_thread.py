"""A search in its own thread, so that the caller can read input or report progress meanwhile."""

from __future__ import annotations

import threading

from tablier.core.state import State

from .analysis import Analysis, Report
from .player import Player
from .twin import GameHistory

STOP_RETRY_S = 0.002


class SearchThread:
    """Starts a search at once. `stop` works even before the first node; `result` waits for the end."""

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
        """Parameters as for `Player.analyse`. `report` is called in the search thread."""
        self._player = player
        self._analysis: Analysis | None = None
        self._error: BaseException | None = None
        self._done = threading.Event()

        def search() -> None:
            try:
                self._analysis = player.analyse(game, report=report, seconds=seconds, nodes=nodes, depth=depth)
            except BaseException as error:  # raised again by result()
                self._error = error
            finally:
                self._done.set()

        self._thread = threading.Thread(target=search, name="search", daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """True once the search has ended."""
        return self._done.is_set()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait for the end of the search; return whether it has ended."""
        # Not Thread.join: in Python 3.11 a join interrupted by Ctrl-C marks the running thread as finished.
        return self._done.wait(timeout_s)

    def stop(self) -> None:
        """Stop the search and return when it has ended."""
        while not self._done.is_set():  # the player ignores a stop that comes before the search has started
            self._player.stop()
            self._done.wait(STOP_RETRY_S)
        self._thread.join()  # a native thread still running at interpreter exit would crash the process

    def result(self) -> Analysis:
        """Wait for the end and return the analysis, or raise the exception that ended the search."""
        self._done.wait()
        if self._error is not None:
            raise self._error
        assert self._analysis is not None
        return self._analysis
