"""`tablier solve`: who can force a win, with certainty."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from tablier.cli.commands.analyse import at_least, seconds
from tablier.cli.files import check_writable
from tablier.cli.messages import say
from tablier.cli.positions import asked_position, position_arguments
from tablier.core.i18n import decimal
from tablier.core.i18n import gettext as _
from tablier.core.state import State
from tablier.engine.solve.solver import OnProgress, Progress, Solution, Solver

QUIET_EVERY = 60.0  # seconds between lines when nobody watches


def arguments(parser: ArgumentParser) -> None:
    position_arguments(parser)
    parser.add_argument("--memory", metavar="MB", type=at_least(1), default=1024, help=_("megabytes for the table"))
    parser.add_argument("--threads", metavar="T", type=at_least(1), default=1, help=_("how many cores to search with"))
    parser.add_argument("--seat", type=int, choices=(0, 1), help=_("ask about this seat alone: can it force a win?"))
    parser.add_argument("--seconds", metavar="S", type=seconds, default=0.0, help=_("give up on a question after so long"))
    parser.add_argument(
        "--checkpoint", metavar=_("FILE"), help=_("keep the table here, and go on from it after an interruption")
    )
    parser.add_argument("--every", metavar="S", type=seconds, default=300.0, help=_("seconds between checkpoints"))
    parser.add_argument("--certificate", metavar=_("FILE"), help=_("write down how it is won or held, for `tablier verify`"))
    parser.add_argument("--json", action="store_true", help=_("as JSON"))


def run(asked: Namespace) -> int:
    state = asked_position(asked)
    for file in filter(None, (asked.checkpoint, asked.certificate)):
        check_writable(file)
    checkpoint = Path(asked.checkpoint) if asked.checkpoint else None
    solver = Solver(state, memory=asked.memory, threads=asked.threads, checkpoint=checkpoint)
    if solver.resumed:
        say(_("Going on from {file}.").format(file=asked.checkpoint))
    try:
        return _answer(asked, solver)
    except KeyboardInterrupt:
        if checkpoint:
            end = "\n" if sys.stderr.isatty() else ""  # of the line that changes
            said = _("What was found is kept in {file}: the same command goes on from there.")
            say(end + said.format(file=asked.checkpoint))
        raise


def _answer(asked: Namespace, solver: Solver) -> int:
    report = progress_report(solver.state)
    solution = solver.solve(seat=asked.seat, seconds=asked.seconds, every=asked.every, on_progress=report)
    told = _data(solution, asked.after.split())
    if asked.certificate and solution.value != "open":
        certificate = solver.certificate(solution, tuple(asked.after.split()), report)
        size = certificate.save(Path(asked.certificate))
        told["certificate"] = {
            "file": asked.certificate,
            "bytes": size,
            "strategies": [
                {"seat": one.seat, "claim": one.claim, "actions": len(one.actions), "longest": one.longest}
                for one in certificate.strategies
            ],
        }
    print(json.dumps(told, indent=2) if asked.json else "\n".join(_lines(solution, told)))
    return 1 if solution.value == "open" else 0


def side(state: State, seat: int) -> str:
    """What a seat's side is called."""
    return _(state.game.edition(state.edition_name).sides[state.side(seat)])


def progress_report(state: State) -> OnProgress:
    """Tells on stderr how it goes: one line that changes when somebody watches, else one a minute."""
    watched = sys.stderr.isatty()
    told = time.monotonic()

    def report(now: Progress) -> None:
        nonlocal told
        if time.monotonic() - told < (0.3 if watched else QUIET_EVERY):
            return
        told = time.monotonic()
        line = _("{side} wins? {nodes} positions, {speed}/s, proof {proof}, refutation {refutation}, table {load} full").format(
            side=side(state, now.seat),
            nodes=decimal(now.nodes),
            speed=decimal(now.nodes / max(now.seconds, 0.001)),
            proof=decimal(now.proof),
            refutation=decimal(now.disproof),
            load=f"{decimal(now.load * 100, 1)} %",
        )
        print(f"\r\x1b[K{line}" if watched else line, end="" if watched else "\n", file=sys.stderr, flush=True)

    return report


def _data(solution: Solution, after: list[str]) -> dict[str, Any]:
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


def _lines(solution: Solution, told: dict[str, Any]) -> list[str]:
    state = solution.state
    if solution.winner is not None:
        lines = [_("{side} can force a win.").format(side=side(state, solution.winner))]
    elif solution.value == "draw":
        lines = [_("Neither side can force a win: a draw.")]
    else:
        lines = [_("Open: not everything could be settled.")] if any(one.wins is None for one in solution.answers) else []
    for answer in solution.answers:
        word = {True: _("yes"), False: _("no"), None: _("open")}[answer.wins]
        lines.append(
            _("Can {side} force a win? {answer} ({nodes} positions, {seconds} s)").format(
                side=side(state, answer.seat),
                answer=word,
                nodes=decimal(answer.progress.nodes),
                seconds=decimal(answer.progress.seconds, 1),
            )
        )
    if "certificate" in told:
        made = told["certificate"]
        lines.append(_("{file}: {bytes} bytes").format(file=made["file"], bytes=decimal(made["bytes"])))
    return lines
