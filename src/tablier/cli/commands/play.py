"""`tablier play`: a game at this machine."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from random import SystemRandom

from tablier import match as matches
from tablier.cli.commands.show import display_arguments
from tablier.cli.paint import wants_colour
from tablier.cli.positions import option_arguments, option_texts
from tablier.cli.terminal import saves
from tablier.cli.terminal.menu import ask_names, choose_edition, choose_options
from tablier.cli.terminal.table import Quit, Table, now
from tablier.core.errors import BadOptions
from tablier.core.registry import find, from_text, new
from tablier.core.words import gettext as _
from tablier.core.words import marked
from tablier.match import Match

HELP = marked("a game between people at this machine")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("edition", metavar="EDITION", nargs="?", help=_("an edition or a position text; without it, a menu"))
    option_arguments(parser)
    parser.add_argument("--name", metavar="NAME", action="append", default=[], help=_("a player's name, once for each"))
    parser.add_argument("--first", metavar="N", type=int, help=_("which player begins, from 1; else as the edition says"))
    parser.add_argument(
        "--resume", metavar="FILE", nargs="?", const="", help=_("go on with a saved game; without FILE the last one")
    )
    parser.add_argument("--save", metavar="FILE", help=_("keep the game in this file"))
    display_arguments(parser)


def run(asked: Namespace) -> int:
    try:
        match, file = _resumed(asked) if asked.resume is not None else _begun(asked)
    except EOFError:  # nobody there to answer
        print()
        return 0
    table = Table(match, file, ask=_ask, tell=print, plain=asked.plain, colour=wants_colour(asked.colour))
    try:
        print(_("Type an action, ? for what can be done, help for everything else."))
        table.play()
    except (Quit, EOFError, KeyboardInterrupt):
        print()
        if table.match.result is None:
            print(_("The game is kept. Go on with: tablier play --resume {file}").format(file=table.file))
    return 0


def _ask(question: str) -> str:
    sys.stdout.flush()
    return input(f"{question} ")


def _resumed(asked: Namespace) -> tuple[Match, Path]:
    file = Path(asked.resume) if asked.resume else saves.last_file()
    return saves.load(file), Path(asked.save) if asked.save else file


def _begun(asked: Namespace) -> tuple[Match, Path]:
    start = None
    options = option_texts(asked)
    edition = asked.edition
    if edition is None:
        edition = choose_edition(_ask, print)
        if not options:
            options = choose_options(find(edition)[0], edition, _ask, print)
    if "|" in edition:
        if options:
            raise BadOptions("options_with_position", given=sorted(options))
        start, edition = edition, from_text(edition).edition
    seats = (from_text(start) if start else new(edition, **options)).seats
    if asked.name and len(asked.name) != seats:
        raise BadOptions("wrong_names", given=len(asked.name), seats=seats)
    if asked.first is not None and not 1 <= asked.first <= seats:
        raise BadOptions("bad_value", option="--first", value=str(asked.first), range=f"1-{seats}")
    names = asked.name or ask_names(seats, _ask)
    first = None if asked.first is None else asked.first - 1
    match = matches.begin(
        edition,
        names,
        now=now(),
        random=SystemRandom(),
        options=options,
        start=start,
        first=first,
    )
    return match, Path(asked.save) if asked.save else saves.fresh_file(match)
