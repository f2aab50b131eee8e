"""axe finds nothing: on any page, in any state, in light and dark and high contrast, large and small, in every language."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tablier.core.languages import languages
from tests.server.server_process import ServerProcess
from tests.web.screen_reader import Listener, look_at, violations

PAGES = (
    "/",
    "/watch",
    "/study",
    "/study/mixtour",
    "/settings",
    "/help/keys",
    "/nowhere",
    "/play/twisty",
    "/play/twixt",
    "/rules/mixtour",
    "/rules/kwintie",
)
MANY_COLOURS = ("/", "/settings", "/study/mixtour", "/play/twixt", "/rules/kwintie")
GAMES: list[tuple[str, dict[str, str]]] = [
    ("twixt:kosmos", {"size": "6", "pie": "no"}),
    ("mixtour:stein", {}),
    ("kwintie:board", {}),
    ("twisty:djeco", {"seed": "3"}),
]
LOOKS = [("dark", "no-preference"), ("light", "more"), ("dark", "more")]
Guest = Callable[..., Listener]


@pytest.fixture
def guest(browser: Browser, serving: ServerProcess) -> Iterator[Guest]:
    people: list[Listener] = []

    def invited(name: str, *, phone: bool = False, text: bool = False) -> Listener:
        person = Listener.of(browser, serving.url, name, phone=phone)
        people.append(person.settle_in(text=text))
        return person

    yield invited
    for person in people:
        person.context.close()


class Checked:
    """A page looked at by axe, with all that is wrong collected."""

    def __init__(self, person: Listener) -> None:
        self.page = person.page
        self.wrong: list[str] = []

    def look(self, state: str, *looks: tuple[str, str]) -> None:
        """By all rules as it is; other looks change nothing but colours."""
        self.wrong += [f"{state}: {found}" for found in violations(self.page)]
        for scheme, contrast in looks:
            look_at(self.page, scheme, contrast)
            self.wrong += [f"{state}, {scheme}, {contrast}: {found}" for found in violations(self.page, only="color-contrast")]
        if looks:
            look_at(self.page, "light", "no-preference")

    def done(self) -> None:
        assert not self.wrong, "\n".join(self.wrong)


def test_pages_in_every_look(guest: Guest) -> None:
    ada = guest("Ada")
    checked = Checked(ada)
    for path in PAGES:
        ada.see(path)
        if "rules" in path:
            assert ada.page.locator("figure svg.board").count()
        checked.look(path, *(LOOKS if path in MANY_COLOURS else ()))
    checked.done()


def test_pages_on_a_phone(guest: Guest) -> None:
    ada = guest("Ada", phone=True)
    checked = Checked(ada)
    for path in PAGES:
        ada.see(path)
        checked.look(f"{path} on a phone")
    checked.done()


@pytest.mark.parametrize(("edition", "options"), GAMES, ids=lambda part: part if isinstance(part, str) else "")
def test_every_board_drawn_and_in_words(guest: Guest, edition: str, options: dict[str, str]) -> None:
    ada = guest("Ada")
    ada.sit_new(edition, options, first=0, seats=[{"who": "me"}, {"who": "guest", "name": "Bo"}])
    checked = Checked(ada)
    ada.to_board()
    events = ada.now()["events"]
    ada.press("n", "Enter")
    ada.page.wait_for_selector("[data-play]")
    ada.press("Shift+Enter")
    ada.wait_until(events + 1)
    ada.press("n", "Enter")
    ada.page.wait_for_selector("[data-play]")
    checked.look("a turn being built on the drawing", LOOKS[0])
    ada.page.click("footer button")
    ada.page.wait_for_selector(".text-grid")
    ada.page.wait_for_selector(".typing")
    checked.look("the text board", *LOOKS)
    checked.done()


def test_a_table_from_the_invitation_to_the_end(guest: Guest) -> None:
    ada, bo = guest("Ada"), guest("Bo", phone=True, text=True)
    match = ada.sit_new("mixtour:stein", first=0)
    mine, theirs = Checked(ada), Checked(bo)
    mine.look("the invitation", LOOKS[1])
    bo.sit(match)
    theirs.look("sitting down, on a phone")
    bo.page.click("[data-join]")
    ada.page.wait_for_selector("main[data-status=running]")
    ada.to_board()
    ada.type_turn("a")
    ada.page.wait_for_selector("#suggestions [role=option]")
    ada.press("ArrowDown")
    mine.look("typing with suggestions", LOOKS[0])
    ada.page.focus("[data-cell=c3]")
    ada.press("?")
    ada.page.wait_for_selector("dialog")
    mine.look("the keys", LOOKS[0])
    ada.press("Escape")
    expect(ada.page.locator("dialog")).to_have_count(0)
    ada.page.click("#tab-more")
    ada.page.click("[data-resign]")
    ada.page.wait_for_selector("dialog")
    mine.look("the question", LOOKS[0], LOOKS[2])
    ada.page.click("dialog button:not(.main)")
    bo.page.wait_for_selector("main[data-listening] .text-grid")
    bo.page.click("#tab-more")
    bo.page.click('.more [data-offer="draw"]')
    bo.page.wait_for_selector(".offer")
    ada.page.wait_for_selector(".offer")
    mine.look("an offer", LOOKS[0])
    theirs.look("what else there is, on a phone")
    bo.page.click("#tab-chat")
    bo.page.fill(".chat input", "Good luck!")
    bo.page.press(".chat input", "Enter")
    ada.page.click("#tab-chat")
    ada.page.wait_for_selector(".said-lines .words")
    mine.look("chat", LOOKS[0])
    ada.page.click(".offer button.main")
    ada.page.wait_for_selector(".ending")
    mine.look("the end", LOOKS[0])
    mine.wrong += theirs.wrong
    mine.done()


@pytest.mark.parametrize("language", [code for code in languages() if code != "en"])
def test_every_language(guest: Guest, language: str) -> None:
    ada = guest("Ada", phone=True)
    checked = Checked(ada)
    for path in ("/settings", "/help/keys", "/rules/twisty"):
        ada.see(f"{path}?lang={language}")
        assert ada.page.evaluate("document.documentElement.lang") == language
        checked.look(f"{path} in {language}")
    checked.done()
