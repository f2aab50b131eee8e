"""`tablier contest`: which of two engines is better, by how much, and how sure that is."""

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

from tablier.cli.commands.analyse import at_least, seconds
from tablier.cli.files import read_text
from tablier.cli.messages import say
from tablier.cli.positions import option_arguments, option_texts
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
INTERRUPTED = 130


def arguments(parser: ArgumentParser) -> None:
    parser.usage = _(USAGE)
    parser.add_argument(
        "names",
        metavar=_("A B EDITION"),
        nargs="+",
        help=_("two of level:7, level:10,seconds=1, cmd:PROGRAM ARGUMENTS (which speaks UGI); and what they play"),
    )
    option_arguments(parser)
    parser.add_argument("--ladder", action="store_true", help=_("every level against the one below, as a Markdown table"))
    parser.add_argument("--levels", metavar="N-M", type=_levels, help=_("which part of the ladder"))
    parser.add_argument(
        "--games", metavar="N", type=at_least(1), default=100, help=_("how many games at most, rounded up to whole openings")
    )
    parser.add_argument("--seconds", metavar="S", type=seconds, help=_("time a move"))
    parser.add_argument("--nodes", metavar="N", type=at_least(1), help=_("positions a move"))
    parser.add_argument("--clock", metavar="S+S", type=_clock, help=_("time for all moves, and more after each: 60+1"))
    parser.add_argument("--longest", metavar="N", type=at_least(1), default=MAX_PLIES, help=_("so many actions are a draw"))
    parser.add_argument("--margin", metavar="S", type=seconds, default=TimeControl.margin_s, help=_("how late a move may come"))
    parser.add_argument("--plies", metavar="N", type=at_least(0), help=_("random actions to begin with"))
    parser.add_argument("--openings", metavar=_("FILE"), help=_("openings to begin with instead, one a line"))
    parser.add_argument("--seed", metavar="N", type=at_least(0), default=0, help=_("draws other openings"))
    parser.add_argument("--sprt", metavar="ELO0,ELO1", type=_bounds, help=_("stop as soon as it is certain which it is"))
    parser.add_argument("--alpha", metavar="P", type=_chance, default=Sprt.alpha, help=_("how often `better` may be wrong"))
    parser.add_argument("--beta", metavar="P", type=_chance, default=Sprt.beta, help=_("how often `better` may be missed"))
    parser.add_argument("--workers", metavar="N", type=at_least(1), default=_cores(), help=_("games at the same time"))
    parser.add_argument("--folder", metavar=_("FOLDER"), help=_("where all games are kept; one that was begun there goes on"))
    parser.add_argument("--json", action="store_true", help=_("the result as JSON"))


def run(asked: Namespace) -> int:
    contests = [Contest(terms, folder) for terms, folder in _asked(asked)]
    interrupted = False
    try:
        _play(contests, asked)
    except KeyboardInterrupt:
        interrupted = True
    if asked.json:
        print(json.dumps([contest_data(one) for one in contests] if asked.ladder else contest_data(contests[0]), indent=2))
    elif asked.ladder:
        print(markdown_table([table_row(one) for one in contests if one.results]))
    else:
        Console(highlight=False, markup=False, width=None if Console().is_terminal else 160).print(_table(contests))
    if any(one.results for one in contests):
        folder = contests[0].folder.parent if asked.ladder else contests[0].folder
        say(_("The games are in {folder}. The same command with --folder {folder} goes on there.").format(folder=folder))
    return INTERRUPTED if interrupted else 0


def _asked(asked: Namespace) -> list[tuple[ContestTerms, Path]]:
    if len(asked.names) != (1 if asked.ladder else 3):
        raise BadOptions("one_name" if asked.ladder else "three_names")
    _expect_no_contradiction(asked)
    plies = Openings.plies if asked.plies is None else asked.plies
    openings = Openings(asked.names[-1], option_texts(asked), (), plies, asked.seed)
    start = openings.start(0)
    if asked.openings:
        listed = read_openings(read_text(asked.openings), start)
        openings = Openings(openings.edition, openings.options, listed, 0, asked.seed)
    pace = TimeControl(asked.seconds or None, asked.nodes, asked.clock, asked.margin)
    sprt = Sprt(asked.sprt[0], asked.sprt[1], asked.alpha, asked.beta) if asked.sprt else None
    folder = Path(asked.folder) if asked.folder else _fresh_folder(start.edition)
    if not asked.ladder:
        return [(ContestTerms(asked.names[0], asked.names[1], openings, pace, asked.games, sprt, asked.longest), folder)]
    low, high = asked.levels or (1, MAX_LEVEL)
    return [
        (
            ContestTerms(f"level:{level}", f"level:{level - 1}", openings, pace, asked.games, sprt, asked.longest),
            folder / f"{level:02}-{level - 1:02}",
        )
        for level in range(low + 1, high + 1)
    ]


def _expect_no_contradiction(asked: Namespace) -> None:
    """What would be passed over in silence is refused: whoever gave it believes that it counts."""
    if asked.levels and not asked.ladder:
        raise BadOptions("only_with", flag="--levels", other="--ladder")
    for one, other in (("clock", "seconds"), ("clock", "nodes"), ("openings", "plies")):
        if getattr(asked, one) is not None and getattr(asked, other) is not None:
            raise BadOptions("not_together", flag=f"--{one}", other=f"--{other}")


def _fresh_folder(edition: str) -> Path:
    return saves.folder().parent / "contests" / f"{edition.replace(':', '-')}-{datetime.now():%Y-%m-%d-%H%M%S}-{os.getpid()}"


def _play(contests: Sequence[Contest], asked: Namespace) -> None:
    console = Console(highlight=False, markup=False)
    # without a thread of its own, since workers are forked
    live = Live(_table(contests), console=console, transient=True, auto_refresh=False)
    with live if console.is_terminal and not asked.json else nullcontext():
        for contest in contests:
            for played in contest.play(asked.workers):
                if played.fault:
                    _say_fault(contest, played, live if live.is_started else None)
                live.update(_table(contests), refresh=live.is_started)


def _say_fault(contest: Contest, played: GameResult, live: Live | None) -> None:
    who = "" if played.faulty_seat is None else f"{contest.pairing.names(played.number)[played.faulty_seat]} "
    said = _("game {number}: {who}{fault}").format(number=played.number + 1, who=who, fault=played.fault)
    if live:
        live.console.print(said)
    else:
        say(said)


def _table(contests: Sequence[Contest]) -> Table:
    table = Table(box=None)
    for number, heading in enumerate(column_headings()):
        table.add_column(heading, justify="left" if number < 2 else "right", overflow="fold")
    for contest in contests:
        table.add_row(*table_row(contest))
    return table


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# what can be typed


def _numbers(text: str, pattern: str) -> tuple[float, float]:
    found = re.fullmatch(pattern, text, re.ASCII)
    if not found:
        raise ArgumentTypeError(_("{text} cannot be read").format(text=text[:60]))
    return float(found[1]), float(found[2])


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


def _chance(text: str) -> float:
    value = seconds(text)
    if not 0 < value < 0.5:
        raise ArgumentTypeError(_("{text} is no chance below 0.5").format(text=text[:60]))
    return value
