"""`tablier play`: a game at this machine."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from random import SystemRandom

from tablier import match as matches
from tablier.cli.colour import wants_colour
from tablier.cli.commands.analyse import at_least, seconds
from tablier.cli.commands.show import display_arguments
from tablier.cli.positions import option_arguments, option_texts
from tablier.cli.terminal import saves
from tablier.cli.terminal.engines import Engines
from tablier.cli.terminal.menu import ask_names, choose_edition, choose_opponent, choose_options
from tablier.cli.terminal.table import Quit, Table, now
from tablier.core.errors import BadOptions
from tablier.core.i18n import gettext as _
from tablier.core.registry import find, from_text, new
from tablier.engine.levels import MAX_LEVEL
from tablier.engine.player import has_player
from tablier.engine.seat_policy import engine_name
from tablier.match import Match


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("edition", metavar=_("EDITION"), nargs="?", help=_("an edition or a position text; without it, a menu"))
    option_arguments(parser)
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
    display_arguments(parser)


def run(asked: Namespace) -> int:
    try:
        match, file = _resumed(asked) if asked.resume is not None else _begun(asked)
    except EOFError:  # nobody there to answer
        print()
        return 0
    levels = {player: level for player, level in enumerate(match.levels) if level is not None}
    engines = Engines(levels | _levels(asked, match.state.seats), asked.seconds or None)
    colour = wants_colour(asked.colour)
    table = Table(match, file, ask=_ask, tell=print, plain=asked.plain, colour=colour, engines=engines)
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
        if not asked.engine and asked.against is None and has_player(new(edition, **options)):
            asked.against = choose_opponent(_ask, print)
    if "|" in edition:
        if options:
            raise BadOptions("options_with_position", given=sorted(options))
        start, edition = edition, from_text(edition).edition
    state = from_text(start) if start else new(edition, **options)
    seats = state.seats
    levels = _levels(asked, seats)
    people = [player for player in range(seats) if player not in levels]
    if levels and not has_player(state):
        raise BadOptions("no_player", edition=state.edition)
    if asked.name and len(asked.name) != len(people):
        raise BadOptions("wrong_names", given=len(asked.name), seats=len(people))
    if asked.first is not None and not 1 <= asked.first <= seats:
        raise BadOptions("bad_value", option="--first", value=str(asked.first), range=f"1-{seats}")
    named = iter(asked.name or ask_names([player + 1 for player in people], _ask))
    names = [engine_name(levels[player]) if player in levels else next(named) for player in range(seats)]
    first = None if asked.first is None else asked.first - 1
    match = matches.begin(
        edition,
        names,
        levels=[levels.get(player) for player in range(seats)],
        now=now(),
        rng=SystemRandom(),
        options=options,
        start=start,
        first=first,
    )
    return match, Path(asked.save) if asked.save else saves.fresh_file(match)


def _levels(asked: Namespace, seats: int) -> dict[int, int]:
    """The engines asked for, by player: those named one by one, else everybody but the first."""
    levels = dict(asked.engine)
    if wrong := [player for player in levels if player >= seats]:
        raise BadOptions("bad_value", option="--engine", value=str(wrong[0] + 1), range=f"1-{seats}")
    if asked.against is not None:
        levels = dict.fromkeys(range(1, seats), asked.against) | levels
    return levels


# what can be typed


def _level(text: str) -> int:
    level = at_least(1)(text)
    if level > MAX_LEVEL:
        raise ArgumentTypeError(_("{text} is no level from 1 to {highest}").format(text=text, highest=MAX_LEVEL))
    return level


def _engine(text: str) -> tuple[int, int]:
    player, equals, level = text.partition("=")
    if not equals:
        raise ArgumentTypeError(_("{text} is not of the form N=LEVEL").format(text=text[:60]))
    return at_least(1)(player) - 1, _level(level)
