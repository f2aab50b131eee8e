"""`tablier doctor`: whether everything is sound."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from tablier.cli.commands.serve import data_argument
from tablier.core.i18n import ENGLISH, use_language
from tablier.core.i18n import gettext as _


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=_("as JSON"))
    data_argument(parser)


def run(asked: Namespace) -> int:
    from tablier.server.maintenance.doctor import examine
    from tablier.server.settings import data_folder

    folder = asked.data or data_folder()
    if asked.json:
        with use_language(ENGLISH):  # for programs
            findings = list(examine(folder))
        print(json.dumps([{"what": one.what, "fine": one.fine, "told": one.told} for one in findings], indent=1))
    else:
        findings = list(examine(folder))
        width = max(len(_("ok")), len(_("BAD")))
        for one in findings:
            print(f"{_('ok') if one.fine else _('BAD'):<{width}}  {one.what}: {one.told}".rstrip(": "))
    return 0 if all(one.fine for one in findings) else 1
