"""What a page will need, told to the browser at once: nothing is found out one import after the other."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import NamedTuple

from .linking import PACK, START, folder_of, in_pack, reached

BOARD_STYLE = "web/style/boards.css"


class Page(NamedTuple):
    """A kind of page: its module and style sheet, and whether a board is drawn on it."""

    module: str
    style: str
    board: bool = False


PAGES = {  # by the first part of the address, as `router.js` has them
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
def preloads(root: str, kind: str, name: str, language: str) -> str:
    """The links for a kind of page about a game, if it is about one; `root` is the versioned path."""
    page = PAGES.get(kind)
    modules, styles, texts = [START], [], [f"web/texts/{language}.json"]
    if page:
        modules.append(f"web/app/{page.module}")
        styles.append(f"web/style/{page.style}.css")
    if folder_of(name):
        texts.append(f"games/{name}/texts/{language}.json")
        if page and page.board:
            modules.append(f"games/{name}/board.js")
            styles += [BOARD_STYLE, f"games/{name}/board.css"]
    scripts = [PACK, *(module for module in reached(*modules) if module not in in_pack())]
    links = [
        *(f'<link rel="stylesheet" href="{root}{escape(path)}">' for path in styles),
        *(f'<link rel="modulepreload" href="{root}{escape(path)}">' for path in scripts),
        *(f'<link rel="preload" as="fetch" crossorigin="anonymous" href="{root}{escape(path)}">' for path in texts),
    ]
    return "\n    ".join(links)
