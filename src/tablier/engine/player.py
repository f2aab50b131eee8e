"""Players: somebody to play against, and to ask who is ahead.

>>> import tablier
>>> from tablier.engine.player import Player
>>> state = tablier.new("kwintie:board", line=3)
>>> player = Player(state, level=10, seconds=0.2)
>>> player.choose(state) in state.legal_actions()
True
"""

from __future__ import annotations

import math
import random
import re
import threading
import time
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any

from tablier.core.errors import BadOptions, IllegalAction
from tablier.core.state import Action, State

from .analysis import PROOFS, Analysis, Candidate, Proof, Report
from .levels import MAX_LEVEL, Level, levels, pick
from .solve.book import books
from .surrogate import Limits, SurrogateSearch, stand_ins
from .twin import GameHistory, Twin, native_game

__all__ = ["MAX_LEVEL", "Analysis", "Candidate", "GameHistory", "Level", "Player", "Proof", "has_player", "levels"]

OWN_NAMES = ("seconds", "nodes", "depth", "threads", "memory", "seed")  # what every player knows
WEIGHT = re.compile(r"w\d+")  # of an evaluation, for fitting: too many to tell
NODES_A_MEGABYTE = 2_000  # a table larger than a few nodes can fill is only slow to clear
MOST = Limits(seconds=math.inf, nodes=2**64 - 1, depth=2**31 - 1)  # what the native player can be told


def has_player(state: State) -> bool:
    """Whether somebody plays this game with these options."""
    game = native_game(state.game.name)
    return game is not None and hasattr(game, "Player") and (Twin.exists(state) or stand_ins(state) is not None)


