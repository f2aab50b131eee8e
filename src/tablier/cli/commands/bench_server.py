"""`tablier bench server`: measure the server under load."""

from __future__ import annotations

import json
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tablier.cli.argparser import integer_at_least
from tablier.cli.messages import print_message
from tablier.core.errors import BadFile
from tablier.core.i18n import gettext as _
from tablier.core.registry import shelf

PAUSE_S = 2.0  # seconds between the moves of a match in the paced runs
IDLE_SOCKETS = 5000
MIXED_SHELF = 10  # people on the shelf with `--mix`
LOAD_COLUMNS = (
    "sockets", "moves_per_second", "moves_per_cpu_second", "cpu", "p50_ms", "p99_ms", "max_ms", "overdue", "memory_mb",
    "refused",
)  # fmt: skip
SOAK_COLUMNS = ("elapsed_s", "memory_mb", "descriptors", "cpu", "moves", "matches", "p50_ms", "p99_ms", "max_ms", "refused")


def add_server_arguments(parser: ArgumentParser) -> None:
    """Add the options that apply to the server only."""
    group = parser.add_argument_group("tablier bench server")
    group.add_argument("--matches", metavar="N", type=integer_at_least(1), default=1000, help=_("played at once on the server"))
    group.add_argument(
        "--rate", metavar="N", type=integer_at_least(1), default=0, help=_("moves per second, sent on schedule (open loop)")
    )
    group.add_argument(
        "--watchers", metavar="N", type=integer_at_least(0), default=0, help=_("spectators, spread over the matches")
    )
    group.add_argument(
        "--shelf", metavar="N", type=integer_at_least(0), default=0, help=_("people who read the lists of matches")
    )
    group.add_argument("--mix", action="store_true", help=_("public matches, half of them with clocks; chat; lists"))
    group.add_argument(
        "--soak", metavar=_("MINUTES"), type=integer_at_least(1), default=0, help=_("run a mixed load and report growth")
    )
    group.add_argument("--data", metavar=_("FOLDER"), type=Path, help=_("where the database is placed"))


def run(args: Namespace) -> int:
    """Measure every game alone and all of them together, or run a soak test; print a table or JSON."""
    from tablier.server.bench.process import describe_storage  # slow to import

    args.data = args.data or Path(tempfile.gettempdir())
    try:
        args.data.mkdir(parents=True, exist_ok=True)
        storage = describe_storage(args.data)
    except OSError as error:
        raise BadFile("cannot_write_folder", folder=str(args.data), why=error.strerror or str(error)) from None
    header = _("{filesystem} in {folder}, fsync {fsync_ms} ms, {cores} cores").format(**storage)
    print_message(header)
    if storage["filesystem"] in ("tmpfs", "ramfs"):
        print_message(_("This file system is in memory. Use --data to measure a disk."))
    if args.soak:
        return _run_soak(args, storage, header)
    rows = list(_rows(args))
    if args.json:
        print(json.dumps({**storage, "rows": rows}, indent=2))
        return 0
    headings = (
        "", _("sockets"), _("moves/s"), _("moves per CPU second"), _("CPU"), "p50 ms", "p99 ms", "max ms", _("overdue"), "MB",
        _("refused"),
    )  # fmt: skip
    _print_table(_("The server under load: durable, acknowledged moves"), header, headings, ("load", *LOAD_COLUMNS), rows)
    return 0


def _print_table(
    title: str, caption: str, headings: tuple[str, ...], columns: tuple[str, ...], rows: list[dict[str, Any]]
) -> None:
    table = Table(title=title, caption=caption)
    for heading in headings:
        table.add_column(heading, justify="right" if heading else "left")
    for row in rows:
        table.add_row(*(str(row.get(column, "")) for column in columns))
    Console(width=None if Console().is_terminal else 160).print(table)


def _rows(args: Namespace) -> Iterator[dict[str, Any]]:
    """Run the measurements whose name contains `args.only`; yield a row of figures for each, with its name as `load`."""
    from tablier.server.bench.load import Workload  # slow to import
    from tablier.server.bench.measure import measure_idle, measure_load

    editions = [game.edition_names()[0] for game in shelf()]
    people = {"watchers": args.watchers, "shelf": args.shelf or (MIXED_SHELF if args.mix else 0), "mixed": args.mix}
    for group in (*([edition] for edition in editions), editions):
        for pause_s in (0.0,) if args.rate else (0.0, PAUSE_S):
            if args.rate:
                pace = _("{rate} moves per second on schedule").format(rate=args.rate)
            else:
                pace = _("a move every {seconds} s").format(seconds=PAUSE_S) if pause_s else _("as fast as they can")
            load = f"{group[0] if len(group) == 1 else _('all games')}, {args.matches} × {pace}"
            if args.only in load:
                print_message(load)
                workload = Workload(editions=group, matches=args.matches, pause_s=pause_s, rate=args.rate, **people)
                yield {"load": load, **measure_load(workload, seconds=args.seconds, folder=args.data)}
    load = _("{sockets} idle sockets").format(sockets=IDLE_SOCKETS)
    if args.only in load and not (args.rate or any(people.values())):
        print_message(load)
        yield {"load": load, **measure_idle(IDLE_SOCKETS, folder=args.data)}


def _run_soak(args: Namespace, storage: dict[str, Any], header: str) -> int:
    from tablier.server.bench.soak import growth_mb, run_soak  # slow to import

    def report(sample: dict[str, Any]) -> None:
        print_message(" · ".join(f"{name} {sample[name]}" for name in SOAK_COLUMNS))

    editions = [game.edition_names()[0] for game in shelf()]
    samples = run_soak(editions, args.soak, folder=args.data, report=report)
    growth = growth_mb(samples)
    if args.json:
        print(json.dumps({**storage, "rows": samples, "growth_mb": growth}, indent=2))
        return 0
    headings = ("s", "MB", _("descriptors"), _("CPU"), _("moves"), _("matches"), "p50 ms", "p99 ms", "max ms", _("refused"))
    _print_table(_("Soak: a mixed load; the last row after all clients have left"), header, headings, SOAK_COLUMNS, samples)
    if growth is not None:
        print(_("Growth after the first minute: {growth} MB").format(growth=growth))
    return 0
