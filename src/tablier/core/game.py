"""Game: the rules of one box on the shelf, in all their editions."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from ..formats.transcript import Format
from .errors import BadOptions
from .options import Option, resolve
from .state import State
from .terminal_text import Drawing

# Who begins the next match of a series: the seats take turns, or the loser of the last one.
Begins = Literal["alternating", "loser"]


@dataclass(frozen=True)
class Edition:
    """A named set of options, as a box was sold."""

    name: str  # "kosmos"
    sides: tuple[str, ...]  # the names of the sides in English, to be translated
    values: Mapping[str, Any] = field(default_factory=dict)  # where it differs from the options' own defaults
    begins: Begins = "alternating"


class Game(ABC):
    """What the rest of Tablier knows of a game. One instance per game, named GAME in the game's package."""

    name: str  # as in "twixt:kosmos": the name of its folder or entry point
    title: str  # "TwixT"
    author: str
    editions: tuple[Edition, ...]  # the first is the default
    options: tuple[Option, ...]
    state: type[State]  # the class of its positions
    words: Mapping[str, str] = {}  # sentences in English for its error codes and reasons for an end, facts in {braces}
    notation: str = ""  # how turns are typed, in one line of English
    formats: tuple[Format, ...] = ()  # foreign files of this game alone

    @abstractmethod
    def start(self, edition: Edition, options: Mapping[str, Any]) -> State:
        """The starting position. Options come complete and each in range; `BadOptions` when they do not go together."""

    @abstractmethod
    def read(self, edition: Edition, options: Mapping[str, Any], fields: Sequence[str]) -> State:
        """The position that `State.fields` wrote. `BadNotation(code, field=…, at=…)`, `at` counting inside that field."""

    @abstractmethod
    def draw(self, state: State) -> Drawing:
        """The position for a terminal of at most 80 columns where the board allows it."""

    @abstractmethod
    def describe(self, state: State) -> list[str]:
        """The position in lines of words for ears: nothing that must be seen to be understood."""

    # what follows is the same for every game

    @cached_property
    def folder(self) -> Path:
        """Where the game keeps what is its own, in this package or another one."""
        return Path(sys.modules[type(self).__module__].__file__ or "").parent

    @cached_property
    def kept_options(self) -> tuple[Option, ...]:
        """The options a position keeps: all but those that only set it up."""
        return tuple(option for option in self.options if not option.setup)

    def edition(self, name: str) -> Edition:
        """The edition of that name, the default one for an empty name."""
        if not name:
            return self.editions[0]
        for edition in self.editions:
            if edition.name == name:
                return edition
        raise BadOptions("unknown_edition", edition=f"{self.name}:{name[:60]}", known=self.edition_names())

    def edition_names(self) -> list[str]:
        """`twixt:kosmos` and so on."""
        return [f"{self.name}:{edition.name}" for edition in self.editions]

    def new(self, edition: Edition, given: Mapping[str, Any]) -> State:
        """The starting position with some options given, as values or texts."""
        return self.start(edition, resolve(self.options, edition.values, given))

    def heading(self, state: State) -> str:
        """The first part of a position text: the edition, and each option that differs from it."""
        edition = self.edition(state.edition.partition(":")[2])
        parts = [state.edition]
        for option in self.kept_options:
            value = state.options[option.name]
            if value != edition.values.get(option.name, option.default):
                parts.append(f"{option.name}={option.format(value)}")
        return "|".join(parts)
