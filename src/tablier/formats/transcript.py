"""Transcript: a game as plain data, which every file format reads and writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol, get_args

from ..core.registry import starting_position
from ..core.replay import replay
from ..core.state import State
from .source_location import Location

# Reasons of a match's end that do not come from the rules.
RESIGNED: Final = "resigned"
LEFT: Final = "left"  # a player left the match, or an engine crashed or stopped answering
TIME: Final = "time"  # a player ran out of time
AGREED: Final = "agreed"  # a draw by agreement
RULING: Final = "ruling"  # decided by an operator
UNKNOWN: Final = "unknown"  # not recorded
MatchReason = Literal["resigned", "left", "time", "agreed", "ruling", "unknown"]
MATCH_REASONS: tuple[MatchReason, ...] = get_args(MatchReason)


@dataclass(frozen=True)
class Transcript:
    """One game: edition, players, start, actions and result."""

    edition: str  # "twixt:paper"
    options: Mapping[str, str] = field(default_factory=dict)  # as texts; only those that differ from the edition
    start: str | None = None  # position text, None for the edition's own start
    players: tuple[str, ...] = ()  # by seat; empty names if unknown
    actions: tuple[str, ...] = ()  # canonical texts, or "leave N" when the player of seat N leaves
    result: Mapping[str, Any] | None = None  # {"winner": seat} or {"draw": True}; "reason", "scores" if known
    facts: Mapping[str, str] = field(default_factory=dict)  # such as event, source and date
    locations: tuple[Location, ...] = field(default=(), compare=False, repr=False)  # of each action, then of the result

    def start_state(self) -> State:
        """Return the position that the game started from. Raises `BadOptions` or `BadNotation`."""
        return starting_position(self.edition, self.options, self.start)

    def states(self) -> Iterator[State]:
        """Yield the starting position and the position after each action. Raises `RulesError`, see `replay`."""
        return replay(self.start_state(), self.actions)


class Format(Protocol):
    """A file format. Reading and writing either succeed as a whole or raise `BadFile`."""

    @property
    def name(self) -> str:
        """The name, as in `tablier convert --from tsgf`."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """File name suffixes, such as `.tsgf`."""

    def read(self, text: str) -> Transcript:
        """Parse a file. Raises `BadFile(code, line=…, column=…)`."""

    def write(self, transcript: Transcript) -> str:
        """Return the game as text. Raises `BadFile` if the format cannot represent it."""
