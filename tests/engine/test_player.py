"""Players as the rest of the house knows them: levels, analysis, stopping. The player is a toy; the house is real."""

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
from tablier.cli.messages import words_of
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


def found(*worth: tuple[str, float, Proof | None, int]) -> Analysis:
    candidates = tuple(Candidate(Action(text), chance, proof, plies) for text, chance, proof, plies in worth)
    return Analysis(candidates, (candidates[0].action,), 1, 1, 0.0)


def test_an_analysis_has_every_legal_action_the_best_first() -> None:
    state = start(heap=6)
    seen = Player(state).analyse(state, nodes=5)
    assert sorted(one.action for one in seen.candidates) == list(state.legal_actions())
    assert (seen.best.expected_score, seen.best.proof) == (1.0, "win") and seen.pv[0] == seen.best.action
    assert seen.to_dict()["candidates"][0] == seen.best.to_dict()


def test_reports_come_while_it_thinks() -> None:
    state, player = start(), Player(start())
    told: list[Analysis] = []

    def note(seen: Analysis) -> None:
        told.append(seen)
        if len(told) > 2:
            player.stop()

    player.analyse(state, seconds=600, report=note)
    assert len(told) > 2 and told[0].candidates == told[-1].candidates


@pytest.mark.parametrize(("edition", "played"), [("mixtour", ""), ("kwintie", ""), ("twisty", ""), ("twixt", "l12 swap m9")])
def test_reports_have_the_line_that_is_expected(edition: str, played: str) -> None:
    state = tablier.new(edition)
    for action in played.split():
        state = state.play(action)
    player = Player(state, memory=16)
    told: list[Analysis] = []

    def note(seen: Analysis) -> None:
        told.append(seen)
        player.stop()

    player.analyse(state, seconds=600, report=note)
    assert len(told[0].pv) > 1 and told[0].pv[0] == told[0].best.action
    for action in told[0].pv:
        state = state.play(action)


def test_what_a_watcher_raises_ends_the_thought() -> None:
    def fail(_seen: Analysis) -> None:
        raise KeyError("watcher")

    with pytest.raises(KeyError):
        Player(start()).analyse(start(), seconds=5, report=fail)


def test_stop_from_another_thread_at_any_moment() -> None:
    state = start()
    player = Player(state)
    for delay in (0.0, 0.0, 0.001, 0.01):
        thinking = SearchThread(player, state, seconds=0, nodes=0)
        time.sleep(delay)
        begun = time.process_time()  # what is worked after a stop: a busy machine does not count
        thinking.stop()
        assert time.process_time() - begun < 0.5 and thinking.done
        assert thinking.result().best.action in state.legal_actions()


def test_a_stop_with_nothing_under_way_is_forgotten() -> None:
    player = Player(start())
    player.stop()
    begun = time.monotonic()
    player.analyse(start(), seconds=0.05)
    assert time.monotonic() - begun >= 0.05


def test_a_failed_thought_is_told_to_whoever_asks() -> None:
    thinking = SearchThread(Player(start(), settings={"crash": 1}), start())
    with pytest.raises(RuntimeError):
        thinking.result()
    thinking.stop()


def test_two_who_ask_at_once_are_answered_one_after_the_other() -> None:
    player, state = Player(start()), start()
    answers: list[Analysis] = []
    threads = [threading.Thread(target=lambda: answers.append(player.analyse(state, seconds=0.02))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4


def test_errors_have_codes_and_words() -> None:
    state = tablier.new("pebbles", heap=1)
    with pytest.raises(BadOptions, match="bad_value"):
        Player(state, level=11)
    with pytest.raises(IllegalAction, match="game_over"):
        Player(state).analyse(state.play("take1"))
    assert "plays pebbles:heap" in explain(BadOptions("no_player", edition="pebbles:heap"), words_of(None))


def test_nobody_plays_a_game_without_a_player(monkeypatch: pytest.MonkeyPatch) -> None:
    import tablier.engine._native as native

    monkeypatch.delattr(native.pebbles, "Player")
    assert not has_player(start())
    with pytest.raises(BadOptions, match="no_player"):
        Player(start())


@pytest.mark.parametrize(
    "limits",
    [{"seconds": -1}, {"seconds": float("nan")}, {"nodes": -5}, {"nodes": 2**64}, {"depth": -1}, {"depth": 1.5}],
)
def test_limits_that_cannot_be_kept_are_refused(limits: dict[str, Any]) -> None:
    (name,) = limits
    with pytest.raises(BadOptions, match="bad_value") as refused:
        Player(start(), **limits)
    assert refused.value.option == name
    with pytest.raises(BadOptions, match="bad_value"):
        Player(start()).analyse(start(), **limits)


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(BadOptions, match="bad_value") as refused:
        Player(start()).analyse(tablier.new("mixtour:stein"), nodes=1)
    assert (refused.value.value, refused.value.range) == ("mixtour:stein", "pebbles:heap")


def test_levels_are_ten_and_rise() -> None:
    starts = [tablier.new(edition) for game in tablier.shelf() for edition in game.edition_names()]
    for start in [*starts, *(tablier.new("twixt", size=size) for size in (6, 12, 13, 18, 23, 24, 32))]:
        rows = levels(start)
        assert len(rows) == MAX_LEVEL, start
        assert rows[-1].softness == 0 == rows[-1].nodes, f"{start}: level 10 is full strength"
        assert all(row.seconds > 0 for row in rows), f"{start}: time a move is bounded"
        for below, above in pairwise(rows[:-1]):
            assert (below.depth or 99, below.nodes) <= (above.depth or 99, above.nodes), f"{start}: sight grows"
            assert below.softness >= above.softness and below != above, f"{start}: the choice hardens"


def test_the_memory_of_a_short_sighted_player_is_small() -> None:
    assert Player(start(), level=1)._native.settings["memory"] == 1
    assert Player(start(), level=10, memory=64)._native.settings["memory"] == 64
    assert Player(start(), settings={"extra": 2.5})._native.settings["extra"] == 2.5


@pytest.mark.parametrize("softness", [0.0, 0.05, 0.5])
def test_a_win_in_sight_is_played_and_a_loss_in_sight_is_not(softness: float) -> None:
    lot = random.Random(1)
    won = found(("a", 1.0, "win", 3), ("b", 0.99, None, 0))
    assert {pick(won, softness, lot).action for _ in range(50)} == {"a"}
    risky = found(("a", 0.4, None, 0), ("b", 0.39, None, 0), ("c", 0.0, "loss", 2))
    assert "c" not in {pick(risky, softness, lot).action for _ in range(200)}
    lost = found(("a", 0.0, "loss", 8), ("b", 0.0, "loss", 2))
    assert {pick(lost, softness, lot).action for _ in range(50)} == {"a"}


def test_softness_halves_and_ends() -> None:
    lot = random.Random(7)
    seen = found(("a", 0.6, None, 0), ("b", 0.5, None, 0), ("c", 0.15, None, 0))
    count = Counter(pick(seen, 0.1, lot).action for _ in range(6000))
    assert count["a"] / count["b"] == pytest.approx(2, rel=0.1) and count["c"] == 0
    assert pick(seen, 0.0, lot).action == "a"


def test_the_same_seed_chooses_the_same_wherever_it_wakes_up() -> None:
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
