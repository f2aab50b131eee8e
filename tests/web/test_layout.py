"""Layout: the board fits into the window and nothing is cut off, in every language and with large text."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tablier.core.languages import languages
from tests.server.server_process import ServerProcess
from tests.web.browser import PHONE, BrowserUser
from tests.web.games import DEFAULT_EDITIONS, GAMES
from tests.web.screen_reader import NewGuest

NAMES = ("Bo", "Cleo", "Dimitri")

# elements that extend beyond the right edge of the window
OVERFLOWING = """() => [...document.querySelectorAll("main *")]
    .filter(node => node.checkVisibility() && !node.closest("svg, .visually-hidden, .skip, .text-board"))
    .filter(node => node.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map(node => node.outerHTML.slice(0, 100))"""

# words that are broken into two lines
BROKEN_WORDS = """selector => [...document.querySelectorAll(selector)].flatMap(node => {
    const text = [...node.childNodes].find(child => child.nodeType === 3 && child.length);
    return [...(text?.data.matchAll(/\\S+/g) ?? [])].filter(({0: word, index}) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size > 1;
    }).map(broken => broken[0]);
})"""


def hotseat(count: int) -> dict[str, Any]:
    """Return terms of a match with `count` seats, all played on one device."""
    return {"first": 0, "seats": [{"who": "me"}, *({"who": "guest", "name": name} for name in NAMES[: count - 1])]}


def resize(page: Page, width: int, height: int) -> None:
    """Set the window size in px and wait until the page is laid out for it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height])
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def box(page: Page, selector: str) -> dict[str, float]:
    """Return the bounding box of the first matching element, with its right and bottom edges."""
    bounds = page.locator(selector).first.bounding_box()
    assert bounds, selector
    return {**bounds, "bottom": bounds["y"] + bounds["height"], "right": bounds["x"] + bounds["width"]}


# matches

LOW_WINDOWS = [(740, 360), (844, 390), (896, 414), (800, 600), (1024, 600), (568, 320)]


@pytest.mark.parametrize("edition", DEFAULT_EDITIONS)
def test_a_board_is_no_taller_than_the_window(guest: NewGuest, edition: str) -> None:
    ada = guest()
    ada.create_match(edition, **hotseat(2))
    for width, height in LOW_WINDOWS:
        resize(ada.page, width, height)
        assert box(ada.page, "svg.board")["bottom"] <= height, (width, height)
        assert box(ada.page, ".board-panel")["x"] > box(ada.page, ".board-place")["x"], (width, height)
        assert box(ada.page, ".board-panel")["y"] < height - 100, (width, height)
        assert ada.page.evaluate(OVERFLOWING) == [], (width, height)
    resize(ada.page, 600, 560)  # too narrow for two columns
    assert box(ada.page, "svg.board")["height"] <= 560 - 120  # there is room beside the board to scroll by


def test_a_board_in_large_print_is_no_taller_than_the_window(large_print_browser: Browser, server: ServerProcess) -> None:
    ada = BrowserUser.create(large_print_browser, server.url, "Ada")
    ada.create_match("mixtour:stein", **hotseat(2))
    assert box(ada.page, "svg.board")["bottom"] <= 900
    resize(ada.page, 1000, 700)
    assert box(ada.page, "svg.board")["height"] <= 700
    assert ada.errors == []
    ada.context.close()


WINDOWS = [
    ("twisty:djeco", 4, 1280, 800),
    ("twisty:djeco", 2, 1366, 650),
    ("mixtour:stein", 2, 1366, 600),
    ("mixtour:stein", 2, 900, 600),
]


@pytest.mark.parametrize(("edition", "players", "width", "height"), WINDOWS)
def test_buttons_player_bars_and_coordinates_stay_in_the_window(
    guest: NewGuest, edition: str, players: int, width: int, height: int
) -> None:
    ada = guest()
    ada.create_match(edition, {"players": str(players)} if players > 2 else {}, **hotseat(players))
    resize(ada.page, width, height)
    ada.play_turn(random.Random(1))  # the buttons to step through the moves come with the first one
    side, steps = box(ada.page, ".side"), box(ada.page, ".steps")
    assert steps["height"] >= 44
    assert steps["bottom"] <= side["bottom"]
    assert box(ada.page, ".player-bars-near")["bottom"] <= height
    letters = (
        "() => Math.max(...[...document.querySelectorAll('.board .coordinate')].map(n => n.getBoundingClientRect().bottom))"
    )
    assert ada.page.evaluate(letters) <= height


def test_a_finger_scrolls_past_a_board_that_fills_the_screen(guest: NewGuest) -> None:
    ada = guest(phone=True)
    ada.create_match("twixt:kosmos", **hotseat(2))
    session = ada.page.context.new_cdp_session(ada.page)
    ada.page.evaluate("() => { window.setTimeout = () => 0; }")  # no timers: on a slow machine this would count as a long press
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 180, "y": 400}]})
    for y in range(390, 200, -10):
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": 180, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    ada.page.wait_for_function("() => scrollY > 60")
    assert ada.page.locator(".loupe").get_attribute("visibility") == "hidden"
    assert ada.page.locator("[data-play]").count() == 0


# texts


