"""`tablier legal`: list the legal actions of a position."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tablier.cli.positions import add_position_arguments, position_from


def add_arguments(parser: ArgumentParser) -> None:
    add_position_arguments(parser)


def run(args: Namespace) -> int:
    for action in position_from(args).legal_actions():
        print(action)
    return 0
