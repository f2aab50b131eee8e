"""A worker: thinks about one position at a time, until it is told to stop or its server is gone."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue

import msgspec

from tablier.core.registry import from_text
from tablier.core.replay import apply_action
from tablier.engine.analysis import Analysis
from tablier.engine.levels import levels
from tablier.engine.player import Player
from tablier.engine.twin import GameHistory

from .protocol import SearchRequest, SearchUpdate, WorkerCommand, WorkerReply

MOST_KEPT = 2  # matches whose player keeps what it has learnt
NICE = 5  # moves of people come first
AGAIN = 0.002  # seconds until a stop is pressed again
OFTEN = 0.25  # seconds between two things told of a thought that is watched
MOST_TOLD = 600  # candidates; no board has many more holes


class SearchSession:
    """The players of the matches thought about lately, each with the position it has reached."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], tuple[str, GameHistory, Player]] = OrderedDict()
        self._lock = threading.Lock()
        self._thinking: Player | None = None
        self._stopped = 0  # every order up to this number is off

    def choose(self, order: WorkerCommand, thought: SearchRequest) -> str:
        """What to play."""
        player, history = self._ready(thought)
        with self._heeding(order, player):
            return str(player.choose(history, seconds=min(levels(history.state)[thought.level - 1].seconds, thought.most)))

    def watch(self, order: WorkerCommand, thought: SearchRequest, tell: Callable[[SearchUpdate], None]) -> SearchUpdate:
        """All that was found; `tell` hears of it on the way, the first time as soon as there is something."""
        player, history = self._ready(thought)
        due = 0.0

        def report(found: Analysis) -> None:
            nonlocal due
            if time.monotonic() >= due:
                tell(seen(found))
                due = time.monotonic() + OFTEN

        with self._heeding(order, player):
            return seen(player.analyse(history, report=report, seconds=thought.most), done=True)

    def stop(self, number: int) -> None:
        """Called from the thread that listens. Pressed until it is heard: a player only hears a stop once it thinks."""
        with self._lock:
            self._stopped = max(self._stopped, number)
        while thinking := self._thinking:
            thinking.stop()
            time.sleep(AGAIN)

    @contextmanager
    def _heeding(self, order: WorkerCommand, player: Player) -> Iterator[None]:
        """Lets the player be stopped within the block."""
        with self._lock:
            if self._stopped >= order.number:
                raise InterruptedError
            self._thinking = player
        try:
            yield
        finally:
            self._thinking = None

    def _ready(self, thought: SearchRequest) -> tuple[Player, GameHistory]:
        """Somebody who knows the game so far, and the game."""
        history, player = self._recalled(thought)
        state = history.state
        for action in thought.actions[len(history.actions) :]:
            state = apply_action(state, action)
        history = GameHistory(history.start, thought.actions, state)
        key = thought.match, thought.level
        self._kept[key] = thought.start, history, player
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return player, history

    def _recalled(self, thought: SearchRequest) -> tuple[GameHistory, Player]:
        kept = self._kept.get((thought.match, thought.level))
        if kept and kept[0] == thought.start and kept[1].actions == thought.actions[: len(kept[1].actions)]:
            return kept[1:]
        state = from_text(thought.start)
        player = Player(state, level=thought.level, threads=1, memory=thought.memory, seed=thought.seed)
        return GameHistory(state, (), state), player


def seen(found: Analysis, *, done: bool = False) -> SearchUpdate:
    """An analysis as it is told. The line is at least the best action: some searches know more only in the end."""
    return SearchUpdate(
        [(one.action, round(one.expected_score, 4), one.proof, one.plies) for one in found.candidates[:MOST_TOLD]],
        list(found.pv) or [found.best.action],
        found.nodes,
        found.depth,
        round(found.seconds, 3),
        done,
    )


def main() -> None:
    """Reads orders from standard input; its end is the end of the server. An argument says how nice to be to others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers
    os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else NICE)
    mind = SearchSession()
    orders: SimpleQueue[WorkerCommand | None] = SimpleQueue()
    threading.Thread(target=_listen, args=(mind, orders), daemon=True).start()
    while order := orders.get():
        try:
            found = _found(mind, order)
        except Exception as error:  # whatever it is, the server must hear of it
            found = WorkerReply(order.number, error=f"{type(error).__name__}: {error}")
        _say(found)


def _found(mind: SearchSession, order: WorkerCommand) -> WorkerReply:
    number, thought = order.number, order.thought
    assert thought
    if thought.watched:
        return WorkerReply(number, seen=mind.watch(order, thought, lambda so_far: _say(WorkerReply(number, seen=so_far))))
    return WorkerReply(number, action=mind.choose(order, thought))


def _say(found: WorkerReply) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    sys.stdout.buffer.flush()


def _listen(mind: SearchSession, orders: SimpleQueue[WorkerCommand | None]) -> None:
    for line in sys.stdin.buffer:
        order = msgspec.json.decode(line, type=WorkerCommand)
        if order.thought:
            orders.put(order)
        else:
            mind.stop(order.number)
    os._exit(0)


if __name__ == "__main__":
    main()
