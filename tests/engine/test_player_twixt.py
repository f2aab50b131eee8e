"""TwixT's player: immediate wins and threats, proofs, limits, and training."""

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
from tablier.engine.train.dataset import UNKNOWN_MOVE
from tablier.engine.train.export import quantize, weight_settings, weights_header
from tablier.engine.train.fitting import NetworkFit, Shape
from tablier.engine.train.move_features import MoveFeatures
from tablier.engine.train.training import Generation, train
from tablier.engine.twin import Twin, native_game
from tablier.games.twixt.training import initial_weights

pytestmark = pytest.mark.skipif(native_game("twixt") is None, reason="compiled without TwixT")

EDITIONS = ("twixt:kosmos", "twixt:paper", "twixt:dujardin pegs=unlimited links=unlimited")


def new(variant: str, **options: object) -> State:
    """Return the starting position of a variant such as `twixt:kosmos size=12`."""
    edition, *pairs = variant.split()
    return tablier.new(edition, **dict(pair.split("=") for pair in pairs), **options)


def random_position(variant: str, seed: int, **options: object) -> State:
    """A position from a game of a weak player with some random moves; in half of the cases close to the end."""
    rng = random.Random(seed)
    state = new(variant, **options)
    player = Player(state, nodes=3, seed=seed)
    positions = []
    while not state.outcome:
        positions.append(state)
        state = state.play(rng.choice(state.legal_actions()) if rng.random() < 0.4 else player.choose(state))
    return rng.choice(positions[-6:] if rng.random() < 0.5 else positions[len(positions) // 4 :])


def winning_actions(state: State) -> set[str]:
    """The actions that win immediately."""
    twin, wins = Twin(state), set()
    for action in twin.legal_actions():
        twin.play(action)
        if twin.result and twin.result[0] == state.to_act:
            wins.add(str(action))
        twin.undo()
    return wins


@pytest.mark.parametrize("variant", EDITIONS)
@pytest.mark.parametrize("size", [8, 12])
def test_wins_in_one_are_played_and_threats_blocked(variant: str, size: int) -> None:
    threats = 0
    for seed in range(25):
        state = random_position(variant, seed, size=size, pie="no")
        analysis = Player(state, nodes=1).analyse(state)
        candidates, best = analysis.candidates, analysis.best
        assert sorted(candidate.action for candidate in candidates) == sorted(state.legal_actions())
        wins = winning_actions(state)
        assert {str(candidate.action) for candidate in candidates if candidate.proof == "win" and candidate.plies == 1} == wins
        if wins:
            assert best.action in wins and (best.proof, best.plies) == ("win", 1)
            continue
        twin, losing = Twin(state), set()
        for action in twin.legal_actions():
            twin.play(action)
            if not twin.result and winning_actions(twin.state()):
                losing.add(str(action))
            twin.undo()
        threats += bool(losing)
        assert {
            str(candidate.action) for candidate in candidates if candidate.proof == "loss" and candidate.plies == 2
        } == losing
        if len(losing) < len(candidates):
            assert str(best.action) not in losing
    assert threats


def minimax_value(state: State, plies: int) -> int | None:
    """Minimax value for the seat to act within `plies`: 1, 0 or -1; None if it is not decided by then."""
    twin = Twin(state)
    native = twin.native

    @cache
    def value(_key: int, seat: int, plies_left: int) -> int | None:
        if native.over:
            return 0 if native.winner < 0 else 1 if native.winner == seat else -1
        if plies_left == 0:
            return None
        values = []
        for code in sorted(native.legal()):
            native.play(code)
            same_seat = native.over or native.to_act == seat
            child = value(native.key, seat if same_seat else 1 - seat, plies_left - 1)
            native.undo()
            child = child if child is None or same_seat else -child
            if child == 1:
                return 1
            values.append(child)
        return None if None in values else max(child for child in values if child is not None)

    return value(native.key, native.to_act, plies)


def test_proofs_agree_with_minimax() -> None:
    proven = 0
    for seed in range(40):
        state = random_position(EDITIONS[seed % 3], seed + 100, size=6, pie="no")
        best = Player(state, nodes=200).analyse(state).best
        if best.proof is None or best.plies > 3:
            continue
        proven += 1
        value = minimax_value(state, best.plies)
        assert value == {"win": 1, "draw": 0, "loss": -1}[best.proof]
        if best.proof == "win" and best.plies == 3:
            assert not winning_actions(state)
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


def test_first_pegs_are_balanced_and_strong_ones_are_swapped() -> None:
    for size in (12, 24):
        state = new(EDITIONS[0], size=size)
        first = {Player(state, nodes=10, seed=seed).choose(state) for seed in range(8)}
        assert len(first) > 2
        half = size // 2
        middle_peg = f"{'abcdefghijklmnopqrstuvwx'[half]}{half}"
        assert middle_peg not in first
        strong, weak = state.play(middle_peg), state.play("c1")
        assert Player(strong, nodes=50).choose(strong) == "swap"
        assert Player(weak, nodes=50).choose(weak) != "swap"


def test_reports_score_a_swap_like_the_final_result() -> None:
    state = new(EDITIONS[0], size=12).play("f6")
    reports: list[Analysis] = []

    def on_report(report: Analysis) -> None:
        reports.append(report)
        if len(reports) > 1:
            player.stop()

    player = Player(state, memory=16)
    final = player.analyse(state, seconds=60, report=on_report)
    candidates = [candidate for report in (*reports, final) for candidate in report.candidates]
    scores = [candidate.expected_score for candidate in candidates if candidate.action == "swap"]
    assert reports and len(scores) == len(reports) + 1
    assert len(set(scores)) == 1 and reports[0].best.action == final.best.action


@pytest.mark.parametrize("variant", [*EDITIONS, "twixt:kosmos handicap=3", "twixt:kosmos own_links_cross=yes pie=no"])
@pytest.mark.parametrize("size", [6, 9, 15])
def test_games_reach_an_outcome(variant: str, size: int) -> None:
    state = new(variant, size=size)
    player = Player(state, nodes=20)
    while not state.outcome:
        state = state.play(player.choose(state))


def test_it_plays_positions_with_removed_and_chosen_links() -> None:
    state = new(EDITIONS[0], size=12, pie="no")
    for action in ("f6/", "b2", "g8/", "c4", "h10/"):
        state = state.play(action)
    state = state.play("-b2c4,e7")
    assert state.play(Player(state, nodes=100).analyse(state).best.action)


# A crowded board close to a draw: the tree contains positions without candidate moves.
CROWDED = (
    "twixt:kosmos|size=12|pie=no|0|01|"
    "b2C,b3,b5B,b9,b12,c3ABD,c7AC,c9A,c11D,d1BD,d5D,d6,d7C,e3,e4B,e6,e12C,f2C,f3,f5B,f6,f8,g1,g3A,g5D,g7BC,"
    "g11AD,g12,h1BD,h6,h9AB,h10B,i1D,i3BC,i6,i7B,i9,i11A,i12AC,j2,j3,j4A,j5,j9B,j10,j11,k2,k11"
    "|"
    "a2B,a3,a4,a5,a6A,a7,a8AB,a9B,a10,b4AB,b6B,b10ACD,b11,c2,c6,c8,d3D,d4,d9AD,d11C,e2B,e7BD,e8B,f4ABCD,f9,"
    "f10A,f11A,g2,g4D,g6,g8,g9,h2B,h3B,h5D,h7C,i4B,i5,j6ABCD,j7B,k3B,k4,k8,k9AB,l5,l7,l10,l11"
)


def test_memory_may_run_out_in_positions_without_candidates() -> None:
    state = tablier.from_text(CROWDED)
    assert Player(state, nodes=1600).analyse(state, seconds=0).best.action in state.legal_actions()


def test_time_limits_and_stops_are_kept() -> None:
    state = new(EDITIONS[0], size=24, pie="no")
    player = Player(state, memory=4)
    started_at = time.process_time()  # CPU time, so that a busy machine does not matter
    player.analyse(state, seconds=0.3)
    assert time.process_time() - started_at < 1.0
    stopped_at: list[float] = []
    timer = threading.Timer(0.1, lambda: (stopped_at.append(time.process_time()), player.stop()))
    timer.start()
    player.analyse(state.play("l12"), seconds=600)
    assert time.process_time() - stopped_at[0] < 2.0


@pytest.mark.parametrize("kind", ["win", "only", "avoid"])
def test_wins_are_the_shortest_and_losses_the_longest(kind: str) -> None:
    """Checks outcomes within five plies. The tree search alone would prove any win, not the shortest."""
    file = Path(__file__).parent / "tactics" / "twixt.txt"
    problems = [problem for problem in ProblemSet.parse(file.read_text(encoding="utf-8")).problems if problem.kind == kind]
    for problem in problems[::3]:
        state = tablier.from_text(problem.position)
        best = Player(state, nodes=10_000, seconds=0).analyse(state).best
        assert best.action in problem.accepted, problem
        if best.proof == "loss":
            assert (best.plies or 0) > problem.plies, problem
        if kind == "win":
            assert (best.proof, best.plies) == ("win", problem.plies), problem


def test_a_depth_limit_ends_the_search() -> None:
    state = random_position(EDITIONS[0], 3, size=12, pie="no")
    for depth in (1, 4):
        assert Player(state).analyse(state, seconds=0, depth=depth).depth == depth


def test_the_accumulator_does_not_depend_on_earlier_positions() -> None:
    """The peg accumulator is updated incrementally between positions, also of boards of different sizes."""
    reused = native_game("twixt").Player({"memory": 1.0})
    for seed in range(6):
        for size in (24, 9, 32):
            position = Twin(random_position(EDITIONS[seed % 2], seed, size=size, pie="no")).native
            fresh = native_game("twixt").Player({"memory": 1.0})
            assert reused.think(position, 0.0, 20, 0)["candidates"] == fresh.think(position, 0.0, 20, 0)["candidates"]


def test_unvisited_moves_score_less() -> None:
    """Static values hardly separate good pegs from useless ones, so moves with a small prior must not rival the best."""
    state = tablier.new("twixt", pie="no")
    for hole in ("g14", "g10", "g9", "g18"):
        state = state.play(hole)
    candidates = Player(state, nodes=100).analyse(state).candidates
    scores = [candidate.expected_score for candidate in candidates]
    near = [candidate for candidate in candidates if candidate.expected_score > scores[0] - 0.05]
    assert len(near) < 20 and all(candidate.nodes for candidate in near)
    assert scores[-1] < scores[0] - 0.2
    assert scores == sorted(scores, reverse=True)


def test_other_actions_keep_their_scores_beside_an_immediate_win() -> None:
    state = tablier.from_text("twixt:kosmos|size=10|pie=no|0|01|c9,f6BC,g3AB,g8,h1,h5,h9|a8A,b6AB,b7,c4,c8,h6D,j7")
    best, *others = Player(state, nodes=1, seconds=0).analyse(state).candidates
    assert (best.proof, best.plies) == ("win", 1)
    assert max(candidate.expected_score for candidate in others if candidate.proof is None) > 0.5


def test_threads_do_not_spin() -> None:
    """With more threads than cores, a thread must not busy-wait for a position that another one evaluates."""
    state = random_position(EDITIONS[0], 3, size=24, pie="no")
    cpu_seconds = []
    for threads in (1, 8):
        player = Player(state, nodes=3000, threads=threads)
        started_at = time.process_time()
        player.analyse(state, seconds=0)
        cpu_seconds.append(time.process_time() - started_at)
    assert cpu_seconds[1] < 4 * cpu_seconds[0]


def test_two_threads_agree_with_one() -> None:
    state = random_position(EDITIONS[0], 3, size=8, pie="no")
    alone = Player(state, nodes=3000).analyse(state)
    together = Player(state, nodes=3000, threads=2).analyse(state)
    if alone.best.proof and together.best.proof:
        assert alone.best.proof == together.best.proof
    assert sorted(candidate.action for candidate in together.candidates) == sorted(state.legal_actions())


@pytest.mark.parametrize("baseline", [{"uct": 1}, {"paths": 1}])
def test_it_beats_the_baselines(baseline: dict[str, float]) -> None:
    state = new(EDITIONS[0], size=12, pie="no")
    seats = [Player(state, nodes=150), Player(state, nodes=300, settings=baseline)]
    for first in (0, 1):
        position = state
        while not position.outcome:
            position = position.play(seats[position.turn ^ first].choose(position))
        assert position.outcome.winner == first


def test_training_is_deterministic_and_reduces_the_loss() -> None:
    game, native = find("twixt")[0], native_game("twixt").Player
    reports: list[Generation] = []
    first, second = (train(game, generations=1, games=6, nodes=2, seed=4, on_generation=reports.append) for _ in range(2))
    assert quantize(first, network=True) == quantize(second, network=True)
    network, policy = Shape.of(native).split(first)
    assert len(first) == len(initial_weights()) == len(network.weights) + len(policy.weights)
    assert np.array_equal(Shape.of(native).join(network, policy), first)
    assert f"{len(first)}> fitted_weights" in weights_header(
        "twixt", quantize(first, network=True), "tablier train twixt", network=True
    )
    fitted = reports[0].fit
    assert isinstance(fitted, NetworkFit) and fitted.policy_loss < fitted.policy_loss_before


def test_the_native_network_agrees_with_the_training_network() -> None:
    """With random weights the native score equals the network in Python. Value units are rounded to 128ths."""
    rng = np.random.default_rng(5)
    native = native_game("twixt").Player
    weights = np.rint(rng.normal(0, 20, len(initial_weights()))) / 128
    player = native({"memory": 1.0, **weight_settings(weights, network=True)})
    network, _policy = Shape.of(native).split(weights)
    compared = 0
    for seed in range(500):
        state = random_position(EDITIONS[0], seed, size=10, pie="no")
        code, score, proof, _, visits = player.think(Twin(state).native, 0.0, 1, 0)["candidates"][0]
        twin = Twin(state)
        twin.play(code)
        inputs = [] if proof else native.inputs(twin.native)
        if not inputs:
            continue
        compared += 1
        moves = native.move_features(twin.native, UNKNOWN_MOVE, UNKNOWN_MOVE)
        valued = MoveFeatures.of([[features for _, is_valued, features in moves if is_valued]])
        expected = np.clip(1 / (1 + np.exp(network.log_odds(np.array([inputs]), valued)[0])), 0.003, 0.997)
        # PuctTree::cautious_score: the static evaluation less 0.02 counts as three visits
        cautious = (visits * expected + 3 * (expected - 0.02)) / (visits + 3)
        assert visits == 1 and score == pytest.approx(np.clip(cautious, 0.0001, 0.9999), abs=2e-4)
    assert compared > 200
