"""`tablier verify`: checking a certificate, and what it proves."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from tablier.cli.commands.solve import side
from tablier.core.i18n import decimal
from tablier.core.i18n import gettext as _
from tablier.engine.solve.verify import VerifiedCertificate, verify


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar=_("FILE"), help=_("a certificate"))
    parser.add_argument("--fast", action="store_true", help=_("with the native rules, the Python rules looking at samples"))
    parser.add_argument("--json", action="store_true", help=_("as JSON"))


def run(asked: Namespace) -> int:
    seen = verify(Path(asked.file), fast=asked.fast, on_progress=_Progress() if sys.stderr.isatty() else None)
    if asked.json:
        told = {"position": str(seen.state), "after": seen.after, "winner": seen.winner, "strategies": seen.strategies}
        print(json.dumps(told, indent=2))
    else:
        print("\n".join(_lines(seen)))
    return 0


class _Progress:
    """The part that is done, on stderr."""

    def __init__(self) -> None:
        self.told = 0.0

    def __call__(self, read: int, count: int) -> None:
        if time.monotonic() - self.told > 0.3 or read == count:
            self.told = time.monotonic()
            print(f"\r\x1b[K{read / max(count, 1):.1%}", end="\n" if read == count else "", file=sys.stderr, flush=True)


def _lines(seen: VerifiedCertificate) -> list[str]:
    state = seen.state
    heading = state.game.position_header(state)
    place = (
        _("after {actions}").format(actions=" ".join(seen.after)) if seen.after else _("at {position}").format(position=state)
    )
    lines = [f"{heading} {place}"]
    for one in seen.strategies:
        claim = _("{side} wins against everything.") if one["claim"] == "win" else _("{side} does not lose to anything.")
        lines.append(claim.format(side=side(state, one["seat"])))
        lines.append(
            _("{actions} actions, {positions} positions walked, at most {longest} plies to the end.").format(
                actions=decimal(one["actions"]), positions=decimal(one["positions"]), longest=one["longest"]
            )
        )
    if seen.winner is None:
        lines.append(_("Both together: a draw."))
    return lines
