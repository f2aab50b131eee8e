"""`tablier bench`: measure the speed of the rules or of the server on this machine."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from rich.console import Console
from rich.table import Table

from tablier.cli.commands import bench_server
from tablier.cli.messages import print_message
from tablier.core.i18n import format_decimal
from tablier.core.i18n import gettext as _
from tablier.engine import bench
from tablier.engine.twin import Twin

MIN_LOAD_SECONDS = 10.0  # shorter runs of a server are too noisy


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", choices=("rules", "server"), default="rules", help=_("what to measure"))
    parser.add_argument("--json", action="store_true", help=_("as JSON"))
    parser.add_argument("--seconds", metavar="S", type=float, default=1.0, help=_("about how long each figure is measured"))
    parser.add_argument("--only", metavar=_("TEXT"), default="", help=_("only variants whose name holds this text"))
    bench_server.add_server_arguments(parser)


def run(args: Namespace) -> int:
    if args.what == "server":
        args.seconds = max(args.seconds, MIN_LOAD_SECONDS)
        return bench_server.run(args)
    rows: list[dict[str, Any]] = []
    chosen = [variant for variant in bench.list_variants() if args.only in str(variant)]
    for variant in chosen:
        print_message(str(variant))
        rows.append(_row(variant, args.seconds))
    peers = [peer for peer in bench.measure_peers(args.seconds) if args.only in peer.variant]
    compared = [_compare(peer._asdict(), row) for peer in peers for row in rows if row["variant"] == peer.variant]
    if args.json:
        print(json.dumps({"cores": bench.available_cores(), "rows": rows, "peers": compared}, indent=2))
    else:
        _print(rows, compared)
    return 0


def _row(variant: bench.Variant, seconds: float) -> dict[str, Any]:
    row: dict[str, Any] = {
        "variant": str(variant),
        "python": {**bench.measure_python_turns(variant), **bench.measure_python_games(variant, seconds)},
    }
    if Twin.exists(variant.start()):
        row["native"] = bench.measure_native_games(variant, seconds)
        row["perft"] = bench.measure_native_perft(variant, seconds)
        row["make_undo"] = bench.measure_native_make_undo(variant, seconds / 2)
        row["batch"] = {str(threads): bench.measure_batch(variant, threads, seconds) for threads in (1, 2)}
    return row


def _compare(peer: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
    ours = row["native"]
    return {**peer, "ratio_games": ours["games"] / peer["games"], "ratio_moves": ours["moves"] / peer["moves"]}


def _print(rows: list[dict[str, Any]], compared: list[dict[str, Any]]) -> None:
    console = Console(width=None if Console().is_terminal else 160)
    table = Table(title=_("Native rules, a second on one core; Python rules beside them"))
    for heading in (
        "", _("games"), _("moves"), _("perft leaves"), _("make+undo ns"), _("batch moves, 1 thread"), _("2 threads"),
        _("stepped from Python, 2"), _("Python games"), _("Python moves"), _("native ÷ Python, moves"),
    ):  # fmt: skip
        table.add_column(heading, justify="right" if heading else "left")
    turns = Table(title=_("Python rules, milliseconds in the middle of a game"))
    for heading in ("", _("play"), _("list"), _("view"), _("together")):
        turns.add_column(heading, justify="right" if heading else "left")
    for row in rows:
        python, native = row["python"], row.get("native")
        if native:
            one_thread, two_threads = row["batch"]["1"], row["batch"]["2"]
            figures = [
                native["games"],
                native["moves"],
                row["perft"]["leaves"],
                row["make_undo"]["ns"],
                one_thread["moves"],
                two_threads["moves"],
                two_threads["stepped"],
            ]
            ratio = [native["moves"] / python["moves"]]
            table.add_row(
                row["variant"], *(format_decimal(figure) for figure in [*figures, python["games"], python["moves"], *ratio])
            )
        if "play_ms" in python:
            turns.add_row(
                row["variant"], *(format_decimal(python[name], 3) for name in ("play_ms", "list_ms", "view_ms", "together_ms"))
            )
    console.print(table)
    console.print(turns)
    if compared:
        other = Table(title=_("Beside other programs, complete random games from the same start in the same run"))
        for heading in ("", "", _("its games"), _("its moves"), _("ours ÷ its, games"), _("moves")):
            other.add_column(heading, justify="right" if heading else "left")
        for peer in compared:
            other.add_row(
                peer["variant"], peer["program"], format_decimal(peer["games"], 1), format_decimal(peer["moves"]),
                format_decimal(peer["ratio_games"], 1), format_decimal(peer["ratio_moves"], 1),
            )  # fmt: skip
        console.print(other)
