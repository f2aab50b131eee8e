"""`tablier analyse`: search a position and print the value of every action."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table

from tablier.cli.analysis_text import format_summary, format_value, search_with_updates
from tablier.cli.argparser import integer_at_least, seconds
from tablier.cli.positions import add_position_arguments, position_from, start_from
from tablier.core.errors import IllegalAction
from tablier.core.i18n import format_decimal
from tablier.core.i18n import gettext as _
from tablier.core.state import State
from tablier.engine.analysis import Analysis
from tablier.engine.player import Player
from tablier.engine.twin import GameHistory

DEFAULT_SECONDS = 2.0
DEFAULT_TOP = 10
PIPE_WIDTH = 240  # columns if the output is not a terminal


def add_arguments(parser: ArgumentParser) -> None:
    add_position_arguments(parser)
    add_limit_arguments(parser)
    parser.add_argument("--threads", metavar="T", type=integer_at_least(1), default=1, help=_("how many cores to think with"))
    parser.add_argument("--memory", metavar="MB", type=integer_at_least(1), default=256, help=_("megabytes to think with"))
    parser.add_argument("--top", metavar="N", type=integer_at_least(1), help=_("show the N best actions only"))
    parser.add_argument("--json", action="store_true", help=_("as JSON"))
    parser.add_argument("--stream", action="store_true", help=_("as JSON while it thinks, one object a line"))


def add_limit_arguments(parser: ArgumentParser) -> None:
    """Add the search limits: --seconds, --nodes, --depth."""
    parser.add_argument("--seconds", metavar="S", type=seconds, help=_("how long to think a move; 0 is without a limit"))
    parser.add_argument("--nodes", metavar="N", type=integer_at_least(1), help=_("how many positions to look at"))
    parser.add_argument("--depth", metavar="D", type=integer_at_least(1), help=_("how many actions to look ahead"))


def run(args: Namespace) -> int:
    state = position_from(args)
    history = GameHistory(start_from(args), tuple(args.after.split()), state)
    if state.outcome is not None:
        raise IllegalAction("game_over")
    limits = {"seconds": args.seconds, "nodes": args.nodes or 0, "depth": args.depth or 0}
    if args.seconds is None:
        limits["seconds"] = 0.0 if args.nodes or args.depth else DEFAULT_SECONDS
    player = Player(state, threads=args.threads, memory=args.memory)
    if args.stream:
        _stream(state, args.top, lambda show: search_with_updates(player, history, show, **limits))
    elif args.json:
        print(json.dumps(_payload(state, search_with_updates(player, history, **limits), args.top), indent=2))
    else:
        _display(state, args.top or DEFAULT_TOP, lambda show: search_with_updates(player, history, show, **limits))
    return 0


# Searches to the end and returns the final analysis; passes intermediate ones to the callback.
Search = Callable[[Callable[[Analysis], None] | None], Analysis]


def _stream(state: State, top: int | None, search: Search) -> None:
    """Print every update and the final analysis as one line of JSON each."""

    def show(analysis: Analysis, *, done: bool = False) -> None:
        print(json.dumps({"done": done, **_payload(state, analysis, top)}, separators=(",", ":")), flush=True)

    show(search(show), done=True)


def _display(state: State, top: int, search: Search) -> None:
    """Show a table that is updated during the search; print it once if stdout is not a terminal."""
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
        console.print(_table(state, search(None), top))
        return
    with Live(console=console, refresh_per_second=8) as live:
        live.update(_table(state, search(lambda analysis: live.update(_table(state, analysis, top))), top))


def _payload(state: State, analysis: Analysis, top: int | None) -> dict[str, Any]:
    payload = {"position": str(state), "to_act": state.to_act, **analysis.to_dict()}
    payload["candidates"] = payload["candidates"][:top]
    return payload


def _table(state: State, analysis: Analysis, top: int) -> Group:
    sides = state.game.edition(state.edition_name).sides
    seat = state.to_act or 0
    table = Table(title=_("{side} to act").format(side=_(sides[state.side(seat)])), title_justify="left", box=None)
    table.add_column(_("action"))
    table.add_column(_("worth"), justify="right")
    table.add_column(_("positions"), justify="right")
    for candidate in analysis.candidates[:top]:
        table.add_row(candidate.action, format_value(candidate), format_decimal(candidate.nodes))
    rest = len(analysis.candidates) - top
    more = (
        [_("… and {count} more: --top {all} shows them").format(count=rest, all=len(analysis.candidates))] if rest > 0 else []
    )
    return Group(table, *more, _("expected: {line}").format(line=" ".join(analysis.pv)), format_summary(analysis))