class Player:
    """Plays one match at some level, and keeps what it learnt from one move to the next.

    It thinks about one position at a time; whoever asks meanwhile waits. `stop` may be called from any thread.
    """

    def __init__(
        self,
        state: State,
        *,
        level: int = MAX_LEVEL,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        seed: int = 0,
        threads: int = 1,
        memory: int = 256,
        settings: Mapping[str, float] | None = None,
    ) -> None:
        """For positions with the options of this one.

        `memory` is in megabytes. With one thread and fixed nodes (or depth) the same seed plays the same game. `settings`
        are the game's own, for experiments.
        """
        if not has_player(state):
            raise BadOptions("no_player", edition=state.edition)
        if not 1 <= level <= MAX_LEVEL:
            raise BadOptions("bad_value", option="level", value=str(level), range=f"1-{MAX_LEVEL}")
        chosen = levels(state)[level - 1]
        self.level = level
        self.edition = state.edition
        self.seconds = chosen.seconds if seconds is None else seconds
        self.nodes = chosen.nodes if nodes is None else nodes
        self.depth = chosen.depth if depth is None else depth
        _check(Limits(self.seconds, self.nodes, self.depth))
        self.softness = chosen.softness
        self.seed = seed
        known = {"threads": threads, "seed": seed % 2**32, "level": level, **chosen.settings, **(settings or {})}
        known["memory"] = min(memory, 1 + self.nodes // NODES_A_MEGABYTE) if self.nodes else memory
        try:
            self._native = native_game(state.game.name).Player({name: float(value) for name, value in known.items()})
        except MemoryError:
            raise BadOptions("bad_value", option="memory", value=str(memory), range=f"< {memory}") from None
        self._expect_no_typo(settings or {})
        self._books = books(state) if level == MAX_LEVEL else ()
        self._stand_ins = None if Twin.exists(state) else stand_ins(state)
        self._thinking = threading.Lock()
        self._stopped = False

    def _expect_no_typo(self, settings: Mapping[str, float]) -> None:
        """`BadOptions` for a name that the game's player never asked for: it would change nothing, and nobody would notice."""
        asked = self._native.setting_names
        for name in settings:
            if name not in asked:
                own = [known for known in asked if known not in OWN_NAMES and not WEIGHT.fullmatch(known)]
                raise BadOptions("unknown_setting", setting=name[:60], known=[*OWN_NAMES, *own])

    def analyse(
        self,
        game: State | GameHistory,
        *,
        report: Report | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Analysis:
        """Thinks within the limits (0 is none; None the level's own) and tells what it found.

        A `GameHistory` lets repetition rules count the earlier positions of the game; a `State` is searched without a past.
        `report` sees it come about, up to ten times a second, in the thread that called; what it raises ends the thought.
        """
        state = _state_of(game)
        if state.game.name != self.edition.partition(":")[0]:
            raise BadOptions("bad_value", option="edition", value=state.edition, range=self.edition)
        if state.outcome is not None:
            raise IllegalAction("game_over")
        limits = Limits(
            self.seconds if seconds is None else seconds,
            self.nodes if nodes is None else nodes,
            self.depth if depth is None else depth,
        )
        _check(limits)
        with self._thinking:
            self._stopped = False
            if self._stand_ins is not None:
                return SurrogateSearch(self._stand_ins, state, self._search, report, lambda: self._stopped).analysis(limits)
            found = self._search(game, limits, report)
        for book in self._books:
            found = book.settle(state, found)
        return found

    def _search(self, game: State | GameHistory, limits: Limits, report: Report | None) -> Analysis:
        """One search by the native player."""
        twin = Twin.replay(game) if isinstance(game, GameHistory) else Twin(game)
        begun = time.monotonic()

        def told(thought: dict[str, Any]) -> None:
            if self._stopped:  # just before the search began to listen
                self._native.stop()
            if report is not None:
                report(_analysis(twin, thought, time.monotonic() - begun))

        thought = self._native.think(twin.native, *limits, told if report else None)
        return _analysis(twin, thought, thought["seconds"])

    def choose(
        self,
        game: State | GameHistory,
        *,
        report: Report | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Action:
        """The action this level plays; `game` as for `analyse`."""
        analysis = self.analyse(game, report=report, seconds=seconds, nodes=nodes, depth=depth)
        return self.pick(_state_of(game), analysis).action

    def pick(self, state: State, found: Analysis) -> Candidate:
        """What this level plays of what it found. Drawn by seed and position alone, so that a restart changes nothing."""
        return pick(found, self.softness, random.Random(f"{self.seed} {state}"))

    def stop(self) -> None:
        """Ends the thought under way, which then tells what it has; nothing when there is none."""
        self._stopped = True
        self._native.stop()

    def forget(self) -> None:
        """Forgets what it kept from earlier positions."""
        with self._thinking:
            self._native.clear()


def _state_of(game: State | GameHistory) -> State:
    return game.state if isinstance(game, GameHistory) else game


def _check(limits: Limits) -> None:
    """`BadOptions` for a limit that no thought can keep, such as `nan` seconds."""
    for name, value, most in zip(Limits._fields, limits, MOST, strict=True):
        kind = Real if name == "seconds" else Integral
        if not (isinstance(value, kind) and 0 <= value <= most):
            raise BadOptions("bad_value", option=name, value=str(value)[:60], range=f"0-{most}")


def _analysis(twin: Twin, thought: dict[str, Any], seconds: float) -> Analysis:
    return Analysis(
        candidates=tuple(
            Candidate(Action(twin.native.write(code)), chance, PROOFS[proof], plies, nodes)
            for code, chance, proof, plies, nodes in thought["candidates"]
        ),
        pv=_line(twin, thought["pv"]),
        nodes=thought["nodes"],
        depth=thought["depth"],
        seconds=seconds,
    )


def _line(twin: Twin, codes: Sequence[int]) -> tuple[Action, ...]:
    ahead = twin.copy()
    found = []
    for code in codes:
        text = ahead.native.write(code)
        if text is None:
            break
        found.append(Action(text))
        ahead.play(code)
    return tuple(found)
