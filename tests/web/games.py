"""The games that browser tests play: all games of the registry that have a board.

`tests/games/NAME/browser.json` holds what is special about a game; a game without this file is played with its defaults.

    short_matches    by edition: a list of options, one for each match that is short enough to be played to its end
    shortest_match   an edition and options of a match of few turns
    contrast         by edition: `options` and `actions` that lead to a position; `parts`: by name of a drawn part, its colours
                     (fill, outline), of which one must contrast with each of the `backgrounds`. A colour is written as
                     "SELECTOR PROPERTY"
    screenshots      by name: a match for `tools.screenshots` with edition, options, actions, and a cell to tap
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import tablier

GAMES = [game for game in tablier.shelf() if (game.folder / "board.ts").is_file()]
ALL_EDITIONS = [name for game in GAMES for name in game.edition_names()]
DEFAULT_EDITIONS = [game.edition_names()[0] for game in GAMES]

MatchSetup = tuple[str, dict[str, str]]  # an edition and its options


def _browser_data(game: tablier.Game) -> dict[str, Any]:
    file = Path(__file__).parent.parent / "games" / game.name / "browser.json"
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


BROWSER_DATA = {game.name: _browser_data(game) for game in GAMES}


def short_matches(game: tablier.Game) -> list[MatchSetup]:
    """Return at least one short match of every edition."""
    options = BROWSER_DATA[game.name].get("short_matches", {})
    return [(name, variant) for name in game.edition_names() for variant in options.get(name, [{}])]


def shortest_match(game: tablier.Game) -> MatchSetup:
    shortest = BROWSER_DATA[game.name].get("shortest_match", {"edition": game.edition_names()[0], "options": {}})
    return shortest["edition"], shortest["options"]


def screenshot_matches(game: tablier.Game) -> dict[str, dict[str, Any]]:
    """Return the matches that screenshots show, by name."""
    default = {game.name: {"edition": game.edition_names()[0], "options": {}, "actions": ""}}
    return dict(BROWSER_DATA[game.name].get("screenshots", default))


SHORTEST_MATCHES = [shortest_match(game) for game in GAMES]
