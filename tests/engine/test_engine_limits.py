"""What every player owes the house, whatever its game: it stops when told and keeps to its memory. Counted, not timed."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tablier
from tablier.core.state import State
from tablier.engine.analysis import Analysis
from tablier.engine.player import Player, has_player
from tablier.engine.search_thread import SearchThread

STARTS = [start for game in tablier.shelf() if has_player(start := tablier.new(game.name))]

GROWTH = """
import re, sys, tablier
from pathlib import Path
from tablier.engine.player import Player

def most():  # resident so far, in kilobytes; getrusage would count the parent's, too
    return int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])

state = tablier.from_text(sys.argv[1])
Player(state, level=1).choose(state)
before = most()
Player(state, memory=int(sys.argv[2])).analyse(state, seconds=0, nodes=int(sys.argv[3]))
print((most() - before) // 1024)
"""


@pytest.fixture(params=STARTS, ids=lambda start: start.game.name)
def start(request: pytest.FixtureRequest) -> State:
    state: State = request.param
    return state


@pytest.mark.parametrize("threads", [1, 2])
def test_once_a_stop_is_pressed_nothing_deeper_is_looked_at(start: State, threads: int) -> None:
    player = Player(start, threads=threads, memory=8)
    told: list[Analysis] = []

    def press(seen: Analysis) -> None:
        told.append(seen)
        player.stop()

    found = player.analyse(start, seconds=2, report=press)
    assert len(told) <= 1  # none where the answer was found before the first report
    assert not told or found.depth <= told[0].depth + 1


def test_a_stop_before_the_first_node_is_heard(start: State) -> None:
    player = Player(start, memory=8)
    for _ in range(5):
        thinking = SearchThread(player, start, seconds=0, nodes=0)
        thinking.stop()
        assert thinking.result().best.action in start.legal_actions()


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_memory_stays_within_what_is_allowed(start: State) -> None:
    allowed = 6
    asked = [sys.executable, "-c", GROWTH, str(start), str(allowed), "60000"]
    grown = int(subprocess.run(asked, capture_output=True, check=True, text=True).stdout)
    assert grown <= allowed + 6  # buffers of its own beside the table or the tree


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
def test_a_proven_loss_is_not_chosen_beside_what_was_not_reached(text: str, nodes: int) -> None:
    state = tablier.from_text(text)
    for fewer in range(nodes // 4, nodes + 1, nodes // 40):  # wherever the nodes end
        found = Player(state, level=9, memory=8).analyse(state, seconds=0, nodes=fewer)
        assert found.best.proof != "loss" and found.best.expected_score > 0.01
