"""Players: choose actions at a level and analyse positions.

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

from .analysis import PROOFS, Analysis, Candidate, Report
from .levels import MAX_LEVEL, levels, pick
from .solve.book import load_books
from .surrogate import Limits, SurrogateSearch, find_surrogates
from .twin import GameHistory, Twin, native_game

COMMON_SETTINGS = ("seconds", "nodes", "depth", "threads", "memory", "seed")  # known to every native player
WEIGHT = re.compile(r"w\d+")  # settings for fitting an evaluation; too many to list in an error message
NODES_PER_MB = 2_000  # a table larger than the search can fill only costs time to clear
MAX_LIMITS = Limits(seconds=math.inf, nodes=2**64 - 1, depth=2**31 - 1)  # ranges of the native player's arguments


def has_player(state: State) -> bool:
    """True if there is a player for the game and options of `state`."""
    game = native_game(state.game.name)
    return game is not None and hasattr(game, "Player") and (Twin.exists(state) or find_surrogates(state) is not None)


class Player:
    """A player of one level. Keeps its transposition table or tree from one search to the next.

    Thread-safe: searches run one at a time, further calls wait. `stop` may be called from any thread.
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
        """Create a player for positions with the game and options of `state`.

        `seconds`, `nodes` and `depth` override the limits of the level; `memory` is in megabytes; `settings` are those of the
        game's native player, for experiments. With one thread, a node or depth limit and `seconds=0`, the same seed plays the
        same game. Raises `BadOptions` if there is no player for these options or an argument is out of range.
        """
        if not has_player(state):
            raise BadOptions("no_player", edition=state.edition)
        if not 1 <= level <= MAX_LEVEL:
            raise BadOptions("bad_value", option="level", value=str(level), range=f"1-{MAX_LEVEL}")
        preset = levels(state)[level - 1]
        self.level = level
        self.edition = state.edition
        self.seconds = preset.seconds if seconds is None else seconds
        self.nodes = preset.nodes if nodes is None else nodes
        self.depth = preset.depth if depth is None else depth
        _check_limits(Limits(self.seconds, self.nodes, self.depth))
        self.softness = preset.softness
        self.seed = seed
        values = {"threads": threads, "seed": seed % 2**32, "level": level, **preset.settings, **(settings or {})}
        values["memory"] = min(memory, 1 + self.nodes // NODES_PER_MB) if self.nodes else memory
        try:
            self._native = native_game(state.game.name).Player({name: float(value) for name, value in values.items()})
        except MemoryError:
            raise BadOptions("bad_value", option="memory", value=str(memory), range=f"< {memory}") from None
        self._check_setting_names(settings or {})
        self._books = load_books(state) if level == MAX_LEVEL else ()
        self._surrogates = None if Twin.exists(state) else find_surrogates(state)
        self._search_lock = threading.Lock()
        self._stopped = False

    def _check_setting_names(self, settings: Mapping[str, float]) -> None:
        """Raise `BadOptions` for a setting that the native player did not read: a misspelt name would have no effect."""
        known = self._native.setting_names
        for name in settings:
            if name not in known:
                own = [other for other in known if other not in COMMON_SETTINGS and not WEIGHT.fullmatch(other)]
                raise BadOptions("unknown_setting", setting=name[:60], known=[*COMMON_SETTINGS, *own])

    def analyse(
        self,
        game: State | GameHistory,
        *,
        report: Report | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Analysis:
        """Search a position within the limits (0 is no limit, None the player's own).

        A `GameHistory` lets repetition rules count the earlier positions of the game; a `State` is searched without a past.
        `report` receives intermediate results in the calling thread, at most ten times a second; an exception it raises ends
        the search. Raises `IllegalAction` if the game is over and `BadOptions` for another game or a limit out of range.
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
        _check_limits(limits)
        with self._search_lock:
            self._stopped = False
            if self._surrogates is not None:
                search = SurrogateSearch(self._surrogates, state, self._search, report, lambda: self._stopped)
                return search.run(limits)
            analysis = self._search(game, limits, report)
        for book in self._books:
            analysis = book.apply(state, analysis)
        return analysis

    def _search(self, game: State | GameHistory, limits: Limits, report: Report | None) -> Analysis:
        """Run the native search once."""
        twin = Twin.replay(game) if isinstance(game, GameHistory) else Twin(game)
        started_at = time.monotonic()

        def on_report(result: dict[str, Any]) -> None:
            if self._stopped:  # stop() was called before the native search had started
                self._native.stop()
            if report is not None:
                report(_to_analysis(twin, result, time.monotonic() - started_at))

        result = self._native.think(twin.native, *limits, on_report if report else None)
        return _to_analysis(twin, result, result["seconds"])

    def choose(
        self,
        game: State | GameHistory,
        *,
        report: Report | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Action:
        """Search and choose the action this level plays. Parameters as for `analyse`."""
        analysis = self.analyse(game, report=report, seconds=seconds, nodes=nodes, depth=depth)
        return self.pick(_state_of(game), analysis).action

    def pick(self, state: State, analysis: Analysis) -> Candidate:
        """Choose the candidate this level plays. Random by seed and position only, so that a restart changes nothing."""
        return pick(analysis, self.softness, random.Random(f"{self.seed} {state}"))

    def stop(self) -> None:
        """Stop the running search, which then returns its result so far. A stop before it has started may have no effect."""
        self._stopped = True
        self._native.stop()

    def clear(self) -> None:
        """Clear the transposition table or tree. Waits for a running search."""
        with self._search_lock:
            self._native.clear()


def _state_of(game: State | GameHistory) -> State:
    return game.state if isinstance(game, GameHistory) else game


def _check_limits(limits: Limits) -> None:
    """Raise `BadOptions` for a limit out of range, such as `nan` seconds."""
    for name, value, maximum in zip(Limits._fields, limits, MAX_LIMITS, strict=True):
        number_type = Real if name == "seconds" else Integral
        if not (isinstance(value, number_type) and 0 <= value <= maximum):
            raise BadOptions("bad_value", option=name, value=str(value)[:60], range=f"0-{maximum}")


def _to_analysis(twin: Twin, result: dict[str, Any], seconds: float) -> Analysis:
    return Analysis(
        candidates=tuple(
            Candidate(Action(twin.native.write(code)), expected_score, PROOFS[proof], plies, nodes)
            for code, expected_score, proof, plies, nodes in result["candidates"]
        ),
        pv=_pv_actions(twin, result["pv"]),
        nodes=result["nodes"],
        depth=result["depth"],
        seconds=seconds,
    )


def _pv_actions(twin: Twin, codes: Sequence[int]) -> tuple[Action, ...]:
    """The principal variation as actions, cut off where a code is not legal (a hash collision in the table)."""
    position = twin.copy()
    actions = []
    for code in codes:
        text = position.native.write(code)
        if text is None:
            break
        actions.append(Action(text))
        position.play(code)
    return tuple(actions)
