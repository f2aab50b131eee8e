"""`tablier completion`: shell completion for the whole command line."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import shtab

from tablier.core.i18n import gettext as _


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=shtab.SUPPORTED_SHELLS, help=_("the shell you use"))


def run(args: Namespace) -> int:
    from tablier.cli.main import build_parser  # it imports this module

    print(shtab.complete(build_parser(), args.shell))
    return 0
