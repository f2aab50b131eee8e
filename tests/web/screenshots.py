"""Photographs every page, large and small, light and dark, into a folder: `python -m tests.web.screenshots FOLDER`."""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.server.serving import Serving
from tests.web.browsing import CHROMIUM, FLAGS, Person, play_out, together

# by name: the edition, its options, and how many turns are played before the picture is taken
TABLES: dict[str, tuple[str, dict[str, str], int]] = {
    "twixt": ("twixt:kosmos", {"size": "12"}, 22),
    "twixt-large": ("twixt:dujardin", {}, 12),
    "mixtour": ("mixtour:stein", {}, 18),
    "kwintie": ("kwintie:board", {}, 14),
    "kwintie-table": ("kwintie:kwinty", {}, 10),
    "twisty": ("twisty:djeco", {"seed": "5"}, 10),
}


class Photographer:
    """Ada's browser, with Ben across the table."""

    def __init__(self, browser: Browser, url: str, folder: Path, *, phone: bool, dark: bool) -> None:
        scheme = "dark" if dark else "light"
        self.folder = folder
        self.name = f"{'phone' if phone else 'desktop'}-{scheme}"
        self.ada = Person.of(browser, url, "Ada", phone=phone, color_scheme=scheme)
        self.ben = Person.of(browser, url, "Ben")
        self.lot = random.Random(7)

    def shoot(self, name: str, *, whole: bool = False) -> None:
        self.ada.page.wait_for_timeout(400)
        self.ada.page.screenshot(path=self.folder / f"{name}-{self.name}.png", full_page=whole)

    def page(self, path: str, name: str, seen: str) -> None:
        self.ada.page.goto(self.ada.url + path)
        self.ada.page.locator(seen).first.wait_for()
        self.shoot(name, whole=True)

    def tables(self) -> None:
        people = [self.ada, self.ben]
        for name, (edition, options, turns) in TABLES.items():
            match = self.ada.open(edition, options, first=0)
            if name == "twixt":
                self.shoot("invite")
            self.ben.join(match)
            for _ in range(turns):
                if not self.ada.over:
                    together([next(person for person in people if person.to_play)], people, self.lot)
            self.shoot(f"table-{name}")

    def ending(self) -> None:
        page = self.ada.page
        self.ben.join(self.ada.open("kwintie:board", {"line": "4"}, first=0))
        page.click("#tab-more")
        self.shoot("more")
        page.click("#tab-chat")
        self.ben.page.click("#tab-chat")
        self.ben.page.fill(".chat input", "Good luck! 🙂")
        self.ben.page.click(".chat form button")
        self.shoot("chat")
        page.click("#tab-more")
        page.click("[data-resign]")
        self.shoot("question")
        page.click("dialog button:not(.main)")
        page.click("#tab-turns")
        play_out([self.ada, self.ben], self.lot)
        self.shoot("end")

    def pages(self) -> None:
        self.page("/", "shelf", ".matches li")
        self.page("/watch", "watch", "h1")
        self.page("/settings", "settings", "#theme")
        self.page("/nowhere", "nowhere", "h1")
        for game in {name.partition("-")[0] for name in TABLES}:
            self.page(f"/play/{game}", f"game-{game}", ".game-form")
            self.page(f"/rules/{game}", f"rules-{game}", "figure svg.board")


def main() -> None:
    """All of them."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        serving = Serving(Path(data)).start()
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for phone in (False, True):
                for dark in (False, True):
                    photographer = Photographer(browser, serving.url, folder, phone=phone, dark=dark)
                    photographer.tables()
                    photographer.ending()
                    photographer.pages()
                    assert not photographer.ada.errors
            browser.close()
        finally:
            serving.stop()


if __name__ == "__main__":
    main()
