"""`tablier bench server`: measure the server under load."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.table import Table

from tablier.cli.messages import print_message
from tablier.core.i18n import gettext as _
from tablier.core.registry import shelf

PAUSE_S = 2.0  # seconds between the moves of a match in the paced runs
IDLE_SOCKETS = 5000
COLUMNS = ("sockets", "moves_per_second", "moves_per_cpu_second", "cpu", "p50_ms", "p99_ms", "memory_mb", "refused")


def run(args: Namespace) -> int:
    """Measure every game alone and all of them together; print a table or JSON."""
    rows = list(_rows(args))
    if args.json:
        print(json.dumps(rows, indent=2))
        return 0
    table = Table(title=_("The server under load: durable, acknowledged moves"))
    headings = ("", _("sockets"), _("moves/s"), _("moves per CPU second"), _("CPU"), "p50 ms", "p99 ms", "MB", _("refused"))
    for heading in headings:
        table.add_column(heading, justify="right" if heading else "left")
    for row in rows:
        table.add_row(row["load"], *(str(row.get(column, "")) for column in COLUMNS))
    Console(width=None if Console().is_terminal else 140).print(table)
    return 0


def _rows(args: Namespace) -> Iterator[dict[str, Any]]:
    """Run the measurements whose name contains `args.only`; yield a row of figures for each, with its name as `load`."""
    from tablier.server.bench.measure import measure_idle, measure_load  # slow to import

    editions = [game.edition_names()[0] for game in shelf()]
    for group in (*([edition] for edition in editions), editions):
        for pause in (0.0, PAUSE_S):
            pace = _("a move every {seconds} s").format(seconds=PAUSE_S) if pause else _("as fast as they can")
            load = f"{group[0] if len(group) == 1 else _('all games')}, {args.matches} × {pace}"
            if args.only in load:
                print_message(load)
                yield {"load": load, **measure_load(group, matches=args.matches, seconds=args.seconds, pause_s=pause)}
    load = _("{sockets} idle sockets").format(sockets=IDLE_SOCKETS)
    if args.only in load:
        print_message(load)
        yield {"load": load, **measure_idle(IDLE_SOCKETS)}
