"""Solve Kwintie on walls (grids of cubes) of every size, with a time limit per wall.

    python bench/kwintie_walls.py                        every wall up to 9 by 9, lines of 4 and 5, with and without the ban
    python bench/kwintie_walls.py --line 5 --seconds 60 --memory 2048 --results walls.jsonl
    python bench/kwintie_walls.py --edition kwintie:kwinty --line 5 --largest 6
    python bench/kwintie_walls.py --results walls.jsonl --table                print the tables only

Smaller walls come first. Results are appended to the results file as JSON lines and are not computed again. An unsolved wall is
tried again only with a longer time limit.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import tablier
from tablier.engine.solve.solver import Solver

BOARD = "kwintie:board"
SYMBOLS = {"win": "W", "draw": "=", "open": "?"}  # by value; a win of the second seat is "B"


class Wall(NamedTuple):
    edition: str
    line: int
    ban: bool  # option `centre_ban`
    width: int
    height: int


def walls(edition: str, lines: list[int], largest: int) -> Iterator[Wall]:
    """Yield the walls by area. Walls of even width have no centre, so they are solved without the ban only (KWI-5)."""
    candidates = [
        Wall(edition, line, ban, width, height)
        for line in lines
        for ban in (True, False)
        for width in range(3, largest + 1)
        for height in range(3, largest + 1)
        if not ban or (width % 2 and edition == BOARD)
    ]
    yield from sorted(candidates, key=lambda wall: (wall.width * wall.height, wall))


def solve(wall: Wall, seconds: float, memory: int) -> dict[str, Any]:
    state = tablier.new(wall.edition, width=wall.width, height=wall.height, line=wall.line, centre_ban=wall.ban)
    solution = Solver(state, memory=memory).solve(seconds=seconds)
    return {
        **wall._asdict(),
        "value": solution.value,
        "winner": solution.winner,
        "nodes": sum(answer.progress.nodes for answer in solution.answers),
        "seconds": round(sum(answer.progress.seconds for answer in solution.answers), 2),
        "within": seconds,  # the time limit
        "wins": {answer.seat: answer.wins for answer in solution.answers},
    }


def symbol(result: dict[str, Any]) -> str:
    return "B" if result["winner"] == 1 else SYMBOLS[result["value"]]


def format_table(known: dict[Wall, dict[str, Any]], edition: str, line: int, ban: bool, largest: int) -> Iterator[str]:
    """Yield the lines of a Markdown table: columns are widths, rows are heights."""
    widths = range(3, largest + 1)
    # walls of even width have results without the ban only, see `walls`
    yield f"{edition}, lines of {line}, {'with' if ban else 'without'} the ban on the centre:\n"
    yield "| height | " + " | ".join(f"{width} wide" for width in widths) + " |"
    yield "| --- " * (len(widths) + 1) + "|"
    for height in range(3, largest + 1):
        row = [known.get(Wall(edition, line, ban and width % 2 == 1, width, height)) for width in widths]
        yield f"| {height} | " + " | ".join(symbol(result) if result else "?" for result in row) + " |"
    yield ""


def read_results(file: Path) -> dict[Wall, dict[str, Any]]:
    known = {}
    if file.exists():
        for result in map(json.loads, file.read_text().splitlines()):
            known[Wall(*(result[name] for name in Wall._fields))] = result
    return known


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default=BOARD, help="kwintie:table and kwintie:kwinty have no ban")
    parser.add_argument("--line", type=int, nargs="*", default=[4, 5])
    parser.add_argument("--largest", type=int, default=9, metavar="N", help="walls up to N by N")
    parser.add_argument("--seconds", type=float, default=20.0, help="time limit for each of the two proof goals of a wall")
    parser.add_argument("--memory", type=int, default=1024, metavar="MB")
    parser.add_argument("--results", type=Path, default=Path("walls.jsonl"))
    parser.add_argument("--table", action="store_true", help="print the tables without solving")
    arguments = parser.parse_args()
    known = read_results(arguments.results)
    for wall in [] if arguments.table else walls(arguments.edition, arguments.line, arguments.largest):
        before = known.get(wall)
        if before and (before["value"] != "open" or before["within"] >= arguments.seconds):
            continue
        known[wall] = solve(wall, arguments.seconds, arguments.memory)
        with arguments.results.open("a") as file:
            print(json.dumps(known[wall]), file=file)
        print(
            f"{wall.width}x{wall.height} line {wall.line} ban {wall.ban}: {symbol(known[wall])} {known[wall]['nodes']:,}",
            flush=True,
        )
    for line in arguments.line:
        for ban in (True, False) if arguments.edition == BOARD else (False,):
            print("\n".join(format_table(known, arguments.edition, line, ban, arguments.largest)))


if __name__ == "__main__":
    main()
