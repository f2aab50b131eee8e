"""Kwintie on walls of every size: who wins, as far as it can be proven within a time for each.

    python bench/kwintie_walls.py                        every wall up to 9 by 9, lines of 4 and 5, with and without the ban
    python bench/kwintie_walls.py --line 5 --seconds 60 --memory 2048 --results walls.jsonl
    python bench/kwintie_walls.py --edition kwintie:kwinty --line 5 --largest 6
    python bench/kwintie_walls.py --results walls.jsonl --table                the tables alone, from what was found

Smaller walls first. What was found is added to the file of results, a line each, and not asked again; a wall that stayed open
is asked again when there is more time than it had.
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
SIGNS = {"win": "W", "draw": "=", "open": "?"}


class Wall(NamedTuple):
    edition: str
    line: int
    ban: bool
    width: int
    height: int


def walls(edition: str, lines: list[int], largest: int) -> Iterator[Wall]:
    """In the order of their cells. KWI-5: an even width has no centre, so a ban changes nothing there."""
    found = [
        Wall(edition, line, ban, width, height)
        for line in lines
        for ban in (True, False)
        for width in range(3, largest + 1)
        for height in range(3, largest + 1)
        if not ban or (width % 2 and edition == BOARD)
    ]
    yield from sorted(found, key=lambda wall: (wall.width * wall.height, wall))


def solved(wall: Wall, seconds: float, memory: int) -> dict[str, Any]:
    state = tablier.new(wall.edition, width=wall.width, height=wall.height, line=wall.line, centre_ban=wall.ban)
    solution = Solver(state, memory=memory).solve(seconds=seconds)
    return {
        **wall._asdict(),
        "value": solution.value,
        "winner": solution.winner,
        "nodes": sum(answer.progress.nodes for answer in solution.answers),
        "seconds": round(sum(answer.progress.seconds for answer in solution.answers), 2),
        "within": seconds,
        "wins": {answer.seat: answer.wins for answer in solution.answers},
    }


def sign(found: dict[str, Any]) -> str:
    return "B" if found["winner"] == 1 else SIGNS[found["value"]]


def table(known: dict[Wall, dict[str, Any]], edition: str, line: int, ban: bool, largest: int) -> Iterator[str]:
    """Widths across, heights downwards."""
    widths = range(3, largest + 1)
    yield f"{edition}, lines of {line}, {'with' if ban else 'without'} the ban on the centre:\n"
    yield "| height | " + " | ".join(f"{width} wide" for width in widths) + " |"
    yield "| --- " * (len(widths) + 1) + "|"
    for height in range(3, largest + 1):
        row = [known.get(Wall(edition, line, ban and width % 2 == 1, width, height)) for width in widths]
        yield f"| {height} | " + " | ".join(sign(one) if one else "?" for one in row) + " |"
    yield ""


def read(file: Path) -> dict[Wall, dict[str, Any]]:
    known = {}
    if file.exists():
        for told in map(json.loads, file.read_text().splitlines()):
            known[Wall(*(told[name] for name in Wall._fields))] = told
    return known


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default=BOARD, help="kwintie:table and kwintie:kwinty know no ban")
    parser.add_argument("--line", type=int, nargs="*", default=[4, 5])
    parser.add_argument("--largest", type=int, default=9, metavar="N", help="walls up to N by N")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each of the two questions about a wall")
    parser.add_argument("--memory", type=int, default=1024, metavar="MB")
    parser.add_argument("--results", type=Path, default=Path("walls.jsonl"))
    parser.add_argument("--table", action="store_true", help="solve nothing")
    given = parser.parse_args()
    known = read(given.results)
    for wall in [] if given.table else walls(given.edition, given.line, given.largest):
        before = known.get(wall)
        if before and (before["value"] != "open" or before["within"] >= given.seconds):
            continue
        known[wall] = solved(wall, given.seconds, given.memory)
        with given.results.open("a") as file:
            print(json.dumps(known[wall]), file=file)
        print(
            f"{wall.width}x{wall.height} line {wall.line} ban {wall.ban}: {sign(known[wall])} {known[wall]['nodes']:,}",
            flush=True,
        )
    for line in given.line:
        for ban in (True, False) if given.edition == BOARD else (False,):
            print("\n".join(table(known, given.edition, line, ban, given.largest)))


if __name__ == "__main__":
    main()
