"""`tablier contest`: play two engines against each other and estimate the Elo difference."""

from __future__ import annotations

import json
import os
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.live import Live
from rich.table import Table

from tablier.cli.argparser import integer_at_least, seconds
from tablier.cli.files import read_text
from tablier.cli.messages import print_message
from tablier.cli.positions import add_option_arguments, parse_options
from tablier.cli.terminal import saves
from tablier.core.errors import BadOptions
from tablier.core.i18n import N_
from tablier.core.i18n import gettext as _
from tablier.engine.contest.contest import Contest, ContestTerms
from tablier.engine.contest.entrants import TimeControl
from tablier.engine.contest.openings import Openings, read_openings
from tablier.engine.contest.play_game import MAX_PLIES, GameResult
from tablier.engine.contest.report import column_headings, contest_data, markdown_table, table_row
from tablier.engine.contest.score import Sprt
from tablier.engine.levels import MAX_LEVEL

USAGE = N_("tablier contest [-h] [OPTIONS] A B EDITION   |   tablier contest --ladder [OPTIONS] EDITION")
EXIT_INTERRUPTED = 130


def add_arguments(parser: ArgumentParser) -> None:
    parser.usage = _(USAGE)
    parser.add_argument(
        "names",
        metavar=_("A B EDITION"),
        nargs="+",
        help=_("two of level:7, level:10,seconds=1, cmd:PROGRAM ARGUMENTS (which speaks UGI); and what they play"),
    )
    add_option_arguments(parser)
    parser.add_argument("--ladder", action="store_true", help=_("every level against the one below, as a Markdown table"))
    parser.add_argument("--levels", metavar="N-M", type=_levels, help=_("which part of the ladder"))
    parser.add_argument(
        "--games",
        metavar="N",
        type=integer_at_least(1),
        default=100,
        help=_("how many games at most, rounded up to whole openings"),
    )
    parser.add_argument("--seconds", metavar="S", type=seconds, help=_("time a move"))
    parser.add_argument("--nodes", metavar="N", type=integer_at_least(1), help=_("positions a move"))
    parser.add_argument("--clock", metavar="S+S", type=_clock, help=_("time for all moves, and more after each: 60+1"))
    parser.add_argument(
        "--longest", metavar="N", type=integer_at_least(1), default=MAX_PLIES, help=_("so many actions are a draw")
    )
    parser.add_argument("--margin", metavar="S", type=seconds, default=TimeControl.margin_s, help=_("how late a move may come"))
    parser.add_argument("--plies", metavar="N", type=integer_at_least(0), help=_("random actions to begin with"))
    parser.add_argument("--openings", metavar=_("FILE"), help=_("openings to begin with instead, one a line"))
    parser.add_argument("--seed", metavar="N", type=integer_at_least(0), default=0, help=_("draws other openings"))
    parser.add_argument("--sprt", metavar="ELO0,ELO1", type=_bounds, help=_("stop as soon as it is certain which it is"))
    parser.add_argument(
        "--alpha", metavar="P", type=_probability, default=Sprt.alpha, help=_("how often `better` may be wrong")
    )
    parser.add_argument("--beta", metavar="P", type=_probability, default=Sprt.beta, help=_("how often `better` may be missed"))
    parser.add_argument("--workers", metavar="N", type=integer_at_least(1), default=_cores(), help=_("games at the same time"))
    parser.add_argument("--folder", metavar=_("FOLDER"), help=_("where all games are kept; one that was begun there goes on"))
    parser.add_argument("--json", action="store_true", help=_("the result as JSON"))


def run(args: Namespace) -> int:
    contests = [Contest(terms, folder) for terms, folder in _contests_from(args)]
    interrupted = False
    try:
        _play(contests, args)
    except KeyboardInterrupt:
        interrupted = True
    if args.json:
        print(
            json.dumps([contest_data(contest) for contest in contests] if args.ladder else contest_data(contests[0]), indent=2)
        )
    elif args.ladder:
        print(markdown_table([table_row(contest) for contest in contests if contest.results]))
    else:
        Console(highlight=False, markup=False, width=None if Console().is_terminal else 160).print(_table(contests))
    if any(contest.results for contest in contests):
        folder = contests[0].folder.parent if args.ladder else contests[0].folder
        print_message(
            _("The games are in {folder}. The same command with --folder {folder} goes on there.").format(folder=folder)
        )
    return EXIT_INTERRUPTED if interrupted else 0


