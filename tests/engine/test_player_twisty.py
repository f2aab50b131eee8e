"""Twisty's player: proofs checked by exhaustive search, tactics, limits and determinism."""

from __future__ import annotations

import random
import resource
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import tablier
from tablier.core.state import State
from tablier.engine.player import Player, has_player
from tablier.engine.twin import Twin, native_game
from tests.conformance.variants import Variant, random_game, variants
from tests.engine.minimax import forces_win

WIN, LOSS = 1, 3  # values of the native enum `Proof`
START = tablier.new("twisty:djeco", seed=0, turn_limit=200)

if not has_player(START):
    pytest.skip("compiled without this player", allow_module_level=True)

VARIANTS = [variant for variant in variants() if variant.edition.startswith("twisty:")]


def think(position: Any, nodes: int = 3000, **settings: float) -> dict[str, Any]:
    """Search a native position with a new player.

    Each of the `candidates` in the result is a tuple: code, expected score, proof, plies to the proven end, nodes.
    """
    player = native_game("twisty").Player({"memory": 4.0, **settings})
    result: dict[str, Any] = player.think(position, 0.0, nodes)
    return result


def wins_now(position: Any) -> bool:
    """True if the seat to act has a winning action."""
    return forces_win(position, position.to_act, 1)


def endings(players: int, seeds: range, last: int) -> Iterator[Any]:
    """Yield the `last` positions before the end of every decided game between shallow players, the latest first."""
    for seed in seeds:
        position = Twin(tablier.new("twisty:djeco", players=players, seed=seed, turn_limit=60)).native
        players_by_seat = [native_game("twisty").Player({"memory": 1.0}) for _ in range(players)]
        while not position.over:
            position.play(players_by_seat[position.to_act].think(position, 0.0, 150)["candidates"][0][0])
        if position.winner < 0:
            continue
        for _ in range(last):
            position.undo()
            yield position.copy()


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_legal_action_is_a_candidate_with_an_expected_score(variant: Variant) -> None:
    rng = random.Random(1)
    for state, _ in random_game(variant.start(1), 1):
        if state.outcome is not None or rng.random() < 0.8:
            continue
        position = Twin(state).native
        candidates = think(position, nodes=rng.choice([1, 20, 500]))["candidates"]
        assert sorted(code for code, *_ in candidates) == sorted(position.legal())
        scores = [score for _, score, *_ in candidates]
        assert all(0 <= score <= 1 for score in scores)
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_proofs_are_correct(players: int) -> None:
    wins = losses = 0
    for position in endings(players, range(40), 6):
        mover = position.to_act
        candidates = think(position, 20000)["candidates"]
        best = candidates[0]
        for code, _, proof, plies, _ in candidates:
            if not 0 < plies <= 5 or proof not in (WIN, LOSS):
                continue
            position.play(code)
            if proof == WIN:
                assert forces_win(position, mover, plies - 1), position.fields
            else:
                assert players == 2
                assert forces_win(position, 1 - mover, plies - 1), position.fields
            position.undo()
        if best[2] == WIN and best[3] <= 5:
            assert not forces_win(position, mover, best[3] - 1), "not the shortest win"
            wins += 1
        if best[2] == LOSS and best[3] <= 4:
            assert not forces_win(position, 1 - mover, best[3] - 1), "the loss comes sooner than reported"
            losses += 1
    assert wins > 5
    assert losses > 0 or players > 2


def test_immediate_wins_are_taken_and_immediate_threats_parried() -> None:
    parried = 0
    for position in endings(2, range(20, 120), 8):
        code, score, proof, plies, _ = think(position, 200)["candidates"][0]
        if wins_now(position):
            assert (score, proof, plies) == (1, WIN, 1)
            continue
        safe = []
        for other in position.legal():
            position.play(other)
            if position.to_act < 0 or not wins_now(position):
                safe.append(other)
            position.undo()
        if safe:
            assert code in safe
            parried += len(safe) < len(position.legal())
    assert parried > 10


def play_game(seed: int) -> list[str]:
    state: State = tablier.new("twisty:djeco", players=3, seed=4, turn_limit=30)
    players = [Player(state, level=4, seed=seed, memory=1) for _ in range(3)]
    actions: list[str] = []
    while state.outcome is None:
        assert state.to_act is not None
        actions.append(players[state.to_act].choose(state))
        state = state.play(actions[-1])
    return actions


def test_the_same_seed_plays_the_same_game() -> None:
    assert play_game(1) == play_game(1)


def test_several_threads_find_the_win_that_a_single_thread_finds() -> None:
    for position in endings(2, range(3), 3):
        single, parallel = think(position), think(position, threads=3)
        if single["candidates"][0][2] == WIN:
            assert parallel["candidates"][0][2] == WIN


@pytest.mark.parametrize("players", [2, 4])
def test_time_limit_and_stop(players: int) -> None:
    state = tablier.new("twisty:djeco", players=players, seed=1)
    player = Player(state, memory=64)
    started_at, cpu_started_at = time.monotonic(), time.process_time()
    player.analyse(state, seconds=0.3)
    assert time.monotonic() - started_at > 0.2
    assert time.process_time() - cpu_started_at < 0.5  # CPU time: the machine may be busy
    thread = threading.Thread(target=player.analyse, args=(state,), kwargs={"seconds": 600})
    thread.start()
    time.sleep(0.2)
    stopped_at = time.process_time()
    player.stop()
    thread.join()
    assert time.process_time() - stopped_at < 0.1


def test_memory_limit() -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    think(Twin(START).native, nodes=300_000, memory=16)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 24 * 1024  # KiB; the limit is 16 MiB


def test_a_cleared_player_repeats_its_first_search() -> None:
    position = Twin(START).native
    player = native_game("twisty").Player({"memory": 4.0})
    first = player.think(position, 0.0, 2000)
    player.clear()
    again = player.think(position, 0.0, 2000)
    assert first["candidates"] == again["candidates"]


def test_the_player_beats_the_greedy_baseline() -> None:
    won = 0
    for seed in range(12):
        position = Twin(tablier.new("twisty:djeco", seed=seed, turn_limit=100)).native
        players_by_seat = [
            native_game("twisty").Player({"memory": 1.0, "greedy": float(seat != seed % 2)}) for seat in range(2)
        ]
        while not position.over:
            position.play(players_by_seat[position.to_act].think(position, 0.0, 500)["candidates"][0][0])
        won += position.winner == seed % 2
    assert won >= 9
