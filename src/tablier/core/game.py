"""Game and Edition: the interface that every game implements."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .errors import BadOptions
from .game_parts import Benchmarks, LevelSettings, Training, Verification
from .options import Option, resolve
from .state import State
from .surrogate import Surrogates
from .terminal_text import Drawing

if TYPE_CHECKING:
    from ..formats.transcript import Format


@dataclass(frozen=True)
class Edition:
    """A named set of option values."""

    name: str  # "kosmos"
    sides: tuple[str, ...]  # English names of the sides, marked for translation
    values: Mapping[str, Any] = field(default_factory=dict)  # only the options that differ from their own defaults
    # first player of the next match of a series: the seats alternate, or the loser of the last match begins
    first_player_rule: Literal["alternating", "loser"] = "alternating"


class Game(ABC):
    """The rules of one game in all its editions. One instance per game, named GAME in the game's package.

    Required: the attributes without a value and the abstract methods. Optional parts have a working default; a game
    overrides the attribute and imports the module behind it inside the property, so that loading the rules stays cheap:

        @cached_property
        def training(self) -> Training:
            from .training import initial_weights, start
            return Training(start, initial_weights)

    Found by file name in the game's folder, each optional: `locale/<language>.po`, `certificates/*.certificate`, and the files
    of the web client (`board.ts` or a built `board.js`, `page.texts.json`, `rules/en.html`, …; see CONTRIBUTING.md).
    """

    name: str  # as in "twixt:kosmos": the name of its folder or entry point
    title: str  # "TwixT"
    author: str
    editions: tuple[Edition, ...]  # the first is the default
    options: tuple[Option, ...]
    state_class: type[State]
    messages: Mapping[str, str] = {}  # English messages for its error codes and outcome reasons, with facts in {braces}
    notation: str = ""  # how turns are typed, in one line of English
    formats: tuple[Format, ...] = ()  # file formats of this game only

    @abstractmethod
    def start(self, edition: Edition, options: Mapping[str, Any]) -> State:
        """Return the starting position. `options` is complete and each value is in range.

        Raises `BadOptions` if the values do not go together.
        """

    @abstractmethod
    def from_fields(self, edition: Edition, options: Mapping[str, Any], fields: Sequence[str]) -> State:
        """Return the position with these fields: the inverse of `State.fields`.

        Raises `BadNotation(code, field=…, at=…)`: the index of the field and the character index inside it.
        """

    @abstractmethod
    def render(self, state: State) -> Drawing:
        """Draw the position for a terminal, in at most 80 columns if the board allows it."""

    @abstractmethod
    def describe(self, state: State) -> list[str]:
        """Describe the position in lines of text for a screen reader."""

    # optional parts

    def levels(self, state: State) -> Sequence[LevelSettings] | None:
        """Return the settings of engine levels 1 to 10 for the options of `state`; None for the engine's own table."""
        return None

    @cached_property
    def training(self) -> Training | None:
        """Self-play for `tablier train`; None if the player has no weights to fit."""
        return None

    @cached_property
    def benchmarks(self) -> Benchmarks | None:
        """Variants for `tablier bench`; None measures every edition with its default options."""
        return None

    @cached_property
    def surrogates(self) -> Surrogates | None:
        """Positions to search where the native player does not support the options; None if there are none."""
        return None

    @cached_property
    def verification(self) -> Verification | None:
        """Equivalences that certificates of this game may use; None if it has no certificates."""
        return None

    def certificates(self) -> list[Path]:
        """List the certificates that come with the game: `certificates/*.certificate` in its folder."""
        return sorted((self.folder / "certificates").glob("*.certificate"))

    # the same for every game

    @cached_property
    def folder(self) -> Path:
        """Directory of the module that defines the game's class."""
        return Path(sys.modules[type(self).__module__].__file__ or "").parent

    @cached_property
    def kept_options(self) -> tuple[Option, ...]:
        """The options that a position keeps: all except setup options."""
        return tuple(option for option in self.options if not option.setup)

    @cached_property
    def seed_options(self) -> tuple[Option, ...]:
        """The options that seed a random setup."""
        return tuple(option for option in self.options if option.seed)

    def edition(self, name: str) -> Edition:
        """Return the edition of that name, or the default edition if the name is empty. Raises `BadOptions`."""
        if not name:
            return self.editions[0]
        for edition in self.editions:
            if edition.name == name:
                return edition
        raise BadOptions("unknown_edition", edition=f"{self.name}:{name[:60]}", known=self.edition_names())

    def edition_names(self) -> list[str]:
        """Return the full names of all editions, such as `twixt:kosmos`."""
        return [f"{self.name}:{edition.name}" for edition in self.editions]

    def new(self, edition: Edition, values: Mapping[str, Any]) -> State:
        """Return the starting position with some options set, as values or as texts. Raises `BadOptions`."""
        return self.start(edition, resolve(self.options, edition.values, values))

    def changed_options(self, state: State) -> dict[str, str]:
        """Return the kept options of `state` that differ from its edition, as texts by name."""
        preset = self.edition(state.edition_name).values
        return {
            option.name: option.format(state.options[option.name])
            for option in self.kept_options
            if state.options[option.name] != preset.get(option.name, option.default)
        }

    def position_header(self, state: State) -> str:
        """Return the first part of a position text: the edition and each option that differs from it."""
        return "|".join([state.edition, *(f"{name}={text}" for name, text in self.changed_options(state).items())])
