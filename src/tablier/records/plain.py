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
from collections.abc import Iterator

from ..core.errors import BadFile
from ..core.formats import Transcript
from ..core.places import LINE_BREAK, Place, placed
from ..core.sgf import LONGEST_FILE, NOT_TEXT, NOT_WRITTEN
from .heading import Said, beginning, fact_name, result_of, result_words

HEADING = re.compile(r"#\s*(edition|option|start|player|result|fact [a-z][a-z_]{0,39}):(.*)", re.ASCII)
ONCE = ("edition", "start", "result")


class List:
    """The format `list`."""

    name = "list"
    suffixes: tuple[str, ...] = (".txt", ".list")

    def read(self, text: str) -> Transcript:
        """The game in that text."""
        heading: dict[str, list[Said]] = {"edition": [], "option": [], "start": [], "player": [], "result": []}
        actions: list[Said] = []
        for line, place in _lines(text):
            found = HEADING.fullmatch(line)
            if found:
                said = heading.setdefault(found[1], [])
                if said and (found[1] in ONCE or found[1].startswith("fact ")):
                    raise placed(BadFile("said_twice", what=found[1]), place)
                said.append((found[2].strip(), Place(place.line, place.column + found.start(2))))
            elif not line.startswith("#"):
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
        lines = [("edition", transcript.edition)]
        lines += [("option", f"{name}={value}") for name, value in transcript.options.items()]
        if transcript.start is not None:
            lines.append(("start", transcript.start))
        lines += [("player", name) for name in transcript.players]
        lines += [(f"fact {fact_name(name)}", value) for name, value in transcript.facts.items()]
        if transcript.result is not None:
            lines.append(("result", " ".join(result_words(transcript.result))))
        heading = [f"# {what}: {_one_line(value, what)}".rstrip() for what, value in lines]
        return "\n".join([*heading, *transcript.actions]) + "\n"


LIST = List()


def _lines(text: str) -> Iterator[tuple[str, Place]]:
    """Every line that is not blank, without the blanks around it."""
    if len(text) > LONGEST_FILE:
        raise BadFile("file_too_long", longest=LONGEST_FILE, length=len(text))
    for number, line in enumerate(LINE_BREAK.split(text.removeprefix("\ufeff")), start=1):
        if found := NOT_TEXT.search(line):
            place = Place(number, found.start() + 1)
            raise placed(BadFile("not_text", character=f"U+{ord(found[0]):04X}"), place)
        if kept := line.strip():
            yield kept, Place(number, len(line) - len(line.lstrip()) + 1)


def _only(said: list[Said]) -> Said | None:
    return said[0] if said else None


def _one_line(value: str, what: str) -> str:
    if value != value.strip() or "\n" in value or NOT_WRITTEN.search(value):
        raise BadFile("not_one_line", what=what)
    return value
