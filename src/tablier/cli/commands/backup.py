"""`tablier backup`: write the server's data to one file; the server may be running."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tablier.cli.commands.serve import add_data_argument
from tablier.cli.messages import print_message
from tablier.core.i18n import gettext as _


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("target", metavar=_("FILE"), type=Path, help=_("the file to write; keep it secret"))
    add_data_argument(parser)


def run(args: Namespace) -> int:
    from tablier.server.maintenance.backup import back_up
    from tablier.server.settings import data_folder

    back_up(args.data or data_folder(), args.target)
    print_message(_("Written: {file}").format(file=args.target))
    return 0
