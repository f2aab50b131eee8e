"""axe reports no violation: pages and boards in all states, colours, sizes and languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tablier.core.languages import languages
from tests.web.browser import HOTSEAT
from tests.web.games import GAMES, SHORTEST_MATCHES
from tests.web.screen_reader import NewGuest, ScreenReaderUser, axe_violations, emulate_colours

PAGES = ("/", "/games", "/watch", "/study", "/settings", "/help/keys", "/nowhere")
GAME_PAGES = tuple(f"/{page}/{game.name}" for game in GAMES for page in ("play", "rules", "study"))
PAGES_IN_ALL_COLOURS = ("/", "/settings", *GAME_PAGES)

# colour scheme and contrast preference
DARK = ("dark", "no-preference")
HIGH_CONTRAST = ("light", "more")
DARK_HIGH_CONTRAST = ("dark", "more")
COLOURS = (DARK, HIGH_CONTRAST, DARK_HIGH_CONTRAST)


class AxeReport:
    """Collects the violations that axe reports for a page in several states."""

    def __init__(self, user: ScreenReaderUser) -> None:
        self.page = user.page
        self.violations: list[str] = []

    def check(self, state: str, *colours: tuple[str, str]) -> None:
        """Check all rules in the current colours, and only the contrast in `colours`."""
        self.violations += [f"{state}: {violation}" for violation in axe_violations(self.page)]
        for scheme, contrast in colours:
            emulate_colours(self.page, scheme, contrast)
            violations = axe_violations(self.page, only="color-contrast")
            self.violations += [f"{state}, {scheme}, {contrast}: {violation}" for violation in violations]
        if colours:
            emulate_colours(self.page, "light", "no-preference")

    def assert_empty(self) -> None:
        assert not self.violations, "\n".join(self.violations)


def test_pages_in_all_colours(guest: NewGuest) -> None:
    ada = guest("Ada")
    report = AxeReport(ada)
    for path in (*PAGES, *GAME_PAGES):
        ada.goto(path)
        if "rules" in path:
            assert ada.page.locator("figure svg.board").count()
        report.check(path, *(COLOURS if path in PAGES_IN_ALL_COLOURS else ()))
    report.assert_empty()


def test_pages_on_a_phone(guest: NewGuest) -> None:
    ada = guest("Ada", phone=True)
    report = AxeReport(ada)
    for path in (*PAGES, *GAME_PAGES):
        ada.goto(path)
        report.check(f"{path} on a phone")
    report.assert_empty()


@pytest.mark.parametrize(("edition", "options"), SHORTEST_MATCHES, ids=lambda part: part if isinstance(part, str) else "")
def test_every_board_drawn_and_as_text(guest: NewGuest, edition: str, options: dict[str, str]) -> None:
    ada = guest("Ada")
    ada.start_match(edition, options, **HOTSEAT)
    report = AxeReport(ada)
    ada.focus_board()
    events = ada.page_state()["events"]
    ada.press("n", "Enter")
    ada.page.wait_for_selector("[data-play]")
    ada.press("Shift+Enter")
    ada.wait_for_events(events + 1)
    ada.press("n", "Enter")
    ada.page.wait_for_selector("[data-play]")
    report.check("a turn in progress on the drawing", DARK)
    ada.page.click("footer button")
    ada.page.wait_for_selector(".text-grid")
    ada.page.wait_for_selector(".typing")
    report.check("the text board", *COLOURS)
    report.assert_empty()


def test_a_match_from_the_invitation_to_the_end(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo", phone=True, text=True)
    match_id = ada.start_match("mixtour:stein", first=0)
    ada_report, bo_report = AxeReport(ada), AxeReport(bo)
    ada_report.check("the invitation", HIGH_CONTRAST)
    bo.follow_match(match_id)
    bo_report.check("sitting down, on a phone")
    bo.page.click("[data-join]")
    ada.page.wait_for_selector("main[data-status=running]")
    ada.focus_board()
    ada.type_turn("a")
    ada.page.wait_for_selector("#suggestions [role=option]")
    ada.press("ArrowDown")
    ada_report.check("typing with suggestions", DARK)
    ada.page.focus("[data-cell=c3]")
    ada.press("?")
    ada.page.wait_for_selector("dialog")
    ada_report.check("the keys", DARK)
    ada.press("Escape")
    expect(ada.page.locator("dialog")).to_have_count(0)
    ada.page.click("#tab-more")
    ada.page.click("[data-resign]")
    ada.page.wait_for_selector("dialog")
    ada_report.check("the confirmation", DARK, DARK_HIGH_CONTRAST)
    ada.page.click("dialog button:not(.danger)")
    bo.page.wait_for_selector("main[data-a11y-ready] .text-grid")
    bo.page.click("#tab-more")
    bo.page.click('.more [data-offer="draw"]')
    bo.page.wait_for_selector(".offer")
    ada.page.wait_for_selector(".offer")
    ada_report.check("an offer", DARK)
    bo_report.check("the menu, on a phone")
    bo.page.click("#tab-chat")
    bo.page.fill(".chat input", "Good luck!")
    bo.page.press(".chat input", "Enter")
    ada.page.click("#tab-chat")
    ada.page.wait_for_selector(".chat-lines .words")
    ada_report.check("chat", DARK)
    ada.page.click(".offer button.main")
    ada.page.wait_for_selector(".result")
    ada_report.check("the end", DARK)
    ada_report.assert_empty()
    bo_report.assert_empty()


@pytest.mark.parametrize("language", [code for code in languages() if code != "en"])
def test_pages_in_every_language(guest: NewGuest, language: str) -> None:
    ada = guest("Ada", phone=True)
    report = AxeReport(ada)
    for path in ("/settings", "/help/keys", f"/rules/{GAMES[0].name}"):
        ada.goto(f"{path}?lang={language}")
        assert ada.page.evaluate("document.documentElement.lang") == language
        report.check(f"{path} in {language}")
    report.assert_empty()
