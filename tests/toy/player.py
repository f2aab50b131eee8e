"""A player of Pebbles with the interface of a native player: exact with two seats; uses all of its time."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

from tablier.core.registry import from_text
from tablier.core.state import State

# native players denote actions by integer codes; here a code is an index of this tuple
CODES = ("ask0", "ask1", "ask2", "ask3", "drop", "keep", "take1", "take2", "take3")
WIN, LOSS = 1, 3  # values of the native `Proof` enum; 0 means unproved


class Position:
    """A position with the interface that `Twin` needs."""

    counts_repetitions = False

    def __init__(self, state: State) -> None:
        self.state = state

    @classmethod
    def load(cls, edition: str, options: Mapping[str, str], fields: str) -> Position:
        changed = "".join(f"|{name}={value}" for name, value in options.items() if (name, value) not in DEFAULTS)
        return cls(from_text(f"pebbles:{edition}{changed}|{fields}"))

    def copy(self) -> Position:
        return Position(self.state)

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    @property
    def to_act(self) -> int:
        return -1 if self.state.to_act is None else self.state.to_act

    @property
    def fields(self) -> str:
        return "|".join(self.state.fields())

    def legal(self) -> list[int]:
        return [CODES.index(action) for action in self.state.legal_actions()]

    def write(self, code: int) -> str | None:
        return CODES[code] if code in self.legal() else None

    def read(self, text: str) -> int | None:
        return CODES.index(text) if text in self.state.legal_actions() else None

    def play(self, code: int) -> bool:
        if code not in self.legal():
            return False
        self.state = self.state.play(CODES[code])
        return True


DEFAULTS = {("players", "2"), ("heap", "12")}  # options that a position text leaves out


@cache
def solve(state: State) -> tuple[int, int]:
    """Solve a position of two seats: the winner, and the plies to the end if the winner hurries and the loser delays."""
    if state.outcome:
        assert state.outcome.winner is not None
        return state.outcome.winner, 0
    ends = [solve(state.play(action)) for action in state.legal_actions()]
    won = [plies for winner, plies in ends if winner == state.to_act]
    if won:
        return state.to_act or 0, 1 + min(won)
    return ends[0][0], 1 + max(plies for _, plies in ends)


class Player:
    """Exact with two seats; with more it sees only a win in one.

    The setting `crash` makes it raise an exception, `die` end the process; `extra` has no effect.
    """

    setting_names = ("crash", "die", "extra")

    def __init__(self, settings: Mapping[str, float]) -> None:
        self.settings = settings
        self.stopped = threading.Event()
        self.clear_count = 0

    def think(
        self, position: Position, seconds: float, nodes: int, depth: int, report: Callable[[dict[str, Any]], None] | None
    ) -> dict[str, Any]:
        if self.settings.get("crash"):
            raise RuntimeError("failure requested by a setting")
        if self.settings.get("die"):
            os._exit(3)
        self.stopped.clear()
        started = time.monotonic()
        candidates = [self.evaluate(position.state, code) for code in position.legal()]
        candidates.sort(key=lambda entry: (-entry[1], entry[3] if entry[2] == WIN else -entry[3], entry[0]))
        result = {"candidates": candidates, "pv": [candidates[0][0]], "nodes": nodes or 1, "depth": depth or 1}
        result["seconds"] = 0.0
        while not (nodes or depth) and not self.stopped.wait(0.005):
            result["seconds"] = time.monotonic() - started
            if seconds and result["seconds"] >= seconds:
                break
            if report:
                report(result)
        if report:
            report(result)
        return result

    def evaluate(self, state: State, code: int) -> tuple[int, float, int, int, int]:
        """Return a native candidate: code, expected score, proof, plies to the end if proved, nodes."""
        following = state.play(CODES[code])
        if state.seats > 2:  # an equal share, made distinct by the code so that the order is fixed
            won = following.outcome is not None and following.outcome.winner == state.to_act
            return (code, 1.0, WIN, 1, 1) if won else (code, 1 / state.seats - 0.01 * code, 0, 0, 1)
        winner, plies = solve(following)
        return (code, 1.0, WIN, plies + 1, 1) if winner == state.to_act else (code, 0.0, LOSS, plies + 1, 1)

    def stop(self) -> None:
        self.stopped.set()

    def clear(self) -> None:
        self.clear_count += 1


@contextmanager
def pebbles_player() -> Iterator[None]:
    """Register the player as the native module of Pebbles within the block."""
    import tablier.engine

    name = "tablier.engine._native"
    if name not in sys.modules:  # without a compiled module, use an empty one
        try:
            __import__(name)
        except ImportError:
            sys.modules[name] = tablier.engine._native = ModuleType(name)  # type: ignore[attr-defined]
    module: Any = sys.modules[name]
    module.pebbles = SimpleNamespace(Position=Position, Player=Player)
    try:
        yield
    finally:
        del module.pebbles
