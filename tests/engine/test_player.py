"""Players: levels, analysis, stopping. Most tests use the player of the toy game pebbles."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import tablier
from tablier.core.errors import BadOptions, IllegalAction
from tablier.core.messages import explain
from tablier.core.state import Action
from tablier.engine.analysis import Analysis, Candidate, Proof
from tablier.engine.levels import MAX_LEVEL, levels, pick
from tablier.engine.player import Player, has_player
from tablier.engine.search_thread import SearchThread
from tests.toy.player import pebbles_player
from tests.toy.shelf import toy_on_the_shelf


@pytest.fixture(autouse=True, scope="module")
def _toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with toy_on_the_shelf(tmp_path_factory.mktemp("toy")), pebbles_player():
        yield


def start(**options: int) -> tablier.State:
    return tablier.new("pebbles", **options)


def analysis_of(*rows: tuple[str, float, Proof | None, int]) -> Analysis:
    candidates = tuple(Candidate(Action(text), score, proof, plies) for text, score, proof, plies in rows)
    return Analysis(candidates, (candidates[0].action,), 1, 1, 0.0)


def test_an_analysis_has_every_legal_action_best_first() -> None:
    state = start(heap=6)
    analysis = Player(state).analyse(state, nodes=5)
    assert sorted(candidate.action for candidate in analysis.candidates) == list(state.legal_actions())
    assert (analysis.best.expected_score, analysis.best.proof) == (1.0, "win") and analysis.pv[0] == analysis.best.action
    assert analysis.to_dict()["candidates"][0] == analysis.best.to_dict()


def test_reports_arrive_during_the_search() -> None:
    state, player = start(), Player(start())
    reports: list[Analysis] = []

    def on_report(analysis: Analysis) -> None:
        reports.append(analysis)
        if len(reports) > 2:
            player.stop()

    player.analyse(state, seconds=600, report=on_report)
    assert len(reports) > 2 and reports[0].candidates == reports[-1].candidates


@pytest.mark.parametrize(("edition", "played"), [("mixtour", ""), ("kwintie", ""), ("twisty", ""), ("twixt", "l12 swap m9")])
def test_reports_have_a_playable_principal_variation(edition: str, played: str) -> None:
    state = tablier.new(edition)
    for action in played.split():
        state = state.play(action)
    player = Player(state, memory=16)
    reports: list[Analysis] = []

    def on_report(analysis: Analysis) -> None:
        reports.append(analysis)
        player.stop()

    player.analyse(state, seconds=600, report=on_report)
    assert len(reports[0].pv) > 1 and reports[0].pv[0] == reports[0].best.action
    for action in reports[0].pv:
        state = state.play(action)


def test_an_exception_in_the_report_callback_ends_the_search() -> None:
    def fail(_analysis: Analysis) -> None:
        raise KeyError("callback")

    with pytest.raises(KeyError):
        Player(start()).analyse(start(), seconds=5, report=fail)


def test_stop_from_another_thread_at_any_moment() -> None:
    state = start()
    player = Player(state)
    for delay in (0.0, 0.0, 0.001, 0.01):
        search = SearchThread(player, state, seconds=0, nodes=0)
        time.sleep(delay)
        started_at = time.process_time()  # CPU time: independent of other processes
        search.stop()
        assert time.process_time() - started_at < 0.5 and search.done
        assert search.result().best.action in state.legal_actions()


def test_a_stop_without_a_running_search_has_no_effect() -> None:
    player = Player(start())
    player.stop()
    started_at = time.monotonic()
    player.analyse(start(), seconds=0.05)
    assert time.monotonic() - started_at >= 0.05


def test_an_exception_of_the_search_is_raised_by_result() -> None:
    search = SearchThread(Player(start(), settings={"crash": 1}), start())
    with pytest.raises(RuntimeError):
        search.result()
    search.stop()


def test_concurrent_searches_run_one_after_the_other() -> None:
    player, state = Player(start()), start()
    analyses: list[Analysis] = []
    threads = [threading.Thread(target=lambda: analyses.append(player.analyse(state, seconds=0.02))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(analyses) == 4


def test_errors_have_codes_and_messages() -> None:
    state = tablier.new("pebbles", heap=1)
    with pytest.raises(BadOptions, match="bad_value"):
        Player(state, level=11)
    with pytest.raises(IllegalAction, match="game_over"):
        Player(state).analyse(state.play("take1"))
    assert "plays pebbles:heap" in explain(BadOptions("no_player", edition="pebbles:heap"))


def test_a_game_without_player_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    import tablier.engine._native as native

    monkeypatch.delattr(native.pebbles, "Player")
    assert not has_player(start())
    with pytest.raises(BadOptions, match="no_player"):
        Player(start())


@pytest.mark.parametrize(
    "limits",
    [{"seconds": -1}, {"seconds": float("nan")}, {"nodes": -5}, {"nodes": 2**64}, {"depth": -1}, {"depth": 1.5}],
)
def test_limits_out_of_range_are_rejected(limits: dict[str, Any]) -> None:
    (name,) = limits
    with pytest.raises(BadOptions, match="bad_value") as raised:
        Player(start(), **limits)
    assert raised.value.option == name
    with pytest.raises(BadOptions, match="bad_value"):
        Player(start()).analyse(start(), **limits)


def test_a_position_of_another_game_is_rejected() -> None:
    with pytest.raises(BadOptions, match="bad_value") as raised:
        Player(start()).analyse(tablier.new("mixtour:stein"), nodes=1)
    assert (raised.value.value, raised.value.range) == ("mixtour:stein", "pebbles:heap")


def test_there_are_ten_levels_of_increasing_strength() -> None:
    starts = [tablier.new(edition) for game in tablier.shelf() for edition in game.edition_names()]
    for start in [*starts, *(tablier.new("twixt", size=size) for size in (6, 12, 13, 18, 23, 24, 32))]:
        rows = levels(start)
        assert len(rows) == MAX_LEVEL, start
        assert rows[-1].softness == 0 == rows[-1].nodes, f"{start}: level 10 has full strength"
        assert all(row.seconds > 0 for row in rows), f"{start}: time per move is limited"
        for below, above in pairwise(rows[:-1]):
            assert (below.depth or 99, below.nodes) <= (above.depth or 99, above.nodes), f"{start}: limits grow"
            assert below.softness >= above.softness and below != above, f"{start}: softness decreases"


def test_a_level_with_few_nodes_uses_little_memory() -> None:
    assert Player(start(), level=1)._native.settings["memory"] == 1
    assert Player(start(), level=10, memory=64)._native.settings["memory"] == 64
    assert Player(start(), settings={"extra": 2.5})._native.settings["extra"] == 2.5


@pytest.mark.parametrize("softness", [0.0, 0.05, 0.5])
def test_a_proven_win_is_chosen_and_an_avoidable_loss_is_not(softness: float) -> None:
    rng = random.Random(1)
    won = analysis_of(("a", 1.0, "win", 3), ("b", 0.99, None, 0))
    assert {pick(won, softness, rng).action for _ in range(50)} == {"a"}
    risky = analysis_of(("a", 0.4, None, 0), ("b", 0.39, None, 0), ("c", 0.0, "loss", 2))
    assert "c" not in {pick(risky, softness, rng).action for _ in range(200)}
    lost = analysis_of(("a", 0.0, "loss", 8), ("b", 0.0, "loss", 2))
    assert {pick(lost, softness, rng).action for _ in range(50)} == {"a"}


def test_a_candidate_worse_by_the_softness_is_chosen_half_as_often() -> None:
    rng = random.Random(7)
    analysis = analysis_of(("a", 0.6, None, 0), ("b", 0.5, None, 0), ("c", 0.15, None, 0))
    softness = 0.1  # c is worse by more than four times as much, which is the cutoff
    count = Counter(pick(analysis, softness, rng).action for _ in range(6000))
    assert count["a"] / count["b"] == pytest.approx(2, rel=0.1) and count["c"] == 0
    assert pick(analysis, 0.0, rng).action == "a"


def test_the_same_seed_chooses_the_same_after_a_restart() -> None:
    state = start(players=3, heap=30)

    def game(seed: int, *, restart: bool) -> list[str]:
        position, player, actions = state, Player(state, level=1, seed=seed), []
        while position.outcome is None:
            if restart:
                player = Player(state, level=1, seed=seed)
            actions.append(str(player.choose(position)))
            position = position.play(actions[-1])
        return actions

    assert game(1, restart=False) == game(1, restart=True)
    assert len({tuple(game(seed, restart=False)) for seed in range(8)}) > 1
