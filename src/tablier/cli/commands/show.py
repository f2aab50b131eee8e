"""`tablier show`: a position to look at, or to listen to."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tablier.cli.colour import COLOURS, paint, wants_colour
from tablier.cli.positions import asked_position, position_arguments
from tablier.core.i18n import gettext as _


def arguments(parser: ArgumentParser) -> None:
    position_arguments(parser)
    display_arguments(parser)


def display_arguments(parser: ArgumentParser) -> None:
    """How to show boards, the same wherever one is shown."""
    parser.add_argument("--plain", action="store_true", help=_("in words, for a screen reader"))
    parser.add_argument(
        "--colour", "--color", choices=COLOURS, default="auto", help=_("colours: when the terminal wants them, or not")
    )


def run(asked: Namespace) -> int:
    state = asked_position(asked)
    if asked.plain:
        print("\n".join(state.game.describe(state)))
    else:
        print(paint(state.game.render(state), colour=wants_colour(asked.colour)))
    print(state)
    return 0
