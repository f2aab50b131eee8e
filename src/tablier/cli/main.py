"""Finding the command, running it, and turning every failure into an exit code and a sentence."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import tablier
from tablier.core.errors import BadFile, BadOptions, RulesError
from tablier.core.i18n import gettext as _
from tablier.core.i18n import use_language
from tablier.core.languages import languages

from . import commands
from .argparser import Parser, joined
from .locales import FLAG, known_language, preferred_language, translate_argparse
from .messages import Refused, say_error

DEFAULT_COMMAND = "serve"
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}  # what a write to stdout can fail with


def parser() -> argparse.ArgumentParser:
    """All commands; each is one module in `commands`, found there."""
    top = argparse.ArgumentParser(prog="tablier", description=_("A games shelf that is open day and night."))
    known = ", ".join(languages())
    top.add_argument(
        FLAG, metavar=_("CODE"), type=known_language, help=_("speak another language: {known}").format(known=known)
    )
    top.add_argument(
        "--version", action="version", version=f"tablier {tablier.__version__}", help=_("show the version and exit")
    )
    choices = top.add_subparsers(metavar=_("COMMAND"), required=True, parser_class=Parser)
    for module in command_modules():
        one = choices.add_parser(
            module.__name__.rpartition(".")[2], help=_(module.HELP), description=_(module.HELP), allow_abbrev=False
        )
        module.arguments(one)
        one.set_defaults(run=module.run)
    return top


def command_modules() -> list[ModuleType]:
    """The modules of all commands, by name."""
    return [import_module(f"{commands.__name__}.{found.name}") for found in iter_modules(commands.__path__)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command: 0 fine, 1 the answer is no, 2 used wrongly."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if sys.stdout is None:  # closed by the caller, who wants no data: `tablier … >&-`
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    translate_argparse()
    with use_language(preferred_language(os.environ, given)):
        try:
            code = _run(given)
            sys.stdout.flush()
        except BrokenPipeError:  # the reader has seen enough: `tablier legal … | head`
            _drop_stdout()
            return 0
        except OSError as error:
            if error.filename is not None or error.errno not in FULL:
                raise
            _drop_stdout()
            say_error(BadFile("stdout_failed", why=error.strerror))
            return 1
        return code


def _run(given: list[str]) -> int:
    try:
        asked = parser().parse_args(joined(given) or [DEFAULT_COMMAND])
        code: int = asked.run(asked)
    except SystemExit as leaving:  # argparse has said why
        return leaving.code if isinstance(leaving.code, int) else 2
    except Refused as refused:
        say_error(refused.error, refused.game)
        return 1
    except BadOptions as error:
        say_error(error)
        return 2
    except RulesError as error:
        say_error(error)
        return 1
    except KeyboardInterrupt:
        return 130
    return code


def _drop_stdout() -> None:
    """What could not be written must not be tried again at the exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
