"""The commands of `tablier`: one module each, with `add_arguments(parser)` and `run(args) -> exit code`.

The table has what `tablier --help` prints, so that only the module of the command that runs is imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Literal, NamedTuple

from tablier.core.i18n import N_

Group = Literal["play", "study", "host", "program"]

GROUPS: Mapping[Group, str] = {
    "play": N_("Play"),
    "study": N_("Study"),
    "host": N_("Host"),
    "program": N_("Program"),
}


class Command(NamedTuple):
    """A row of `tablier --help`."""

    group: Group
    help: str  # English; translated when it is shown


COMMANDS: Mapping[str, Command] = {
    "serve": Command("play", N_("start the server and open the browser")),
    "play": Command("play", N_("a game at this machine, between people or against engines")),
    "games": Command("play", N_("editions and their options")),
    "show": Command("study", N_("a position as a board, or in words")),
    "analyse": Command("study", N_("who is ahead, and what every action is worth")),
    "convert": Command("study", N_("a game from one file format to another")),
    "solve": Command("study", N_("who can force a win, with certainty")),
    "verify": Command("study", N_("check a certificate that `tablier solve` wrote, and say what it proves")),
    "config": Command("host", N_("shows the server's settings, or changes one")),
    "backup": Command("host", N_("everything the server keeps, in one file; it may go on running")),
    "restore": Command("host", N_("puts a backup in place; the server must be stopped")),
    "doctor": Command("host", N_("looks at everything the server keeps and says what is wrong")),
    "export-account": Command("host", N_("everything the server keeps about one person")),
    "delete-account": Command("host", N_("removes a person from what the server keeps; the server must be stopped")),
    "operator-link": Command("host", N_("print a link that makes an account an operator; the server may run")),
    "legal": Command("program", N_("the legal actions of a position, one a line")),
    "perft": Command("program", N_("the number of sequences of exactly DEPTH listed actions")),
    "replay": Command("program", N_("plays a list of actions and prints each step as JSON")),
    "engine": Command("program", N_("plays for another program: UGI on stdin and stdout")),
    "contest": Command("program", N_("engine against engine: which is better, and how sure that is")),
    "train": Command("program", N_("fit the weights of a game's player to games it plays against itself")),
    "bench": Command(
        "program", N_("how fast the rules are, beside other programs where there are any, or the server under load")
    ),
    "completion": Command("program", N_("print a script that completes commands and options in your shell")),
}


def load_command(name: str) -> ModuleType:
    """Import the module of a command."""
    return import_module(f"{__name__}.{name.replace('-', '_')}")
