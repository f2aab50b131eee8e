"""`tablier perft`: counting sequences of actions."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from tablier.cli.positions import asked_position, position_arguments
from tablier.core.i18n import gettext as _
from tablier.core.perft import perft

DEEPEST = 100


def arguments(parser: ArgumentParser) -> None:
    position_arguments(parser)
    parser.add_argument(
        "depth", metavar=_("DEPTH"), type=_depth, help=_("how many actions, 0 to {deepest}").format(deepest=DEEPEST)
    )


def run(asked: Namespace) -> int:
    print(perft(asked_position(asked), asked.depth))
    return 0


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= DEEPEST):
        raise ArgumentTypeError(_("a whole number from 0 to {deepest} is needed").format(deepest=DEEPEST))
    return int(text)
