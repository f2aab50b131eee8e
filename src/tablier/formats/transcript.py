"""A whole game as plain data between file formats, and what a format is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from .source_location import Location

# how a game ends that the rules would let go on: the reasons a match gives
RESIGNED = "resigned"
LEFT = "left"
TIME = "time"  # it is up
AGREED = "agreed"  # a draw by agreement
UNKNOWN = "unknown"  # nobody wrote down why
MATCH_REASONS = (RESIGNED, LEFT, TIME, AGREED, UNKNOWN)


@dataclass(frozen=True)
class Transcript:
    """One game as every format can tell it: what was played, by whom, from where, and how it ended."""

    edition: str  # "twixt:paper"
    options: Mapping[str, str] = field(default_factory=dict)  # texts, as on the command line; only those that differ
    start: str | None = None  # the position text of the start, None for the edition's own
    players: tuple[str, ...] = ()  # by seat; empty names where unknown
    actions: tuple[str, ...] = ()  # canonical; or "leave N"
    result: Mapping[str, Any] | None = None  # {"winner": seat} or {"draw": True}, "reason", "scores" by the rules
    facts: Mapping[str, str] = field(default_factory=dict)  # event, source, date
    places: tuple[Location, ...] = field(default=(), compare=False, repr=False)  # where a file has each action, then the result


class Format(Protocol):
    """A way to write a game down. Reading and writing either succeed whole or raise `BadFile`."""

    @property
    def name(self) -> str:
        """As in `tablier convert --from tsgf`."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """How its files are named: `.tsgf`."""

    def read(self, text: str) -> Transcript:
        """The game in that text; `BadFile(code, line=…, column=…)` where it is broken."""

    def write(self, transcript: Transcript) -> str:
        """That game as text; `BadFile(code, …)` when the format cannot hold it, naming what."""
