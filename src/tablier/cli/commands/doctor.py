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
    all_ok = True
    if args.json:
        with use_language(ENGLISH):  # programs parse the output
            separator = "["
            for result in run_checks(folder):
                all_ok &= result.ok
                entry = json.dumps({"check": result.check, "ok": result.ok, "detail": result.detail})
                print(f"{separator}\n {entry}", end="", flush=True)
                separator = ","
            print("\n]")
    else:
        width = max(len(_("ok")), len(_("BAD")))
        for result in run_checks(folder):
            all_ok &= result.ok
            line = f"{_('ok') if result.ok else _('BAD'):<{width}}  {result.check}: {result.detail}"
            print(line.rstrip(": "), flush=True)
    return 0 if all_ok else 1
