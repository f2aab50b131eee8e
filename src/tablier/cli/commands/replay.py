"""`tablier replay`: play a list of actions and print every step as JSON."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from tablier.cli.files import read_text
from tablier.cli.messages import print_error
from tablier.cli.positions import add_position_arguments, start_from
from tablier.core.errors import BadFile, RulesError
from tablier.core.i18n import gettext as _
from tablier.core.replay import apply_action
from tablier.core.state import State


def add_arguments(parser: ArgumentParser) -> None:
    add_position_arguments(parser, after=False)
    parser.add_argument(
        "file", metavar=_("FILE"), nargs="?", default="-", help=_("one action a line, or `leave N`; - is standard input")
    )


def run(args: Namespace) -> int:
    state = start_from(args)
    try:
        lines = read_text(args.file).split("\n")
    except BadFile as error:
        print_error(error)
        print(json.dumps({"error": error.code, "line": error.facts.get("line", 0), **_json_facts(error.facts)}))
        return 1
    plies = [_ply(state)]
    for number, line in enumerate(lines, start=1):
        text = line.strip(" \t\r")
        if not text:
            continue
        try:
            state = apply_action(state, text)
        except RulesError as error:
            print_error(error, state.game)
            print(json.dumps({"error": error.code, "line": number, **_json_facts(error.facts)}))
            return 1
        plies.append(_ply(state))
    outcome = state.outcome
    print(json.dumps({"plies": plies, "outcome": outcome and outcome.json(), "position": state.position()}))
    return 0


def _ply(state: State) -> dict[str, Any]:
    return {"to_act": state.to_act, "legal": len(state.legal_actions())}


def _json_facts(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts as plain JSON, without the keys that this command sets itself."""
    return {name: value for name, value in json.loads(json.dumps(facts, default=str)).items() if name not in ("error", "line")}
