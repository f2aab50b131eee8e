"""Preload links of a page, so that the browser need not discover modules one import after the other."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import NamedTuple

from .linking import ENTRY, PACK, game_folder, packed_modules, sort_modules

BOARD_STYLE = "web/style/boards.css"


class Page(NamedTuple):
    """A kind of page: its module, its style sheet, and whether it shows a board."""

    module: str
    style: str
    board: bool = False


PAGES = {  # by the first part of the address, as in `router.js`
    "": Page("shelf.js", "pages"),
    "play": Page("game.js", "pages"),
    "m": Page("table/table.js", "table", board=True),
    "rules": Page("rules.js", "pages", board=True),
    "study": Page("study/study.js", "table", board=True),
    "watch": Page("watch.js", "pages"),
    "help": Page("ears/help.js", "text"),
    "settings": Page("settings_page.js", "pages"),
}


@cache
def preload_links(root: str, page_kind: str, game_name: str, language: str) -> str:
    """The HTML links for a page; `root` is the versioned path, `game_name` is empty if the page is not about a game."""
    page = PAGES.get(page_kind)
    modules, styles, texts = [ENTRY], [], [f"web/texts/{language}.json"]
    if page:
        modules.append(f"web/app/{page.module}")
        styles.append(f"web/style/{page.style}.css")
    if game_folder(game_name):
        texts.append(f"games/{game_name}/texts/{language}.json")
        if page and page.board:
            modules.append(f"games/{game_name}/board.js")
            styles += [BOARD_STYLE, f"games/{game_name}/board.css"]
    scripts = [PACK, *(module for module in sort_modules(*modules) if module not in packed_modules())]
    links = [
        *(f'<link rel="stylesheet" href="{root}{escape(path)}">' for path in styles),
        *(f'<link rel="modulepreload" href="{root}{escape(path)}">' for path in scripts),
        *(f'<link rel="preload" as="fetch" crossorigin="anonymous" href="{root}{escape(path)}">' for path in texts),
    ]
    return "\n    ".join(links)
