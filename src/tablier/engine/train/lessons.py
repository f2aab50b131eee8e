"""Games of a player against itself, as its network sees them and as its choice of actions went."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine.twin import Twin, native_game

from .selfplay import Starts

UNKNOWN = 65535
OUTCOME = 0.7  # of what is aimed at; the rest is what the search expected, which is less subject to chance
ONE_IN = 3  # positions whose choice is kept
DRAWN = 8  # actions at the beginning of a game


@dataclass(frozen=True)
class Lessons:
    """Positions with what they came to for the seat to act; and choices: actions with their traits and shares of the visits."""

    inputs: NDArray[np.float32]
    aims: NDArray[np.float32]
    games: NDArray[np.int32]  # the number of each position's game
    traits: NDArray[np.int16]  # of all actions, one after the other
    actions: NDArray[np.int64]  # where each action's traits end
    choices: NDArray[np.int64]  # where each choice's actions end
    shares: NDArray[np.float32]  # of each action; 1 in all for each choice

    @staticmethod
    def joined(lessons: list[Lessons]) -> Lessons:
        traits = np.cumsum([0, *(len(one.traits) for one in lessons)])
        actions = np.cumsum([0, *(len(one.actions) for one in lessons)])
        return Lessons(
            np.concatenate([one.inputs for one in lessons]),
            np.concatenate([one.aims for one in lessons]),
            np.concatenate([one.games for one in lessons]),
            np.concatenate([one.traits for one in lessons]),
            np.concatenate([one.actions + shift for one, shift in zip(lessons, traits, strict=False)]),
            np.concatenate([one.choices + shift for one, shift in zip(lessons, actions, strict=False)]),
            np.concatenate([one.shares for one in lessons]),
        )


class _Notes:
    """What is written down while playing."""

    def __init__(self, native: Any) -> None:
        self._native = native
        self.inputs: list[list[float]] = []
        self.aims: list[float] = []
        self.games: list[int] = []
        self.traits: list[NDArray[np.int16]] = []
        self.actions: list[NDArray[np.int64]] = []
        self.choices: list[int] = []
        self.shares: list[NDArray[np.float32]] = []
        self.seen: list[tuple[int, list[float], float]] = []  # of the game under way: seat, inputs, what the search expected
        self._traits_in_all = self._actions_in_all = 0

    def settle(self, game: int, winner: int | None) -> None:
        """Says what the positions seen came to: a winner, -1 for a draw, or None for what was last expected."""
        for seat, inputs, chance in self.seen:
            last_seat, _, last = self.seen[-1]
            expected = last if seat == last_seat else 1 - last
            outcome = expected if winner is None else 0.5 if winner < 0 else float(winner == seat)
            self.inputs.append(inputs)
            self.aims.append(OUTCOME * outcome + (1 - OUTCOME) * chance)
            self.games.append(game)
        self.seen.clear()

    def choice(self, position: Any, lately: tuple[int, int], found: Mapping[str, Any]) -> None:
        traits = self._native.Player.traits(position, *lately)
        visits = {code: nodes for code, _, _, _, nodes in found["candidates"]}
        counts = np.array([visits.get(code, 0) for code, _ in traits], np.float32)
        if len(traits) < 2 or not counts.sum():
            return
        lengths = np.array([len(numbers) for _, numbers in traits], np.int64)
        self.actions.append(self._traits_in_all + np.cumsum(lengths))
        self.traits.append(np.array([number for _, numbers in traits for number in numbers], np.int16))
        self.shares.append(counts / counts.sum())
        self._traits_in_all += int(lengths.sum())
        self._actions_in_all += len(traits)
        self.choices.append(self._actions_in_all)

    def lessons(self, width: int) -> Lessons:
        return Lessons(
            np.array(self.inputs, np.float32).reshape(-1, width),
            np.array(self.aims, np.float32),
            np.array(self.games, np.int32),
            np.concatenate([np.zeros(0, np.int16), *self.traits]),
            np.concatenate([np.zeros(0, np.int64), *self.actions]),
            np.array(self.choices, np.int64),
            np.concatenate([np.zeros(0, np.float32), *self.shares]),
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
    player = native.Player({"memory": 4.0, "seed": 0.0, **settings})
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
                code, chance, *_ = found["candidates"][0]
                inputs = native.Player.inputs(position)
                if inputs:
                    notes.seen.append((position.to_act, inputs, chance))
                    if lot.random() * ONE_IN < 1:
                        notes.choice(position, lately, found)
                if ply < DRAWN:
                    code = _drawn(found, lot)
            position.play(code)
            lately = (code, lately[0])
        notes.settle(number, position.winner if position.over else None)
    return notes.lessons(native.Player.inputs_in_all)


def _drawn(found: Mapping[str, Any], lot: random.Random) -> int:
    visits = [nodes for _, _, _, _, nodes in found["candidates"]]
    drawn: int = lot.choices(found["candidates"], visits if sum(visits) else None)[0][0]
    return drawn
