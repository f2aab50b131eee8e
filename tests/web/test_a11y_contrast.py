"""Low vision: contrast of pieces and rings, size of targets, text of double size, seats that differ without colour."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

import tablier
from tests.server.server_process import ServerProcess
from tests.web.browser import HOTSEAT
from tests.web.games import BROWSER_DATA, GAMES
from tests.web.screen_reader import NewGuest, ScreenReaderUser, emulate_colours

PAGES = ("/", "/games", "/settings", "/help/keys", "/study")
COLOURS = [  # colour scheme and contrast preference
    ("light", "no-preference"),
    ("dark", "no-preference"),
    ("light", "more"),
    ("dark", "more"),
]

# the red, green and blue of a "SELECTOR PROPERTY"
COLOUR = """source => {
    const at = source.lastIndexOf(" ");
    const node = document.querySelector(source.slice(0, at));
    if (!node) throw new Error("no element matches " + source);
    const colour = getComputedStyle(node).getPropertyValue(source.slice(at + 1)).trim();
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}"""


def luminance(colour: list[int]) -> float:
    """Relative luminance after WCAG."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(page: Page, first: str, second: str) -> float:
    """Contrast ratio after WCAG."""
    low, high = sorted(luminance(page.evaluate(COLOUR, source)) for source in (first, second))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_lists_its_parts_for_the_contrast_test(game: tablier.Game) -> None:
    assert BROWSER_DATA[game.name].get("contrast"), f"describe the parts in tests/games/{game.name}/browser.json"


@pytest.mark.parametrize("edition", [edition for data in BROWSER_DATA.values() for edition in data.get("contrast", {})])
def test_pieces_have_a_contrast_of_three_to_one(guest: NewGuest, edition: str) -> None:
    data = BROWSER_DATA[edition.partition(":")[0]]["contrast"][edition]
    state = tablier.new(edition, **data["options"])
    for action in data["actions"].split():
        state = state.play(action)
    ada = guest()
    ada.start_match(edition, start=str(state), **HOTSEAT)
    if "last" in str(data["parts"]):  # a part marks the last turn, so there must be one
        ada.focus_board()
        ada.press("n", "Enter")
        ada.page.wait_for_selector("[data-play]")
        ada.press("Shift+Enter")
        ada.page.wait_for_selector(".last", state="attached")
    for scheme, preference in COLOURS:
        emulate_colours(ada.page, scheme, preference)
        for name, colours in data["parts"].items():
            for background in data["backgrounds"]:
                best = max(contrast(ada.page, colour, background) for colour in colours)
                assert best >= 3, f"{name} on {background}, {scheme}, {preference}: {best:.2f}"
        assert contrast(ada.page, ".focus-line stroke", ".focus-gap stroke") >= 3


def test_high_contrast_reaches_level_aaa(guest: NewGuest) -> None:
    ada = guest(contrast="more")
    ada.goto("/settings")
    for scheme in ("light", "dark"):
        ada.page.emulate_media(color_scheme=scheme)
        ada.page.wait_for_function("() => getComputedStyle(document.body).getPropertyValue('--shadow').trim() === 'none'")
        assert contrast(ada.page, "html color", "html background-color") > 20  # nearly 21, black on white
        assert contrast(ada.page, "small color", "html background-color") > 7  # WCAG level AAA


def test_seats_differ_without_colour(guest: NewGuest) -> None:
    """They differ by shape or by lightness."""
    ada = guest()
    state = tablier.new("twixt:dujardin", size=8, pie=False)
    for action in ("c3", "f2", "d5", "g4"):
        state = state.play(action)
    ada.start_match("twixt:dujardin", start=str(state), **HOTSEAT)
    assert ada.page.locator(".link.side1 .dots").count() == 1
    assert ada.page.locator(".link.side0 .dots").count() == 0
    assert ada.page.locator(".twixt-dot").count() == 1
    assert contrast(ada.page, ".dots stroke", ".link.side1 .bar stroke") >= 3
    ada.start_match("mixtour:gerhards", start="mixtour:gerhards|0|0-0|a1:0,b1:1|-", **HOTSEAT)
    assert ada.page.locator(".side1 .dot").count()
    assert not ada.page.locator(".side0 .dot").count()
    assert contrast(ada.page, ".side0 .wall fill", ".side1 .wall fill") >= 3
    ada.start_match("kwintie:board", **HOTSEAT)
    assert contrast(ada.page, ".kwi-0.kwi-low stop-color", ".kwi-1.kwi-lit stop-color") >= 3


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_targets_are_large_enough(guest: NewGuest, phone: bool) -> None:
    """24 px each way, or inline in text (WCAG 2.5.8). The text board is the equivalent of a drawing with smaller holes.

    Checkboxes and radio buttons of 20 px are exempt, because their label is a target, too.
    """
    ada = guest(phone=phone, text=True)
    small = """() => [...document.querySelectorAll("button, a[href], input, select, summary, [role=gridcell]")]
        .filter(node => node.checkVisibility({opacityProperty: true}) && !node.closest(".skip, p a, li a, .cells"))
        .map(node => [node.outerHTML.slice(0, 90), node.getBoundingClientRect()])
        .filter(([, {width, height}]) => width > 1 && (width < 24 || height < 24) && !(width <= 20.5 && height <= 20.5))
        .map(([html, {width, height}]) => `${width} × ${height}: ${html}`)"""
    ada.start_match("twixt:kosmos", **HOTSEAT)
    assert ada.page.evaluate(small) == []
    for path in (*PAGES, *(f"/{page}/{game.name}" for game in GAMES for page in ("play", "study"))):
        ada.goto(path)
        assert ada.page.evaluate(small) == [], path


def test_text_of_double_size_is_not_cut_off(large_print_browser: Browser, server: ServerProcess) -> None:
    """Only a board may have to be scrolled sideways."""
    cut = """() => [...document.querySelectorAll("button, a, h1, h2, label, p, .name, header, footer, .box")]
        .filter(node => node.checkVisibility() && !node.closest(".visually-hidden, .skip, .text-board, .matches, .player-bars"))
        .filter(node => getComputedStyle(node).overflow !== "visible")
        .filter(node => node.scrollHeight > node.clientHeight + 4 || node.scrollWidth > node.clientWidth + 4)
        .map(node => node.outerHTML.slice(0, 100))"""
    ada = ScreenReaderUser.create(large_print_browser, server.url, "Ada", phone=True).with_settings()
    for path in (*PAGES, *(f"/{page}/{game.name}" for game in GAMES for page in ("play", "study", "rules"))):
        ada.goto(path)
        assert ada.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 32
        assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert ada.page.evaluate(cut) == [], path
    ada.start_match("mixtour:stein", **HOTSEAT)
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert ada.page.evaluate(cut) == []
    assert ada.errors == []
    ada.context.close()


def test_a_match_has_no_clock_by_default(guest: NewGuest) -> None:
    ada = guest()
    ada.goto("/play/mixtour")
    ada.page.click("label[for=way-friend]")
    assert ada.page.locator("#clock").input_value() == "none"
