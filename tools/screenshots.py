"""Photographs every page, large and small, light and dark, and in every language, into a folder.

    python -m tools.screenshots FOLDER
    python -m tools.screenshots FOLDER languages      only the languages, on a phone, with text of usual and of double size

In every language nothing may have to be scrolled sideways; where it has to, it says so and ends with 1.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, BrowserType, sync_playwright

from tablier.core.languages import languages
from tests.server.server_process import ServerProcess
from tests.web.browser import CHROMIUM, FLAGS, Person, play_out

# by name: the edition, its options, and how two engines began
TABLES: dict[str, tuple[str, dict[str, str], str]] = {
    "twixt": ("twixt:kosmos", {"size": "12"}, "g9 swap g5 d5 c5 h7 i6 j6 k5 b6 f7 d1 c10 c8 e9 i3"),
    "twixt-large": (
        "twixt:dujardin",
        {},
        "u19 k18 t17 t12 r16 r11 o13 m9 m8 n11 l10 l12 j11 j13 g14 h12 v11 p10 u14 u8 u9 u10 u13 s14 v7 v6 w13 v17 w18 u15",
    ),
    "mixtour": ("mixtour:stein", {}, "c4 a5 a4 e1 a1 e5 c2 c3 e4 a3 c3-c2 b2 a1-b2 c3 e4-c2 c4-c3 b2-a3 a5-c3"),
    "kwintie": ("kwintie:board", {}, "fg de ef g f f e ab c d d b g i"),
    "kwintie-table": ("kwintie:kwinty", {}, "ij j j k k h i g g i i g"),
    "twisty": (
        "twisty:djeco",
        {"seed": "5"},
        "@a1 @g1 b3 e2>d2>d3 c1>e2>f2 f4>e4! d3 d2>c2 b4 e3 c6 g2 e7! f4>f5>g6>e5 f5>e4 g6>e7!",
    ),
}
DRAFTS = {"twixt": "f3", "mixtour": "a3", "kwintie": "h1"}  # where Ada's finger is


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
        self.ada.page.mouse.move(0, 0)
        self.ada.page.evaluate("document.activeElement?.blur()")
        self.ada.page.wait_for_timeout(400)
        self.ada.page.screenshot(path=self.folder / f"{name}-{self.name}.png", full_page=whole)

    def page(self, path: str, name: str, seen: str) -> None:
        self.ada.page.goto(self.ada.url + path)
        self.ada.page.locator(seen).first.wait_for()
        self.shoot(name, whole=True)

    def tables(self) -> None:
        accounts = [self.ada, self.ben]
        for name, (edition, options, actions) in TABLES.items():
            match = self.ada.open(edition, options, first=0)
            if name == "twixt":
                self.shoot("invite")
            self.ben.join(match)
            to_act = 0
            for action in actions.split():
                answer = accounts[to_act].page.request.post(
                    f"{self.ada.url}/api/matches/{match}/commands", data={"type": "play", "action": action}
                )
                assert answer.ok, answer.text()
                to_act = answer.json()["view"]["to_act"]
            self.ada.wait_until(self.ben.offers()["events"])
            self.shoot(f"table-{name}")
            if name in DRAFTS:
                self.ada.tap(DRAFTS[name])
                self.shoot(f"draft-{name}")

    def four(self) -> None:
        """Four around one device."""
        around = [{"who": "guest", "name": name} for name in ("Bo", "Cy", "Di")]
        self.ada.open("twisty:djeco", {"players": "4", "seed": "8"}, seats=[{"who": "me"}, *around], first=0)
        for _ in range(9):
            self.ada.turn(self.lot)
        self.shoot("table-four", whole=True)

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
        self.page("/study", "study", ".study-text")
        self.page("/settings", "settings", "#theme")
        self.page("/nowhere", "nowhere", "h1")
        for game in {name.partition("-")[0] for name in TABLES}:
            self.page(f"/play/{game}", f"game-{game}", ".game-form")
            self.page(f"/rules/{game}", f"rules-{game}", "figure svg.board")
            self.studied(game)

    def studied(self, game: str) -> None:
        """A study of the game as it stood at the table."""
        edition, options, actions = TABLES[game]
        line = {"edition": edition, "options": options, "actions": actions.split()}
        answer = self.ada.page.request.post(f"{self.ada.url}/api/study", data=line)
        assert answer.ok, answer.text()
        told = urlencode({"edition": edition, "start": answer.json()["start"], "turns": actions})
        self.ada.see(f"/study/{game}#{told}")
        self.ada.page.wait_for_selector("[data-candidate]")
        self.ada.page.wait_for_selector(".engine:not([data-thinking])")
        self.shoot(f"study-{game}", whole=True)


def every_language(chromium: BrowserType, url: str, folder: Path) -> list[str]:
    """Pages and tables on a phone, in every language; where something does not fit."""
    wide = []
    for text, flags in (("", []), ("-large", ["--blink-settings=defaultFontSize=32"])):
        browser = chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags])
        for code in languages():
            ada = Person.of(browser, url, "Ada", phone=True)
            ada.context.add_cookies([{"name": "language", "value": code, "url": url}])

            def shoot(name: str, ada: Person = ada, kind: str = f"{code}{text}") -> None:
                ada.page.wait_for_timeout(300)
                ada.page.screenshot(path=folder / f"{name}-phone-{kind}.png", full_page=True)
                if ada.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    wide.append(f"{name}-phone-{kind}")

            for name, (edition, options, _) in TABLES.items():
                ada.open(edition, options, seats=[{"who": "me"}, {"who": "guest", "name": "Ben"}], first=0)
                shoot(f"table-{name}")
            games = sorted({name.partition("-")[0] for name in TABLES})
            for path in (
                "/",
                "/watch",
                "/study",
                "/settings",
                "/help/keys",
                *(f"/{what}/{game}" for game in games for what in ("play", "rules", "study")),
            ):
                ada.see(path)
                shoot(path.strip("/").replace("/", "-") or "shelf")
            ada.context.close()
        browser.close()
    return wide


def main() -> None:
    """All of them."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        serving = ServerProcess(Path(data)).start()
        try:
            if sys.argv[2:] != ["languages"]:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                for phone in (False, True):
                    for dark in (False, True):
                        photographer = Photographer(browser, serving.url, folder, phone=phone, dark=dark)
                        photographer.tables()
                        photographer.four()
                        photographer.ending()
                        photographer.pages()
                        assert not photographer.ada.errors
                browser.close()
            if wide := every_language(playwright.chromium, serving.url, folder):
                sys.exit("too wide: " + ", ".join(wide))
        finally:
            serving.stop()


if __name__ == "__main__":
    main()
