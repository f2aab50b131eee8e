"""`tablier config`: print the server's settings, or change one."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict

from tablier.cli.commands.serve import add_data_argument
from tablier.cli.messages import print_message
from tablier.core.errors import BadOptions
from tablier.core.i18n import gettext as _


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar=_("NAME"), nargs="?", help=_("one setting; without it, all of them"))
    parser.add_argument("value", metavar=_("VALUE"), nargs="?", help=_("its new value, from the server's next start on"))
    add_data_argument(parser)


def run(args: Namespace) -> int:
    from tablier.server import settings as server_settings
    from tablier.server.errors import RequestError

    folder = args.data or server_settings.data_folder()
    settings = server_settings.load_settings(folder)
    try:
        if args.value is not None:
            settings = server_settings.with_setting(settings, args.name, args.value)
            server_settings.save_settings(folder, settings)
        elif args.name is not None:  # only to raise the error for an unknown name
            server_settings.with_setting(settings, args.name, getattr(settings, args.name, None))
    except RequestError as error:  # on the command line this is a usage error
        raise BadOptions(error.code, **error.facts) from None
    shown = {name: value for name, value in asdict(settings).items() if args.name in (None, name)}
    for name, value in shown.items():
        print(f"{name} = {json.dumps(value)}")
    if args.name is None:
        print_message(str(folder / "config.toml"))
    return 0
