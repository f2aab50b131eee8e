"""Types of the optional parts of a game: levels, training, benchmarks and verification.

A game declares a part by overriding the attribute of `Game` of the same name. Everything here is plain data and functions, so
that a game needs no import of the engine. Surrogate positions have their own module, `core.surrogate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

if TYPE_CHECKING:
    import random

    from .state import State


class LevelSettings(TypedDict, total=False):
    """Search limits of one engine level, and how it chooses among the results; missing keys have the engine's defaults."""

    seconds: float  # time limit of one move
    nodes: int  # node limit, 0 for none
    depth: int  # depth limit, 0 for none
    softness: float  # an action with an expected score this much lower is chosen half as often as the best; 0: always the best
    settings: Mapping[str, float]  # settings of the game's native player


@dataclass(frozen=True)
class Training:
    """Self-play for fitting the weights of the game's native player. The functions run in worker processes."""

    start: Callable[[random.Random], State]  # draws the starting position of one game; must be picklable
    initial_weights: Callable[[], Sequence[float]] | None = None  # of the first generation; None starts from zeros


class BenchmarkVariant(NamedTuple):
    """An edition with options, and the plies of a random game that count as its middle game."""

    edition: str
    options: Mapping[str, Any]
    middle: range


class PeerRate(NamedTuple):
    """Random games and moves per second of another program that plays the same variant."""

    program: str
    variant: str  # edition and options, as `twixt:paper size=12`
    games: float
    moves: float


@dataclass(frozen=True)
class Benchmarks:
    """Variants that `tablier bench` measures, and other programs to compare with."""

    variants: Sequence[BenchmarkVariant]
    measure_peers: Callable[[float], Iterator[PeerRate]] | None = None  # takes the seconds per rate; skips missing programs


@dataclass(frozen=True)
class Verification:
    """Knowledge beyond the rules that the verifier of a certificate may use. Must agree with the native solver."""

    equivalence_key: Callable[[State], str]  # equal for positions that are equivalent, such as mirror images
    cannot_win: Callable[[State, int], bool]  # True only if the seat cannot win any more
