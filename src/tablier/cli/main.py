"""Entry point of `tablier`: parse the command line, run one command, turn every failure into an exit code and a message."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Container, Sequence
from pathlib import Path

import tablier
from tablier.core.errors import BadFile, BadOptions, RulesError
from tablier.core.i18n import gettext as _
from tablier.core.i18n import use_language
from tablier.core.languages import languages

from .argparser import Parser, join_after_flag
from .commands import COMMANDS, GROUPS, load_command
from .locales import LANGUAGE_FLAG, language_code, preferred_language, translate_argparse
from .messages import GameError, print_error

DEFAULT_COMMAND = "serve"
EXIT_INTERRUPTED = 130
STDOUT_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}  # a write to stdout can fail with these


def build_parser(loaded: Container[str | None] = COMMANDS.keys()) -> argparse.ArgumentParser:
    """Return the parser of the command line.

    Only the commands in `loaded` get their arguments, since that imports their modules.
    """
    parser = _TopParser(prog="tablier", description=_("A games shelf that is open day and night."))
    known = ", ".join(languages())
    parser.add_argument(
        LANGUAGE_FLAG, metavar=_("CODE"), type=language_code, help=_("speak another language: {known}").format(known=known)
    )
    parser.add_argument(
        "--version", action="version", version=f"tablier {tablier.__version__}", help=_("show the version and exit")
    )
    subparsers = parser.add_subparsers(metavar=_("COMMAND"), required=True, parser_class=Parser)
    for name, command in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=_(command.help), description=_(command.help), allow_abbrev=False)
        if name in loaded:
            module = load_command(name)
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    return parser


class _TopParser(argparse.ArgumentParser):
    """Prints the commands in groups; argparse knows groups of options only."""

    def format_help(self) -> str:
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        formatter.add_text(_("Without a command, tablier starts the server and opens the browser."))
        for group, title in GROUPS.items():
            formatter.start_section(_(title))
            for name, command in COMMANDS.items():
                if command.group == group:
                    formatter.add_argument(argparse.Action([], name, nargs=0, help=_(command.help), metavar=name))
            formatter.end_section()
        formatter.start_section(_("options"))
        formatter.add_arguments(action for action in self._actions if action.option_strings)
        formatter.end_section()
        return formatter.format_help()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Return 0: done, 1: the answer is no, 2: used wrongly, 130: interrupted."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    if sys.stdout is None:  # closed by the caller: `tablier … >&-`
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    translate_argparse()
    with use_language(preferred_language(os.environ, arguments)):
        try:
            code = _run(arguments)
            sys.stdout.flush()
        except BrokenPipeError:  # the reader closed the pipe: `tablier legal … | head`
            _discard_stdout()
            return 0
        except OSError as error:
            if error.filename is not None or error.errno not in STDOUT_ERRORS:
                raise
            _discard_stdout()
            print_error(BadFile("stdout_failed", why=error.strerror))
            return 1
        return code


def _run(arguments: list[str]) -> int:
    arguments = join_after_flag(arguments) or [DEFAULT_COMMAND]
    name = next((argument for argument in arguments if argument in COMMANDS), None)
    try:
        args = build_parser({name}).parse_args(arguments)
        code: int = args.run(args)
    except SystemExit as error:  # argparse has printed why
        return error.code if isinstance(error.code, int) else 2
    except GameError as wrapper:
        print_error(wrapper.error, wrapper.game)
        return 1
    except BadOptions as error:
        print_error(error)
        return 2
    except RulesError as error:
        print_error(error)
        return 1
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return code


def _discard_stdout() -> None:
    """Point stdout at the null device, so that Python does not try to flush it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
