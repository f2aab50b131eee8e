"""`tablier doctor`: check the server's data."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from tablier.cli.commands.serve import add_data_argument
from tablier.core.i18n import ENGLISH, use_language
from tablier.core.i18n import gettext as _


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=_("as JSON"))
    add_data_argument(parser)


def run(args: Namespace) -> int:
    from tablier.server.maintenance.doctor import run_checks
    from tablier.server.settings import data_folder

    folder = args.data or data_folder()
    if args.json:
        with use_language(ENGLISH):  # programs parse the output
            findings = list(run_checks(folder))
        print(
            json.dumps([{"check": finding.check, "ok": finding.ok, "detail": finding.detail} for finding in findings], indent=1)
        )
    else:
        findings = list(run_checks(folder))
        width = max(len(_("ok")), len(_("BAD")))
        for finding in findings:
            print(f"{_('ok') if finding.ok else _('BAD'):<{width}}  {finding.check}: {finding.detail}".rstrip(": "))
    return 0 if all(finding.ok for finding in findings) else 1
