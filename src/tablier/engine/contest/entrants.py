"""Entrants of a contest: `level:7`, `level:10,seconds=1`, or `cmd:PROGRAM ARGUMENTS` for a program that speaks UGI."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tablier.core.errors import BadOptions, RulesError
from tablier.core.state import State
from tablier.engine.levels import MAX_LEVEL
from tablier.engine.player import Player
from tablier.engine.seat_policy import thinking_time_s
from tablier.engine.twin import GameHistory

LEVEL = re.compile(r"level:([1-9][0-9]?)((?:,[a-z_]+=-?[0-9]{1,12}(?:\.[0-9]{1,9})?)*)", re.ASCII)
MAX_ENTRANT_LENGTH = 1000
# Minimum of each integer setting. `nodes` and `depth` may not be 0: a contest without a limit would not end.
INTEGER_SETTINGS = {"nodes": 1, "depth": 1, "threads": 1, "memory": 1, "seed": 0}


class Fault(RulesError):
    """A fault that loses the game: `crash`, `silence`, `late` or `illegal`."""


@dataclass(frozen=True)
class TimeControl:
    """Seconds or nodes per move, or a clock with base time and increment in seconds. None means the entrant's own limit."""

    seconds: float | None = None
    nodes: int | None = None
    clock: tuple[float, float] | None = None
    margin_s: float = 0.25  # tolerated overrun per move, for busy machines


@dataclass(frozen=True)
class TurnRequest:
    """A position to choose an action in, with the game so far and the clocks."""

    start: State
    actions: Sequence[str]
    state: State
    time_control: TimeControl
    remaining_s: tuple[float, ...] = ()  # clock times by seat; empty without a clock


class Entrant(Protocol):
    """A player on one seat, for any number of games in a row."""

    def begin(self, start: State, seed: int) -> None:
        """Start a new game."""

    def allowed_s(self, turn: TurnRequest) -> float | None:
        """Maximum duration of this turn in seconds, None if unlimited."""

    def choose(self, turn: TurnRequest) -> str:
        """Choose an action. Raises `Fault`."""

    def close(self) -> None:
        """Release the player; no further game follows."""


class LevelEntrant:
    """One of Tablier's own players."""

    def __init__(self, level: int, settings: dict[str, float]) -> None:
        for name, value in settings.items():
            least = INTEGER_SETTINGS.get(name)
            if least is not None and (value < least or value != int(value)):
                raise BadOptions("bad_value", option=name, value=f"{value:g}", range=f"{least}, {least + 1}, …")
            if name == "seconds" and value <= 0:
                raise BadOptions("bad_value", option=name, value=f"{value:g}", range="> 0")
        self._level = level
        self._seconds = settings.pop("seconds", None)
        self._nodes = _to_int(settings.pop("nodes", None))
        self._depth = _to_int(settings.pop("depth", None))
        self._threads = int(settings.pop("threads", 1))
        self._memory = int(settings.pop("memory", 256))
        self._settings = settings  # the rest belongs to the game's native player
        self._player: Player | None = None

    def begin(self, start: State, seed: int) -> None:
        try:
            self._player = Player(
                start,
                level=self._level,
                seconds=self._seconds,
                nodes=self._nodes,
                depth=self._depth,
                seed=seed,
                threads=self._threads,
                memory=self._memory,
                settings=self._settings,
            )
        except RulesError:
            raise
        except Exception as error:
            raise _crash(error) from error

    def allowed_s(self, turn: TurnRequest) -> float | None:
        assert self._player
        if turn.remaining_s:
            return turn.remaining_s[turn.state.to_act or 0]
        has_own_limit = self._seconds is not None or turn.time_control.seconds is None
        return (self._player.seconds if has_own_limit else turn.time_control.seconds) or None

    def choose(self, turn: TurnRequest) -> str:
        assert self._player
        seconds = self.allowed_s(turn) or 0.0
        if turn.remaining_s:
            share = thinking_time_s(seconds, turn.time_control.clock[1] if turn.time_control.clock else 0.0)
            seconds = share if self._seconds is None else min(share, self._seconds)
        nodes = turn.time_control.nodes if self._nodes is None else self._nodes
        try:
            history = GameHistory(turn.start, tuple(turn.actions), turn.state)
            return str(self._player.choose(history, seconds=seconds, nodes=nodes))
        except Exception as error:
            raise _crash(error) from error

    def close(self) -> None:
        self._player = None


def parse_entrant(text: str) -> Entrant:
    """Create the entrant described by `text`. Raises `BadOptions` if it describes none."""
    if len(text) <= MAX_ENTRANT_LENGTH and (match := LEVEL.fullmatch(text)) and int(match[1]) <= MAX_LEVEL:
        settings: dict[str, float] = {}
        for name, value in (pair.split("=") for pair in match[2].split(",")[1:]):
            if name in settings:
                raise BadOptions("option_twice", option=name)
            settings[name] = float(value)
        return LevelEntrant(int(match[1]), settings)
    if text.startswith("cmd:") and text[4:].strip():
        from .ugi_engine import UgiEngine  # imports this module

        return UgiEngine(text[4:])
    raise BadOptions("bad_entrant", entrant=text[:60])


def _to_int(number: float | None) -> int | None:
    return None if number is None else int(number)


def _crash(error: Exception) -> Fault:
    return Fault("crash", why=f"{type(error).__name__}: {error}"[:300])
