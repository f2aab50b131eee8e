"""The position a command is about: an edition with its options, or a position text, and actions played from there."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tablier.cli.messages import Refused
from tablier.core.errors import BadNotation, BadOptions, RulesError
from tablier.core.i18n import gettext as _
from tablier.core.registry import find, from_text, game, names, new
from tablier.core.replay import replay
from tablier.core.state import State


def position_arguments(parser: ArgumentParser, *, after: bool = True) -> None:
    """EDITION, -o and --after, the same for every command."""
    parser.add_argument("edition", metavar=_("EDITION"), help=_("an edition as `tablier games` lists them, or a position text"))
    option_arguments(parser)
    if after:
        parser.add_argument("--after", metavar='"A B C"', default="", help=_("actions played first, with blanks between"))


def option_arguments(parser: ArgumentParser) -> None:
    """-o key=value, any number of times."""
    parser.add_argument(
        "-o",
        "--option",
        metavar=_("KEY=VALUE"),
        action="append",
        default=[],
        help=_("an option of the game (see `tablier games`)"),
    )


def option_texts(asked: Namespace) -> dict[str, str]:
    """The options as texts; `BadOptions` for what is no `key=value`."""
    texts: dict[str, str] = {}
    for given in asked.option:
        name, equals, value = given.partition("=")
        if not equals or not name:
            raise BadOptions("no_key_value", given=given[:60])
        if name in texts:
            raise BadOptions("option_twice", option=name[:60])
        texts[name] = value
    return texts


def starting_position(asked: Namespace, *, fixed_seed: bool = True) -> State:
    """The start that EDITION and -o ask for. Commands that print data deal the same game every time."""
    texts = option_texts(asked)
    if "|" in asked.edition:
        if texts:
            raise BadOptions("options_with_position", given=sorted(texts))
        return _read(asked.edition)
    seeds = {option.name: "0" for option in find(asked.edition)[0].seed_options} if fixed_seed else {}
    return new(asked.edition, **{**seeds, **texts})


def _read(text: str) -> State:
    try:
        return from_text(text)
    except BadNotation as error:
        name = text.partition("|")[0].partition(":")[0]
        if name not in names():
            raise
        raise Refused(error, game(name)) from None


def asked_position(asked: Namespace) -> State:
    """The start, and what was played --after it."""
    start = starting_position(asked)
    try:
        *_states, state = replay(start, asked.after.split())
    except RulesError as error:
        raise Refused(error, start.game) from error
    return state
