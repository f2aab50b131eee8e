"""Training data for a value network and a policy, from self-play."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine.twin import Twin, native_game

from .move_features import MoveFeatures
from .selfplay import StartFactory

UNKNOWN_MOVE = 65535  # code of a previous move that is not known
OUTCOME_WEIGHT = 0.7  # weight of the outcome in a value target; the rest is the search value, which has less variance
POLICY_SAMPLE_RATE = 1 / 3  # share of positions that become policy samples
SAMPLED_PLIES = 8  # plies at the start of a game whose move is sampled by visits, so that few games are alike
# Settings of the PUCT search (native/search/puct.hpp). The policy target needs only the moves that the policy prefers; longer
# mates would only cost time; the expected scores stay as they were searched.
SEARCH_SETTINGS = {"root_evaluations": 80.0, "prior_discount": 0.0, "mate_plies": 3.0}


@dataclass(frozen=True)
class Dataset:
    """Value samples (positions with targets for the seat to act) and policy samples (moves with their visit shares)."""

    inputs: NDArray[np.float32]
    value_moves: MoveFeatures  # moves whose features enter the value network, for each value sample
    targets: NDArray[np.float32]
    games: NDArray[np.int32]  # game number of each value sample
    policy_moves: MoveFeatures
    policy_targets: NDArray[np.float32]  # of each move of `policy_moves`; they sum to 1 for each position

    @staticmethod
    def concatenate(parts: list[Dataset]) -> Dataset:
        return Dataset(
            np.concatenate([part.inputs for part in parts]),
            MoveFeatures.concatenate([part.value_moves for part in parts]),
            np.concatenate([part.targets for part in parts]),
            np.concatenate([part.games for part in parts]),
            MoveFeatures.concatenate([part.policy_moves for part in parts]),
            np.concatenate([part.policy_targets for part in parts]),
        )


@dataclass(frozen=True)
class _SearchedPosition:
    seat: int
    inputs: list[float]
    value_moves: list[list[int]]
    expected_score: float


class _DatasetBuilder:
    """Collects samples; the value targets of a game are set when its outcome is known."""

    def __init__(self, native: Any) -> None:
        self._native = native
        self._pending: list[_SearchedPosition] = []  # positions of the current game that have no target yet
        self._inputs: list[list[float]] = []
        self._value_moves: list[list[list[int]]] = []
        self._targets: list[float] = []
        self._games: list[int] = []
        self._policy_moves: list[list[list[int]]] = []
        self._policy_targets: list[NDArray[np.float32]] = []

    def add_position(
        self, position: Any, last_moves: tuple[int, int], result: Mapping[str, Any], *, policy_sample: bool
    ) -> None:
        """Add a position with the result of its search."""
        inputs = self._native.Player.inputs(position)
        moves = self._native.Player.move_features(position, *last_moves)
        if not moves:  # the player sees the end of the game and does not use the network
            return
        limit = self._native.Player.value_feature_count
        value_moves = [[feature for feature in features if feature < limit] for _, has_value, features in moves if has_value]
        expected_score = result["candidates"][0][1]
        self._pending.append(_SearchedPosition(position.to_act, inputs, value_moves, expected_score))
        visits_by_code = {code: nodes for code, _, _, _, nodes in result["candidates"]}
        visits = np.array([visits_by_code.get(code, 0) for code, _, _ in moves], np.float32)
        if policy_sample and len(moves) > 1 and visits.sum():
            self._policy_moves.append([features for _, _, features in moves])
            self._policy_targets.append(visits / visits.sum())

    def set_outcome(self, game: int, winner: int | None) -> None:
        """Set the targets of the pending positions.

        `winner` is a seat, -1 for a draw, or None if the outcome says nothing about these positions: then the search value
        of the last one takes its place.
        """
        for position in self._pending:
            last = self._pending[-1]
            expected = last.expected_score if position.seat == last.seat else 1 - last.expected_score
            outcome = expected if winner is None else 0.5 if winner < 0 else float(winner == position.seat)
            self._inputs.append(position.inputs)
            self._value_moves.append(position.value_moves)
            self._targets.append(OUTCOME_WEIGHT * outcome + (1 - OUTCOME_WEIGHT) * position.expected_score)
            self._games.append(game)
        self._pending.clear()

    def build(self) -> Dataset:
        return Dataset(
            np.array(self._inputs, np.float32).reshape(-1, self._native.Player.input_count),
            MoveFeatures.of(self._value_moves),
            np.array(self._targets, np.float32),
            np.array(self._games, np.int32),
            MoveFeatures.of(self._policy_moves),
            np.concatenate([np.zeros(0, np.float32), *self._policy_targets]),
        )


def generate_dataset(
    start: StartFactory,
    games: int,
    *,
    nodes: int,
    settings: Mapping[str, float],
    seed: int,
    exploration_rate: float = 0.02,
    max_plies: int = 300,
) -> Dataset:
    """Play games of self-play with `nodes` nodes per move.

    With probability `exploration_rate` a random move is played. The outcome then says nothing about the earlier positions:
    their target is the search value of the last of them.
    """
    rng = random.Random(seed)
    native = native_game(start(random.Random(0)).game.name)
    builder = _DatasetBuilder(native)
    player = native.Player({"memory": 4.0, "seed": 0.0, **SEARCH_SETTINGS, **settings})
    for number in range(games):
        position = Twin(start(rng)).native
        last_moves = (UNKNOWN_MOVE, UNKNOWN_MOVE)
        for ply in range(max_plies):
            if position.over:
                break
            if rng.random() < exploration_rate:
                builder.set_outcome(number, None)
                code = rng.choice(sorted(position.legal()))
            else:
                result: dict[str, Any] = player.think(position, 0.0, nodes, 0)
                builder.add_position(position, last_moves, result, policy_sample=rng.random() < POLICY_SAMPLE_RATE)
                code = _sample_by_visits(result, rng) if ply < SAMPLED_PLIES else result["candidates"][0][0]
            position.play(code)
            last_moves = (code, last_moves[0])
        builder.set_outcome(number, position.winner if position.over else None)
    return builder.build()


def _sample_by_visits(result: Mapping[str, Any], rng: random.Random) -> int:
    visits = [nodes for _, _, _, _, nodes in result["candidates"]]
    code: int = rng.choices(result["candidates"], visits if sum(visits) else None)[0][0]
    return code
