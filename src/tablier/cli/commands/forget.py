"""`tablier forget`: removes a person from what the server keeps."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace

from tablier.cli.commands.export import person_argument
from tablier.cli.commands.serve import data_argument
from tablier.cli.speech import say
from tablier.core.words import gettext as _
from tablier.core.words import marked

HELP = marked("removes a person from what the server keeps; the server must be stopped")


def arguments(parser: ArgumentParser) -> None:
    person_argument(parser)
    data_argument(parser)


def run(asked: Namespace) -> int:
    from tablier.server.keeping.forget import forget_in
    from tablier.server.keeping.lock import locked
    from tablier.server.keeping.store_of import known_person
    from tablier.server.settings import data_folder

    folder = asked.data or data_folder()
    with locked(folder):
        with known_person(folder, asked.person):
            pass
        asyncio.run(forget_in(folder, asked.person))
    say(_("Forgotten: {person}").format(person=asked.person))
    return 0
