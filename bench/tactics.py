"""Find tactical problems for players, and check the problem files.

    python bench/tactics.py mixtour:stein --count 20 --seed 1     print 20 problems of each kind, one per line
    python bench/tactics.py twisty -o players=3 --plies 5 --kinds win
    python bench/tactics.py --check                               verify every file in tests/engine/tactics and solve it
    python bench/tactics.py --check tests/engine/tactics/twixt.txt --seconds 1

Games between low and medium levels start from random openings; their last positions are examined, last first. A position is a
problem if exhaustive search proves that some actions win or some lose, and level 3 fails with each of five seeds. The kinds
(`win`, `only`, `avoid`) and the file format are described in `tablier.engine.tactics`. Levels above 6 take no part in the
selection, so it does not bias how many problems the highest level solves. At most one position per game is used.
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

PROBLEM_FOLDER = Path(__file__).parents[1] / "tests" / "engine" / "tactics"
LEVELS = (2, 3, 4, 5, 6)  # chosen at random for every seat
MAX_PLIES = 300  # of a game, after its opening
MAX_UNSOLVED_SHARE = 0.05  # of a file, by the highest level


def play_game(openings: Openings, number: int) -> list[State]:
    """Play game `number` and return its positions after the opening, without the final one."""
    rng = random.Random(f"{openings.seed} {number}")
    state = openings.start(number)
    for action in openings.actions(number):
        state = state.play(action)
    players = [Player(state, level=rng.choice(LEVELS), seed=number) for _ in range(state.seats)]
    positions: list[State] = []
    while state.outcome is None and len(positions) < MAX_PLIES:
        assert state.to_act is not None
        positions.append(state)
        state = state.play(players[state.to_act].choose(state))
    return positions


def find_problems(arguments: argparse.Namespace) -> Iterator[Problem]:
    """Yield `count` problems of each kind, or fewer if the option `--games` ends the search first."""
    options = dict(option.split("=", 1) for option in arguments.option)
    openings = Openings(arguments.edition, options, plies=arguments.opening, seed=arguments.seed)
    missing = Counter(dict.fromkeys(arguments.kinds.split(","), arguments.count))
    for number in range(arguments.games):
        if not missing.total():
            return
        for state in reversed(play_game(openings, number)[-arguments.last :]):
            problem = find_problem(state, arguments.plies, nodes=arguments.nodes)
            if problem and missing[problem.kind] and problem.plies >= arguments.min_plies:
                missing[problem.kind] -= 1
                yield problem
                break


def print_problems(arguments: argparse.Namespace) -> None:
    """Print problems in the format of a problem file, and statistics on stderr."""
    print(f"# python bench/tactics.py {' '.join(sys.argv[1:])}")
    kinds: Counter[str] = Counter()
    started_at = time.monotonic()
    for problem in find_problems(arguments):
        print(problem, flush=True)
        kinds[f"{problem.kind} in {problem.plies}"] += 1
    print(f"{dict(sorted(kinds.items()))}, {time.monotonic() - started_at:.0f} s", file=sys.stderr)


def check_files(arguments: argparse.Namespace) -> bool:
    """Print statistics of the problem files and return whether they pass.

    They pass if exhaustive search confirms every problem, the weak level solves none, and the highest level leaves at most
    `MAX_UNSOLVED_SHARE` of each file unsolved.
    """
    passed = True
    for file in [Path(arguments.edition)] if arguments.edition else sorted(PROBLEM_FOLDER.glob("*.txt")):
        problems = ProblemSet.parse(file.read_text(encoding="utf-8")).problems
        kinds = Counter(problem.kind for problem in problems)
        wrong = [problem for problem in problems if not problem.verify()]
        easy = [problem for problem in problems if any(problem.is_solved_by(WEAK_LEVEL, seed=seed) for seed in SEEDS)]
        limits = {"seconds": arguments.seconds, "nodes": 0}  # 0: no node limit
        unsolved = [problem for problem in problems if not problem.is_solved_by(MAX_LEVEL, **limits)]
        count, solved = len(problems), len(problems) - len(unsolved)
        print(
            f"{file.stem}: {count} problems ({', '.join(f'{kinds[kind]} {kind}' for kind in KINDS)}), {len(wrong)} wrong, "
            f"{len(easy)} solved by level {WEAK_LEVEL}, {solved} ({100 * solved / count:.1f} %) by level {MAX_LEVEL} "
            f"in {arguments.seconds:g} s each (load {os.getloadavg()[0]:.1f})",
            flush=True,
        )
        for name, group in (("wrong", wrong), ("easy", easy), ("unsolved", unsolved)):
            for problem in group:
                print(f"  {name}: {problem}")
        passed = passed and not wrong and not easy and len(unsolved) <= MAX_UNSOLVED_SHARE * count
    return passed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition", nargs="?", help="edition to play; with --check, a problem file")
    parser.add_argument("-o", "--option", action="append", default=[], help="option of the game, as NAME=VALUE")
    parser.add_argument("--check", action="store_true", help="check problem files instead")
    parser.add_argument("--count", type=int, default=34, help="problems of each kind")
    parser.add_argument("--kinds", default=",".join(KINDS), help="kinds of problems, separated by commas")
    parser.add_argument("--plies", type=int, default=5, help="maximum length of a problem in plies")
    parser.add_argument("--min-plies", type=int, default=2, help="minimum length of a problem in plies")
    parser.add_argument("--nodes", type=int, default=5_000_000, help="node limit of the exhaustive search of one action")
    parser.add_argument("--last", type=int, default=16, help="number of final positions of a game to examine")
    parser.add_argument("--opening", type=int, default=4, help="random plies at the start of a game")
    parser.add_argument("--games", type=int, default=10_000, help="maximum number of games to play")
    parser.add_argument("--seed", type=int, default=1, help="seed of the openings and levels")
    parser.add_argument("--seconds", type=float, default=1.0, help="time limit of the highest level, with --check")
    arguments = parser.parse_args()
    if arguments.check:
        sys.exit(not check_files(arguments))
    if not arguments.edition:
        parser.error("the edition is missing")
    print_problems(arguments)


if __name__ == "__main__":
    main()
