"""Limits of every game's player: time, stopping, memory, and sharing of cores, as a table in Markdown.

    python bench/engine_limits.py                          all games
    python bench/engine_limits.py mixtour twisty --seconds 0.5 --repeat 40

- nodes: per second of CPU time, level 10 with one thread
- late: overrun of the time limit of a level 10 move, maximum (and median)
- stop: time from the call of `stop` to the result, with one and two threads; and the CPU time of it, which other processes
  do not affect
- memory: growth of a process in a long search with a limit of MEMORY_MB
- shares: two processes search at the same time with as many threads as cores; smaller by larger number of nodes

Other processes make every figure worse. The last column is therefore the load average, and the first row measures a bare loop
that polls the clock or an event.
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
from itertools import islice

import tablier
from tablier.core.state import State
from tablier.engine.player import Player, has_player
from tablier.engine.search_thread import SearchThread

MEMORY_MB = 64
MAX_RANDOM_PLIES = 16  # few enough that the position is still open

COLUMNS = (
    "edition", "nodes/s", "late: maximum (median)", "stop: one thread", "two threads", "CPU time", "memory", "shares", "load",
)  # fmt: skip

MEMORY_GROWTH = """
import re, sys, tablier
from pathlib import Path
from tablier.engine.player import Player

def peak_kb():  # getrusage would include the parent's
    return int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])

state = tablier.from_text(sys.argv[1])
Player(state, level=1).choose(state)
before = peak_kb()
Player(state, memory=int(sys.argv[2]), seconds=float(sys.argv[3])).analyse(state)
print((peak_kb() - before) / 1024)
"""

NODE_COUNT = """
import sys, tablier
from tablier.engine.player import Player
state = tablier.from_text(sys.argv[1])
player = Player(state, threads=int(sys.argv[2]), seconds=float(sys.argv[3]))
print("ready", flush=True)
sys.stdin.readline()
print(player.analyse(state).nodes)
"""


def random_positions(start: State, seed: int) -> Iterator[State]:
    """Yield positions of random games with more than one legal action."""
    rng = random.Random(seed)
    while True:
        state = start
        for _ in range(rng.randrange(2, MAX_RANDOM_PLIES)):
            successor = state.play(rng.choice(state.legal_actions()))
            if successor.outcome is not None:
                break
            state = successor
        if len(state.legal_actions()) > 1:
            yield state


def format_times(times_s: Sequence[float]) -> str:
    return f"{1000 * max(times_s):.0f} ms ({1000 * statistics.median(times_s):.1f})"


def measure_speed(start: State, seconds: float) -> float:
    """Nodes per second of CPU time."""
    player = Player(start)
    nodes, started_at = 0, time.process_time()
    for state in islice(random_positions(start, 4), 5):
        nodes += player.analyse(state, seconds=seconds).nodes
    return nodes / (time.process_time() - started_at)


def measure_overrun(start: State, seconds: float, repeat: int) -> list[float]:
    """Seconds beyond the time limit, of the moves that used all of it."""
    player = Player(start, seconds=seconds)
    overruns = []
    for state in islice(random_positions(start, 1), repeat):
        started_at = time.monotonic()
        player.choose(state)
        overruns.append(time.monotonic() - started_at - seconds)
    return [overrun for overrun in overruns if overrun >= 0] or [0.0]


def measure_stop(start: State, threads: int, repeat: int) -> tuple[list[float], list[float]]:
    """Wall-clock and CPU seconds of a stop."""
    player = Player(start, threads=threads)
    elapsed_s, cpu_s = [], []
    rng = random.Random(2)
    for state in islice(random_positions(start, 2), repeat):
        search = SearchThread(player, state, seconds=0, nodes=0)
        time.sleep(rng.uniform(0.0, 0.3))
        started_at, cpu_started_at = time.monotonic(), time.process_time()
        search.stop()
        elapsed_s.append(time.monotonic() - started_at)
        cpu_s.append(time.process_time() - cpu_started_at)
    return elapsed_s, cpu_s


def measure_bare_loop(arguments: argparse.Namespace) -> str:
    """The same figures of a loop without work, as a table row."""
    overruns, stops = [], []
    for _ in range(arguments.repeat):
        end = time.monotonic() + arguments.seconds
        while time.monotonic() < end:
            pass
        overruns.append(time.monotonic() - end)
        stop = threading.Event()
        loop = threading.Thread(target=_spin, args=(stop,))
        loop.start()
        time.sleep(0.1)
        started_at = time.monotonic()
        stop.set()
        loop.join()
        stops.append(time.monotonic() - started_at)
    return f"| a bare loop | | {format_times(overruns)} | {format_times(stops)} | | | | | {os.getloadavg()[0]:.1f} |"


def _spin(stop: threading.Event) -> None:
    while not stop.is_set():
        pass


def measure_memory_growth(state: State, seconds: float) -> float:
    """Growth in megabytes."""
    command = [sys.executable, "-c", MEMORY_GROWTH, str(state), str(MEMORY_MB), str(seconds)]
    return float(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


def measure_shares(state: State, seconds: float) -> float:
    """Ratio of the nodes of two simultaneous processes, at most 1."""
    command = [sys.executable, "-c", NODE_COUNT, str(state), str(os.cpu_count()), str(seconds)]
    processes = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    for process in processes:
        assert process.stdout and process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    nodes = [int(process.communicate()[0]) for process in processes]
    return min(nodes) / max(nodes)


def find_open_position(start: State) -> State:
    """A position without a proven result, since a search ends as soon as it has a proof."""
    return next(state for state in random_positions(start, 3) if Player(state).analyse(state, seconds=1).best.proof is None)


def measure_game(start: State, arguments: argparse.Namespace) -> str:
    """All figures of a game, as a table row."""
    position = find_open_position(start)
    one_thread, two_threads = (measure_stop(start, threads, arguments.repeat) for threads in (1, 2))
    cells = [
        start.edition,
        f"{measure_speed(start, arguments.seconds):,.0f}",
        format_times(measure_overrun(start, arguments.seconds, arguments.repeat)),
        format_times(one_thread[0]),
        format_times(two_threads[0]),
        format_times([*one_thread[1], *two_threads[1]]),
        f"{measure_memory_growth(position, arguments.long_seconds):.0f} of {MEMORY_MB} MB",
        f"{measure_shares(position, arguments.long_seconds):.2f}",
        f"{os.getloadavg()[0]:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("editions", nargs="*", help="default: all games")
    parser.add_argument("--seconds", type=float, default=0.5, help="time limit of a move")
    parser.add_argument("--repeat", type=int, default=20, help="number of moves and stops to measure")
    parser.add_argument("--long-seconds", type=float, default=4.0, help="duration of the searches for memory and shares")
    arguments = parser.parse_args()
    print(f"| {' | '.join(COLUMNS)} |\n| --- |{' ---: |' * (len(COLUMNS) - 1)}")
    print(measure_bare_loop(arguments), flush=True)
    for edition in arguments.editions or [game.name for game in tablier.shelf()]:
        start = tablier.new(edition)
        if has_player(start):
            print(measure_game(start, arguments), flush=True)


if __name__ == "__main__":
    main()