@pytest.mark.parametrize("language", languages())
def test_tabs_break_no_words(browser: Browser, large_print_browser: Browser, server: ServerProcess, language: str) -> None:
    for tested_browser, width in ((browser, 360), (browser, 320), (large_print_browser, 360)):
        ada = BrowserUser.create(tested_browser, server.url, "Ada", **{**PHONE, "viewport": {"width": width, "height": 740}})
        ada.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
        ada.create_match("mixtour:stein", **hotseat(2))
        assert ada.page.evaluate(BROKEN_WORDS, ".tabs button") == [], width
        assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert ada.errors == []
        ada.context.close()


@pytest.mark.parametrize("language", languages())
def test_forms_in_large_print_stay_in_their_cards(large_print_browser: Browser, server: ServerProcess, language: str) -> None:
    ada = BrowserUser.create(large_print_browser, server.url, "Ada", phone=True)
    ada.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    for path in ("/study", *(f"/{page}/{game.name}" for game in GAMES for page in ("play", "study")), "/games", "/settings"):
        ada.goto(path)
        ada.page.evaluate("() => { for (const fold of document.querySelectorAll('details')) fold.open = true; }")
        assert ada.page.evaluate("document.documentElement.scrollWidth") == 360, path
        assert ada.page.evaluate(OVERFLOWING) == [], path
        assert ada.page.evaluate(BROKEN_WORDS, ".ways span") == [], path
    assert box(ada.page, "#my-name")["width"] > 200
    assert box(ada.page, "#sounds")["width"] == 40  # 1.25rem
    assert box(ada.page, ".theme .icon")["width"] == 44  # 1.375rem
    ada.create_match("mixtour:stein", **hotseat(2))
    cut = "() => [...document.querySelectorAll('.player-bar .name')].filter(name => name.scrollWidth > name.clientWidth).length"
    assert ada.page.evaluate(cut) == 0
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 360
    assert ada.errors == []
    ada.context.close()


# the pages


def test_covers_fill_one_row_or_two(guest: NewGuest) -> None:
    ada = guest()
    ada.goto("/")
    for width in (360, 700, 800, 820, 900, 1000, 1280):
        resize(ada.page, width, 900)
        tops = [cover.bounding_box()["y"] for cover in ada.page.locator(".box").all()]  # type: ignore[index]
        rows = [tops.count(top) for top in set(tops)]
        assert rows in ([len(GAMES)], [len(GAMES) // 2] * 2), width


def test_buttons_of_an_offer_share_a_line(guest: NewGuest) -> None:
    ada, ben = guest(phone=True), guest(phone=True)
    ben.join_match(ada.create_match("mixtour:stein"))
    ben.page.click("#tab-more")
    ben.page.get_by_role("button", name="Offer a draw").click()
    ada.page.wait_for_selector(".offer")
    question, (yes, no) = (
        box(ada.page, ".offer > span"),
        (button.bounding_box() for button in ada.page.locator(".offer > button").all()),
    )
    assert yes and no
    assert yes["y"] == no["y"] >= question["bottom"]


def test_the_link_of_an_invitation_fits_into_its_field(guest: NewGuest) -> None:
    ada = guest()
    ada.create_match("mixtour:stein")
    ada.page.wait_for_function("() => document.querySelector('input.link')?.value")
    assert ada.page.evaluate(
        "() => (({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(document.querySelector('input.link'))"
    )


def test_the_selection_is_visible_in_forced_colours(guest: NewGuest) -> None:
    ada = guest(context={"forced_colors": "active"})
    style = "([selector, name]) => getComputedStyle(document.querySelector(selector))[name]"
    ada.goto("/play/mixtour")
    chosen, other = (
        ada.page.evaluate(style, [f".ways input{which} + span", "backgroundColor"]) for which in (":checked", ":not(:checked)")
    )
    assert chosen != other
    ada.goto("/watch")
    assert ada.page.evaluate(style, ["header nav a[aria-current=page]", "borderBottomWidth"]) == "3px"
    ada.create_match("mixtour:stein", **hotseat(2))
    assert ada.page.evaluate(style, [".tabs [aria-selected=true]", "borderBottomWidth"]) == "3px"


def test_all_missing_pages_show_the_same_text(guest: NewGuest) -> None:
    ada = guest()
    contents = set()
    for path in ("/nothing", "/play/nothing", "/rules/nothing"):
        ada.goto(path)
        contents.add((ada.page.title(), ada.page.inner_text("main")))
        expect(ada.page.locator(".message-page svg")).to_be_visible()
        expect(ada.page.locator('.message-page a[href="/"]')).to_be_visible()
    assert len(contents) == 1
    ada.goto("/play/mixtour")
    left = box(ada.page, "main")["x"]
    ada.goto("/m/nope")
    assert box(ada.page, "main")["x"] == left


@pytest.mark.parametrize("path", ["/games", "/watch", "/settings"])
def test_pages_report_that_the_server_is_away(guest: NewGuest, path: str) -> None:
    ada = guest()
    ada.ignore_network_errors = True
    ada.page.route("**/api/me", lambda route: route.abort())
    ada.page.on("console", lambda _: ada.errors.clear())  # the page logs the failed request
    ada.goto(path)
    heading, text, link = (
        box(ada.page, f"main .message-page > {part}") for part in ("h1", "p:nth-of-type(1)", "p:nth-of-type(2)")
    )
    assert ada.page.inner_text("main h1") == "The server is away"
    assert text["y"] - heading["bottom"] < 30
    assert link["y"] - text["bottom"] < 30
    ada.errors.clear()
