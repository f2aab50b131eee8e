"""A worker process: runs one search at a time until the server stops it or closes its standard input."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from queue import SimpleQueue

import msgspec

from tablier.core.registry import from_text
from tablier.engine.analysis import Analysis
from tablier.engine.levels import levels
from tablier.engine.player import Player
from tablier.engine.twin import GameHistory

from .protocol import MAX_PLAYERS, SearchRequest, SearchUpdate, WorkerCommand, WorkerReply

STOP_RETRY_S = 0.002
UPDATE_INTERVAL_S = 0.25
MAX_CANDIDATES = 600


class SearchSession:
    """The searches of this process. Keeps the players of the last `MAX_PLAYERS` games, each with the history it has reached."""

    def __init__(self) -> None:
        # by game id and level: start, history and player
        self._players: OrderedDict[tuple[str, int], tuple[str, GameHistory, Player]] = OrderedDict()
        self._lock = threading.Lock()
        self._searching: Player | None = None
        self._stopped = 0  # all commands up to this number are stopped

    def choose(self, number: int, request: SearchRequest) -> str:
        """Return the action that the level plays. Raises `InterruptedError` if it was stopped before it began."""
        player, history = self._prepare(request)
        with self._stoppable(number, player):
            seconds = min(levels(history.state)[request.level - 1].seconds, request.time_limit_s)
            return str(player.choose(history, seconds=seconds))

    def analyse(self, number: int, request: SearchRequest, report: Callable[[SearchUpdate], None]) -> SearchUpdate:
        """Return the final analysis. Calls `report` with intermediate ones, at most every `UPDATE_INTERVAL_S`."""
        player, history = self._prepare(request)
        next_report = 0.0

        def on_analysis(analysis: Analysis) -> None:
            nonlocal next_report
            if time.monotonic() >= next_report:
                report(to_update(analysis))
                next_report = time.monotonic() + UPDATE_INTERVAL_S

        with self._stoppable(number, player):
            return to_update(player.analyse(history, report=on_analysis, seconds=request.time_limit_s), done=True)

    def stop(self, number: int) -> None:
        """Stop the searches up to that command. Called from the reader thread.

        Repeats the stop until the search has ended: a player ignores a stop before its search has begun.
        """
        with self._lock:
            self._stopped = max(self._stopped, number)
        while searching := self._searching:
            searching.stop()
            time.sleep(STOP_RETRY_S)

    @contextlib.contextmanager
    def _stoppable(self, number: int, player: Player) -> Iterator[None]:
        with self._lock:
            if self._stopped >= number:
                raise InterruptedError
            self._searching = player
        try:
            yield
        finally:
            self._searching = None

    def _prepare(self, request: SearchRequest) -> tuple[Player, GameHistory]:
        """Return the player and the history of the game. Makes a new player unless the kept history is a prefix of the line."""
        key = request.game_id, request.level
        kept = self._players.get(key)
        if kept and kept[0] == request.start and kept[1].actions == request.actions[: len(kept[1].actions)]:
            _, history, player = kept
        else:
            state = from_text(request.start)
            player = Player(state, level=request.level, threads=1, memory=request.memory_mb, seed=request.seed)
            history = GameHistory(state, (), state)
        history = history.extended(request.actions[len(history.actions) :])
        self._players[key] = request.start, history, player
        self._players.move_to_end(key)
        if len(self._players) > MAX_PLAYERS:
            self._players.popitem(last=False)
        return player, history


def to_update(analysis: Analysis, *, done: bool = False) -> SearchUpdate:
    """Convert an analysis. `pv` has at least the best action: some searches compute more only at the end."""
    return SearchUpdate(
        candidates=[
            (candidate.action, round(candidate.expected_score, 4), candidate.proof, candidate.plies)
            for candidate in analysis.candidates[:MAX_CANDIDATES]
        ],
        pv=list(analysis.pv) or [analysis.best.action],
        nodes=analysis.nodes,
        depth=analysis.depth,
        elapsed_s=round(analysis.seconds, 3),
        done=done,
    )


def limit_memory(limit_mb: int) -> None:
    """Limit the address space of this process, so that a search cannot take the memory of the whole machine."""
    limit = limit_mb << 20
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    with contextlib.suppress(OSError, ValueError):  # macOS does not support this limit
        resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def main() -> None:
    """Execute commands from standard input until it ends. The arguments are the niceness and the memory limit in MB."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the server, which then ends its workers
    niceness, limit_mb = map(int, sys.argv[1:])
    os.nice(niceness)
    limit_memory(limit_mb)
    session = SearchSession()
    commands: SimpleQueue[WorkerCommand] = SimpleQueue()
    threading.Thread(target=_read_commands, args=(session, commands), daemon=True).start()
    while True:
        command = commands.get()
        try:
            reply = _execute(session, command)
        except MemoryError:
            os._exit(1)  # the process that replaces this one has all its memory again
        except Exception as error:  # the server must get a reply to every request
            reply = WorkerReply(command.number, error=f"{type(error).__name__}: {error}")
        _send(reply)


def _execute(session: SearchSession, command: WorkerCommand) -> WorkerReply:
    number, request = command.number, command.request
    assert request
    if request.analyse:
        update = session.analyse(number, request, lambda update: _send(WorkerReply(number, update=update)))
        return WorkerReply(number, update=update)
    return WorkerReply(number, action=session.choose(number, request))


def _send(reply: WorkerReply) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
    sys.stdout.buffer.flush()


def _read_commands(session: SearchSession, commands: SimpleQueue[WorkerCommand]) -> None:
    for line in sys.stdin.buffer:
        command = msgspec.json.decode(line, type=WorkerCommand)
        if command.request:
            commands.put(command)
        else:
            session.stop(command.number)
    os._exit(0)  # the server is gone


if __name__ == "__main__":
    main()
