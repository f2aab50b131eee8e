"""`tablier legal`: what can be played."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tablier.cli.positions import asked_position, position_arguments


def arguments(parser: ArgumentParser) -> None:
    position_arguments(parser)


def run(asked: Namespace) -> int:
    for action in asked_position(asked).legal_actions():
        print(action)
    return 0
