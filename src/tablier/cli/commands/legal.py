"""`tablier legal`: list the legal actions of a position."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tablier.cli.positions import position_arguments, position_from


def arguments(parser: ArgumentParser) -> None:
    position_arguments(parser)


def run(args: Namespace) -> int:
    for action in position_from(args).legal_actions():
        print(action)
    return 0
