"""`tablier doctor`: whether everything is sound."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from tablier.cli.commands.serve import data_argument
from tablier.core.words import gettext as _
from tablier.core.words import marked

HELP = marked("looks at everything the server keeps and says what is wrong")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=_("as JSON"))
    data_argument(parser)


def run(asked: Namespace) -> int:
    from tablier.server.keeping.doctor import examine
    from tablier.server.settings import data_folder

    findings = list(examine(asked.data or data_folder()))
    if asked.json:
        print(json.dumps([{"what": one.what, "fine": one.fine, "told": one.told} for one in findings], indent=1))
    else:
        for one in findings:
            print(f"{'ok ' if one.fine else 'BAD'}  {one.what}: {one.told}".rstrip(": "))
    return 0 if all(one.fine for one in findings) else 1
