"""Tactical problems for players: finds them, and puts them to the levels.

    python bench/tactics.py mixtour:stein --count 20 --seed 1     20 problems of each kind, one a line
    python bench/tactics.py twisty -o players=3 --plies 5 --kinds win
    python bench/tactics.py --check                               every file in tests/engine/tactics: is it true, who solves it
    python bench/tactics.py --check tests/engine/tactics/twixt.txt --seconds 1

Games between low and middling levels are played from random openings, and their last positions looked at from the end on. A
position is kept when exhaustive search, which knows nothing but the rules, says that some actions win or that some lose, and
level 3 plays wrongly with every one of five seeds. No stronger level is asked while looking, so how many the highest solves
is not decided by the choice. At most one position a game is kept.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tablier.core.state import State
from tablier.engine.contest.openings import Openings
from tablier.engine.levels import MAX_LEVEL
from tablier.engine.player import Player
from tablier.engine.tactics import KINDS, SEEDS, WEAK_LEVEL, Problem, ProblemSet, find_problem

FILES = Path(__file__).parents[1] / "tests" / "engine" / "tactics"
PLAYING = (2, 3, 4, 5, 6)  # levels, drawn for every seat
LONGEST = 300


def game(openings: Openings, number: int) -> list[State]:
    """The positions of a game after its opening."""
    lot = random.Random(f"{openings.seed} {number}")
    state = openings.start(number)
    for action in openings.actions(number):
        state = state.play(action)
    players = [Player(state, level=lot.choice(PLAYING), seed=number) for _ in range(state.seats)]
    passed: list[State] = []
    while state.outcome is None and len(passed) < LONGEST:
        assert state.to_act is not None
        passed.append(state)
        state = state.play(players[state.to_act].choose(state))
    return passed


def problems(given: argparse.Namespace) -> Iterator[Problem]:
    """As many of each kind as wished, or what so many games have."""
    options = dict(option.split("=", 1) for option in given.option)
    openings = Openings(given.edition, options, plies=given.opening, seed=given.seed)
    wanted = Counter(dict.fromkeys(given.kinds.split(","), given.count))
    for number in range(given.games):
        if not wanted.total():
            return
        for state in reversed(game(openings, number)[-given.last :]):
            found = find_problem(state, given.plies, nodes=given.nodes)
            if found and wanted[found.kind] and found.plies >= given.least:
                wanted[found.kind] -= 1
                yield found
                break


def find(given: argparse.Namespace) -> None:
    shown = " ".join(sys.argv[1:])
    print(f"# python bench/tactics.py {shown}")
    kinds: Counter[str] = Counter()
    begun = time.monotonic()
    for problem in problems(given):
        print(problem, flush=True)
        kinds[f"{problem.kind} in {problem.plies}"] += 1
    print(f"{dict(sorted(kinds.items()))}, {time.monotonic() - begun:.0f} s", file=sys.stderr)


def check(given: argparse.Namespace) -> bool:
    """Whether every file is true, too hard for the low level and easy enough for the highest."""
    good = True
    for file in [Path(given.edition)] if given.edition else sorted(FILES.glob("*.txt")):
        collected = ProblemSet.parse(file.read_text(encoding="utf-8"))
        kinds = Counter(problem.kind for problem in collected.problems)
        wrong = [problem for problem in collected.problems if not problem.verify()]
        easy = [problem for problem in collected.problems if any(problem.is_solved_by(WEAK_LEVEL, seed=seed) for seed in SEEDS)]
        hard = [
            problem for problem in collected.problems if not problem.is_solved_by(MAX_LEVEL, seconds=given.seconds, nodes=0)
        ]
        count = len(collected.problems)
        share = (count - len(hard)) / count
        print(
            f"{file.stem}: {count} problems ({', '.join(f'{kinds[kind]} {kind}' for kind in KINDS)}), {len(wrong)} wrong, "
            f"{len(easy)} solved by level {WEAK_LEVEL}, {count - len(hard)} ({100 * share:.1f} %) by level {MAX_LEVEL} "
            f"in {given.seconds:g} s each (load {os.getloadavg()[0]:.1f})",
            flush=True,
        )
        for name, those in (("wrong", wrong), ("easy", easy), ("unsolved", hard)):
            for problem in those:
                print(f"  {name}: {problem}")
        good = good and not wrong and not easy and len(hard) <= 0.05 * count
    return good


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition", nargs="?", help="what to play; with --check, a file")
    parser.add_argument("-o", "--option", action="append", default=[])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--count", type=int, default=34, help="problems of each kind")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--plies", type=int, default=5, help="how far the search looks")
    parser.add_argument("--least", type=int, default=2, help="plies that a problem has at least")
    parser.add_argument("--nodes", type=int, default=5_000_000, help="after which an action is given up as unsettled")
    parser.add_argument("--last", type=int, default=16, help="positions of a game that are looked at")
    parser.add_argument("--opening", type=int, default=4, help="random actions at the beginning")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1.0, help="for the highest level, with --check")
    given = parser.parse_args()
    if given.check:
        sys.exit(not check(given))
    if not given.edition:
        parser.error("say which edition")
    find(given)
