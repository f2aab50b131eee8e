"""`tablier restore`: replace the server's data by a backup."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tablier.cli.commands.serve import add_data_argument
from tablier.cli.messages import print_message
from tablier.core.i18n import gettext as _


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("source", metavar=_("FILE"), type=Path, help=_("a file that `tablier backup` wrote"))
    add_data_argument(parser)


def run(args: Namespace) -> int:
    from tablier.server.maintenance.backup import restore
    from tablier.server.maintenance.lock import data_dir_lock
    from tablier.server.settings import data_folder

    folder = args.data or data_folder()
    with data_dir_lock(folder):
        aside = restore(args.source, folder)
    print_message(_("Restored to {folder}.").format(folder=folder))
    if aside:
        print_message(_("What was there before is in {folder}.").format(folder=aside))
    return 0
