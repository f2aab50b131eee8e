"""The format `list`: one action per line, after a header of comments.

    # edition: mixtour:stein
    # option: points=3
    # player: Ann
    # player: Ben
    # result: winner=0 reason=resigned
    c3
    d4

Other comments and blank lines are skipped. `# fact NAME: …` is a fact, `# start: …` a starting position.
"""

from __future__ import annotations

import re

from ..core.errors import BadFile
from ..formats.sgf import UNWRITABLE
from ..formats.source_location import Location, split_lines, to_file_error
from ..formats.transcript import Transcript
from .header import LocatedText, format_result, parse_result, parse_start, validate_fact_name

HEADER = re.compile(r"#\s*(edition|option|start|player|result|fact [a-z][a-z_]{0,39}):(.*)", re.ASCII)
SINGLE_ENTRIES = ("edition", "start", "result")  # may occur once; options and players repeat


class MoveList:
    """The format `list`."""

    name = "list"
    suffixes = (".txt", ".list")

    def read(self, text: str) -> Transcript:
        header: dict[str, list[LocatedText]] = {"edition": [], "option": [], "start": [], "player": [], "result": []}
        actions: list[LocatedText] = []
        for number, raw_line in enumerate(split_lines(text), start=1):
            line = raw_line.strip()
            location = Location(number, len(raw_line) - len(raw_line.lstrip()) + 1)
            entry = HEADER.fullmatch(line)
            if entry:
                values = header.setdefault(entry[1], [])
                if values and (entry[1] in SINGLE_ENTRIES or entry[1].startswith("fact ")):
                    raise to_file_error(BadFile("said_twice", what=entry[1]), location)
                values.append(LocatedText(entry[2].strip(), Location(location.line, location.column + entry.start(2))))
            elif line and not line.startswith("#"):
                actions.append(LocatedText(line, location))
        edition, options, start = parse_start(_first(header["edition"]), header["option"], _first(header["start"]))
        result = _first(header["result"])
        return Transcript(
            edition,
            options,
            start,
            tuple(player.text for player in header["player"]),
            tuple(action.text for action in actions),
            None if result is None else parse_result(result.text.split(), result.location),
            {name.removeprefix("fact "): values[0].text for name, values in header.items() if name.startswith("fact ")},
            locations=(*(action.location for action in actions), *([result.location] if result else [])),
        )

    def write(self, transcript: Transcript) -> str:
        header = [("edition", transcript.edition)]
        header += [("option", f"{name}={value}") for name, value in transcript.options.items()]
        if transcript.start is not None:
            header.append(("start", transcript.start))
        header += [("player", name) for name in transcript.players]
        header += [(f"fact {validate_fact_name(name)}", value) for name, value in transcript.facts.items()]
        if transcript.result is not None:
            header.append(("result", " ".join(format_result(transcript.result))))
        lines = [f"# {name}: {_check_single_line(value, name)}".rstrip() for name, value in header]
        return "\n".join([*lines, *transcript.actions]) + "\n"


LIST = MoveList()


def _first(values: list[LocatedText]) -> LocatedText | None:
    return values[0] if values else None


def _check_single_line(value: str, name: str) -> str:
    if value != value.strip() or "\n" in value or UNWRITABLE.search(value):
        raise BadFile("not_one_line", what=name)
    return value
