"""Words on stderr, so that stdout holds nothing but data."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from tablier.core.errors import RulesError
from tablier.core.registry import shelf
from tablier.core.words import explain, marked
from tablier.match import WORDS as MATCH_WORDS
from tablier.records.words import WORDS as FILE_WORDS

OWN_WORDS: Mapping[str, str] = {
    "no_key_value": marked("{given} is not of the form key=value."),
    "options_with_position": marked("A position text carries its options itself: leave out {given}."),
    "in_and_out": marked("Name the file to read and the file to write."),
    "name_a_format": marked("Which format shall {file} have? Say --to with one of: {known}."),
    "wrong_names": marked("{seats} play here, and {given} names are given."),
    "nothing_saved": marked("Nothing is saved in {folder} yet."),
    "save_where": marked("Where to? Type: save FILE"),
    "no_file": marked("{file} cannot be read: {why}."),
    "cannot_write": marked("{file} cannot be written: {why}."),
    "file_too_large": marked("{file} is too large: at most {largest} bytes."),
    "not_text": marked("{file} is no text in UTF-8: line {line}, column {column}."),
}


def all_words() -> Mapping[str, str]:
    """The sentences for every code, those of all games together."""
    words = {**MATCH_WORDS, **FILE_WORDS, **OWN_WORDS}
    for game in shelf():
        words.update(game.words)
    return words


def say(text: str) -> None:
    """One line of words."""
    print(text, file=sys.stderr)


def say_error(error: RulesError, words: Mapping[str, str] | None = None) -> None:
    """Why something was refused."""
    say(f"tablier: {explain(error, all_words() if words is None else words)}")