def _contests_from(args: Namespace) -> list[tuple[ContestTerms, Path]]:
    if len(args.names) != (1 if args.ladder else 3):
        raise BadOptions("one_name" if args.ladder else "three_names")
    _check_flags(args)
    plies = Openings.plies if args.plies is None else args.plies
    openings = Openings(args.names[-1], parse_options(args), (), plies, args.seed)
    start = openings.start(0)
    if args.openings:
        lines = read_openings(read_text(args.openings), start)
        openings = Openings(openings.edition, openings.options, lines, 0, args.seed)
    time_control = TimeControl(args.seconds or None, args.nodes, args.clock, args.margin)
    sprt = Sprt(args.sprt[0], args.sprt[1], args.alpha, args.beta) if args.sprt else None
    folder = Path(args.folder) if args.folder else _new_folder(start.edition)
    if not args.ladder:
        return [(ContestTerms(args.names[0], args.names[1], openings, time_control, args.games, sprt, args.longest), folder)]
    low, high = args.levels or (1, MAX_LEVEL)
    return [
        (
            ContestTerms(f"level:{level}", f"level:{level - 1}", openings, time_control, args.games, sprt, args.longest),
            folder / f"{level:02}-{level - 1:02}",
        )
        for level in range(low + 1, high + 1)
    ]


def _check_flags(args: Namespace) -> None:
    """Raise `BadOptions` for flags that would be ignored."""
    if args.levels and not args.ladder:
        raise BadOptions("only_with", flag="--levels", other="--ladder")
    for flag, other in (("clock", "seconds"), ("clock", "nodes"), ("openings", "plies")):
        if getattr(args, flag) is not None and getattr(args, other) is not None:
            raise BadOptions("not_together", flag=f"--{flag}", other=f"--{other}")


def _new_folder(edition: str) -> Path:
    return saves.folder().parent / "contests" / f"{edition.replace(':', '-')}-{datetime.now():%Y-%m-%d-%H%M%S}-{os.getpid()}"


def _play(contests: Sequence[Contest], args: Namespace) -> None:
    console = Console(highlight=False, markup=False)
    # no refresh thread, because worker processes are forked
    live = Live(_table(contests), console=console, transient=True, auto_refresh=False)
    with live if console.is_terminal and not args.json else nullcontext():
        for contest in contests:
            for result in contest.play(args.workers):
                if result.fault:
                    _report_fault(contest, result, live if live.is_started else None)
                live.update(_table(contests), refresh=live.is_started)


def _report_fault(contest: Contest, result: GameResult, live: Live | None) -> None:
    who = "" if result.faulty_seat is None else f"{contest.pairing.names(result.number)[result.faulty_seat]} "
    message = _("game {number}: {who}{fault}").format(number=result.number + 1, who=who, fault=result.fault)
    if live:
        live.console.print(message)
    else:
        print_message(message)


def _table(contests: Sequence[Contest]) -> Table:
    table = Table(box=None)
    for number, heading in enumerate(column_headings()):
        table.add_column(heading, justify="left" if number < 2 else "right", overflow="fold")
    for contest in contests:
        table.add_row(*table_row(contest))
    return table


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# argument types


def _numbers(text: str, pattern: str) -> tuple[float, float]:
    numbers = re.fullmatch(pattern, text, re.ASCII)
    if not numbers:
        raise ArgumentTypeError(_("{text} cannot be read").format(text=text[:60]))
    return float(numbers[1]), float(numbers[2])


def _levels(text: str) -> tuple[int, int]:
    low, high = map(int, _numbers(text, r"([0-9]{1,2})-([0-9]{1,2})"))
    if not 1 <= low < high <= MAX_LEVEL:
        raise ArgumentTypeError(_("{text} is no part of 1-{highest}").format(text=text, highest=MAX_LEVEL))
    return low, high


def _clock(text: str) -> tuple[float, float]:
    base, increment = _numbers(text, r"([0-9]{1,6}(?:\.[0-9]+)?)\+([0-9]{1,6}(?:\.[0-9]+)?)")
    if base <= 0:
        raise ArgumentTypeError(_("{text} is no time in seconds").format(text=text[:60]))
    return base, increment


def _bounds(text: str) -> tuple[float, float]:
    elo0, elo1 = _numbers(text, r"(-?[0-9]{1,4}(?:\.[0-9]+)?),(-?[0-9]{1,4}(?:\.[0-9]+)?)")
    if elo0 >= elo1:
        raise ArgumentTypeError(_("{text}: the second must be the greater one").format(text=text))
    return elo0, elo1


def _probability(text: str) -> float:
    value = seconds(text)  # parses any number from 0 on
    if not 0 < value < 0.5:
        raise ArgumentTypeError(_("{text} is no chance below 0.5").format(text=text[:60]))
    return value
