"""TwixT's player: it sees wins and parries, proves only what is true, and keeps to its limits."""

from __future__ import annotations

import random
import threading
import time
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import tablier
from tablier.core.registry import find
from tablier.core.state import State
from tablier.engine.analysis import Analysis
from tablier.engine.player import Player
from tablier.engine.tactics import ProblemSet
from tablier.engine.train.export import quantize, weight_settings, weights_header
from tablier.engine.train.fitting import NetworkFit, Shape
from tablier.engine.train.move_features import MoveFeatures
from tablier.engine.train.training import Generation, train
from tablier.engine.twin import Twin, native_game
from tablier.games.twixt.training import beginning

pytestmark = pytest.mark.skipif(native_game("twixt") is None, reason="compiled without TwixT")

EDITIONS = ("twixt:kosmos", "twixt:paper", "twixt:dujardin pegs=unlimited links=unlimited")


def new(words: str, **options: object) -> State:
    edition, *given = words.split()
    return tablier.new(edition, **dict(one.split("=") for one in given), **options)


def middle(words: str, seed: int, **options: object) -> State:
    """A position of a game between two who see little, with a stray action now and then: often one of the last."""
    lot = random.Random(seed)
    state = new(words, **options)
    player = Player(state, nodes=3, seed=seed)
    passed = []
    while not state.outcome:
        passed.append(state)
        state = state.play(lot.choice(state.legal_actions()) if lot.random() < 0.4 else player.choose(state))
    return lot.choice(passed[-6:] if lot.random() < 0.5 else passed[len(passed) // 4 :])


def wins_at_once(state: State) -> set[str]:
    twin, found = Twin(state), set()
    for action in twin.legal_actions():
        twin.play(action)
        if twin.ended and twin.ended[0] == state.to_act:
            found.add(str(action))
        twin.undo()
    return found


@pytest.mark.parametrize("words", EDITIONS)
@pytest.mark.parametrize("size", [8, 12])
def test_wins_in_one_are_played_and_threats_parried(words: str, size: int) -> None:
    threats = 0
    for seed in range(25):
        state = middle(words, seed, size=size, pie="no")
        seen = Player(state, nodes=1).analyse(state)
        assert sorted(one.action for one in seen.candidates) == sorted(state.legal_actions())
        wins = wins_at_once(state)
        assert {str(one.action) for one in seen.candidates if one.proof == "win" and one.plies == 1} == wins
        if wins:
            assert seen.best.action in wins and (seen.best.proof, seen.best.plies) == ("win", 1)
            continue
        twin, losing = Twin(state), set()
        for action in twin.legal_actions():
            twin.play(action)
            if not twin.ended and wins_at_once(twin.state()):
                losing.add(str(action))
            twin.undo()
        threats += bool(losing)
        assert {str(one.action) for one in seen.candidates if one.proof == "loss" and one.plies == 2} == losing
        if len(losing) < len(seen.candidates):
            assert str(seen.best.action) not in losing
    assert threats


def solved(state: State, plies: int) -> int | None:
    """1, 0 or -1 for the seat to act, as plain minimax finds it within so many plies; None for no end in sight."""
    twin = Twin(state)
    native = twin.native

    @cache
    def value(_key: int, seat: int, left: int) -> int | None:
        if native.over:
            return 0 if native.winner < 0 else 1 if native.winner == seat else -1
        if left == 0:
            return None
        values = []
        for code in sorted(native.legal()):
            native.play(code)
            same = native.over or native.to_act == seat
            found = value(native.key, seat if same else 1 - seat, left - 1)
            native.undo()
            found = found if found is None or same else -found
            if found == 1:
                return 1
            values.append(found)
        return None if None in values else max(one for one in values if one is not None)

    return value(native.key, native.to_act, plies)


def test_proofs_are_right() -> None:
    proven = 0
    for seed in range(40):
        state = middle(EDITIONS[seed % 3], seed + 100, size=6, pie="no")
        seen = Player(state, nodes=200).analyse(state)
        best = seen.best
        if best.proof is None or best.plies > 3:
            continue
        proven += 1
        value = solved(state, best.plies)
        assert value == {"win": 1, "draw": 0, "loss": -1}[best.proof]
        if best.proof == "win" and best.plies == 3:
            assert not wins_at_once(state)
    assert proven > 5


def test_the_smallest_board_is_solved() -> None:
    state = new(EDITIONS[0], size=6, pie="no")
    player, other = Player(state, seconds=120), Player(state, nodes=50, seed=1)
    assert player.analyse(state).best.proof == "win"
    while not state.outcome:
        state = state.play((player if state.to_act == 0 else other).choose(state))
    assert state.outcome.winner == 0


def test_the_same_seed_plays_the_same_game() -> None:
    def game() -> list[str]:
        state = new(EDITIONS[0], size=10)
        actions: list[str] = []
        player = Player(state, level=3, seed=7)
        while not state.outcome:
            actions.append(player.choose(state))
            state = state.play(actions[-1])
        return actions

    assert game() == game()


def test_first_pegs_are_fair_and_swaps_right() -> None:
    for size in (12, 24):
        state = new(EDITIONS[0], size=size)
        first = {Player(state, nodes=10, seed=seed).choose(state) for seed in range(8)}
        assert len(first) > 2
        half = size // 2
        middle_peg = f"{'abcdefghijklmnopqrstuvwx'[half]}{half}"
        assert middle_peg not in first
        after = state.play(middle_peg)
        assert Player(after, nodes=50).choose(after) == "swap"
        after = state.play("c1")
        assert Player(after, nodes=50).choose(after) != "swap"


def test_a_swap_is_told_on_the_way_as_in_the_end() -> None:
    state = new(EDITIONS[0], size=12).play("f6")
    told: list[Analysis] = []

    def note(seen: Analysis) -> None:
        told.append(seen)
        if len(told) > 1:
            player.stop()

    player = Player(state, memory=16)
    found = player.analyse(state, seconds=60, report=note)
    worth = [next(one.expected_score for one in seen.candidates if one.action == "swap") for seen in (*told, found)]
    assert told and len(set(worth)) == 1 and told[0].best.action == found.best.action


@pytest.mark.parametrize("words", [*EDITIONS, "twixt:kosmos handicap=3", "twixt:kosmos own_links_cross=yes pie=no"])
@pytest.mark.parametrize("size", [6, 9, 15])
def test_whole_games(words: str, size: int) -> None:
    state = new(words, size=size)
    player = Player(state, nodes=20)
    while not state.outcome:
        state = state.play(player.choose(state))


def test_it_plays_on_after_removals_and_chosen_links() -> None:
    state = new(EDITIONS[0], size=12, pie="no")
    for action in ("f6/", "b2", "g8/", "c4", "h10/"):
        state = state.play(action)
    state = state.play("-b2c4,e7")
    seen = Player(state, nodes=100).analyse(state)
    assert state.play(seen.best.action)


# A crowded board, nearly a draw: below it there are positions where no hole helps anybody.
CROWDED = (
    "twixt:kosmos|size=12|pie=no|0|01|"
    "b2C,b3,b5B,b9,b12,c3ABD,c7AC,c9A,c11D,d1BD,d5D,d6,d7C,e3,e4B,e6,e12C,f2C,f3,f5B,f6,f8,g1,g3A,g5D,g7BC,"
    "g11AD,g12,h1BD,h6,h9AB,h10B,i1D,i3BC,i6,i7B,i9,i11A,i12AC,j2,j3,j4A,j5,j9B,j10,j11,k2,k11"
    "|"
    "a2B,a3,a4,a5,a6A,a7,a8AB,a9B,a10,b4AB,b6B,b10ACD,b11,c2,c6,c8,d3D,d4,d9AD,d11C,e2B,e7BD,e8B,f4ABCD,f9,"
    "f10A,f11A,g2,g4D,g6,g8,g9,h2B,h3B,h5D,h7C,i4B,i5,j6ABCD,j7B,k3B,k4,k8,k9AB,l5,l7,l10,l11"
)


def test_memory_may_run_out_where_nothing_is_worth_a_try() -> None:
    state = tablier.from_text(CROWDED)
    seen = Player(state, nodes=1600).analyse(state, seconds=0)
    assert seen.best.action in state.legal_actions()


def test_limits_are_kept() -> None:
    state = new(EDITIONS[0], size=24, pie="no")
    player = Player(state, memory=4)
    begun = time.process_time()  # a busy machine does not count
    player.analyse(state, seconds=0.3)
    assert time.process_time() - begun < 1.0
    pressed: list[float] = []
    timer = threading.Timer(0.1, lambda: (pressed.append(time.process_time()), player.stop()))
    timer.start()
    player.analyse(state.play("l12"), seconds=600)
    assert time.process_time() - pressed[0] < 2.0


@pytest.mark.parametrize("kind", ["win", "only", "avoid"])
def test_a_win_takes_the_shortest_way_and_a_loss_the_longest(kind: str) -> None:
    """As far as ends within five plies go, once it is proven who wins: a tree that proves it first finds any way."""
    file = Path(__file__).parent / "tactics" / "twixt.txt"
    problems = [one for one in ProblemSet.parse(file.read_text(encoding="utf-8")).problems if one.kind == kind]
    for problem in problems[::3]:
        state = tablier.from_text(problem.position)
        best = Player(state, nodes=10_000, seconds=0).analyse(state).best
        assert best.action in problem.accepted, problem
        if best.proof == "loss":
            assert (best.plies or 0) > problem.plies, problem
        if kind == "win":
            assert (best.proof, best.plies) == ("win", problem.plies), problem


def test_a_limit_of_depth_ends_the_thought() -> None:
    state = middle(EDITIONS[0], 3, size=12, pie="no")
    for depth in (1, 4):
        assert Player(state).analyse(state, seconds=0, depth=depth).depth == depth


def test_what_it_looked_at_before_changes_nothing() -> None:
    """What pegs say is kept from look to look, and only what differs is changed: boards of other sizes come between."""
    kept = native_game("twixt").Player({"memory": 1.0})
    for seed in range(6):
        for size in (24, 9, 32):
            position = Twin(middle(EDITIONS[seed % 2], seed, size=size, pie="no")).native
            fresh = native_game("twixt").Player({"memory": 1.0})
            assert kept.think(position, 0.0, 20, 0)["candidates"] == fresh.think(position, 0.0, 20, 0)["candidates"]


def test_what_is_not_looked_at_is_told_as_worth_less() -> None:
    """A look hardly tells a good peg from one that does nothing: what the choice finds unlikely is no rival of the best."""
    state = tablier.new("twixt", pie="no")
    for hole in ("g14", "g10", "g9", "g18"):
        state = state.play(hole)
    found = Player(state, nodes=100).analyse(state)
    near = [one for one in found.candidates if one.expected_score > found.best.expected_score - 0.05]
    assert len(near) < 20 and all(one.nodes for one in near)
    assert found.candidates[-1].expected_score < found.best.expected_score - 0.2
    assert [one.expected_score for one in found.candidates] == sorted(
        (one.expected_score for one in found.candidates), reverse=True
    )


def test_with_a_win_at_hand_the_other_actions_keep_their_values() -> None:
    state = tablier.from_text("twixt:kosmos|size=10|pie=no|0|01|c9,f6BC,g3AB,g8,h1,h5,h9|a8A,b6AB,b7,c4,c8,h6D,j7")
    best, *others = Player(state, nodes=1, seconds=0).analyse(state).candidates
    assert (best.proof, best.plies) == ("win", 1)
    assert max(one.expected_score for one in others if one.proof is None) > 0.5


def test_threads_do_not_wait_by_spinning() -> None:
    """More threads than cores: one whose position another is judging does something else."""
    state = middle(EDITIONS[0], 3, size=24, pie="no")
    spent = []
    for threads in (1, 8):
        player = Player(state, nodes=3000, threads=threads)
        begun = time.process_time()
        player.analyse(state, seconds=0)
        spent.append(time.process_time() - begun)
    assert spent[1] < 4 * spent[0]


def test_two_threads_find_what_one_finds() -> None:
    state = middle(EDITIONS[0], 3, size=8, pie="no")
    alone = Player(state, nodes=3000).analyse(state)
    together = Player(state, nodes=3000, threads=2).analyse(state)
    if alone.best.proof and together.best.proof:
        assert alone.best.proof == together.best.proof
    assert sorted(one.action for one in together.candidates) == sorted(state.legal_actions())


@pytest.mark.parametrize("other", [{"uct": 1}, {"paths": 1}])
def test_it_beats_others(other: dict[str, float]) -> None:
    state = new(EDITIONS[0], size=12, pie="no")
    seats = [Player(state, nodes=150), Player(state, nodes=300, settings=other)]
    for first in (0, 1):
        position = state
        while not position.outcome:
            position = position.play(seats[position.turn ^ first].choose(position))
        assert position.outcome.winner == first


def test_fitting_is_the_same_for_the_same_seed_and_lessens_the_error() -> None:
    game, native = find("twixt")[0], native_game("twixt").Player
    told: list[Generation] = []
    first, second = (train(game, generations=1, games=6, nodes=2, seed=4, on_generation=told.append) for _ in range(2))
    assert quantize(first, network=True) == quantize(second, network=True)
    network, choice = Shape.of(native).split(first)
    assert len(first) == len(beginning()) == len(network.weights) + len(choice.weights)
    assert np.array_equal(Shape.of(native).join(network, choice), first)
    assert f"{len(first)}> fitted" in weights_header(
        "twixt", quantize(first, network=True), "tablier train twixt", network=True
    )
    fitted = told[0].fit
    assert isinstance(fitted, NetworkFit) and fitted.policy_loss < fitted.policy_loss_before


def test_the_network_says_what_it_was_fitted_to_say() -> None:
    """The player's chance is the network's as Python has it, for weights of any kind; what hints say is rounded to 128ths."""
    lot = np.random.default_rng(5)
    native = native_game("twixt").Player
    weights = np.rint(lot.normal(0, 20, len(beginning()))) / 128
    player = native({"memory": 1.0, **weight_settings(weights, network=True)})
    network, _choice = Shape.of(native).split(weights)
    compared = 0
    for seed in range(500):
        state = middle(EDITIONS[0], seed, size=10, pie="no")
        code, told, proof, _, visits = player.think(Twin(state).native, 0.0, 1, 0)["candidates"][0]
        twin = Twin(state)
        twin.play(code)
        seen = [] if proof else native.inputs(twin.native)
        if not seen:
            continue
        compared += 1
        traits = native.move_features(twin.native, 65535, 65535)
        hinting = MoveFeatures.of([[numbers for _, counts, numbers in traits if counts]])
        chance = np.clip(1 / (1 + np.exp(network.log_odds(np.array([seen]), hinting)[0])), 0.003, 0.997)
        cautious = (visits * chance + 3 * (chance - 0.02)) / (visits + 3)
        assert visits == 1 and told == pytest.approx(np.clip(cautious, 0.0001, 0.9999), abs=2e-4)
    assert compared > 200
