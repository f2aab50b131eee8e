"""`tablier delete-account`: delete an account and everything stored about it."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace

from tablier.cli.commands.export_account import add_account_argument
from tablier.cli.commands.serve import add_data_argument
from tablier.cli.messages import print_message
from tablier.core.i18n import gettext as _


def add_arguments(parser: ArgumentParser) -> None:
    add_account_argument(parser)
    add_data_argument(parser)


def run(args: Namespace) -> int:
    from tablier.server.maintenance.delete_account import delete_account_from
    from tablier.server.maintenance.lock import data_dir_lock
    from tablier.server.settings import data_folder

    folder = args.data or data_folder()
    with data_dir_lock(folder):
        asyncio.run(delete_account_from(folder, args.account_id))
    print_message(_("Forgotten: {person}").format(person=args.account_id))
    return 0
