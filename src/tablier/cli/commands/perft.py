"""`tablier perft`: count the sequences of listed actions of a given length."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from tablier.cli.positions import add_position_arguments, position_from
from tablier.core.i18n import gettext as _
from tablier.core.perft import perft

MAX_DEPTH = 100


def add_arguments(parser: ArgumentParser) -> None:
    add_position_arguments(parser)
    parser.add_argument(
        "depth", metavar=_("DEPTH"), type=_depth, help=_("how many actions, 0 to {deepest}").format(deepest=MAX_DEPTH)
    )


def run(args: Namespace) -> int:
    print(perft(position_from(args), args.depth))
    return 0


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= MAX_DEPTH):
        raise ArgumentTypeError(_("a whole number from 0 to {deepest} is needed").format(deepest=MAX_DEPTH))
    return int(text)
