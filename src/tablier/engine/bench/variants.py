"""What is measured: a game says it itself in a module `bench` of its folder, else each edition as it is.

`VARIANTS` is a list of (edition, options, plies): the plies of a random game that count as its middle. `peers(seconds)` yields
rows of other people's programs that play the same game, measured now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from tablier.core.game import Game
from tablier.core.registry import new, options_given, shelf
from tablier.core.state import State


@dataclass(frozen=True)
class Variant:
    """An edition with some options, and where the middle of a random game is."""

    edition: str
    options: dict[str, Any]
    middle: range

    def __str__(self) -> str:
        return " ".join([self.edition, *(f"{name}={value}" for name, value in self.options.items())])

    def start(self, seed: int = 0) -> State:
        """The start, dealt by a seed where it is dealt."""
        given = options_given({}, self.edition, fixed_seed=True)
        return new(self.edition, **{**dict.fromkeys(given, seed), **self.options})


@dataclass(frozen=True)
class Peer:
    """Somebody else's program playing complete random games of a variant: how many games and moves a second."""

    name: str
    variant: str  # as str(Variant)
    games: float
    moves: float


def variants() -> list[Variant]:
    """Of all games on the shelf."""
    return [
        Variant(*row)
        for game in shelf()
        for row in getattr(_module(game), "VARIANTS", [(name, {}, range(10, 20)) for name in game.edition_names()])
    ]


def peers(seconds: float) -> Iterator[Peer]:
    """The rows of all peers that are installed, each measured for about that long."""
    for game in shelf():
        measure: Callable[[float], Iterator[tuple[str, str, float, float]]] | None = getattr(_module(game), "peers", None)
        if measure:
            for row in measure(seconds):
                yield Peer(*row)


def _module(game: Game) -> ModuleType | None:
    name = f"{type(game).__module__.rpartition('.')[0]}.bench"
    return import_module(name) if find_spec(name) else None
