"""`tablier play`: play in the terminal, between people or against engines."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from random import SystemRandom

from tablier import match as matches
from tablier.cli.argparser import integer_at_least, seconds
from tablier.cli.colour import wants_colour
from tablier.cli.commands.show import add_display_arguments
from tablier.cli.positions import add_option_arguments, parse_options
from tablier.cli.terminal import saves
from tablier.cli.terminal.engines import Engines
from tablier.cli.terminal.menu import ask_names, choose_edition, choose_opponent, choose_options
from tablier.cli.terminal.terminal_match import Quit, TerminalMatch, now_ms
from tablier.core.errors import BadOptions
from tablier.core.i18n import gettext as _
from tablier.core.registry import find, from_text, new
from tablier.engine.levels import MAX_LEVEL
from tablier.engine.player import has_player
from tablier.engine.seat_policy import engine_name
from tablier.match import Match


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("edition", metavar=_("EDITION"), nargs="?", help=_("an edition or a position text; without it, a menu"))
    add_option_arguments(parser)
    parser.add_argument("--name", metavar=_("NAME"), action="append", default=[], help=_("a player's name, once for each"))
    parser.add_argument("--first", metavar="N", type=int, help=_("which player begins, from 1; else as the edition says"))
    parser.add_argument("--against", metavar=_("LEVEL"), type=_level, help=_("play against engines of this level, 1 to 10"))
    parser.add_argument(
        "--engine", metavar=_("N=LEVEL"), type=_engine, action="append", default=[], help=_("player N, from 1, is an engine")
    )
    parser.add_argument("--seconds", metavar="S", type=seconds, help=_("how long engines think a move, at most"))
    parser.add_argument(
        "--resume", metavar=_("FILE"), nargs="?", const="", help=_("go on with a saved game; without FILE the last one")
    )
    parser.add_argument("--save", metavar=_("FILE"), help=_("keep the game in this file"))
    add_display_arguments(parser)


def run(args: Namespace) -> int:
    try:
        match, file = _resume_match(args) if args.resume is not None else _new_match(args)
    except EOFError:  # no input
        print()
        return 0
    levels = {player: level for player, level in enumerate(match.levels) if level is not None}
    engines = Engines(levels | _levels(args, match.state.seats), args.seconds or None)
    colour = wants_colour(args.colour)
    session = TerminalMatch(match, file, ask=_ask, write=print, plain=args.plain, colour=colour, engines=engines)
    try:
        print(_("Type an action, ? for what can be done, help for everything else."))
        session.play()
    except (Quit, EOFError, KeyboardInterrupt):
        print()
        if session.match.result is None:
            print(_("The game is kept. Go on with: tablier play --resume {file}").format(file=session.file))
    return 0


def _ask(question: str) -> str:
    sys.stdout.flush()
    return input(f"{question} ")


def _resume_match(args: Namespace) -> tuple[Match, Path]:
    file = Path(args.resume) if args.resume else saves.last_file()
    return saves.load(file), Path(args.save) if args.save else file


def _new_match(args: Namespace) -> tuple[Match, Path]:
    start = None
    options = parse_options(args)
    edition = args.edition
    if edition is None:
        edition = choose_edition(_ask, print)
        if not options:
            options = choose_options(find(edition)[0], edition, _ask, print)
        if not args.engine and args.against is None and has_player(new(edition, **options)):
            args.against = choose_opponent(_ask, print)
    if "|" in edition:
        if options:
            raise BadOptions("options_with_position", given=sorted(options))
        start, edition = edition, from_text(edition).edition
    state = from_text(start) if start else new(edition, **options)
    seats = state.seats
    levels = _levels(args, seats)
    humans = [player for player in range(seats) if player not in levels]
    if levels and not has_player(state):
        raise BadOptions("no_player", edition=state.edition)
    if args.name and len(args.name) != len(humans):
        raise BadOptions("wrong_names", given=len(args.name), seats=len(humans))
    if args.first is not None and not 1 <= args.first <= seats:
        raise BadOptions("bad_value", option="--first", value=str(args.first), range=f"1-{seats}")
    named = iter(args.name or ask_names([player + 1 for player in humans], _ask))
    names = [engine_name(levels[player]) if player in levels else next(named) for player in range(seats)]
    first = None if args.first is None else args.first - 1
    match = matches.begin(
        edition,
        names,
        levels=[levels.get(player) for player in range(seats)],
        now=now_ms(),
        rng=SystemRandom(),
        options=options,
        start=start,
        first=first,
    )
    return match, Path(args.save) if args.save else saves.new_file(match)


def _levels(args: Namespace, seats: int) -> dict[int, int]:
    """Return engine levels by player: from --engine, and from --against for all but the first player."""
    levels = dict(args.engine)
    if wrong := [player for player in levels if player >= seats]:
        raise BadOptions("bad_value", option="--engine", value=str(wrong[0] + 1), range=f"1-{seats}")
    if args.against is not None:
        levels = dict.fromkeys(range(1, seats), args.against) | levels
    return levels


# argument types


def _level(text: str) -> int:
    level = integer_at_least(1)(text)
    if level > MAX_LEVEL:
        raise ArgumentTypeError(_("{text} is no level from 1 to {highest}").format(text=text, highest=MAX_LEVEL))
    return level


def _engine(text: str) -> tuple[int, int]:
    player, equals, level = text.partition("=")
    if not equals:
        raise ArgumentTypeError(_("{text} is not of the form N=LEVEL").format(text=text[:60]))
    return integer_at_least(1)(player) - 1, _level(level)
