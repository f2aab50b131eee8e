"""`tablier operator-link`: print a link that makes an account an operator of the server."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tablier.cli.commands.serve import add_data_argument


def add_arguments(parser: ArgumentParser) -> None:
    add_data_argument(parser)


def run(args: Namespace) -> int:
    from tablier.server.maintenance.operator_link import create_operator_link
    from tablier.server.settings import data_folder

    print(create_operator_link(args.data or data_folder()))
    return 0
