"""Messages for error codes: the common table, and formatting a message from a code and its facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import RulesError
from .i18n import N_, gettext

MESSAGES: Mapping[str, str] = {
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


# Facts that can hold words themselves: see Option.range, and what a system says of a file or a port.
WORDY = ("range", "why")
SYSTEM = (
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


def explain(error: RulesError, words: Mapping[str, str] | None = None) -> str:
    """What went wrong, as a sentence in the language in use."""
    return sentence(error.code, error.facts, words)


def sentence(code: str, facts: Mapping[str, Any], words: Mapping[str, str] | None = None) -> str:
    """The sentence for a code and its facts, the game's own words first; the bare code where nobody has words for it."""
    text = (words or {}).get(code) or MESSAGES.get(code)
    if text is None:
        return f"{code} ({', '.join(f'{name}: {value}' for name, value in facts.items())})" if facts else code
    facts = {name: gettext(value) if name in WORDY and isinstance(value, str) else value for name, value in facts.items()}
    shown = {name: ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value for name, value in facts.items()}
    return gettext(text).format_map(_Facts(shown))


class _Facts(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return "?"
