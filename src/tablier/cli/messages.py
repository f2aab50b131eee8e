"""Messages on stderr; stdout is for data."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from tablier.core.errors import BadNotation, RulesError
from tablier.core.game import Game
from tablier.core.i18n import N_
from tablier.core.i18n import gettext as _
from tablier.core.messages import explain, find_message, game_of, register_messages

OWN_MESSAGES: Mapping[str, str] = register_messages(
    {
        "no_key_value": N_("{given} is not of the form key=value."),
        "options_with_position": N_("A position text carries its options itself: leave out {given}."),
        "in_and_out": N_("Name the file to read and the file to write."),
        "name_a_format": N_("Which format shall {file} have? Say --to with one of: {known}."),
        "wrong_names": N_("{seats} play here, and {given} names are given."),
        "nothing_saved": N_("Nothing is saved in {folder} yet."),
        "save_where": N_("Where to? Type: save FILE"),
        "cannot_serve": N_("Nobody can listen at {host}, port {port}: {why}."),
        "no_file": N_("{file} cannot be read: {why}."),
        "cannot_write": N_("{file} cannot be written: {why}."),
        "stdout_failed": N_("The output cannot be written: {why}."),
        "file_too_large": N_("{file} is too large: at most {largest} bytes."),
        "not_text": N_("{file} is no text in UTF-8: line {line}, column {column}."),
    }
)


class GameError(Exception):
    """An error together with the game whose messages explain it."""

    def __init__(self, error: RulesError, game: Game) -> None:
        super().__init__(str(error))
        self.error = error
        self.game = game


def print_message(text: str) -> None:
    """Print one line to stderr."""
    print(text, file=sys.stderr)


def print_error(error: RulesError, game: Game | None = None) -> None:
    """Print the message of an error, with its location in a file or text."""
    game = game or game_of(error)
    message = explain(error, game)
    location = _location(error, find_message(error.code, error.facts, game) or "")
    print_message(f"tablier: {location}: {message}" if location else f"tablier: {message}")


def _location(error: RulesError, sentence: str) -> str:
    """Return the location of an error, or an empty text if its message contains it."""
    if "line" in error.facts:
        location = _("line {line}, column {column}") if "column" in error.facts else _("line {line}")
        return "" if "{line}" in sentence else location.format(**error.facts)
    if isinstance(error, BadNotation) and "at" in error.facts and "{at}" not in sentence:
        return _("character {number}").format(number=error.at + 1)
    return ""
