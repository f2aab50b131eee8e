"""`tablier legal`: what can be played."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tablier.cli.positions import asked_position, position_arguments
from tablier.core.i18n import N_

HELP = N_("the legal actions of a position, one a line")


def arguments(parser: ArgumentParser) -> None:
    position_arguments(parser)


def run(asked: Namespace) -> int:
    for action in asked_position(asked).legal_actions():
        print(action)
    return 0
