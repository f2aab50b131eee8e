"""Discovery of games in `tablier.games` and in entry points of other packages, and creation of states."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from .errors import BadNotation, BadOptions
from .game import Edition, Game
from .options import resolve
from .state import State

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "tablier.games"
NAME = re.compile(r"[a-z][a-z0-9_]{0,30}", re.ASCII)
MAX_POSITION_LENGTH = 65_536  # characters; the largest known positions take about half


@cache
def _own_games() -> frozenset[str]:
    """Names of the games in this package."""
    return frozenset(module.name for module in iter_modules(import_module("tablier.games").__path__) if module.ispkg)


@cache
def _entry_points() -> Mapping[str, EntryPoint]:
    """Games of other packages by name. Reads the metadata of every installed package, so it is done once and late."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


@cache
def names() -> tuple[str, ...]:
    """Names of all games, sorted."""
    return tuple(sorted(_own_games() | _entry_points().keys()))


@cache
def game(name: str) -> Game:
    """Return a game by name and load it if necessary; a game of this package goes before a plug-in of the same name."""
    if NAME.fullmatch(name) and name in _own_games():
        loaded = import_module(f"tablier.games.{name}").GAME
    elif NAME.fullmatch(name) and name in _entry_points():
        loaded = _entry_points()[name].load()
    else:
        raise BadOptions("unknown_game", game=name[:60], known=list(names()))
    if not isinstance(loaded, Game):
        raise TypeError(f"the entry point {name} of {ENTRY_POINTS} is not a Game")
    loaded.state_class.game = loaded
    return loaded


def clear_caches() -> None:
    """Look for games again, for tests that install one."""
    for function in (_own_games, _entry_points, names, game):
        function.cache_clear()


def shelf() -> tuple[Game, ...]:
    """Return all games, loading them if necessary."""
    return tuple(game(name) for name in names())


def find(edition: str) -> tuple[Game, Edition]:
    """Return the game and edition for `twixt:kosmos`, or for `twixt` with its default edition. Raises `BadOptions`."""
    name, colon, rest = edition.partition(":")
    if colon and not rest:
        raise BadOptions("unknown_edition", edition=edition[:60], known=game(name).edition_names())
    return game(name), game(name).edition(rest)


def new(edition: str, /, **options: Any) -> State:
    """Return the starting position of an edition. Raises `BadOptions`.

    >>> new("mixtour", points=3).edition
    'mixtour:stein'
    """
    game_, edition_ = find(edition)
    return game_.new(edition_, options)


def starting_position(edition: str, options: Mapping[str, Any], start: str | None) -> State:
    """Return the position that a game starts from: the text `start`, or the edition's own start with these options.

    Raises `BadOptions` if the text is of another edition or contradicts an option.
    """
    if start is None:
        return new(edition, **options)
    state = from_text(start)
    name, _, edition_name = edition.partition(":")
    if name != state.game.name or state.game.edition(edition_name).name != state.edition_name:
        raise BadOptions("start_differs", option="edition", value=state.edition)
    known = {option.name: option for option in state.game.options}
    for name, value in options.items():
        if name not in known:
            raise BadOptions("unknown_option", option=str(name)[:60], known=sorted(known))
        option = known[name]
        if option.validate(value) != state.options.get(name) and not option.setup:
            raise BadOptions("start_differs", option=name, value=option.format(state.options[name]))
    return state


def from_text(text: str) -> State:
    """Return the position that `str(state)` wrote. Raises `BadNotation` with the index of the first wrong character."""
    if len(text) > MAX_POSITION_LENGTH:
        raise BadNotation("too_long", at=MAX_POSITION_LENGTH, longest=MAX_POSITION_LENGTH)
    head, *rest = text.split("|")
    at = 0
    try:
        game_, edition = find(head)
        values: dict[str, Any] = {}
        known = {option.name: option for option in game_.options}
        at = len(head) + 1
        while rest and re.match(r"[a-z_]+=", rest[0]):
            name, _, value = rest[0].partition("=")
            if name in values:
                raise BadOptions("option_twice", option=name)
            if name in known and known[name].setup:
                raise BadOptions("setup_option", option=name)
            values[name] = value
            resolve(game_.options, edition.values, {name: value})  # raises for a bad value while `at` is its index
            at += len(rest.pop(0)) + 1
        state = game_.from_fields(edition, resolve(game_.options, edition.values, values), rest)
    except BadOptions as error:  # a wrong option is part of the text here
        raise BadNotation(error.code, **error.facts, at=min(at, len(text))) from None
    except BadNotation as error:
        raise _locate_in_text(error, at, rest) from None
    canonical = str(state)
    if canonical != text:  # one position, one text
        pairs = enumerate(zip(canonical, text, strict=False))
        first_difference = next((i for i, (a, b) in pairs if a != b), min(len(canonical), len(text)))
        raise BadNotation("not_canonical", at=first_difference, canonical=canonical)
    return state


def _locate_in_text(error: BadNotation, fields_start: int, fields: list[str]) -> BadNotation:
    """Return the error with `at` as index in the whole text instead of in one field. The fields begin at `fields_start`."""
    facts: dict[str, Any] = dict(error.facts)
    number = facts.pop("field", 0)
    length = fields_start + len("|".join(fields)) if fields else fields_start - 1  # no bar before a missing field
    facts["at"] = min(length, fields_start + sum(len(part) + 1 for part in fields[:number]) + facts.get("at", 0))
    return BadNotation(error.code, **facts)
