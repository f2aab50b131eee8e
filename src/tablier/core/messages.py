"""The registry of messages for error codes, and formatting a message from a code and its facts.

Each package registers its table when it is imported; a game has its own in `Game.messages`. Messages are English texts with
facts in {braces}, translated when they are formatted.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import TYPE_CHECKING, Any

from .errors import BadOptions, RulesError
from .i18n import N_, gettext

if TYPE_CHECKING:
    from .game import Game

_registry: dict[str, list[str]] = {}


def register_messages(messages: Mapping[str, str]) -> Mapping[str, str]:
    """Add the messages of a package and return them. A code may have several messages with different facts."""
    for code, text in messages.items():
        candidates = _registry.setdefault(code, [])
        if text not in candidates:
            candidates.append(text)
    return messages


MESSAGES: Mapping[str, str] = register_messages(
    {
        "unknown_game": N_("There is no game called {game}. There are: {known}."),
        "unknown_edition": N_("There is no edition called {edition}. There are: {known}."),
        "unknown_option": N_("There is no option called {option}. There are: {known}."),
        "option_twice": N_("The option {option} is given twice."),
        "setup_option": N_("The option {option} only sets a game up: a position cannot carry it."),
        "bad_value": N_("{value} is no value for {option}. Possible: {range}."),
        "start_differs": N_("The starting position says otherwise about {option}: {value}."),
        "too_long": N_("The text is too long: at most {longest} characters."),
        "unreadable": N_("This cannot be read: it makes sense for the first {at} characters only."),
        "not_canonical": N_("A position has one text: from character {at} on this one should read as in {canonical}."),
        "no_twin": N_("{edition} with these options has no native twin."),
        "illegal_code": N_("The code {number} is no legal action here."),
        "nothing_to_undo": N_("There is nothing to take back."),
        "not_listed": N_("{action} is legal, but not a listed action."),
        "game_over": N_("The game is over."),
        "no_such_seat": N_("There is no seat {seat}."),
        "no_leaving": N_("In a game for two, leaving is resigning."),
    }
)

# Facts whose value is itself a text to translate: `Option.range`, and messages of the operating system.
TRANSLATED_FACTS = ("range", "why")
SYSTEM_MESSAGES = (
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("File exists"),
    N_("No space left on device"),
    N_("Read-only file system"),
    N_("Address already in use"),
    N_("Cannot assign requested address"),
)


def registered_messages() -> set[str]:
    """Return all messages of the packages imported so far."""
    return {text for candidates in _registry.values() for text in candidates}


def find_message(code: str, facts: Mapping[str, Any], game: Game | None = None) -> str | None:
    """Return the untranslated message for a code: the game's, else a registered one, else that of any other game.

    Of several registered messages it is the first one whose facts are all present.
    """
    from .registry import shelf  # the registry loads games, which import this module

    if game is not None and code in game.messages:
        return game.messages[code]
    if candidates := _registry.get(code):
        return next((text for text in candidates if _placeholders(text) <= facts.keys()), candidates[0])
    return next((other.messages[code] for other in shelf() if code in other.messages), None)


def explain(error: RulesError, game: Game | None = None) -> str:
    """Return the message for an error in the language in use, preferably that of `game` or of the game the error names."""
    game = game or game_of(error)
    return _format(find_message(error.code, error.facts, game), error.code, error.facts)


def format_message(code: str, facts: Mapping[str, Any], messages: Mapping[str, str] | None = None) -> str:
    """Return the message for a code in the language in use: that in `messages`, or a registered one."""
    text = (messages or {}).get(code) or find_message(code, facts)
    return _format(text, code, facts)


def game_of(error: RulesError) -> Game | None:
    """Return the game of the edition that an error names; None if it names no known edition."""
    from .registry import find

    if isinstance(error, BadOptions) or not error.facts.get("edition"):
        return None
    try:
        return find(error.edition)[0]
    except BadOptions:  # the error is about an unknown edition
        return None


def _format(text: str | None, code: str, facts: Mapping[str, Any]) -> str:
    if text is None:
        return f"{code} ({', '.join(f'{name}: {value}' for name, value in facts.items())})" if facts else code
    values = {name: _format_fact(name, value) for name, value in facts.items()}
    return gettext(text).format_map(_Facts(values))


def _format_fact(name: str, value: Any) -> Any:
    if name in TRANSLATED_FACTS and isinstance(value, str):
        return gettext(value)
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


class _Facts(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return "?"
