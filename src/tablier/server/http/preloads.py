"""Preload links of a page, so that the browser need not discover modules one import after the other."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import NamedTuple

from .linking import ENTRY, PACK, packed_modules, sort_modules

BOARD_STYLE = "web/style/boards.css"


class Page(NamedTuple):
    """A kind of page: its addresses, its module, its style sheet, and whether it shows a board."""

    paths: tuple[str, ...]  # route templates
    module: str
    style: str
    board: bool = False


PAGES = {  # by the first part of the address, as in `router.js`
    "": Page(("/",), "shelf.js", "pages"),
    "play": Page(("/play/{game_name:str}",), "game.js", "pages"),
    "m": Page(("/m/{match_id:str}",), "table/table.js", "table", board=True),
    "rules": Page(("/rules/{game_name:str}", "/rules/{game_name:str}/{edition:str}"), "rules.js", "pages", board=True),
    "study": Page(
        ("/study", "/study/{game_name:str}", "/study/{game_name:str}/{match_id:str}"), "study/study.js", "table", board=True
    ),
    "watch": Page(("/watch",), "watch.js", "pages"),
    "help": Page(("/help/keys",), "ears/help.js", "text"),
    "settings": Page(("/settings",), "settings_page.js", "pages"),
}


@cache
def preload_links(root: str, page: Page | None, game_name: str, language: str) -> str:
    """The HTML links for a page; `page` is None for an unknown address.

    The result is cached, so every argument must be one of a fixed set: `root` is the versioned path, `game_name` the name of an
    existing game, or empty if the page is not about a game, and `language` an available language.
    """
    modules, styles, texts = [ENTRY], [], [f"web/texts/{language}.json"]
    if page:
        modules.append(f"web/app/{page.module}")
        styles.append(f"web/style/{page.style}.css")
    if game_name:
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
