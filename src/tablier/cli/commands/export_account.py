"""`tablier export-account`: print everything stored about an account."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tablier.cli.commands.serve import add_data_argument
from tablier.cli.files import write_text
from tablier.core.i18n import gettext as _


def add_arguments(parser: ArgumentParser) -> None:
    add_account_argument(parser)
    parser.add_argument("target", metavar=_("FILE"), nargs="?", default="-", help=_("the file to write; else standard output"))
    add_data_argument(parser)


def add_account_argument(parser: ArgumentParser) -> None:
    """Add PERSON, the id of an account."""
    parser.add_argument(
        "account_id", metavar=_("PERSON"), help=_("the person's id, as the page shows it to them and the operator")
    )


def run(args: Namespace) -> int:
    from tablier.server.maintenance.export_account import export_account_from
    from tablier.server.settings import data_folder

    write_text(args.target, export_account_from(args.data or data_folder(), args.account_id).decode() + "\n")
    return 0
