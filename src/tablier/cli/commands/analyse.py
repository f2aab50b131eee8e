"""`tablier analyse`: who is ahead, and what every action is worth."""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table

from tablier.cli.analysis_text import summary, watched, worth
from tablier.cli.positions import asked_position, position_arguments, starting_position
from tablier.core.errors import IllegalAction
from tablier.core.i18n import decimal
from tablier.core.i18n import gettext as _
from tablier.core.state import State
from tablier.engine.analysis import Analysis
from tablier.engine.player import Player
from tablier.engine.twin import GameHistory

USUAL_SECONDS = 2.0
USUAL_TOP = 10
WIDE = 240  # columns where nobody watches


def arguments(parser: ArgumentParser) -> None:
    position_arguments(parser)
    limit_arguments(parser)
    parser.add_argument("--threads", metavar="T", type=at_least(1), default=1, help=_("how many cores to think with"))
    parser.add_argument("--memory", metavar="MB", type=at_least(1), default=256, help=_("megabytes to think with"))
    parser.add_argument("--top", metavar="N", type=at_least(1), help=_("show the N best actions only"))
    parser.add_argument("--json", action="store_true", help=_("as JSON"))
    parser.add_argument("--stream", action="store_true", help=_("as JSON while it thinks, one object a line"))


def limit_arguments(parser: ArgumentParser) -> None:
    """How long to think, the same wherever somebody does."""
    parser.add_argument("--seconds", metavar="S", type=seconds, help=_("how long to think a move; 0 is without a limit"))
    parser.add_argument("--nodes", metavar="N", type=at_least(1), help=_("how many positions to look at"))
    parser.add_argument("--depth", metavar="D", type=at_least(1), help=_("how many actions to look ahead"))


def run(asked: Namespace) -> int:
    state = asked_position(asked)
    history = GameHistory(starting_position(asked), tuple(asked.after.split()), state)
    if state.outcome is not None:
        raise IllegalAction("game_over")
    limits = {"seconds": asked.seconds, "nodes": asked.nodes or 0, "depth": asked.depth or 0}
    if asked.seconds is None:
        limits["seconds"] = 0.0 if asked.nodes or asked.depth else USUAL_SECONDS
    player = Player(state, threads=asked.threads, memory=asked.memory)
    if asked.stream:
        _stream(state, asked.top, lambda show: watched(player, history, show, **limits))
    elif asked.json:
        print(json.dumps(_data(state, watched(player, history, **limits), asked.top), indent=2))
    else:
        _display(state, asked.top or USUAL_TOP, lambda show: watched(player, history, show, **limits))
    return 0


Watched = Callable[[Callable[[Analysis], None] | None], Analysis]


def _stream(state: State, top: int | None, think: Watched) -> None:
    def show(seen: Analysis, *, done: bool = False) -> None:
        print(json.dumps({"done": done, **_data(state, seen, top)}, separators=(",", ":")), flush=True)

    show(think(show), done=True)


def _display(state: State, top: int, think: Watched) -> None:
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = WIDE
        console.print(_table(state, think(None), top))
        return
    with Live(console=console, refresh_per_second=8) as live:
        live.update(_table(state, think(lambda seen: live.update(_table(state, seen, top))), top))


def _data(state: State, seen: Analysis, top: int | None) -> dict[str, Any]:
    told = {"position": str(state), "to_act": state.to_act, **seen.to_dict()}
    told["candidates"] = told["candidates"][:top]
    return told


def _table(state: State, seen: Analysis, top: int) -> Group:
    sides = state.game.edition(state.edition_name).sides
    seat = state.to_act or 0
    table = Table(title=_("{side} to act").format(side=_(sides[state.side(seat)])), title_justify="left", box=None)
    table.add_column(_("action"))
    table.add_column(_("worth"), justify="right")
    table.add_column(_("positions"), justify="right")
    for one in seen.candidates[:top]:
        table.add_row(one.action, worth(one), decimal(one.nodes))
    rest = len(seen.candidates) - top
    more = [_("… and {count} more: --top {all} shows them").format(count=rest, all=len(seen.candidates))] if rest > 0 else []
    return Group(table, *more, _("expected: {line}").format(line=" ".join(seen.pv)), summary(seen))


# what can be typed


def at_least(least: int) -> Callable[[str], int]:
    """Reads a whole number from `least` on."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 15 and int(text) >= least):
            raise ArgumentTypeError(_("{text} is no whole number from {least} on").format(text=text[:60], least=least))
        return int(text)

    return read


def seconds(text: str) -> float:
    """Reads a time in seconds."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1e6:
        raise ArgumentTypeError(_("{text} is no time in seconds").format(text=text[:60]))
    return value
