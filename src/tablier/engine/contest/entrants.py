"""Entrants: whoever can sit down at a contest. `level:7`, `level:10,seconds=1` or `cmd:PROGRAM ARGUMENTS`, which speaks UGI."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tablier.core.errors import BadOptions, RulesError
from tablier.core.state import State
from tablier.engine.levels import MAX_LEVEL
from tablier.engine.player import GameHistory, Player
from tablier.engine.time_management import allotment

LEVEL = re.compile(r"level:([1-9][0-9]?)((?:,[a-z_]+=-?[0-9]{1,12}(?:\.[0-9]{1,9})?)*)", re.ASCII)
LONGEST_ENTRANT = 1000
# Whole numbers, and the least of each: without a limit a contest has no end.
WHOLE = {"nodes": 1, "depth": 1, "threads": 1, "memory": 1, "seed": 0}


class Fault(RulesError):
    """What a player must not do, and loses the game by: crash, silence, late, illegal."""


@dataclass(frozen=True)
class Pace:
    """How fast is played: seconds or nodes a move, or a clock with an increment, in seconds. None is the entrant's own."""

    seconds: float | None = None
    nodes: int | None = None
    clock: tuple[float, float] | None = None
    margin: float = 0.25  # seconds that a move may be late, for machines that are busy


@dataclass(frozen=True)
class Turn:
    """A position to find an action for, and how it came about."""

    start: State
    actions: Sequence[str]
    state: State
    pace: Pace
    left: tuple[float, ...] = ()  # on the clocks, by seat


class Entrant(Protocol):
    """One player at one seat, for one game after the other."""

    def begin(self, start: State, seed: int) -> None:
        """A new game."""

    def allowed(self, turn: Turn) -> float | None:
        """The seconds this turn may take, None for any time."""

    def choose(self, turn: Turn) -> str:
        """An action, or a `Fault`."""

    def close(self) -> None:
        """No game follows."""


class LevelEntrant:
    """One of our own players."""

    def __init__(self, level: int, settings: dict[str, float]) -> None:
        for name, value in settings.items():
            if name in WHOLE and (value < WHOLE[name] or value != int(value)):
                raise BadOptions("bad_value", option=name, value=f"{value:g}", range=f"{WHOLE[name]}, {WHOLE[name] + 1}, …")
            if name == "seconds" and value <= 0:
                raise BadOptions("bad_value", option=name, value=f"{value:g}", range="> 0")
        self._level = level
        self._seconds = settings.pop("seconds", None)
        self._nodes = _whole(settings.pop("nodes", None))
        self._depth = _whole(settings.pop("depth", None))
        self._threads = int(settings.pop("threads", 1))
        self._memory = int(settings.pop("memory", 256))
        self._settings = settings  # the rest is for the game's own player
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

    def allowed(self, turn: Turn) -> float | None:
        assert self._player
        if turn.left:
            return turn.left[turn.state.to_act or 0]
        seconds = self._player.seconds if self._seconds is not None or turn.pace.seconds is None else turn.pace.seconds
        return seconds or None

    def choose(self, turn: Turn) -> str:
        assert self._player
        seconds = self.allowed(turn) or 0.0
        if turn.left:
            share = allotment(seconds, turn.pace.clock[1] if turn.pace.clock else 0.0)
            seconds = share if self._seconds is None else min(share, self._seconds)
        nodes = turn.pace.nodes if self._nodes is None else self._nodes
        try:
            return str(
                self._player.choose(GameHistory(turn.start, tuple(turn.actions), turn.state), seconds=seconds, nodes=nodes)
            )
        except Exception as error:
            raise _crash(error) from error

    def close(self) -> None:
        self._player = None


def entrant(text: str) -> Entrant:
    """The entrant of that name; `BadOptions` when it is none."""
    if len(text) <= LONGEST_ENTRANT and (found := LEVEL.fullmatch(text)) and int(found[1]) <= MAX_LEVEL:
        settings: dict[str, float] = {}
        for name, value in (pair.split("=") for pair in found[2].split(",")[1:]):
            if name in settings:
                raise BadOptions("option_twice", option=name)
            settings[name] = float(value)
        return LevelEntrant(int(found[1]), settings)
    if text.startswith("cmd:") and text[4:].strip():
        from .ugi_engine import UgiEngine  # which knows entrants

        return UgiEngine(text[4:])
    raise BadOptions("bad_entrant", entrant=text[:60])


def _whole(number: float | None) -> int | None:
    return None if number is None else int(number)


def _crash(error: Exception) -> Fault:
    return Fault("crash", why=f"{type(error).__name__}: {error}"[:300])
