"""`tablier show`: print a position as a board or in sentences."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tablier.cli.colour import COLOURS, paint, wants_colour
from tablier.cli.positions import add_position_arguments, position_from
from tablier.core.i18n import gettext as _


def add_arguments(parser: ArgumentParser) -> None:
    add_position_arguments(parser)
    add_display_arguments(parser)


def add_display_arguments(parser: ArgumentParser) -> None:
    """Add --plain and --colour."""
    parser.add_argument("--plain", action="store_true", help=_("in words, for a screen reader"))
    parser.add_argument(
        "--colour", "--color", choices=COLOURS, default="auto", help=_("colours: when the terminal wants them, or not")
    )


def run(args: Namespace) -> int:
    state = position_from(args)
    if args.plain:
        print("\n".join(state.game.describe(state)))
    else:
        print(paint(state.game.render(state), colour=wants_colour(args.colour)))
    print(state)
    return 0
