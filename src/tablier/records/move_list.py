"""Any game as a list: one action a line, after a heading of comments that says what is played.

    # edition: mixtour:stein
    # option: points=3
    # player: Ann
    # player: Ben
    # result: winner=0 reason=resigned
    c3
    d4

Other comments and blank lines are skipped; `# fact NAME: …` tells a fact, `# start: …` a starting position.
"""

from __future__ import annotations

import re

from ..core.errors import BadFile
from ..formats.sgf import NOT_WRITTEN
from ..formats.source_location import Location, lines, to_file_error
from ..formats.transcript import Transcript
from .header import Said, beginning, fact_name, result_of, result_words

HEADING = re.compile(r"#\s*(edition|option|start|player|result|fact [a-z][a-z_]{0,39}):(.*)", re.ASCII)
ONCE = ("edition", "start", "result")


class List:
    """The format `list`."""

    name = "list"
    suffixes = (".txt", ".list")

    def read(self, text: str) -> Transcript:
        """The game in that text."""
        heading: dict[str, list[Said]] = {"edition": [], "option": [], "start": [], "player": [], "result": []}
        actions: list[Said] = []
        for number, full in enumerate(lines(text), start=1):
            line = full.strip()
            place = Location(number, len(full) - len(full.lstrip()) + 1)
            found = HEADING.fullmatch(line)
            if found:
                said = heading.setdefault(found[1], [])
                if said and (found[1] in ONCE or found[1].startswith("fact ")):
                    raise to_file_error(BadFile("said_twice", what=found[1]), place)
                said.append((found[2].strip(), Location(place.line, place.column + found.start(2))))
            elif line and not line.startswith("#"):
                actions.append((line, place))
        facts = {name.removeprefix("fact "): said[0][0] for name, said in heading.items() if name.startswith("fact ")}
        edition, options, start = beginning(_only(heading["edition"]), heading["option"], _only(heading["start"]))
        told = _only(heading["result"])
        return Transcript(
            edition,
            options,
            start,
            tuple(name for name, _ in heading["player"]),
            tuple(action for action, _ in actions),
            None if told is None else result_of(told[0].split(), told[1]),
            facts,
            places=(*(place for _, place in actions), *([told[1]] if told else [])),
        )

    def write(self, transcript: Transcript) -> str:
        """That game as text."""
        heading = [("edition", transcript.edition)]
        heading += [("option", f"{name}={value}") for name, value in transcript.options.items()]
        if transcript.start is not None:
            heading.append(("start", transcript.start))
        heading += [("player", name) for name in transcript.players]
        heading += [(f"fact {fact_name(name)}", value) for name, value in transcript.facts.items()]
        if transcript.result is not None:
            heading.append(("result", " ".join(result_words(transcript.result))))
        told = [f"# {what}: {_one_line(value, what)}".rstrip() for what, value in heading]
        return "\n".join([*told, *transcript.actions]) + "\n"


LIST = List()


def _only(said: list[Said]) -> Said | None:
    return said[0] if said else None


def _one_line(value: str, what: str) -> str:
    if value != value.strip() or "\n" in value or NOT_WRITTEN.search(value):
        raise BadFile("not_one_line", what=what)
    return value
