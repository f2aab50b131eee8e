"""`tablier config`: the server's settings."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict

from tablier.cli.commands.serve import data_argument
from tablier.cli.messages import say
from tablier.core.errors import BadOptions
from tablier.core.i18n import gettext as _


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar=_("NAME"), nargs="?", help=_("one setting; without it, all of them"))
    parser.add_argument("value", metavar=_("VALUE"), nargs="?", help=_("its new value, from the server's next start on"))
    data_argument(parser)


def run(asked: Namespace) -> int:
    from tablier.server import settings as kept
    from tablier.server.errors import RequestError

    folder = asked.data or kept.data_folder()
    settings = kept.load_settings(folder)
    try:
        if asked.value is not None:
            settings = kept.with_setting(settings, asked.name, asked.value)
            kept.save_settings(folder, settings)
        elif asked.name is not None:
            kept.with_setting(settings, asked.name, getattr(settings, asked.name, None))
    except RequestError as error:  # here it is the command that was used wrongly
        raise BadOptions(error.code, **error.facts) from None
    shown = {name: value for name, value in asdict(settings).items() if asked.name in (None, name)}
    for name, value in shown.items():
        print(f"{name} = {json.dumps(value)}")
    if asked.name is None:
        say(str(folder / "config.toml"))
    return 0
