"""A player of Pebbles in the shape of a native one: sees everything when two play, and thinks for as long as it may."""

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

CODES = ("ask0", "ask1", "ask2", "ask3", "drop", "keep", "take1", "take2", "take3")
WIN, LOSS = 1, 3


class Position:
    """A position as `Twin` wants it."""

    counts_repetitions = False

    def __init__(self, state: State) -> None:
        self.state = state
        self.past: list[State] = []

    @classmethod
    def load(cls, edition: str, options: Mapping[str, str], fields: str) -> Position:
        given = "".join(f"|{name}={value}" for name, value in options.items() if (name, value) not in USUAL)
        return cls(from_text(f"pebbles:{edition}{given}|{fields}"))

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
        self.past.append(self.state)
        self.state = self.state.play(CODES[code])
        return True


USUAL = {("players", "2"), ("heap", "12")}


@cache
def end(state: State) -> tuple[int, int]:
    """Who wins with two, and in how many plies: the winner hurries, the loser resists."""
    if state.outcome:
        assert state.outcome.winner is not None
        return state.outcome.winner, 0
    ends = [end(state.play(action)) for action in state.legal_actions()]
    won = [plies for winner, plies in ends if winner == state.to_act]
    if won:
        return state.to_act or 0, 1 + min(won)
    return ends[0][0], 1 + max(plies for _, plies in ends)


class Player:
    """Knows every end with two seats; with more it only sees a win in one. The settings `crash` and `die` make it fail."""

    setting_names = ("crash", "die", "extra")

    def __init__(self, settings: Mapping[str, float]) -> None:
        self.settings = settings
        self.stopped = threading.Event()
        self.forgotten = 0

    def think(
        self, position: Position, seconds: float, nodes: int, depth: int, report: Callable[[dict[str, Any]], None] | None
    ) -> dict[str, Any]:
        if self.settings.get("crash"):
            raise RuntimeError("this player was told to fail")
        if self.settings.get("die"):
            os._exit(3)
        self.stopped.clear()
        begun = time.monotonic()
        candidates = [self.worth(position.state, code) for code in position.legal()]
        candidates.sort(key=lambda one: (-one[1], one[3] if one[2] == WIN else -one[3], one[0]))
        thought = {"candidates": candidates, "pv": [candidates[0][0]], "nodes": nodes or 1, "depth": depth or 1}
        thought["seconds"] = 0.0
        while not (nodes or depth) and not self.stopped.wait(0.005):
            thought["seconds"] = time.monotonic() - begun
            if seconds and thought["seconds"] >= seconds:
                break
            if report:
                report(thought)
        if report:
            report(thought)
        return thought

    def worth(self, state: State, code: int) -> tuple[int, float, int, int, int]:
        following = state.play(CODES[code])
        if state.seats > 2:
            won = following.outcome is not None and following.outcome.winner == state.to_act
            return (code, 1.0, WIN, 1, 1) if won else (code, 1 / state.seats - 0.01 * code, 0, 0, 1)
        winner, plies = end(following)
        return (code, 1.0, WIN, plies + 1, 1) if winner == state.to_act else (code, 0.0, LOSS, plies + 1, 1)

    def stop(self) -> None:
        self.stopped.set()

    def clear(self) -> None:
        self.forgotten += 1


@contextmanager
def pebbles_player() -> Iterator[None]:
    """Somebody plays Pebbles within the block, in this process."""
    import tablier.engine

    name = "tablier.engine._native"
    if name not in sys.modules:  # a place for it where nothing is compiled
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
