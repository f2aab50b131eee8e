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
    from tablier.server.maintenance.doctor import run_checks
    from tablier.server.settings import data_folder

    folder = asked.data or data_folder()
    if asked.json:
        with use_language(ENGLISH):  # for programs
            findings = list(run_checks(folder))
        print(json.dumps([{"check": one.check, "ok": one.ok, "detail": one.detail} for one in findings], indent=1))
    else:
        findings = list(run_checks(folder))
        width = max(len(_("ok")), len(_("BAD")))
        for one in findings:
            print(f"{_('ok') if one.ok else _('BAD'):<{width}}  {one.check}: {one.detail}".rstrip(": "))
    return 0 if all(one.ok for one in findings) else 1
