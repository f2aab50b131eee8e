"""Kwintie's player: what it proves is true, what it must see it sees, and it keeps to its limits."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

import tablier
from tablier.engine.player import Analysis, Player
from tablier.engine.search_thread import SearchThread
from tests.engine.minimax import Minimax

WORTH = {"win": 1, "draw": 0, "loss": -1}
SMALL = [
    ("kwintie:board", {"width": 5, "height": 4, "line": 4}),
    ("kwintie:board", {"width": 4, "height": 4, "line": 3, "centre_ban": False}),
    ("kwintie:board", {"width": 5, "height": 4, "line": 4, "pieces": 4}),
    ("kwintie:table", {"width": 4, "height": 5, "line": 4}),
    ("kwintie:kwinty", {"width": 5, "height": 4}),
]
LARGE = [("kwintie:board", {}), ("kwintie:table", {}), ("kwintie:kwinty", {}), ("kwintie:board", {"centre_ban": False})]


def walk(edition: str, options: dict[str, object], seed: int) -> Iterator[tablier.State]:
    """The positions of a random game."""
    state, draw = tablier.new(edition, **options), random.Random(seed)
    while state.outcome is None:
        yield state
        state = state.play(draw.choice(state.legal_actions()))


def wins_at_once(state: tablier.State) -> set[str]:
    return {action for action in state.legal_actions() if (end := state.play(action).outcome) and end.winner == state.turn}


@pytest.mark.parametrize(("edition", "options"), SMALL)
def test_what_it_proves_is_true_and_a_solved_position_is_played_perfectly(edition: str, options: dict[str, object]) -> None:
    minimax, player, proven = Minimax(), Player(tablier.new(edition, **options), memory=16), 0
    for seed in range(6):
        for state in walk(edition, options, seed):
            seen = player.analyse(state, seconds=0, nodes=3000)
            assert sorted(one.action for one in seen.candidates) == list(state.legal_actions())
            for one in seen.candidates:
                if one.proof:
                    proven += 1
                    assert WORTH[one.proof] == -minimax.value(state.play(one.action)), (str(state), one)
            if seen.best.proof:
                assert -minimax.value(state.play(seen.best.action)) == minimax.value(state), str(state)
    assert proven > 100


@pytest.mark.parametrize("level", [2, 6, 10])
@pytest.mark.parametrize(("edition", "options"), LARGE)
def test_it_takes_a_win_and_parries_a_threat(edition: str, options: dict[str, object], level: int) -> None:
    """Levels from 2 on see two plies; level 1 may overlook a threat, never a win."""
    player = Player(tablier.new(edition, **options), level=level, nodes=3000 if level == 10 else None, memory=16)
    threats = 0
    for seed in range(12):
        for state in walk(edition, options, seed):
            if wins := wins_at_once(state):
                assert player.choose(state) in wins, str(state)
                continue
            safe = {action for action in state.legal_actions() if not wins_at_once(state.play(action))}
            if safe and len(safe) < len(state.legal_actions()):
                threats += 1
                assert player.choose(state) in safe, str(state)
    assert threats > 10


def test_a_proven_win_is_played_to_its_end() -> None:
    """However the other side defends: the length told never grows."""
    start = tablier.new("kwintie:board", width=6, height=6, line=4)
    for seed in range(5):
        player, draw, state = Player(start, memory=32), random.Random(seed), start
        told: int | None = None
        while state.outcome is None:
            if state.turn == 0:
                best = player.analyse(state, seconds=0, nodes=20_000).best
                assert best.proof == "win"
                assert told is None or best.plies <= told - 2
                told, state = best.plies, state.play(best.action)
            else:
                state = state.play(draw.choice(state.legal_actions()))
        assert state.outcome.winner == 0


def test_a_drawn_position_is_never_lost() -> None:
    start = tablier.new("kwintie:board", width=6, height=5)
    for seed in range(6):
        player, draw, state = Player(start, memory=32), random.Random(seed), start
        while state.outcome is None:
            mine = state.turn == seed % 2
            state = state.play(player.choose(state, seconds=0, nodes=60_000) if mine else draw.choice(state.legal_actions()))
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


def test_limits_are_kept() -> None:
    state = tablier.new("kwintie:board").play("c").play("d")
    player = Player(state, memory=64)
    begun = time.process_time()  # a busy machine does not count
    player.analyse(state, seconds=0.3)
    assert time.process_time() - begun < 0.3 + 0.5  # 0.1 s on a machine that does nothing else
    assert player.analyse(state, seconds=0, nodes=5000).nodes < 6500
    for delay in (0.0, 0.02, 0.1):
        thinking = SearchThread(player, state, seconds=0, nodes=0)
        time.sleep(delay)
        begun = time.process_time()
        thinking.stop()
        assert time.process_time() - begun < 0.5
        assert thinking.result().best.action in state.legal_actions()


def test_without_a_limit_it_can_be_stopped_soon_and_knows_something() -> None:
    state = tablier.new("kwintie:board")
    player = Player(state, memory=16)
    found = player.analyse(state, seconds=0, report=lambda seen: player.stop())
    assert found.depth > 3 and found.best.nodes > 100


def test_whoever_watches_is_told_something_before_it_proves() -> None:
    """Half of the time goes into proofs, of which nothing can be told."""
    state = tablier.new("kwintie:board")
    player = Player(state, memory=16)
    told: list[Analysis] = []

    def note(seen: Analysis) -> None:
        told.append(seen)
        player.stop()

    player.analyse(state, seconds=600, report=note)
    assert told[0].seconds < 300 * 0.9 and told[0].depth > 3


def test_what_is_proven_is_told_on_the_way() -> None:
    state = tablier.new("kwintie:board")
    for action in ["fg", "de", "ef", "g", "f", "f", "e", "ab", "c", "d", "d", "b", "g", "i"]:
        state = state.play(action)
    player = Player(state, memory=16)
    told: list[Analysis] = []

    def note(seen: Analysis) -> None:
        told.append(seen)
        if seen.best.proof:
            player.stop()

    found = player.analyse(state, seconds=600, report=note)
    assert found.seconds < 500 and told[-1].best.proof == found.best.proof == "win"
    assert told[-1].best.action == found.best.action == told[-1].pv[0]


def test_what_is_told_never_falls_back() -> None:
    """After the proofs the search begins anew, with what it saw before in its table."""
    state = tablier.new("kwintie:board")
    told: list[Analysis] = []
    Player(state, memory=16).analyse(state, seconds=1, report=told.append)
    assert [seen.depth for seen in told] == sorted(seen.depth for seen in told)
    assert [seen.nodes for seen in told] == sorted(seen.nodes for seen in told)
