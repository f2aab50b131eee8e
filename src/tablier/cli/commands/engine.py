"""`tablier engine`: our players for other people's tools, by UGI on stdin and stdout."""

from __future__ import annotations

import io
import sys
from argparse import ArgumentParser, Namespace

from tablier.cli.positions import position_arguments, starting_position
from tablier.core.errors import BadOptions
from tablier.core.words import gettext as _
from tablier.core.words import marked
from tablier.engine.levels import HIGHEST
from tablier.engine.player import exists
from tablier.engine.ugi import Session

HELP = marked("plays for another program: UGI on stdin and stdout")


def arguments(parser: ArgumentParser) -> None:
    position_arguments(parser, after=False)
    parser.add_argument("--level", metavar="N", type=int, default=HIGHEST, help=_("how strong, 1 to 10"))


def run(asked: Namespace) -> int:
    start = starting_position(asked)
    if not exists(start):
        raise BadOptions("no_player", edition=start.edition)
    session = Session(start, lambda line: print(line, flush=True), level=asked.level)
    for line in io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace"):
        if not session.obey(line):
            return 0
    session.close()
    return 0
