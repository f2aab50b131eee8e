"""Menus before a terminal match: game, edition, options, opponents."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tablier.core.errors import RulesError
from tablier.core.game import Game
from tablier.core.i18n import gettext as _
from tablier.core.messages import explain
from tablier.core.registry import new, shelf
from tablier.engine.levels import MAX_LEVEL

Ask = Callable[[str], str]
Write = Callable[[str], None]
MAX_DIGITS = 4  # of a number in a menu; longer input is refused unread


def choose_edition(ask: Ask, write: Write) -> str:
    """Ask for a game and an edition, by number or name."""
    games = shelf()
    write(_("The shelf:"))
    for number, game in enumerate(games, start=1):
        write(f"  {number}  {game.title}  ({game.author})")
    game = games[_choose(ask, write, _("Which game?"), [game.name for game in games])]
    if len(game.editions) == 1:
        return game.edition_names()[0]
    write(_("Editions:"))
    for number, edition in enumerate(game.editions, start=1):
        write(f"  {number}  {edition.name}")
    return game.edition_names()[_choose(ask, write, _("Which edition?"), [edition.name for edition in game.editions])]


def choose_options(game: Game, edition: str, ask: Ask, write: Write) -> dict[str, str]:
    """Ask for options as `key=value` until they are valid."""
    named = game.edition(edition.partition(":")[2])
    write(_("Options (an empty line keeps them):"))
    for option in game.options:
        write(f"  {option.name}={option.format(named.values.get(option.name, option.default))}   {_(option.range())}")
    while True:
        pairs = [word.partition("=") for word in ask(_("Change, such as key=value:")).split()]
        options = {name: value for name, _equals, value in pairs}
        try:
            new(edition, **options)
        except RulesError as error:
            write(explain(error, game))
        else:
            return options


def choose_opponent(ask: Ask, write: Write) -> int | None:
    """Ask for the level of the engines; None if people play."""
    while True:
        answer = ask(
            _("Against an engine? Its level, 1 to {highest}; an empty line for people:").format(highest=MAX_LEVEL)
        ).strip()
        if not answer:
            return None
        if (level := _parse_number(answer, MAX_LEVEL)) is not None:
            return level
        write(_("A number from 1 to {count}.").format(count=MAX_LEVEL))


def ask_names(numbers: Iterable[int], ask: Ask) -> list[str]:
    """Ask for the names of these players, counted from 1."""
    names: list[str] = []
    for number in numbers:
        usual = _("Player {number}").format(number=number)
        names.append(ask(_("Name of player {number} [{usual}]:").format(number=number, usual=usual)).strip() or usual)
    return names


def _choose(ask: Ask, write: Write, question: str, names: list[str]) -> int:
    while True:
        answer = ask(f"{question} [1]").strip().lower() or "1"
        if answer in names:
            return names.index(answer)
        if (number := _parse_number(answer, len(names))) is not None:
            return number - 1
        write(_("A number from 1 to {count}, or a name: {names}.").format(count=len(names), names=", ".join(names)))


def _parse_number(answer: str, maximum: int) -> int | None:
    """Return a number from 1 to `maximum`; None for any other text."""
    if len(answer) <= MAX_DIGITS and answer.isascii() and answer.isdigit() and 1 <= int(answer) <= maximum:
        return int(answer)
    return None
