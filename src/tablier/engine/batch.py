"""Many games stepped together: numpy arrays in and out, no Python code per move.

>>> import numpy as np
>>> from tablier.engine.batch import Batch
>>> batch = Batch("kwintie:board", games=256, seed=1, threads=2)
>>> rng = np.random.default_rng(1)
>>> for _ in range(100):  # uniformly random players
...     priorities = batch.legal * rng.random(batch.legal.shape)
...     batch.step(priorities.argmax(axis=1))
>>> batch.observation.shape[0], batch.legal.shape[0], batch.to_act.shape
(256, 256, (256,))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.core.errors import BadOptions, IllegalAction
from tablier.core.registry import find, from_text, new
from tablier.core.state import State

from .twin import native_game, option_texts

MAX_GAMES = 1_000_000


class Batch:
    """Games stepped together. The arrays are allocated once and overwritten by every step: copy what you keep.

    - `observation` uint8 (games, planes, rows, columns): each position from the point of view of its seat to act
    - `legal` uint8 (games, codes): 1 where a code is legal; codes keep their meaning throughout a game
    - `to_act` int8 (games,): the seat to act
    - `rewards` float32 (games, seats): 1 for a winner, the others share -1; 0 for a draw or while a game runs
    - `done` uint8 (games,): 1 where the last step ended a game. That game has restarted already: `rewards` belong to the
      finished game, `observation`, `legal` and `to_act` to the new one.
    """

    observation: NDArray[np.uint8]
    legal: NDArray[np.uint8]
    to_act: NDArray[np.int8]
    rewards: NDArray[np.float32]
    done: NDArray[np.uint8]
    games: int

    def __init__(self, edition: str, *, games: int, seed: int | Sequence[int] = 0, threads: int = 1, **options: Any) -> None:
        """Start `games` games. `seed` is one number for all games, or one per game.

        Raises `BadOptions` if the options have no twin.
        """
        if not 1 <= games <= MAX_GAMES:
            raise BadOptions("bad_value", option="games", value=str(games), range=f"1-{MAX_GAMES}")
        seeds = _seeds(seed, games)
        game, _ = find(edition)
        for option in game.options:
            if option.seed:  # each game of the batch is set up by its own seed
                options.setdefault(option.name, 0)
        start = new(edition, **options)
        native = native_game(game.name)
        batch = native and native.Batch.make(start.edition_name, option_texts(start), seeds, threads)
        if not batch:
            raise BadOptions("no_twin", edition=start.edition, options=dict(option_texts(start)))
        self._start = start
        self._native = batch
        self.games = games
        self.observation, self.legal, self.to_act = batch.observation, batch.legal, batch.to_act
        self.rewards, self.done = batch.rewards, batch.done

    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """Play one code in every game. Raises `IllegalAction` for the first game with an illegal code, without any change."""
        codes = np.ascontiguousarray(actions, dtype=np.int64)
        if codes.shape != (self.games,):
            raise ValueError(f"one action for every game is needed: {self.games}, not {codes.shape}")
        illegal = self._native.step(codes)
        if illegal >= 0:
            raise IllegalAction("illegal_code", number=int(codes[illegal]), game=int(illegal))

    def step_randomly(self, steps: int, seed: int = 0) -> None:
        """Play `steps` uniformly random actions in every game, without returning to Python between them."""
        self._native.step_randomly(steps, seed)

    def state(self, game: int) -> State:
        """Position of one game in the Python rules."""
        return from_text(f"{self._start.game.position_header(self._start)}|{self._native.fields(game)}")


def _seeds(seed: int | Sequence[int], games: int) -> list[int]:
    if isinstance(seed, int):  # 2**64 divided by the golden ratio: keeps the ranges of different seeds far apart
        return [(seed * 0x9E3779B97F4A7C15 + number) % 2**64 for number in range(games)]
    if len(seed) != games:
        raise ValueError(f"one seed for every game is needed: {games}, not {len(seed)}")
    return [number % 2**64 for number in seed]
