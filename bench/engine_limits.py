"""How players behave, for every game: whether they keep their time, stop when told, keep to their memory, and share the cores.

    python bench/manners.py                          all games, as a table in Markdown
    python bench/manners.py mixtour twisty --seconds 0.5 --times 40

- nodes: looked at in a second of processor time, by level 10 with one thread
- late: by how much a move of level 10 took longer than its time, the worst of so many positions (and the median)
- stop: how long a stop takes, from the call until the answer is there, with one thread and with two; and what it takes of the
  processor meanwhile, which others on the machine cannot make longer
- memory: by how much a process grew in a long thought with so many megabytes allowed
- shares: two processes think at once with as many threads as there are cores; the smaller number of nodes by the larger

Others on the machine make late what is not. So the load is told, and in the first row a bare loop that does nothing but look at
the clock, or at an event that stops it.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence

import tablier
from tablier.core.state import State
from tablier.engine.player import Player, has_player
from tablier.engine.search_thread import SearchThread

MEMORY = 64  # megabytes
LONGEST = 16  # random actions before a position: few enough that it is not decided yet

LATE, STOP = ("late: worst (median)",), ("stop: one thread", "two threads", "of the processor")
COLUMNS = ("edition", "nodes", *LATE, *STOP, "memory", "shares", "load")

GROWTH = """
import re, sys, tablier
from pathlib import Path
from tablier.engine.player import Player

def most():  # resident so far, in kilobytes; getrusage would count the parent's, too
    return int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])

state = tablier.from_text(sys.argv[1])
Player(state, level=1).choose(state)
before = most()
Player(state, memory=int(sys.argv[2]), seconds=float(sys.argv[3])).analyse(state)
print((most() - before) / 1024)
"""

NODES = """
import sys, tablier
from tablier.engine.player import Player
state = tablier.from_text(sys.argv[1])
player = Player(state, threads=int(sys.argv[2]), seconds=float(sys.argv[3]))
print("ready", flush=True)
sys.stdin.readline()
print(player.analyse(state).nodes)
"""


def positions(start: State, seed: int) -> Iterator[State]:
    """Positions of random games, not those where there is nothing to choose."""
    lot = random.Random(seed)
    while True:
        state = start
        for _ in range(lot.randrange(2, LONGEST)):
            following = state.play(lot.choice(state.legal_actions()))
            if following.outcome is not None:
                break
            state = following
        if len(state.legal_actions()) > 1:
            yield state


def worst_and_usual(took: Sequence[float]) -> str:
    return f"{1000 * max(took):.0f} ms ({1000 * statistics.median(took):.1f})"


def speed(start: State, seconds: float) -> float:
    """Nodes in a second of processor time."""
    player = Player(start)
    nodes, begun = 0, time.process_time()
    for state, _ in zip(positions(start, 4), range(5), strict=False):
        nodes += player.analyse(state, seconds=seconds).nodes
    return nodes / (time.process_time() - begun)


def lateness(start: State, seconds: float, times: int) -> list[float]:
    """In seconds; moves that were found before their time was up are not counted."""
    player = Player(start, seconds=seconds)
    late = []
    for state, _ in zip(positions(start, 1), range(times), strict=False):
        begun = time.monotonic()
        player.choose(state)
        late.append(time.monotonic() - begun - seconds)
    return [one for one in late if one >= 0] or [0.0]


def stopping(start: State, threads: int, times: int) -> tuple[list[float], list[float]]:
    """In seconds, and in seconds of the processor."""
    player = Player(start, threads=threads)
    took, worked = [], []
    lot = random.Random(2)
    for state, _ in zip(positions(start, 2), range(times), strict=False):
        thinking = SearchThread(player, state, seconds=0, nodes=0)
        time.sleep(lot.uniform(0.0, 0.3))
        begun, working = time.monotonic(), time.process_time()
        thinking.stop()
        took.append(time.monotonic() - begun)
        worked.append(time.process_time() - working)
    return took, worked


def bare(given: argparse.Namespace) -> str:
    """The same of a loop that does nothing."""
    late, took = [], []
    for _ in range(given.times):
        end = time.monotonic() + given.seconds
        while time.monotonic() < end:
            pass
        late.append(time.monotonic() - end)
        stop = threading.Event()
        loop = threading.Thread(target=_spin, args=(stop,))
        loop.start()
        time.sleep(0.1)
        begun = time.monotonic()
        stop.set()
        loop.join()
        took.append(time.monotonic() - begun)
    return f"| a bare loop | | {worst_and_usual(late)} | {worst_and_usual(took)} | | | | | {os.getloadavg()[0]:.1f} |"


def _spin(stop: threading.Event) -> None:
    while not stop.is_set():
        pass


def growth(state: State, seconds: float) -> float:
    """In megabytes."""
    asked = [sys.executable, "-c", GROWTH, str(state), str(MEMORY), str(seconds)]
    return float(subprocess.run(asked, capture_output=True, check=True, text=True).stdout)


def shares(state: State, seconds: float) -> float:
    """The nodes of one of two by those of the other, at most 1."""
    asked = [sys.executable, "-c", NODES, str(state), str(os.cpu_count()), str(seconds)]
    pair = [subprocess.Popen(asked, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    for one in pair:
        assert one.stdout and one.stdout.readline() == "ready\n"
    for one in pair:
        assert one.stdin
        one.stdin.write("\n")
        one.stdin.flush()
    nodes = [int(one.communicate()[0]) for one in pair]
    return min(nodes) / max(nodes)


def undecided(start: State) -> State:
    """A position that keeps a player thinking: where the end is proven a thought is over at once."""
    return next(one for one in positions(start, 3) if Player(one).analyse(one, seconds=1).best.proof is None)


def measure(start: State, given: argparse.Namespace) -> str:
    middle = undecided(start)
    alone, together = (stopping(start, threads, given.times) for threads in (1, 2))
    cells = [
        start.edition,
        f"{speed(start, given.seconds):,.0f}",
        worst_and_usual(lateness(start, given.seconds, given.times)),
        worst_and_usual(alone[0]),
        worst_and_usual(together[0]),
        worst_and_usual([*alone[1], *together[1]]),
        f"{growth(middle, given.long):.0f} of {MEMORY} MB",
        f"{shares(middle, given.long):.2f}",
        f"{os.getloadavg()[0]:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("editions", nargs="*", help="all games where none is named")
    parser.add_argument("--seconds", type=float, default=0.5, help="a move")
    parser.add_argument("--times", type=int, default=20, help="moves and stops to measure")
    parser.add_argument("--long", type=float, default=4.0, help="seconds of a long thought")
    given = parser.parse_args()
    print(f"| {' | '.join(COLUMNS)} |\n| --- |{' ---: |' * (len(COLUMNS) - 1)}")
    print(bare(given), flush=True)
    for edition in given.editions or [game.name for game in tablier.shelf()]:
        start = tablier.new(edition)
        if has_player(start):
            print(measure(start, given), flush=True)
