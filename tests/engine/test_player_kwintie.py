"""Kwintie's player: proofs, immediate wins and threats, limits and reports."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

import tablier
from tablier.engine.player import Analysis, Player
from tablier.engine.search_thread import SearchThread
from tests.engine.minimax import Minimax

VALUES = {"win": 1, "draw": 0, "loss": -1}
SMALL = [
    ("kwintie:board", {"width": 5, "height": 4, "line": 4}),
    ("kwintie:board", {"width": 4, "height": 4, "line": 3, "centre_ban": False}),
    ("kwintie:board", {"width": 5, "height": 4, "line": 4, "pieces": 4}),
    ("kwintie:table", {"width": 4, "height": 5, "line": 4}),
    ("kwintie:kwinty", {"width": 5, "height": 4}),
]
LARGE = [("kwintie:board", {}), ("kwintie:table", {}), ("kwintie:kwinty", {}), ("kwintie:board", {"centre_ban": False})]


def random_game(edition: str, options: dict[str, object], seed: int) -> Iterator[tablier.State]:
    """Yield the positions of a random game."""
    state, rng = tablier.new(edition, **options), random.Random(seed)
    while state.outcome is None:
        yield state
        state = state.play(rng.choice(state.legal_actions()))


def winning_actions(state: tablier.State) -> set[str]:
    """The actions that win immediately."""
    outcomes = {action: state.play(action).outcome for action in state.legal_actions()}
    return {action for action, outcome in outcomes.items() if outcome and outcome.winner == state.turn}


@pytest.mark.parametrize(("edition", "options"), SMALL)
def test_proofs_agree_with_minimax_and_solved_positions_are_played_perfectly(edition: str, options: dict[str, object]) -> None:
    minimax, player, proven = Minimax(), Player(tablier.new(edition, **options), memory=16), 0
    for seed in range(6):
        for state in random_game(edition, options, seed):
            analysis = player.analyse(state, seconds=0, nodes=3000)
            assert sorted(candidate.action for candidate in analysis.candidates) == list(state.legal_actions())
            for candidate in analysis.candidates:
                if candidate.proof:
                    proven += 1
                    assert VALUES[candidate.proof] == -minimax.value(state.play(candidate.action)), (str(state), candidate)
            if analysis.best.proof:
                assert -minimax.value(state.play(analysis.best.action)) == minimax.value(state), str(state)
    assert proven > 100


@pytest.mark.parametrize("level", [2, 6, 10])
@pytest.mark.parametrize(("edition", "options"), LARGE)
def test_immediate_wins_are_played_and_threats_blocked(edition: str, options: dict[str, object], level: int) -> None:
    """Level 1 is excluded: it may miss a threat, though never a win."""
    player = Player(tablier.new(edition, **options), level=level, nodes=3000 if level == 10 else None, memory=16)
    threats = 0
    for seed in range(12):
        for state in random_game(edition, options, seed):
            if wins := winning_actions(state):
                assert player.choose(state) in wins, str(state)
                continue
            safe = {action for action in state.legal_actions() if not winning_actions(state.play(action))}
            if safe and len(safe) < len(state.legal_actions()):
                threats += 1
                assert player.choose(state) in safe, str(state)
    assert threats > 10


def test_proven_wins_are_played_to_the_end() -> None:
    """Against random defence the reported length decreases with every move."""
    start = tablier.new("kwintie:board", width=6, height=6, line=4)
    for seed in range(5):
        player, rng, state = Player(start, memory=32), random.Random(seed), start
        last_plies: int | None = None
        while state.outcome is None:
            if state.turn == 0:
                best = player.analyse(state, seconds=0, nodes=20_000).best
                assert best.proof == "win"
                assert last_plies is None or best.plies <= last_plies - 2
                last_plies, state = best.plies, state.play(best.action)
            else:
                state = state.play(rng.choice(state.legal_actions()))
        assert state.outcome.winner == 0


def test_drawn_positions_are_not_lost() -> None:
    start = tablier.new("kwintie:board", width=6, height=5)
    for seed in range(6):
        player, rng, state = Player(start, memory=32), random.Random(seed), start
        while state.outcome is None:
            own_turn = state.turn == seed % 2
            action = player.choose(state, seconds=0, nodes=60_000) if own_turn else rng.choice(state.legal_actions())
            state = state.play(action)
        assert state.outcome.winner in (None, seed % 2)


def test_the_same_seed_plays_the_same_game() -> None:
    def game(level: int, seed: int) -> str:
        state = tablier.new("kwintie:board")
        players = [Player(state, level=level, nodes=600, seed=seed + seat, memory=8) for seat in (0, 1)]
        while state.outcome is None:
            state = state.play(players[state.turn].choose(state, seconds=0))
        return str(state)

    assert game(10, 1) == game(10, 1) and game(3, 1) == game(3, 1)
    assert len({game(2, seed) for seed in range(6)}) > 1


def test_time_and_node_limits_and_stops_are_kept() -> None:
    state = tablier.new("kwintie:board").play("c").play("d")
    player = Player(state, memory=64)
    started_at = time.process_time()  # CPU time, so that a busy machine does not matter
    player.analyse(state, seconds=0.3)
    assert time.process_time() - started_at < 0.3 + 0.5
    assert player.analyse(state, seconds=0, nodes=5000).nodes < 6500
    for delay in (0.0, 0.02, 0.1):
        search = SearchThread(player, state, seconds=0, nodes=0)
        time.sleep(delay)
        started_at = time.process_time()
        search.stop()
        assert time.process_time() - started_at < 0.5
        assert search.result().best.action in state.legal_actions()


def test_an_unlimited_search_has_a_result_when_stopped_early() -> None:
    state = tablier.new("kwintie:board")
    player = Player(state, memory=16)
    analysis = player.analyse(state, seconds=0, report=lambda _report: player.stop())
    assert analysis.depth > 3 and analysis.best.nodes > 100


def test_the_first_report_comes_before_proving() -> None:
    """Half of the time goes to proofs, which report nothing."""
    state = tablier.new("kwintie:board")
    player = Player(state, memory=16)
    reports: list[Analysis] = []

    def on_report(report: Analysis) -> None:
        reports.append(report)
        player.stop()

    player.analyse(state, seconds=600, report=on_report)
    assert reports[0].seconds < 600 / 2 * 0.9 and reports[0].depth > 3


def test_reports_contain_proofs() -> None:
    state = tablier.new("kwintie:board")
    for action in ["fg", "de", "ef", "g", "f", "f", "e", "ab", "c", "d", "d", "b", "g", "i"]:
        state = state.play(action)
    player = Player(state, memory=16)
    reports: list[Analysis] = []

    def on_report(report: Analysis) -> None:
        reports.append(report)
        if report.best.proof:
            player.stop()

    final = player.analyse(state, seconds=600, report=on_report)
    assert final.seconds < 500 and reports[-1].best.proof == final.best.proof == "win"
    assert reports[-1].best.action == final.best.action == reports[-1].pv[0]


def test_depth_and_nodes_of_reports_never_decrease() -> None:
    """After proving, alpha-beta restarts at depth 1 with a filled transposition table."""
    state = tablier.new("kwintie:board")
    reports: list[Analysis] = []
    Player(state, memory=16).analyse(state, seconds=1, report=reports.append)
    assert [report.depth for report in reports] == sorted(report.depth for report in reports)
    assert [report.nodes for report in reports] == sorted(report.nodes for report in reports)
