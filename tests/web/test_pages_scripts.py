"""Scripts without a browser: types, unit tests in Node.js, and the texts and rules pages of games."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import pytest

import tablier
from tablier.core.options import Choice, Number
from tablier.engine.levels import MAX_LEVEL
from tablier.formats.transcript import MATCH_REASONS
from tablier.match.events import OFFER_TYPES
from tablier.server.matches.lobby import ListKind
from tests.web.node import ROOT, needs_node, run_node

HERE = Path(__file__).parent
SOURCE = Path(tablier.__file__).parent
WEB = ROOT / "web"
COMPILER = "node_modules/typescript/bin/tsc"

GAMES = [game for game in tablier.shelf() if (game.folder / "board.ts").is_file()]
GENERATED = WEB / "app" / "protocol.ts"  # names of the server, which are no keys of texts
SCRIPTS = "".join(
    file.read_text(encoding="utf-8")
    for file in sorted((WEB / "app").rglob("*"))
    if file.suffix in (".js", ".ts") and file != GENERATED
)
TEXTS = json.loads((WEB / "texts.en.json").read_text(encoding="utf-8"))


@needs_node
@pytest.mark.parametrize("config", ["tsconfig.json", "web/tsconfig.worker.json"])
def test_types_are_correct(config: str) -> None:
    run_node(COMPILER, "-p", config)


@needs_node
def test_unit_tests_of_scripts_pass() -> None:
    run_node("--enable-source-maps", "--test", *sorted((HERE / "scripts").glob("*.test.mjs")))


# keys of texts


def literals_of(constant: str) -> list[str]:
    """Return the string literals in the definition of a constant of the scripts."""
    definition = re.search(rf"const {constant}\b[^=\n]*= (.*?);\n", SCRIPTS, re.DOTALL)
    assert definition, constant
    return re.findall(r'"(\w+)"', definition[1])


def option_values() -> set[str]:
    """Return the words that options of games may have as a value."""
    options = [option for game in tablier.shelf() for option in game.options]
    choices = {str(word) for option in options if isinstance(option, Choice) for word in option.values}
    return {"yes", "no", "none", *choices, *(option.none_text for option in options if isinstance(option, Number))}


WAYS = literals_of("WAYS")  # opponents of a new match
CLOCKS = re.findall(r"^  (\w+):", re.split(r"const CLOCKS\b[^=\n]*= \{", SCRIPTS)[1].partition("};")[0], re.MULTILINE)
KEY_HELP = literals_of("GROUPS")
LIST_KINDS = get_args(ListKind)
SETTINGS = ("confirm", "sounds", "guides", "text", "chatter")

# Keys that scripts compose: by template, with {} for the variable part, the values that this part can have.
COMPOSED: dict[str, Iterable[object]] = {
    "asked_{}": OFFER_TYPES,
    "asks_{}": OFFER_TYPES,
    "borders_{}": (),  # texts of games only
    "clock_{}": CLOCKS,
    "contrast_{}": ("system", "more", "normal"),
    "download_{}": ("json", "sgf"),
    "edition_{}": (),  # texts of games only
    "edition_{}_words": (),  # texts of games only
    "empty_{}": LIST_KINDS,
    "end_{}": MATCH_REASONS,
    "engine_{}_short": ("win", "loss"),
    "key_{}": KEY_HELP,
    "keys_group_{}": KEY_HELP,
    "level_{}": range(1, MAX_LEVEL + 1),
    "link_{}": ("device", "recovery"),
    "list_{}": LIST_KINDS,
    "offer_{}": OFFER_TYPES,
    "option_{}": {option.name for game in tablier.shelf() for option in game.options},
    "option_{}_words": (),  # texts of games only
    "option_{}_{}": (),  # texts of games only
    "press_{}": KEY_HELP,
    "setting_{}": SETTINGS,
    "setting_{}_words": SETTINGS,
    "start_{}": WAYS,
    "step_{}": re.findall(r'\bstep\("(\w+)"', SCRIPTS),
    "tab_{}": re.findall(r'\["(\w+)", (?:await )?this\.\w+', SCRIPTS),
    "theme_{}": ("system", "light", "dark"),
    "turn_{}": ("pass", "resign", "leave", "flag"),  # an action of all games, and events that remove a player
    "value_{}": option_values(),
    "way_{}": WAYS,
    "way_{}_words": WAYS,
    "wish_{}": re.findall(r'\.wish\("(\w+)"\)', SCRIPTS),
    "wished_{}": re.findall(r'\.wish\("(\w+)"\)', SCRIPTS),
}


def literal_keys() -> set[str]:
    """Return the keys that scripts request by a literal."""
    return set(re.findall(r'\bt\("(\w+)"', SCRIPTS)) | set(re.findall(r'\bt\([^"`)]*\? "(\w+)"', SCRIPTS))


def without_plural(key: str) -> str:
    return re.sub(r"_(one|other)$", "", key)


def test_every_requested_text_exists() -> None:
    for key in literal_keys():
        assert key in TEXTS or f"{key}_other" in TEXTS, key


def test_the_templates_of_composed_keys_are_known() -> None:
    templates = {re.sub(r"\$\{[^}]*\}", "{}", template) for template in re.findall(r"`([a-z_]+_\$\{[^`]*)`", SCRIPTS)}
    assert templates == set(COMPOSED)


def test_every_text_is_requested() -> None:
    composed = {template.format(value) for template, values in COMPOSED.items() for value in values}
    in_page = set(re.findall(r"\{\{(\w+)\}\}", (WEB / "index.html").read_text(encoding="utf-8")))
    server = "".join(file.read_text(encoding="utf-8") for file in (SOURCE / "server").rglob("*.py"))
    notices = set(re.findall(r'"type": "notice", "code": "(\w+)"', server))
    quoted = set(re.findall(r'"(\w+)"', SCRIPTS))
    unused = {key for key in TEXTS if not {key, without_plural(key)} & (composed | in_page | notices | quoted)}
    assert unused == set()


# texts and rules of games


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_has_all_texts_of_its_page(game: tablier.Game) -> None:
    texts = json.loads((game.folder / "page.texts.json").read_text(encoding="utf-8"))
    for key in ("title", "players", "minutes", "age", "sentence"):
        assert texts[key]
    for edition in game.editions:
        assert texts[f"edition_{edition.name}"]
        assert texts[f"edition_{edition.name}_words"]
    for option in game.options:
        assert option.name == "players" or texts[f"option_{option.name}"]
    assert (game.folder / "cover.svg").is_file()


FIGURE = re.compile(r'<figure(?: data-only="([^"]+)")? data-position="([^"]+)"(?: data-legal="([^"]+)" data-taps="([^"]+)")?')


@pytest.mark.parametrize("page", sorted(SOURCE.glob("games/*/rules/*.html")), ids=lambda page: f"{page.parts[-3]}-{page.stem}")
def test_diagrams_show_possible_positions(page: Path) -> None:
    """A diagram without an edition must be possible in every edition, and the turns that it shows must be legal."""
    game = tablier.core.registry.game(page.parts[-3])
    text = page.read_text(encoding="utf-8")
    figures = FIGURE.findall(text)
    assert len(figures) == text.count("<figure")
    for only, position, legal, _ in figures:
        for edition in only.split() or [edition.name for edition in game.editions]:
            state = tablier.from_text(f"{game.name}:{edition}{position}" if position.startswith("|") else position)
            for action in legal.split():
                assert state.play(action)


def test_every_edition_has_rules_with_diagrams_and_credit() -> None:
    for game in tablier.core.registry.shelf():
        page = game.folder / "rules" / "en.html"
        if not page.is_file():
            continue
        text = page.read_text(encoding="utf-8")
        assert game.author in text
        restricted = {name for only in re.findall(r'data-only="([^"]+)"', text) for name in only.split()}
        assert restricted <= {edition.name for edition in game.editions}
        for edition in game.editions:
            assert any(not only or edition.name in only.split() for only, *_ in FIGURE.findall(text))
