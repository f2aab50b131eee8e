"""`tablier config`: print the server's settings, change one, or check all of them."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from pathlib import Path

from tablier.cli.commands.serve import add_data_argument
from tablier.cli.messages import print_error, print_message
from tablier.core.errors import BadOptions
from tablier.core.i18n import gettext as _


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar=_("NAME"), nargs="?", help=_("one setting; without it, all of them"))
    parser.add_argument("value", metavar=_("VALUE"), nargs="?", help=_("its new value, from the server's next start on"))
    parser.add_argument("--check", action="store_true", help=_("report every problem of the settings"))
    add_data_argument(parser)


def run(args: Namespace) -> int:
    from tablier.server import settings as server_settings
    from tablier.server.errors import RequestError

    folder = args.data or server_settings.data_folder()
    if args.check:
        return _check(folder)
    try:
        if args.value is not None:
            _change(folder, args.name, args.value)
        settings = server_settings.load_settings(folder)
        if args.name is not None:  # only to raise the error for an unknown name
            server_settings.with_setting(settings, args.name, getattr(settings, args.name, None))
    except RequestError as error:  # on the command line this is a usage error
        raise BadOptions(error.code, **error.facts) from None
    shown = {name: value for name, value in asdict(settings).items() if args.name in (None, name)}
    for name, value in shown.items():
        print(f"{name} = {server_settings.to_toml(value)}")
    if args.name is None:
        print_message(str(folder / server_settings.SETTINGS_FILE))
    return 0


def _change(folder: Path, name: str, value: str) -> None:
    """Change one setting in the file, also if the file's value is invalid."""
    from tablier.server import settings as server_settings

    settings = server_settings.Settings()
    for stored_name, stored_value in {**server_settings.read_settings_file(folder), name: value}.items():
        settings = server_settings.with_setting(settings, stored_name, stored_value)
    server_settings.save_settings(folder, settings)
    if name in server_settings.read_environment(os.environ):
        variable = server_settings.variable_of(name)
        print_message(_("The environment variable {variable} overrides this setting.").format(variable=variable))


def _check(folder: Path) -> int:
    from tablier.server.check_settings import find_problems

    problems = list(find_problems(folder, os.environ))
    for problem in problems:
        if isinstance(problem, str):
            print_message(problem)
        else:
            print_error(problem)
    return 1 if problems else 0
