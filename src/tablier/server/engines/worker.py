"""A worker: thinks about one position at a time, until it is told to stop or its server is gone."""

from __future__ import annotations

import os
import sys
import threading
from collections import OrderedDict
from queue import SimpleQueue

import msgspec

from tablier.core.registry import from_text
from tablier.core.replay import after
from tablier.core.state import State
from tablier.engine.player import Player, levels

from .thought import Found, Order, Thought

MOST_KEPT = 2  # matches whose player keeps what it has learnt


class Mind:
    """The players of the matches thought about lately, each with the position it has reached."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], tuple[tuple[str, ...], State, Player]] = OrderedDict()
        self._lock = threading.Lock()
        self._thinking: Player | None = None
        self._stopped = 0  # every order up to this number is off

    def choose(self, order: Order, thought: Thought) -> str:
        """What to play."""
        played, state, player = self._recalled(thought)
        for action in thought.actions[len(played) :]:
            state = after(state, action)
        key = thought.match, thought.level
        self._kept[key] = thought.actions, state, player
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        player.seconds = self._seconds(state, thought)
        with self._lock:
            if self._stopped >= order.number:
                raise InterruptedError
            self._thinking = player
        try:
            return str(player.choose(state))
        finally:
            with self._lock:
                self._thinking = None

    def stop(self, number: int) -> None:
        """Called from the thread that listens."""
        with self._lock:
            self._stopped = max(self._stopped, number)
            if self._thinking:
                self._thinking.stop()

    def _recalled(self, thought: Thought) -> tuple[tuple[str, ...], State, Player]:
        kept = self._kept.get((thought.match, thought.level))
        if kept and kept[0] == thought.actions[: len(kept[0])]:
            return kept
        state = from_text(thought.start)
        player = Player(state, level=thought.level, threads=1, memory=thought.memory, seed=thought.seed)
        return (), state, player

    @staticmethod
    def _seconds(state: State, thought: Thought) -> float:
        return min(levels(state)[thought.level - 1].seconds, thought.most)


def main() -> None:
    """Reads orders from standard input; its end is the end of the server."""
    os.nice(5)  # moves of people come first
    mind = Mind()
    orders: SimpleQueue[Order | None] = SimpleQueue()
    threading.Thread(target=_listen, args=(mind, orders), daemon=True).start()
    while order := orders.get():
        try:
            assert order.thought
            found = Found(order.number, action=mind.choose(order, order.thought))
        except Exception as error:  # whatever it is, the server must hear of it
            found = Found(order.number, error=f"{type(error).__name__}: {error}")
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
        sys.stdout.buffer.flush()


def _listen(mind: Mind, orders: SimpleQueue[Order | None]) -> None:
    for line in sys.stdin.buffer:
        order = msgspec.json.decode(line, type=Order)
        if order.thought:
            orders.put(order)
        else:
            mind.stop(order.number)
    os._exit(0)


if __name__ == "__main__":
    main()
