"""Somebody who plays by keys and ears alone: what is heard, where the focus is, and what axe has to say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

import tablier
from tests.web.browser import Person, settled

SETTINGS = "tablier.settings"
AXE = Axe()
TEXTS = json.loads((Path(tablier.__file__).parent / "web" / "texts.en.json").read_text(encoding="utf-8"))

# everything that is added to the one place for announcements, in order, from the first moment on; but nothing of the
# connection, since a machine that stalls says when it was lost and found
HEAR = """line => {
    window.heard = [];
    const watch = () => {
        const place = document.getElementById("ears");
        if (!place) return requestAnimationFrame(watch);
        const said = ({addedNodes}) => [...addedNodes].map(node => node.textContent);
        const note = change => heard.push(...said(change).filter(words => !line.includes(words)));
        new MutationObserver(changes => changes.forEach(note)).observe(place, {childList: true});
    };
    watch();
}"""


class Listener(Person):
    """A person without a mouse; with `text` without the drawing, too."""

    def settle_in(self, *, text: bool = False, **chosen: Any) -> Listener:
        """Chooses in advance, as if in the settings."""
        kept = json.dumps({"text": text, **chosen})
        self.context.add_init_script(f"localStorage.getItem('{SETTINGS}') ?? localStorage.setItem('{SETTINGS}', '{kept}')")
        self.context.add_init_script(f"({HEAR})({json.dumps([TEXTS['line_lost'], TEXTS['line_found']])})")
        return self

    def sit(self, match: str) -> None:
        """Goes to a table, and waits until ears are let in and have been told how it stands."""
        self.see(f"/m/{match}")
        self.listen()

    def listen(self) -> None:
        self.page.wait_for_selector("main[data-listening]")
        self.page.wait_for_function("() => window.heard.length > 0")

    def sit_new(self, edition: str, options: dict[str, str] | None = None, **terms: Any) -> str:
        """Opens a table for all seats on this device and sits down."""
        answer = self.page.request.post(f"{self.url}/api/matches", data={"edition": edition, "options": options or {}, **terms})
        assert answer.ok, answer.text()
        match = str(answer.json()["match_id"])
        self.sit(match)
        return match

    # keys

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str, most: int = 40) -> None:
        for _ in range(most):
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def to_board(self) -> None:
        if not self.cell:
            self.tab_to("[data-cell]")

    def go(self, cell: str) -> None:
        """To a cell by arrow keys."""
        self.to_board()
        self.press("Control+Home")
        rows = [row for row in self.rows() if row]
        down = next(index for index, row in enumerate(rows) if cell in row)
        self.press(*["ArrowDown"] * down, "Home")
        for _ in range(40):
            if self.cell == cell:
                return
            self.press("ArrowRight")
        raise AssertionError(f"no way to {cell}")

    def enter_twice(self) -> None:
        """Proposes a turn, and once it is proposed plays it."""
        self.press("Enter")
        self.page.wait_for_selector("[data-play]")
        self.press("Enter")

    def type_turn(self, text: str) -> None:
        self.press("t")
        self.page.wait_for_selector("#typed-turn:focus")
        self.page.keyboard.type(text)

    def rows(self) -> list[list[str]]:
        found: list[list[str]] = self.page.evaluate(
            """() => [...document.querySelectorAll("[role=grid] [role=row]")].filter(row => row.checkVisibility())
            .map(row => [...row.querySelectorAll("[data-cell]")].map(cell => cell.dataset.cell))"""
        )
        return found

    @property
    def cell(self) -> str:
        return str(self.page.evaluate("document.activeElement.dataset?.cell ?? ''"))

    @property
    def label(self) -> str:
        """What a screen reader says of the focus."""
        return str(
            self.page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")
        )

    # ears

    @property
    def told(self) -> list[str]:
        return list(self.page.evaluate("window.heard"))

    def hears(self, words: str, since: int = 0) -> str:
        """Waits until something with these words is said."""
        found = self.page.wait_for_function(
            "([words, since]) => window.heard.slice(since).find(text => text.includes(words))", arg=[words, since]
        )
        return str(found.json_value())

    def now(self) -> dict[str, Any]:
        return dict(
            self.page.evaluate(
                """() => { const main = document.querySelector("main");
                return {events: Number(main.dataset.events), over: main.dataset.status === "over",
                play: document.querySelector("[data-play]")?.dataset.play ?? "",
                extras: [...document.querySelectorAll("[data-action]")].map(node => node.dataset.action),
                cells: [...document.querySelectorAll("[data-can]")].filter(node => node.checkVisibility()).length}; }"""
            )
        )


def look_at(page: Page, scheme: str, contrast: str) -> None:
    """In these colours, once the page has taken them on."""
    page.emulate_media(color_scheme=scheme, contrast=contrast, reduced_motion="reduce")  # type: ignore[arg-type]
    page.wait_for_function(
        """sharp => document.documentElement.hasAttribute("data-contrast") === sharp
        && (!sharp || [...document.styleSheets].some(sheet => sheet.href?.endsWith("contrast.css")))""",
        arg=contrast == "more",
    )


def violations(page: Page, *, only: str = "") -> list[str]:
    """What axe finds on a page once all of it is there, in short: by all its rules, or by one."""
    settled(page)
    options: dict[str, Any] = {"resultTypes": ["violations"]} | ({"runOnly": [only]} if only else {})
    found = AXE.run(page, options=options).response["violations"]
    nodes = [(rule["id"], node) for rule in found for node in rule["nodes"][:3]]
    return [f"{rule}: {node['html'][:160]} {node.get('failureSummary', '')[:240]}" for rule, node in nodes]
