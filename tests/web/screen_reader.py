"""A user of keyboard and screen reader: announcements, focus, and the violations that axe reports."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.web.browser import BrowserUser, wait_until_settled
from tests.web.sources import WEB

SETTINGS_KEY = "tablier.settings"
AXE = Axe()
TEXTS = json.loads((WEB / "texts.en.json").read_text(encoding="utf-8"))

# Records every text added to the live region, in order. Messages about the connection are ignored: a loaded machine may
# lose and regain it.
RECORD_ANNOUNCEMENTS = """ignored => {
    window.announcements = [];
    const observe = () => {
        const region = document.getElementById("announcements");
        if (!region) return requestAnimationFrame(observe);
        const texts = ({addedNodes}) => [...addedNodes].map(node => node.textContent);
        const record = change => announcements.push(...texts(change).filter(text => !ignored.includes(text)));
        new MutationObserver(changes => changes.forEach(record)).observe(region, {childList: true});
    };
    observe();
}"""


class ScreenReaderUser(BrowserUser):
    """A user of keyboard and screen reader. The setting `text` replaces the drawn board by the text board."""

    def with_settings(self, *, text: bool = False, **settings: Any) -> ScreenReaderUser:
        """Store these settings of the page in advance, and record announcements from now on."""
        stored = json.dumps({"text": text, **settings})
        self.context.add_init_script(
            f"localStorage.getItem('{SETTINGS_KEY}') ?? localStorage.setItem('{SETTINGS_KEY}', '{stored}')"
        )
        self.context.add_init_script(f"({RECORD_ANNOUNCEMENTS})({json.dumps([TEXTS['line_lost'], TEXTS['line_found']])})")
        return self

    def follow_match(self, match_id: str) -> None:
        """Open the page of a match and wait for its first announcement."""
        self.goto(f"/m/{match_id}")
        self.wait_for_announcer()

    def wait_for_announcer(self) -> None:
        self.page.wait_for_selector("main[data-a11y-ready]")
        self.page.wait_for_function("() => window.announcements.length > 0")

    def start_match(self, edition: str, options: dict[str, str] | None = None, **terms: Any) -> str:
        """Create a match, follow it and return its id."""
        match_id = self.post_match(edition, options, **terms)
        self.follow_match(match_id)
        return match_id

    # keys

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str, max_stops: int = 40) -> None:
        for _ in range(max_stops):
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def focus_board(self) -> None:
        if not self.focused_cell:
            self.tab_to("[data-cell]")

    def move_to(self, cell: str) -> None:
        """Move the focus to a cell with the keys."""
        self.focus_board()
        self.press("Control+Home")
        rows = [row for row in self.rows() if row]
        down = next(index for index, row in enumerate(rows) if cell in row)
        self.press(*["ArrowDown"] * down, "Home")
        for _ in range(40):
            if self.focused_cell == cell:
                return
            self.press("ArrowRight")
        raise AssertionError(f"keys do not lead to {cell}")

    def propose_and_play(self) -> None:
        """Press Enter to propose a turn, and again to play it."""
        self.press("Enter")
        self.page.wait_for_selector("[data-play]")
        self.press("Enter")

    def type_turn(self, text: str) -> None:
        self.press("t")
        self.page.wait_for_selector("#typed-turn:focus")
        self.page.keyboard.type(text)

    def rows(self) -> list[list[str]]:
        rows: list[list[str]] = self.page.evaluate(
            """() => [...document.querySelectorAll("[role=grid] [role=row]")].filter(row => row.checkVisibility())
            .map(row => [...row.querySelectorAll("[data-cell]")].map(cell => cell.dataset.cell))"""
        )
        return rows

    @property
    def focused_cell(self) -> str:
        return str(self.page.evaluate("document.activeElement.dataset?.cell ?? ''"))

    @property
    def focused_label(self) -> str:
        """The accessible name of the focused element."""
        label = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
        return " ".join(str(self.page.evaluate(label)).split())

    # announcements

    @property
    def announcements(self) -> list[str]:
        return list(self.page.evaluate("window.announcements"))

    def wait_for_announcement(self, text: str, since: int = 0) -> str:
        """Wait for an announcement that contains `text`, ignoring the first `since`, and return it."""
        announcement = self.page.wait_for_function(
            "([text, since]) => window.announcements.slice(since).find(item => item.includes(text))", arg=[text, since]
        )
        return str(announcement.json_value())

    def page_state(self) -> dict[str, Any]:
        """Return the number of events, whether the match is over, the proposed turn, and the choices of the user."""
        return dict(
            self.page.evaluate(
                """() => { const main = document.querySelector("main");
                return {events: Number(main.dataset.events), over: main.dataset.status === "over",
                play: document.querySelector("[data-play]")?.dataset.play ?? "",
                extras: [...document.querySelectorAll("[data-action]")].map(node => node.dataset.action),
                cell_count: [...document.querySelectorAll("[data-can]")].filter(node => node.checkVisibility()).length}; }"""
            )
        )


NewGuest = Callable[..., ScreenReaderUser]  # the fixture `guest`


def emulate_colours(page: Page, scheme: str, contrast: str) -> None:
    """Emulate a colour scheme and a contrast preference, and wait until the page has applied them."""
    page.emulate_media(color_scheme=scheme, contrast=contrast, reduced_motion="reduce")  # type: ignore[arg-type]
    page.wait_for_function(
        """high => document.documentElement.hasAttribute("data-contrast") === high
        && (!high || [...document.styleSheets].some(sheet => /\\/contrast-\\w+[.]css$/.test(sheet.href ?? "")))""",
        arg=contrast == "more",
    )


def axe_violations(page: Page, *, only: str = "") -> list[str]:
    """Return the violations of all axe rules, or of the rule `only`, once the page is complete."""
    wait_until_settled(page)
    options: dict[str, Any] = {"resultTypes": ["violations"]} | ({"runOnly": [only]} if only else {})
    violations = AXE.run(page, options=options).response["violations"]
    nodes = [(rule["id"], node) for rule in violations for node in rule["nodes"][:3]]
    return [f"{rule}: {node['html'][:160]} {node.get('failureSummary', '')[:240]}" for rule, node in nodes]
