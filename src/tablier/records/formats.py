"""All file formats: Tablier's own and those of the games."""

from __future__ import annotations

from functools import cache

from ..core.errors import BadFile, BadOptions
from ..core.registry import shelf
from ..formats.transcript import Format, Transcript
from .canonical import canonicalize
from .move_list import LIST
from .record import JSON
from .sgf import SGF

OWN_FORMATS: tuple[Format, ...] = (JSON, SGF, LIST)


@cache
def formats() -> dict[str, Format]:
    """Return every format by its name. If two have the same name, Tablier's own or the first game's is used."""
    by_name: dict[str, Format] = {}
    for format_ in (*OWN_FORMATS, *(format_ for game in shelf() for format_ in game.formats)):
        by_name.setdefault(format_.name, format_)
    return by_name


def find(name: str) -> Format:
    """Return the format of that name. Raises `BadOptions`."""
    for format_ in OWN_FORMATS:  # without loading every game
        if format_.name == name:
            return format_
    if name not in formats():
        raise BadOptions("unknown_format", format=name[:60], known=sorted(formats()))
    return formats()[name]


def guess(suffix: str, text: str) -> Format:
    """Return the format of a file by its suffix, which may be empty, and content.

    Of the formats with that suffix (or all) it is the one that can read the text; if none can, the one that got furthest,
    because its error is the most helpful.
    """
    candidates = [format_ for format_ in formats().values() if suffix.lower() in map(str.lower, format_.suffixes)]
    furthest = (0, 0)
    best = None
    for format_ in candidates or formats().values():
        try:
            format_.read(text)
            return format_
        except BadFile as error:
            reached = (error.facts.get("line", 0), error.facts.get("column", 0))
            if best is None or reached > furthest:
                best, furthest = format_, reached
    assert best is not None
    return best


def read(text: str, name: str) -> Transcript:
    r"""Parse and replay a game. Raises `BadFile`, with line and column where they are known.

    >>> read("# edition: mixtour:stein\nc3\nd4\nc3-d4", "list").actions
    ('c3', 'd4', 'c3-d4')
    """
    return canonicalize(find(name).read(text))


def write(transcript: Transcript, name: str) -> str:
    """Return a game as text. Raises `BadFile` if the rules reject it or the format cannot represent it."""
    return find(name).write(canonicalize(transcript))
