"""The position argument of commands: an edition with options or a position text, and actions played from there."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tablier.cli.messages import GameError
from tablier.core.errors import BadNotation, BadOptions, RulesError
from tablier.core.i18n import gettext as _
from tablier.core.registry import find, from_text, game, names, new
from tablier.core.replay import replay
from tablier.core.state import State


def add_position_arguments(parser: ArgumentParser, *, after: bool = True) -> None:
    """Add EDITION, -o and, if `after`, --after."""
    parser.add_argument("edition", metavar=_("EDITION"), help=_("an edition as `tablier games` lists them, or a position text"))
    add_option_arguments(parser)
    if after:
        parser.add_argument("--after", metavar='"A B C"', default="", help=_("actions played first, with blanks between"))


def add_option_arguments(parser: ArgumentParser) -> None:
    """Add -o key=value, which may be repeated."""
    parser.add_argument(
        "-o",
        "--option",
        metavar=_("KEY=VALUE"),
        action="append",
        default=[],
        help=_("an option of the game (see `tablier games`)"),
    )


def parse_options(args: Namespace) -> dict[str, str]:
    """Return the -o options as texts. Raises `BadOptions` for a text that is not `key=value`."""
    texts: dict[str, str] = {}
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadOptions("no_key_value", given=text[:60])
        if name in texts:
            raise BadOptions("option_twice", option=name[:60])
        texts[name] = value
    return texts


def start_from(args: Namespace, *, fixed_seed: bool = True) -> State:
    """Return the starting position of EDITION and -o. With `fixed_seed`, random setups are the same every time."""
    texts = parse_options(args)
    if "|" in args.edition:
        if texts:
            raise BadOptions("options_with_position", given=sorted(texts))
        return _read(args.edition)
    seeds = {option.name: "0" for option in find(args.edition)[0].seed_options} if fixed_seed else {}
    return new(args.edition, **{**seeds, **texts})


def _read(text: str) -> State:
    try:
        return from_text(text)
    except BadNotation as error:
        name = text.partition("|")[0].partition(":")[0]
        if name not in names():
            raise
        raise GameError(error, game(name)) from None


def position_from(args: Namespace) -> State:
    """Return the position after the actions of --after."""
    start = start_from(args)
    try:
        *_states, state = replay(start, args.after.split())
    except RulesError as error:
        raise GameError(error, start.game) from error
    return state
