"""`tablier backup`: write the server's data to one file; the server may be running."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tablier.cli.argparser import integer_at_least
from tablier.cli.commands.serve import add_data_argument
from tablier.cli.messages import print_message
from tablier.core.i18n import gettext as _


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "target", metavar=_("FILE"), type=Path, help=_("the file to write, or with --keep the folder; keep it secret")
    )
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--force", action="store_true", help=_("replace an existing file"))
    choice.add_argument(
        "--keep",
        metavar="N",
        type=integer_at_least(1),
        help=_("write a file named after the time to a folder, and delete all but the newest N of these files"),
    )
    add_data_argument(parser)


def run(args: Namespace) -> int:
    from tablier.server.maintenance.backup import back_up, back_up_dated
    from tablier.server.settings import data_folder

    data, target = args.data or data_folder(), args.target
    if args.keep:
        target = back_up_dated(data, target, args.keep)
    else:
        back_up(data, target, force=args.force)
    print_message(_("Written: {file}").format(file=target))
    return 0
