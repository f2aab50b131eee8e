"""`tablier games`: list editions and their options."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from tablier.core.game import Game
from tablier.core.i18n import gettext as _
from tablier.core.registry import shelf


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=_("as JSON"))


def run(args: Namespace) -> int:
    if args.json:
        print(json.dumps([_as_data(game) for game in shelf()], indent=2, ensure_ascii=False))
    else:
        print("\n\n".join(_as_text(game) for game in shelf()))
    return 0


def _as_data(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "author": game.author,
        "options": [
            {"name": option.name, "range": option.range(), "default": option.format(option.default), "setup": option.setup}
            for option in game.options
        ],
        "editions": [
            {
                "edition": f"{game.name}:{edition.name}",
                "default": edition is game.editions[0],
                "sides": list(edition.sides),
                "begins": edition.first_player_rule,
                "options": {
                    option.name: option.format(edition.values.get(option.name, option.default)) for option in game.options
                },
            }
            for edition in game.editions
        ],
    }


def _as_text(game: Game) -> str:
    lines = [f"{game.title} ({game.author})"]
    width = max(len(option.name) for option in game.options) if game.options else 0
    for edition in game.editions:
        name = f"{game.name}:{edition.name}"
        changed = [
            f"{option.name}={option.format(edition.values[option.name])}"
            for option in game.options
            if option.name in edition.values
        ]
        default = _("default") if edition is game.editions[0] else ""
        lines.append("  " + "  ".join(part for part in (f"{name:<18}", default, " ".join(changed)) if part).rstrip())
    lines.extend(
        f"    -o {option.name:<{width}}  {_(option.range())}  [{option.format(option.default)}]" for option in game.options
    )
    return "\n".join(lines)
