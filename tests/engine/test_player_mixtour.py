"""Mixtour's player: tactics and proofs checked by exhaustive search, limits, editions and options."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import tablier
from tablier.core.registry import find
from tablier.engine.player import Player, has_player
from tablier.engine.train.export import quantize, weights_header
from tablier.engine.train.training import train
from tablier.engine.twin import GameHistory, Twin, native_game
from tests.engine.minimax import forces_win

pytestmark = pytest.mark.skipif(not has_player(tablier.new("mixtour")), reason="compiled without this game's player")

VARIANTS: list[tuple[str, dict[str, int]]] = [
    ("mixtour:gerhards", {}),
    ("mixtour:stein", {}),
    ("mixtour:stein", {"points": 2, "pieces": 9}),
    ("mixtour:gerhards", {"points": 9, "pieces": 5}),
]


def random_positions(count: int, seed: int, plies: range, **options: int) -> Iterator[Any]:
    """Native positions of random games, none of them over."""
    rng = random.Random(seed)
    while count:
        position = Twin(tablier.new("mixtour:gerhards", **options)).native
        for _ in range(rng.choice(plies)):
            if not position.over:
                position.play(rng.choice(sorted(position.legal())))
        if not position.over:
            count -= 1
            yield position.copy()


def positions_before_the_end(games: int, seed: int, plies: int) -> Iterator[Any]:
    """Positions `plies` before the end of games between shallow players, where tactics decide."""
    for position in random_positions(games, seed, range(4, 7)):
        played = []
        while not position.over and len(played) < 100:
            played.append(think(position, nodes=60)["candidates"][0][0])
            position.play(played[-1])
        for _ in range(min(plies, len(played))):
            position.undo()
        yield position.copy()


def wins_within(position: Any, plies: int) -> bool:
    """Whether the seat to act can force a win within `plies`."""
    return forces_win(position, position.to_act, plies)


def loses_within(position: Any, plies: int) -> bool:
    """Whether every action of the seat to act loses within `plies`."""
    return forces_win(position, 1 - position.to_act, plies)


def wins_by(position: Any, code: int, plies: int) -> bool:
    """Whether an action of the seat to act forces a win within `plies`, counting itself."""
    return forces_win_after(position, code, position.to_act, plies)


def loses_by(position: Any, code: int, plies: int) -> bool:
    """Whether an action of the seat to act loses within `plies`, counting itself."""
    return forces_win_after(position, code, 1 - position.to_act, plies)


def forces_win_after(position: Any, code: int, seat: int, plies: int) -> bool:
    position.play(code)
    forced = forces_win(position, seat, plies - 1)
    position.undo()
    return forced


def think(position: Any, nodes: int = 2000, **settings: float) -> dict[str, Any]:
    """Search a native position with a new player.

    Each of the `candidates` in the result is a tuple: code, expected score, proof, plies to the proven end, nodes.
    """
    result: dict[str, Any] = native_game("mixtour").Player({"memory": 1.0, **settings}).think(position, 0.0, nodes, 0)
    return result


WIN, LOSS = 1, 3  # values of the native enum `Proof`


@pytest.mark.parametrize("points", [1, 2])
def test_immediate_wins_are_taken_and_immediate_threats_parried(points: int) -> None:
    wins = parried = 0
    for position in random_positions(150, 1, range(8, 30), points=points):
        best, _, proof, plies, _ = think(position, nodes=200)["candidates"][0]
        if wins_within(position, 1):
            assert (proof, plies) == (WIN, 1) and wins_by(position, best, 1)
            wins += 1
            continue
        losing = [code for code in position.legal() if loses_by(position, code, 2)]
        if losing and len(losing) < len(position.legal()):
            assert best not in losing
            parried += 1
    assert points > 1 or (wins > 10 and parried > 10)


def test_proofs_are_correct() -> None:
    proofs = {WIN: 0, LOSS: 0}
    for position in positions_before_the_end(12, 2, plies=3):
        for code, score, proof, plies, _ in think(position, nodes=2000)["candidates"]:
            if proof == WIN and plies <= 3:
                assert score == 1 and wins_by(position, code, plies)
                proofs[WIN] += 1
            elif proof == LOSS and plies <= 2:
                assert score == 0 and loses_by(position, code, plies)
                proofs[LOSS] += 1
    assert min(proofs.values()) > 5


def test_a_win_in_three_plies_is_reported_with_its_length() -> None:
    wins = 0
    for position in positions_before_the_end(16, 3, plies=3):
        if not wins_within(position, 1) and wins_within(position, 3):
            assert think(position, nodes=20_000)["candidates"][0][2:4] == (WIN, 3)
            wins += 1
    assert wins > 5


def test_a_lost_position_is_defended_as_long_as_possible() -> None:
    lost = 0
    for position in positions_before_the_end(40, 4, plies=4):
        best = think(position, nodes=3000)["candidates"][0]
        if best[2] == LOSS:
            assert best[3] > 2 or loses_within(position, 2)
            lost += 1
    assert lost > 5


@pytest.mark.parametrize(("edition", "options"), VARIANTS)
def test_every_legal_action_is_a_candidate_during_a_game(edition: str, options: dict[str, int]) -> None:
    state = tablier.new(edition, **options)
    player = Player(state, nodes=300, seed=5)
    for _ in range(60):
        if state.outcome:
            break
        analysis = player.analyse(state)
        assert sorted(candidate.action for candidate in analysis.candidates) == list(state.legal_actions())
        assert all(0 <= candidate.expected_score <= 1 for candidate in analysis.candidates)
        assert analysis.pv[0] == analysis.best.action
        state = state.play(analysis.best.action)


def test_the_same_seed_plays_the_same_game() -> None:
    games = []
    for _ in range(2):
        state = tablier.new("mixtour:gerhards")
        players = [Player(state, level=level, nodes=400, seed=7) for level in (3, 10)]
        actions = []
        while state.outcome is None and len(actions) < 40:
            actions.append(players[state.turn].choose(state))
            state = state.play(actions[-1])
        games.append(actions)
    assert games[0] == games[1]


@pytest.mark.parametrize("threads", [1, 2])
def test_time_limit_and_stop(threads: int) -> None:
    state = tablier.new("mixtour:stein").play("c3").play("b3")
    player = Player(state, threads=threads, memory=16)
    started_at, cpu_started_at = time.monotonic(), time.process_time()
    player.analyse(state, seconds=0.1)
    assert time.monotonic() - started_at > 0.05
    assert time.process_time() - cpu_started_at < 0.4 * threads  # CPU time: the machine may be busy
    stopped_at: list[float] = []
    timer = threading.Timer(0.1, lambda: (stopped_at.append(time.process_time()), player.stop()))
    timer.start()
    player.analyse(state, seconds=600)
    assert time.process_time() - stopped_at[0] < 1


def find_cycle(position: Any) -> list[int] | None:
    """Return four actions that repeat the position, two moves and their undos, or None.

    The last field of a position text is the move that would undo the last turn.
    """
    for first in sorted(position.legal()):
        position.play(first)
        undo = position.fields.rpartition("|")[2]
        for second in sorted(position.legal()) if undo != "-" else ():
            actions = [first, second]
            position.play(second)
            for text in (undo, position.fields.rpartition("|")[2]):
                code = position.read(text)
                if code is not None and position.play(code):
                    actions.append(code)
            complete = len(actions) == 4 and not position.over
            for _ in actions[1:]:
                position.undo()
            if complete:
                position.undo()
                return actions
        position.undo()
    return None


def without_history(position: Any) -> Any:
    """The same position read from its text, which does not contain the history."""
    return type(position).load("gerhards", {"pieces": "20", "points": "1"}, position.fields)


def test_a_repetition_scores_at_most_a_draw() -> None:
    """If the root is a repetition, a return to an earlier position of the game is scored as a draw."""
    better_without_history = 0
    for position in random_positions(30, 8, range(8, 14)):
        actions = find_cycle(position)
        if not actions or wins_within(position, 1):
            continue
        for code in actions:
            position.play(code)
        scores = []
        for root in (without_history(position), position):
            result = native_game("mixtour").Player({"memory": 1.0}).think(root, 0.0, 0, 2)
            scores += [candidate[1] for candidate in result["candidates"] if candidate[0] == actions[0]]
        assert scores[1] <= 0.5
        better_without_history += scores[0] > 0.5
    assert better_without_history > 0


def games_before_the_third_occurrence(count: int, plies_before: int) -> Iterator[tuple[GameHistory, str]]:
    """Games with almost two cycles of repetition, and the action that continues the cycle.

    After `plies_before` more actions of the cycle a position occurs for the third time.
    """
    rng = random.Random(5)
    while count:
        start = tablier.new("mixtour:gerhards")
        twin = Twin(start)
        played: list[str] = []

        def play(code: int, twin: Twin = twin, played: list[str] = played) -> None:
            played.append(twin.native.write(code))
            twin.play(code)

        for _ in range(rng.randrange(8, 14)):
            if not twin.native.over:
                play(rng.choice(sorted(twin.native.legal())))
        if twin.native.over or wins_within(twin.native, 1) or not (codes := find_cycle(twin.native)):
            continue
        for code in [*codes, *codes[: 4 - plies_before]]:
            if not twin.native.over:  # the random game may contain an occurrence already
                play(code)
        if twin.native.over:
            continue
        yield GameHistory.replay(start, played), twin.native.write(codes[4 - plies_before])
        count -= 1


@pytest.mark.parametrize("plies_before", [1, 2, 3])
def test_mix_11_counts_the_earlier_positions_of_the_game_inside_the_tree(plies_before: int) -> None:
    """Continuing the cycle scores as a draw if the search knows the history, even if it scores better without it."""
    better_without_history = 0
    for history, action in games_before_the_third_occurrence(10, plies_before):
        scores = []
        for game in (history, history.state):
            analysis = Player(history.state, memory=1).analyse(game, seconds=0, depth=plies_before)
            scores += [candidate.expected_score for candidate in analysis.candidates if candidate.action == action]
        assert scores[0] == 0.5 if plies_before == 1 else scores[0] <= 0.5
        better_without_history += scores[1] > 0.5
    assert better_without_history > 0


def test_a_replayed_twin_ends_the_game_at_the_third_occurrence() -> None:
    for history, action in games_before_the_third_occurrence(5, 1):
        twin = Twin.replay(history)
        assert str(twin) == str(history.state)
        twin.play(action)
        assert twin.result == (None, "repetition")
        alone = Twin(history.state)
        alone.play(action)
        assert alone.result is None


@pytest.mark.parametrize("search", ["uct", "mcts"])
def test_tree_searches_take_immediate_wins(search: str) -> None:
    wins = 0
    for position in random_positions(40, 6, range(10, 30)):
        if wins_within(position, 1):
            assert wins_by(position, think(position, nodes=20, **{search: 1})["candidates"][0][0], 1)
            wins += 1
    assert wins > 3


def test_mcts_solver_proofs_are_correct() -> None:
    proofs = {WIN: 0, LOSS: 0}
    for position in positions_before_the_end(12, 2, plies=3):
        for code, score, proof, _, _ in think(position, nodes=2000, mcts=1)["candidates"]:
            if proof in proofs:
                assert score == (proof == WIN)
                assert not (loses_by(position, code, 4) if proof == WIN else wins_by(position, code, 3))
                proofs[proof] += 1
    assert min(proofs.values()) > 5


def test_lead_handicap_scales_the_node_limit_with_the_score() -> None:
    board = "a1:1,a3:1,b1:0,b3:10,c3:00,d1:0,d2:01,e1:0"
    searched = {}
    for score in ("0-0", "2-0", "0-2"):
        position = Twin(tablier.from_text(f"mixtour:stein|0|{score}|{board}|-")).native
        searched[score] = think(position, nodes=8000, lead_handicap=2)["nodes"]
    assert {score: nodes // 1000 for score, nodes in searched.items()} == {"0-0": 8, "2-0": 2, "0-2": 32}


def test_training_is_the_same_for_the_same_seed() -> None:
    """22 games are split over several worker processes."""
    game = find("mixtour")[0]
    first, second = (quantize(train(game, generations=1, games=22, nodes=20, seed=4)) for _ in range(2))
    assert first == second and any(first)
    assert f"{len(first)}> fitted_weights" in weights_header("mixtour", first, "tablier train mixtour")
