"""Games of a player against itself, as its network sees them and as its choice of actions went."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine.twin import Twin, native_game

from .move_features import Traits
from .selfplay import Starts

UNKNOWN = 65535
OUTCOME = 0.7  # of what is aimed at; the rest is what the search expected, which is less subject to chance
ONE_IN = 3  # positions whose choice is kept
DRAWN = 8  # actions at the beginning of a game
# A lesson needs the value of the likeliest actions alone, as looks say it, and no win shorter than what is seen at once.
PLAIN = {"root_evaluations": 80.0, "prior_discount": 0.0, "mate_plies": 3.0}


@dataclass(frozen=True)
class Lessons:
    """Positions with what they came to for the seat to act; and choices: actions with their shares of the visits."""

    inputs: NDArray[np.float32]
    hinting: Traits  # of each position's actions whose hints count
    aims: NDArray[np.float32]
    games: NDArray[np.int32]  # the number of each position's game
    choices: Traits
    shares: NDArray[np.float32]  # of each action of `choices`; 1 in all for each choice

    @staticmethod
    def joined(lessons: list[Lessons]) -> Lessons:
        return Lessons(
            np.concatenate([one.inputs for one in lessons]),
            Traits.joined([one.hinting for one in lessons]),
            np.concatenate([one.aims for one in lessons]),
            np.concatenate([one.games for one in lessons]),
            Traits.joined([one.choices for one in lessons]),
            np.concatenate([one.shares for one in lessons]),
        )


@dataclass(frozen=True)
class _Seen:
    seat: int
    inputs: list[float]
    hinting: list[list[int]]
    expected: float


class _Notes:
    """What is written down while playing."""

    def __init__(self, native: Any) -> None:
        self._native = native
        self.under_way: list[_Seen] = []  # positions of the game that is being played
        self._inputs: list[list[float]] = []
        self._hinting: list[list[list[int]]] = []
        self._aims: list[float] = []
        self._games: list[int] = []
        self._choices: list[list[list[int]]] = []
        self._shares: list[NDArray[np.float32]] = []

    def see(self, position: Any, lately: tuple[int, int], found: Mapping[str, Any], *, choice: bool) -> None:
        inputs = self._native.Player.inputs(position)
        traits = self._native.Player.move_features(position, *lately)
        if not traits:  # an end is at hand
            return
        below = self._native.Player.value_feature_count
        hinting = [[number for number in numbers if number < below] for _, counts, numbers in traits if counts]
        self.under_way.append(_Seen(position.to_act, inputs, hinting, found["candidates"][0][1]))
        visits = {code: nodes for code, _, _, _, nodes in found["candidates"]}
        counts = np.array([visits.get(code, 0) for code, _, _ in traits], np.float32)
        if choice and len(traits) > 1 and counts.sum():
            self._choices.append([numbers for _, _, numbers in traits])
            self._shares.append(counts / counts.sum())

    def settle(self, game: int, winner: int | None) -> None:
        """Says what the positions seen came to: a winner, -1 for a draw, or None for what was last expected."""
        for seen in self.under_way:
            last = self.under_way[-1]
            expected = last.expected if seen.seat == last.seat else 1 - last.expected
            outcome = expected if winner is None else 0.5 if winner < 0 else float(winner == seen.seat)
            self._inputs.append(seen.inputs)
            self._hinting.append(seen.hinting)
            self._aims.append(OUTCOME * outcome + (1 - OUTCOME) * seen.expected)
            self._games.append(game)
        self.under_way.clear()

    def lessons(self) -> Lessons:
        return Lessons(
            np.array(self._inputs, np.float32).reshape(-1, self._native.Player.input_count),
            Traits.of(self._hinting),
            np.array(self._aims, np.float32),
            np.array(self._games, np.int32),
            Traits.of(self._choices),
            np.concatenate([np.zeros(0, np.float32), *self._shares]),
        )


def play_lessons(
    starts: Starts, games: int, *, nodes: int, settings: Mapping[str, float], seed: int, stray: float = 0.02, longest: int = 300
) -> Lessons:
    """Plays games with so many nodes a move.

    The first actions are drawn by their visits, so that few games are alike. Now and then (`stray`) a random action is played.
    What the game comes to then says nothing about its earlier positions: they aim at what the search expected of the last.
    """
    lot = random.Random(seed)
    native = native_game(starts(random.Random(0)).game.name)
    notes = _Notes(native)
    player = native.Player({"memory": 4.0, "seed": 0.0, **PLAIN, **settings})
    for number in range(games):
        position = Twin(starts(lot)).native
        lately = (UNKNOWN, UNKNOWN)
        for ply in range(longest):
            if position.over:
                break
            if lot.random() < stray:
                notes.settle(number, None)
                code = lot.choice(sorted(position.legal()))
            else:
                found: dict[str, Any] = player.think(position, 0.0, nodes, 0)
                notes.see(position, lately, found, choice=lot.random() * ONE_IN < 1)
                code = _drawn(found, lot) if ply < DRAWN else found["candidates"][0][0]
            position.play(code)
            lately = (code, lately[0])
        notes.settle(number, position.winner if position.over else None)
    return notes.lessons()


def _drawn(found: Mapping[str, Any], lot: random.Random) -> int:
    visits = [nodes for _, _, _, _, nodes in found["candidates"]]
    drawn: int = lot.choices(found["candidates"], visits if sum(visits) else None)[0][0]
    return drawn
