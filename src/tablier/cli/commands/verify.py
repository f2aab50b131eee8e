"""`tablier verify`: check a certificate and print what it proves."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from tablier.cli.commands.solve import side
from tablier.core.i18n import format_decimal
from tablier.core.i18n import gettext as _
from tablier.engine.solve.verify import VerifiedCertificate, verify


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar=_("FILE"), help=_("a certificate"))
    parser.add_argument("--fast", action="store_true", help=_("with the native rules, the Python rules looking at samples"))
    parser.add_argument("--json", action="store_true", help=_("as JSON"))


def run(args: Namespace) -> int:
    verified = verify(Path(args.file), fast=args.fast, on_progress=_Progress() if sys.stderr.isatty() else None)
    if args.json:
        payload = {
            "position": str(verified.state),
            "after": verified.after,
            "winner": verified.winner,
            "strategies": verified.strategies,
        }
        print(json.dumps(payload, indent=2))
    else:
        print("\n".join(_lines(verified)))
    return 0


class _Progress:
    """Writes the share that is done to stderr."""

    def __init__(self) -> None:
        self._last_report = 0.0

    def __call__(self, read: int, count: int) -> None:
        if time.monotonic() - self._last_report > 0.3 or read == count:
            self._last_report = time.monotonic()
            print(f"\r\x1b[K{read / max(count, 1):.1%}", end="\n" if read == count else "", file=sys.stderr, flush=True)


def _lines(verified: VerifiedCertificate) -> list[str]:
    state = verified.state
    heading = state.game.position_header(state)
    start = (
        _("after {actions}").format(actions=" ".join(verified.after))
        if verified.after
        else _("at {position}").format(position=state)
    )
    lines = [f"{heading} {start}"]
    for strategy in verified.strategies:
        claim = _("{side} wins against everything.") if strategy["claim"] == "win" else _("{side} does not lose to anything.")
        lines.append(claim.format(side=side(state, strategy["seat"])))
        lines.append(
            _("{actions} actions, {positions} positions walked, at most {longest} plies to the end.").format(
                actions=format_decimal(strategy["actions"]),
                positions=format_decimal(strategy["positions"]),
                longest=strategy["longest"],
            )
        )
    if verified.winner is None:
        lines.append(_("Both together: a draw."))
    return lines
