"""Players: somebody to play against, and to ask who is ahead.

>>> import tablier
>>> from tablier.engine.player import Player
>>> state = tablier.new("kwintie:board", line=3)
>>> player = Player(state, level=10, seconds=0.2)
>>> player.choose(state) in state.legal_actions()
True
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

from tablier.core.errors import BadOptions, IllegalAction
from tablier.core.state import Action, State

from .twin import Twin, native_game

HIGHEST = 10
Proof = Literal["win", "draw", "loss"]
PROOFS: tuple[Proof | None, ...] = (None, "win", "draw", "loss")


@dataclass(frozen=True)
class Level:
    """How strong a player is. Weakness is shallower sight and a softer choice among reasonable actions, not blunders."""

    seconds: float = 2.0  # a move takes at most this long
    nodes: int = 0  # sight: 0 is as far as the time goes
    depth: int = 0
    softness: float = 0.0  # chances within about this much of each other are chosen between; 0 takes the best
    settings: Mapping[str, float] = field(default_factory=dict)  # for the game's own player


@dataclass(frozen=True)
class Candidate:
    """An action and what it is worth to the seat to act."""

    action: Action
    chance: float  # of winning, a draw counting half
    proof: Proof | None  # for the seat to act
    plies: int  # to the end, where it is proven
    nodes: int


@dataclass(frozen=True)
class Analysis:
    """What a player found: every legal action with its value, the best first, and the line it expects."""

    candidates: tuple[Candidate, ...]
    line: tuple[Action, ...]
    nodes: int
    depth: int
    seconds: float

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    def json(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "best": self.best.action,
            "line": list(self.line),
            "nodes": self.nodes,
            "depth": self.depth,
            "seconds": round(self.seconds, 4),
            "candidates": [
                {
                    "action": one.action,
                    "chance": round(one.chance, 5),
                    "proof": one.proof,
                    "plies": one.plies,
                    "nodes": one.nodes,
                }
                for one in self.candidates
            ],
        }


def exists(state: State) -> bool:
    """Whether somebody plays this game with these options."""
    game = native_game(state.game.name)
    return game is not None and hasattr(game, "Player") and Twin.exists(state)


def levels(state: State) -> Sequence[Level]:
    """The levels 1 to 10 of a game for such a position: the game's own module `levels` says them."""
    name = f"{type(state.game).__module__.rpartition('.')[0]}.levels"
    table: Callable[[State], Sequence[Mapping[str, Any]]] = import_module(name).levels if find_spec(name) else _usual
    return [Level(**row) for row in table(state)]


def _usual(state: State) -> Sequence[Mapping[str, Any]]:
    return [
        {"nodes": 0 if level == HIGHEST else 20 * 3**level, "softness": 0.02 * (HIGHEST - level)}
        for level in range(1, HIGHEST + 1)
    ]


class Player:
    """Plays one match at some level. Keeps what it learnt from one move to the next; `stop` may be called from any thread."""

    def __init__(
        self,
        state: State,
        *,
        level: int = HIGHEST,
        seconds: float | None = None,
        nodes: int | None = None,
        seed: int = 0,
        threads: int = 1,
        memory: int = 256,
    ) -> None:
        """`memory` in megabytes; with one thread and fixed nodes (or depth) the same seed plays the same game."""
        if not exists(state):
            raise BadOptions("no_player", edition=state.edition)
        if not 1 <= level <= HIGHEST:
            raise BadOptions("bad_value", option="level", value=str(level), range=f"1-{HIGHEST}")
        chosen = levels(state)[level - 1]
        self.level = level
        self.seconds = chosen.seconds if seconds is None else seconds
        self.nodes = chosen.nodes if nodes is None else nodes
        self.depth = chosen.depth
        self.softness = chosen.softness
        settings = {"threads": threads, "memory": memory, "seed": seed % 2**32, "level": level, **chosen.settings}
        self._native = native_game(state.game.name).Player({name: float(value) for name, value in settings.items()})
        self._draw = random.Random(seed)
        self._thinking = threading.Lock()

    def analyse(
        self,
        state: State,
        *,
        report: Callable[[Analysis], None] | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Analysis:
        """Thinks within the limits (0 is none) and tells what it found; `report` sees it come about."""
        if state.outcome is not None:
            raise IllegalAction("game_over")
        twin = Twin(state)

        def told(thought: dict[str, Any]) -> None:
            if report is not None:
                report(_analysis(twin, thought))

        with self._thinking:
            thought = self._native.think(
                twin.native,
                self.seconds if seconds is None else seconds,
                self.nodes if nodes is None else nodes,
                self.depth if depth is None else depth,
                told,
            )
        return _analysis(twin, thought)

    def choose(self, state: State) -> Action:
        """The action this level plays."""
        found = self.analyse(state)
        best = found.best
        if self.softness <= 0 or (best.proof == "win" and best.plies <= 1):
            return best.action
        # a gentle lottery: half as likely for every `softness` that an action is worse, none beyond four of these
        near = [one for one in found.candidates if best.chance - one.chance <= 4 * self.softness]
        weights = [0.5 ** ((best.chance - one.chance) / self.softness) for one in near]
        return self._draw.choices(near, weights)[0].action

    def stop(self) -> None:
        """Ends the thought under way."""
        self._native.stop()

    def forget(self) -> None:
        """Forgets what it kept from earlier positions."""
        with self._thinking:
            self._native.forget()


def _analysis(twin: Twin, thought: dict[str, Any]) -> Analysis:
    return Analysis(
        candidates=tuple(
            Candidate(Action(twin.native.write(code)), chance, PROOFS[proof], plies, nodes)
            for code, chance, proof, plies, nodes in thought["candidates"]
        ),
        line=_line(twin, thought["line"]),
        nodes=thought["nodes"],
        depth=thought["depth"],
        seconds=thought["seconds"],
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
