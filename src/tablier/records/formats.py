"""All formats: our own, and those that games bring along. Found, not listed: no game is named here."""

from __future__ import annotations

from functools import cache

from ..core.errors import BadFile, BadOptions
from ..core.registry import shelf
from ..formats.transcript import Format, Transcript
from .check import checked
from .move_list import LIST
from .record import JSON
from .sgf import SGF

OWN: tuple[Format, ...] = (JSON, SGF, LIST)


@cache
def formats() -> dict[str, Format]:
    """Every format by its name. A name that two games want is the first one's, and ours before theirs."""
    found: dict[str, Format] = {}
    for known in (*OWN, *(known for game in shelf() for known in game.formats)):
        found.setdefault(known.name, known)
    return found


def find(name: str) -> Format:
    """The format of that name."""
    for known in OWN:  # without loading every game
        if known.name == name:
            return known
    if name not in formats():
        raise BadOptions("unknown_format", format=name[:60], known=sorted(formats()))
    return formats()[name]


def guess(suffix: str, text: str) -> Format:
    """The format of a text that was found in a file with that suffix, or with none.

    Where several fit, it is the one that can read the text, and when none can, the one that got furthest: its complaint
    helps most.
    """
    fitting = [known for known in formats().values() if suffix.lower() in map(str.lower, known.suffixes)]
    furthest = (0, 0)
    best = None
    for known in fitting or formats().values():
        try:
            known.read(text)
            return known
        except BadFile as error:
            reached = (error.facts.get("line", 0), error.facts.get("column", 0))
            if best is None or reached > furthest:
                best, furthest = known, reached
    assert best is not None
    return best


def read(text: str, name: str) -> Transcript:
    r"""The game in a text, played through by the rules; `BadFile` with the line and column of what is wrong.

    >>> read("# edition: mixtour:stein\nc3\nd4\nc3-d4", "list").actions
    ('c3', 'd4', 'c3-d4')
    """
    return checked(find(name).read(text))


def write(transcript: Transcript, name: str) -> str:
    """A game as text in that format; `BadFile` when the rules do not allow it, or the format cannot hold it."""
    return find(name).write(checked(transcript))
