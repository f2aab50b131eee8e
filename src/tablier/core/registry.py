"""The shelf: games are found, in `tablier.games` and through the entry points of other packages, never listed."""

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
MAX_POSITION_LENGTH = 65_536  # a crowded TwixT board of 48 holes a side takes about half


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
    loaded.state.game = loaded
    return loaded


def clear_caches() -> None:
    """Look for games again, for tests that install one."""
    for function in (_own_games, _entry_points, names, game):
        function.cache_clear()


def shelf() -> tuple[Game, ...]:
    """All games there are."""
    return tuple(game(name) for name in names())


def find(edition: str) -> tuple[Game, Edition]:
    """The game and edition named by `twixt:kosmos`, or by `twixt` for its default edition."""
    name, colon, rest = edition.partition(":")
    if colon and not rest:
        raise BadOptions("unknown_edition", edition=edition[:60], known=game(name).edition_names())
    return game(name), game(name).edition(rest)


def new(edition: str, /, **options: Any) -> State:
    """The starting position of an edition.

    >>> new("mixtour", points=3).edition
    'mixtour:stein'
    """
    found, named = find(edition)
    return found.new(named, options)


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
        if option.value(value) != state.options.get(name) and not option.setup:
            raise BadOptions("start_differs", option=name, value=option.format(state.options[name]))
    return state


def from_text(text: str) -> State:
    """The position that `str(state)` wrote; `BadNotation` says where it is wrong."""
    if len(text) > MAX_POSITION_LENGTH:
        raise BadNotation("too_long", at=MAX_POSITION_LENGTH, longest=MAX_POSITION_LENGTH)
    head, *rest = text.split("|")
    at = 0
    try:
        found, named = find(head)
        given: dict[str, Any] = {}
        known = {option.name: option for option in found.options}
        at = len(head) + 1
        while rest and re.match(r"[a-z_]+=", rest[0]):
            name, _, value = rest[0].partition("=")
            if name in given:
                raise BadOptions("option_twice", option=name)
            if name in known and known[name].setup:
                raise BadOptions("setup_option", option=name)
            given[name] = value
            resolve(found.options, named.values, {name: value})
            at += len(rest.pop(0)) + 1
        state = found.read(named, resolve(found.options, named.values, given), rest)
    except BadOptions as error:  # here a wrong option is a wrong piece of text
        raise BadNotation(error.code, **error.facts, at=min(at, len(text))) from None
    except BadNotation as error:
        raise _placed(error, at, rest) from None
    written = str(state)
    if written != text:  # one position, one text
        differs = next((i for i, (a, b) in enumerate(zip(written, text, strict=False)) if a != b), min(len(written), len(text)))
        raise BadNotation("not_canonical", at=differs, canonical=written)
    return state


def _placed(error: BadNotation, skipped: int, fields: list[str]) -> BadNotation:
    """The same error with `at` counted in the whole text instead of one field."""
    facts: dict[str, Any] = dict(error.facts)
    number = facts.pop("field", 0)
    length = skipped + len("|".join(fields)) if fields else skipped - 1  # there is no bar before what is missing
    facts["at"] = min(length, skipped + sum(len(part) + 1 for part in fields[:number]) + facts.get("at", 0))
    return BadNotation(error.code, **facts)


def options_given(texts: Mapping[str, str], edition: str, *, fixed_seed: bool) -> dict[str, Any]:
    """Options as given on a command line; `fixed_seed` makes random setups the same every time."""
    given: dict[str, Any] = dict(texts)
    if fixed_seed:
        for option in find(edition)[0].options:
            if option.seed:
                given.setdefault(option.name, 0)
    return given
