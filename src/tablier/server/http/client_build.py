"""The built web client: the names of its files, and the links in the head of each page.

`web/build.mjs` writes the client to `src/tablier/static/`, with a manifest that names the file of every source.
"""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from tablier.core.game import Game
from tablier.core.registry import game as find_game

from ..i18n import STATIC

MANIFEST = STATIC / "manifest.json"
ENTRY = "web/app/main.ts"
BOARD_API = "board-api.js"
COMMON_STYLES = ("base",)
ROOT = "/static/"


class ClientNotBuilt(RuntimeError):
    """The web client was not built in this checkout."""

    def __init__(self) -> None:
        super().__init__("The web client is not built. Run `make web`.")


class Script(Struct, frozen=True):
    """A script by the name of its file, and the scripts that it imports at once, directly or not."""

    file: str
    imports: list[str]


class BoardFiles(Struct, frozen=True):
    """The script and the style sheet of a game's board."""

    script: str
    imports: list[str] = []
    style: str | None = None


class Manifest(Struct, frozen=True):
    """The files of the client, relative to `/static/`. Scripts by source file, styles and icons by name, boards by game."""

    scripts: dict[str, Script]
    styles: dict[str, str]
    boards: dict[str, BoardFiles]
    icons: dict[str, str]


class Page(NamedTuple):
    """A kind of page: its addresses, its module, its style sheets, and whether it shows a board."""

    paths: tuple[str, ...]  # route templates
    module: str
    styles: tuple[str, ...]
    board: bool = False


PAGES = {  # by the first part of the address, as in `router.ts`
    "": Page(("/",), "screens/shelf.ts", ("screens",)),
    "play": Page(("/play/{game_name:str}",), "screens/game.ts", ("screens",)),
    "m": Page(("/m/{match_id:str}",), "match/match_page.ts", ("match",), board=True),
    "rules": Page(
        ("/rules/{game_name:str}", "/rules/{game_name:str}/{edition:str}"), "screens/rules.ts", ("screens",), board=True
    ),
    "study": Page(
        ("/study", "/study/{game_name:str}", "/study/{game_name:str}/{match_id:str}"),
        "study/study_page.ts",
        ("match", "study"),
        board=True,
    ),
    "games": Page(("/games",), "screens/my_games.ts", ("screens",)),
    "watch": Page(("/watch",), "screens/watch.ts", ("screens",)),
    "operator": Page(
        ("/operator", "/operator/{section:str}", "/operator/{section:str}/{item:str}"), "operator/operator_page.ts", ("screens",)
    ),
    "help": Page(("/help/keys",), "a11y/help.ts", ("text_board",)),
    "settings": Page(("/settings",), "screens/settings.ts", ("screens",)),
}


@cache
def manifest() -> Manifest:
    """Read the manifest. Raises `ClientNotBuilt`."""
    try:
        return msgspec.json.decode(MANIFEST.read_bytes(), type=Manifest)
    except FileNotFoundError:
        raise ClientNotBuilt from None


def board_files(game: Game, version: str) -> BoardFiles | None:
    """The board of a game: built with the client, or shipped ready by the package of the game; None if it has none."""
    if game.name in manifest().boards:
        return manifest().boards[game.name]
    folder = f"{version}/games/{game.name}"
    if not (game.folder / "board.js").is_file():
        return None
    style = f"{folder}/board.css" if (game.folder / "board.css").is_file() else None
    return BoardFiles(f"{folder}/board.js", [BOARD_API], style)


@cache
def head_links(page: Page | None, game_name: str, language: str, version: str) -> str:
    """The style sheets and preloads of a page; `page` is None for an unknown address.

    The result is cached, so every argument must be one of a fixed set: `game_name` is the name of an existing game, or empty if
    the page is not about a game, and `language` an available language.
    """
    build = manifest()
    scripts = [build.scripts[ENTRY].file, *build.scripts[ENTRY].imports]
    styles = [(build.styles[name], "") for name in COMMON_STYLES]
    texts = [f"{version}/texts/{language}.json"]
    if page:
        module = build.scripts[f"web/app/{page.module}"]
        scripts += [module.file, *module.imports]
        styles += [(build.styles[name], "") for name in page.styles]
    links = []
    if game_name:
        texts.append(f"{version}/games/{game_name}/texts/{language}.json")
        files = board_files(find_game(game_name), version)
        if page and page.board and files:
            mark = f' data-board="{escape(game_name)}"'
            styles.append((build.styles["board"], ""))
            if files.style:
                styles.append((files.style, mark))
            scripts += files.imports
            links.append(f'<link rel="modulepreload" href="{ROOT}{escape(files.script)}"{mark}>')
    return "\n    ".join(
        [
            *(f'<link rel="stylesheet" href="{ROOT}{escape(path)}"{mark}>' for path, mark in styles),
            *(f'<link rel="modulepreload" href="{ROOT}{escape(path)}">' for path in dict.fromkeys(scripts)),
            *links,
            *(f'<link rel="preload" as="fetch" crossorigin="anonymous" href="{ROOT}{escape(path)}">' for path in texts),
        ]
    )


@cache
def client_assets(version: str) -> str:
    """What the client must know of its files, as JSON: where texts are, and the names of style sheets and icons."""
    build = manifest()
    assets = {"root": f"{ROOT}{version}/", "styles": _absolute(build.styles), "icons": _absolute(build.icons)}
    return msgspec.json.encode(assets).decode().replace("<", "\\u003c")


def _absolute(names: dict[str, str]) -> dict[str, str]:
    return {name: f"{ROOT}{path}" for name, path in names.items()}


def icon_address(name: str) -> str:
    """The address of an icon of the client."""
    return f"{ROOT}{manifest().icons[name]}"


def built_files() -> dict[str, Path]:
    """All built files by their path below `/static/`, without the compressed forms and what only the server reads."""
    private = {"manifest.json", "index.html", "texts.en.json", "service_worker.js"}
    files = (file for file in STATIC.rglob("*") if file.is_file() and file.suffix not in (".br", ".gz"))
    paths = {file.relative_to(STATIC).as_posix(): file for file in files}
    return {path: file for path, file in paths.items() if path not in private}
