"""`tablier backup`: everything the server keeps, in one file, while it runs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tablier.cli.commands.serve import data_argument
from tablier.cli.speech import say
from tablier.core.words import gettext as _
from tablier.core.words import marked

HELP = marked("everything the server keeps, in one file; it may go on running")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("target", metavar=_("FILE"), type=Path, help=_("the file to write; keep it secret"))
    data_argument(parser)


def run(asked: Namespace) -> int:
    from tablier.server.keeping.backup import back_up
    from tablier.server.settings import data_folder

    back_up(asked.data or data_folder(), asked.target)
    say(_("Written: {file}").format(file=asked.target))
    return 0
