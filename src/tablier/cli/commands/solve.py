"""`tablier solve`: prove who can force a win."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from tablier.cli.argparser import integer_at_least, seconds
from tablier.cli.files import check_writable
from tablier.cli.messages import print_message
from tablier.cli.positions import add_position_arguments, position_from
from tablier.core.i18n import format_decimal
from tablier.core.i18n import gettext as _
from tablier.core.state import State
from tablier.engine.solve.solver import OnProgress, Progress, Solution, Solver

LOG_INTERVAL_S = 60.0  # between progress lines if stderr is not a terminal


def add_arguments(parser: ArgumentParser) -> None:
    add_position_arguments(parser)
    parser.add_argument("--memory", metavar="MB", type=integer_at_least(1), default=1024, help=_("megabytes for the table"))
    parser.add_argument("--threads", metavar="T", type=integer_at_least(1), default=1, help=_("how many cores to search with"))
    parser.add_argument("--seat", type=int, choices=(0, 1), help=_("ask about this seat alone: can it force a win?"))
    parser.add_argument("--seconds", metavar="S", type=seconds, default=0.0, help=_("give up on a question after so long"))
    parser.add_argument(
        "--checkpoint", metavar=_("FILE"), help=_("keep the table here, and go on from it after an interruption")
    )
    parser.add_argument("--every", metavar="S", type=seconds, default=300.0, help=_("seconds between checkpoints"))
    parser.add_argument("--certificate", metavar=_("FILE"), help=_("write down how it is won or held, for `tablier verify`"))
    parser.add_argument("--json", action="store_true", help=_("as JSON"))


def run(args: Namespace) -> int:
    state = position_from(args)
    for file in filter(None, (args.checkpoint, args.certificate)):
        check_writable(file)
    checkpoint = Path(args.checkpoint) if args.checkpoint else None
    solver = Solver(state, memory=args.memory, threads=args.threads, checkpoint=checkpoint)
    if solver.resumed:
        print_message(_("Going on from {file}.").format(file=args.checkpoint))
    try:
        return _solve(args, solver)
    except KeyboardInterrupt:
        if checkpoint:
            end = "\n" if sys.stderr.isatty() else ""  # ends the progress line
            message = _("What was found is kept in {file}: the same command goes on from there.")
            print_message(end + message.format(file=args.checkpoint))
        raise


def _solve(args: Namespace, solver: Solver) -> int:
    """Solve, write the certificate, print the solution and return the exit code: 1 if the value is open."""
    report = progress_report(solver.state)
    solution = solver.solve(seat=args.seat, seconds=args.seconds, checkpoint_interval_s=args.every, on_progress=report)
    payload = _payload(solution, args.after.split())
    if args.certificate and solution.value != "open":
        certificate = solver.certificate(solution, tuple(args.after.split()), report)
        size = certificate.save(Path(args.certificate))
        payload["certificate"] = {
            "file": args.certificate,
            "bytes": size,
            "strategies": [
                {"seat": strategy.seat, "claim": strategy.claim, "actions": len(strategy.actions), "longest": strategy.longest}
                for strategy in certificate.strategies
            ],
        }
    print(json.dumps(payload, indent=2) if args.json else "\n".join(_lines(solution, payload)))
    return 1 if solution.value == "open" else 0


def side(state: State, seat: int) -> str:
    """Return the translated name of a seat's side."""
    return _(state.game.edition(state.edition_name).sides[state.side(seat)])


def progress_report(state: State) -> OnProgress:
    """Return a callback that writes progress to stderr: one line that is rewritten on a terminal, else a line a minute."""
    is_terminal = sys.stderr.isatty()
    last_report = time.monotonic()

    def report(now: Progress) -> None:
        nonlocal last_report
        if time.monotonic() - last_report < (0.3 if is_terminal else LOG_INTERVAL_S):
            return
        last_report = time.monotonic()
        line = _("{side} wins? {nodes} positions, {speed}/s, proof {proof}, refutation {refutation}, table {load} full").format(
            side=side(state, now.seat),
            nodes=format_decimal(now.nodes),
            speed=format_decimal(now.nodes / max(now.seconds, 0.001)),
            proof=format_decimal(now.proof),
            refutation=format_decimal(now.disproof),
            load=f"{format_decimal(now.load * 100, 1)} %",
        )
        print(
            f"\r\x1b[K{line}" if is_terminal else line,
            end="" if is_terminal else "\n",
            file=sys.stderr,
            flush=True,
        )

    return report


def _payload(solution: Solution, after: list[str]) -> dict[str, Any]:
    return {
        "position": str(solution.state),
        "after": after,
        "value": solution.value,
        "winner": solution.winner,
        "questions": [
            {
                "seat": answer.seat,
                "wins": answer.wins,
                "nodes": answer.progress.nodes,
                "seconds": round(answer.progress.seconds, 2),
                "proof": answer.progress.proof,
                "disproof": answer.progress.disproof,
                "load": round(answer.progress.load, 4),
            }
            for answer in solution.answers
        ],
    }


def _lines(solution: Solution, payload: dict[str, Any]) -> list[str]:
    state = solution.state
    if solution.winner is not None:
        lines = [_("{side} can force a win.").format(side=side(state, solution.winner))]
    elif solution.value == "draw":
        lines = [_("Neither side can force a win: a draw.")]
    else:
        lines = [_("Open: not everything could be settled.")] if any(answer.wins is None for answer in solution.answers) else []
    for answer in solution.answers:
        word = {True: _("yes"), False: _("no"), None: _("open")}[answer.wins]
        lines.append(
            _("Can {side} force a win? {answer} ({nodes} positions, {seconds} s)").format(
                side=side(state, answer.seat),
                answer=word,
                nodes=format_decimal(answer.progress.nodes),
                seconds=format_decimal(answer.progress.seconds, 1),
            )
        )
    if "certificate" in payload:
        certificate = payload["certificate"]
        lines.append(_("{file}: {bytes} bytes").format(file=certificate["file"], bytes=format_decimal(certificate["bytes"])))
    return lines
