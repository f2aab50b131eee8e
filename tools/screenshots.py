"""Take screenshots of every page, on desktop and phone, in light and dark colours, and in every language.

    python -m tools.screenshots FOLDER                (or: make screenshots)
    python -m tools.screenshots FOLDER languages      only the languages, on a phone, with text of normal and of double size

Needs Chromium. Starts a server and writes PNG files to FOLDER. Exits with 1 and a list of pages if a page has to be scrolled
sideways in any language. `tests/games/NAME/browser.json` names the matches that are shown.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, BrowserType, sync_playwright

from tablier.core.game import Game
from tablier.core.languages import languages
from tests.server.server_process import ServerProcess
from tests.web.browser import CHROMIUM, FLAGS, HOTSEAT, BrowserUser, play_out
from tests.web.games import GAMES, screenshot_matches


class Photographer:
    """Takes screenshots in the browser of Ada, who plays against Ben."""

    def __init__(self, browser: Browser, url: str, folder: Path, *, phone: bool, dark: bool) -> None:
        scheme = "dark" if dark else "light"
        self.folder = folder
        self.suffix = f"{'phone' if phone else 'desktop'}-{scheme}"  # of the file names
        self.ada = BrowserUser.create(browser, url, "Ada", phone=phone, color_scheme=scheme)
        self.ben = BrowserUser.create(browser, url, "Ben")
        self.rng = random.Random(7)

    def take(self, name: str, *, full_page: bool = False) -> None:
        self.ada.page.mouse.move(0, 0)
        self.ada.page.evaluate("document.activeElement?.blur()")
        self.ada.page.wait_for_timeout(400)
        self.ada.page.screenshot(path=self.folder / f"{name}-{self.suffix}.png", full_page=full_page)

    def take_page(self, path: str, name: str, selector: str) -> None:
        self.ada.page.goto(self.ada.url + path)
        self.ada.page.locator(selector).first.wait_for()
        self.take(name, full_page=True)

    def take_matches(self) -> None:
        users = [self.ada, self.ben]
        for number, (name, match) in enumerate(item for game in GAMES for item in screenshot_matches(game).items()):
            match_id = self.ada.create_match(match["edition"], match["options"], first=0)
            if number == 0:
                self.take("invite")
            self.ben.join_match(match_id)
            to_act = 0
            for action in match["actions"].split():
                url = f"{self.ada.url}/api/matches/{match_id}/commands"
                response = users[to_act].page.request.post(url, data={"type": "play", "action": action})
                assert response.ok, response.text()
                to_act = response.json()["view"]["to_act"]
            self.ada.wait_for_events(self.ben.choices()["events"])
            self.take(f"table-{name}")
            if "tap" in match:
                self.ada.tap(match["tap"])
                self.take(f"draft-{name}")

    def take_four_players(self) -> None:
        guests = [{"who": "guest", "name": name} for name in ("Bo", "Cy", "Di")]
        self.ada.create_match("twisty:djeco", {"players": "4", "seed": "8"}, seats=[{"who": "me"}, *guests], first=0)
        for _ in range(9):
            self.ada.play_turn(self.rng)
        self.take("table-four", full_page=True)

    def take_panels_and_result(self) -> None:
        page = self.ada.page
        self.ben.join_match(self.ada.create_match("kwintie:board", {"line": "4"}, first=0))
        page.click("#tab-more")
        self.take("more")
        page.click("#tab-chat")
        self.ben.page.click("#tab-chat")
        self.ben.page.fill(".chat input", "Good luck! 🙂")
        self.ben.page.click(".chat form button")
        self.take("chat")
        page.click("#tab-more")
        page.click("[data-resign]")
        self.take("question")
        page.click("dialog button:not(.main)")
        page.click("#tab-turns")
        play_out([self.ada, self.ben], self.rng)
        self.take("end")

    def take_pages(self) -> None:
        self.take_page("/", "shelf", ".matches li")
        self.take_page("/watch", "watch", "h1")
        self.take_page("/study", "study", ".study-text")
        self.take_page("/settings", "settings", "#theme")
        self.take_page("/nowhere", "nowhere", "h1")
        for game in GAMES:
            self.take_page(f"/play/{game.name}", f"game-{game.name}", ".game-form")
            self.take_page(f"/rules/{game.name}", f"rules-{game.name}", "figure svg.board")
            self.take_study(game)

    def take_study(self, game: Game) -> None:
        """Study the first match of the game that is pictured."""
        match = next(iter(screenshot_matches(game).values()))
        line = {"edition": match["edition"], "options": match["options"], "actions": match["actions"].split()}
        response = self.ada.page.request.post(f"{self.ada.url}/api/study", data=line)
        assert response.ok, response.text()
        address = urlencode({"edition": match["edition"], "start": response.json()["start"], "turns": match["actions"]})
        self.ada.goto(f"/study/{game.name}#{address}")
        self.ada.page.wait_for_selector("[data-candidate]")
        self.ada.page.wait_for_selector(".engine:not([data-thinking])")
        self.take(f"study-{game.name}", full_page=True)


def take_languages(chromium: BrowserType, url: str, folder: Path) -> list[str]:
    """Take screenshots on a phone in every language and return the names of pages that are too wide."""
    too_wide = []
    for size, flags in (("", []), ("-large", ["--blink-settings=defaultFontSize=32"])):
        browser = chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags])
        for code in languages():
            ada = BrowserUser.create(browser, url, "Ada", phone=True)
            ada.context.add_cookies([{"name": "language", "value": code, "url": url}])

            def take(name: str, ada: BrowserUser = ada, suffix: str = f"phone-{code}{size}") -> None:
                ada.page.wait_for_timeout(300)
                ada.page.screenshot(path=folder / f"{name}-{suffix}.png", full_page=True)
                if ada.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    too_wide.append(f"{name}-{suffix}")

            for name, match in (item for game in GAMES for item in screenshot_matches(game).items()):
                ada.create_match(match["edition"], match["options"], **HOTSEAT)
                take(f"table-{name}")
            for path in (
                "/",
                "/watch",
                "/study",
                "/settings",
                "/help/keys",
                *(f"/{page}/{game.name}" for game in GAMES for page in ("play", "rules", "study")),
            ):
                ada.goto(path)
                take(path.strip("/").replace("/", "-") or "shelf")
            ada.context.close()
        browser.close()
    return too_wide


def main() -> None:
    """Take all screenshots."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data)).start()
        try:
            if sys.argv[2:] != ["languages"]:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                for phone in (False, True):
                    for dark in (False, True):
                        photographer = Photographer(browser, server.url, folder, phone=phone, dark=dark)
                        photographer.take_matches()
                        photographer.take_four_players()
                        photographer.take_panels_and_result()
                        photographer.take_pages()
                        assert not photographer.ada.errors
                browser.close()
            if too_wide := take_languages(playwright.chromium, server.url, folder):
                sys.exit("too wide: " + ", ".join(too_wide))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
