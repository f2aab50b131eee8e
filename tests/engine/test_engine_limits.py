"""Limits that every player keeps: stops and memory. Counts reports and nodes, because times vary with the machine."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

import tablier
from tablier.core.state import State
from tablier.engine.analysis import Analysis
from tablier.engine.player import Player, has_player
from tablier.engine.search_thread import SearchThread

STARTS = [start for game in tablier.shelf() if has_player(start := tablier.new(game.name))]
RANDOM_PLIES = 6

MEMORY_GROWTH_SCRIPT = """
import re, sys, tablier
from pathlib import Path
from tablier.engine.player import Player

def peak_kb():  # the maximum of getrusage would include the parent process
    return int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])

state = tablier.from_text(sys.argv[1])
Player(state, level=1).choose(state)
before = peak_kb()
Player(state, memory=int(sys.argv[2])).analyse(state, seconds=0, nodes=int(sys.argv[3]))
print((peak_kb() - before) // 1024)
"""


@pytest.fixture(params=STARTS, ids=lambda start: start.game.name)
def start(request: pytest.FixtureRequest) -> State:
    state: State = request.param
    return state


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stopped_search_starts_no_further_iteration(start: State, threads: int) -> None:
    state, rng = start, random.Random(1)  # a player may answer the start position without a search
    for _ in range(RANDOM_PLIES):
        state = state.play(rng.choice(state.legal_actions()))
    player = Player(state, threads=threads, memory=8)
    reports: list[Analysis] = []

    def stop(analysis: Analysis) -> None:
        reports.append(analysis)
        player.stop()

    analysis = player.analyse(state, seconds=600, report=stop)
    assert len(reports) == 1
    assert analysis.depth <= reports[0].depth + 1


def test_a_stop_before_the_first_node_is_obeyed(start: State) -> None:
    player = Player(start, memory=8)
    for _ in range(5):
        search = SearchThread(player, start, seconds=0, nodes=0)
        search.stop()
        assert search.result().best.action in start.legal_actions()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_stays_within_its_limit(start: State) -> None:
    limit_mb = 6
    command = [sys.executable, "-c", MEMORY_GROWTH_SCRIPT, str(start), str(limit_mb), "60000"]
    growth_mb = int(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    assert growth_mb <= limit_mb + 6  # buffers other than the table or tree


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("mixtour:gerhards|0|0-0|a1:0,a2:0,a5:110,b1:11,b4:01,c1:00,c2:10,c5:1,d1:1,e2:1|-", 440),
        (
            "mixtour:stein|points=2|1|0-0|a1:100,a3:1,a4:10,a5:1,b4:1,c2:010,c3:00,c4:1,c5:00,d1:10,d2:0101,d3:101,d5:111,e4:110|c5:1-b4",
            550,
        ),
        ("kwintie:board|width=5|height=4|line=4|.BBWW/...BB/....w/....w|0", 200),
    ],
)
def test_a_proven_loss_is_never_ranked_above_an_unsearched_action(text: str, nodes: int) -> None:
    state = tablier.from_text(text)
    for limit in range(nodes // 4, nodes + 1, nodes // 40):  # stops at various points of an iteration
        analysis = Player(state, level=9, memory=8).analyse(state, seconds=0, nodes=limit)
        assert analysis.best.proof != "loss" and analysis.best.expected_score > 0.01
