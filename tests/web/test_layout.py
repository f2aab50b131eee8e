"""Where things stand: the board within the window and nothing cut off, in every language and with large text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Page

from tests.server.server_process import ServerProcess
from tests.web.browser import CHROMIUM, FLAGS, PHONE, Person

Guest = Callable[..., Person]
NAMES = ("Bo", "Cleo", "Dimitri")
LANGUAGES = ("en", "fr", "de", "es", "it")

# what stands outside the window, or is wider than what it stands in
OUT = """() => [...document.querySelectorAll("main *")]
    .filter(node => node.checkVisibility() && !node.closest("svg, .for-ears, .skip, .text-board"))
    .filter(node => node.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map(node => node.outerHTML.slice(0, 100))"""

# the words of which a part stands on another line than the rest
BROKEN = """selector => [...document.querySelectorAll(selector)].flatMap(node => {
    const text = [...node.childNodes].find(child => child.nodeType === 3 && child.length);
    return [...(text?.data.matchAll(/\\S+/g) ?? [])].filter(({0: word, index}) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size > 1;
    }).map(found => found[0]);
})"""


@pytest.fixture
def guest(browser: Browser, serving: ServerProcess) -> Iterator[Guest]:
    people: list[Person] = []

    def invited(**how: Any) -> Person:
        people.append(Person.of(browser, serving.url, "Ada", **how))
        return people[-1]

    yield invited
    for person in people:
        assert person.errors == []
        person.context.close()


@pytest.fixture(scope="module")
def large(chromium: BrowserType) -> Iterator[Browser]:
    """A browser whose owner reads text twice as large."""
    browser = chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, "--blink-settings=defaultFontSize=32"])
    yield browser
    browser.close()


def around(count: int) -> dict[str, Any]:
    return {"first": 0, "seats": [{"who": "me"}, *({"who": "guest", "name": name} for name in NAMES[: count - 1])]}


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height])
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found, selector
    return {**found, "bottom": found["y"] + found["height"], "right": found["x"] + found["width"]}


# the table

LOW = [(740, 360), (844, 390), (896, 414), (800, 600), (1024, 600), (568, 320)]


@pytest.mark.parametrize("edition", ["twixt:kosmos", "kwintie:board", "twisty:djeco"])
def test_a_board_is_no_taller_than_the_window(guest: Guest, edition: str) -> None:
    ada = guest()
    ada.open(edition, **around(2))
    for width, height in LOW:
        resize(ada.page, width, height)
        assert box(ada.page, "svg.board")["bottom"] <= height, (width, height)
        assert box(ada.page, ".doing")["x"] > box(ada.page, ".board-place")["x"], (width, height)
        assert box(ada.page, ".doing")["y"] < height - 100, (width, height)
        assert ada.page.evaluate(OUT) == [], (width, height)
    resize(ada.page, 600, 560)  # too narrow for two columns
    assert box(ada.page, "svg.board")["height"] <= 560 - 120


def test_a_board_in_large_print_is_no_taller_than_the_window(large: Browser, serving: ServerProcess) -> None:
    ada = Person.of(large, serving.url, "Ada")
    ada.open("mixtour:stein", **around(2))
    assert box(ada.page, "svg.board")["bottom"] <= 900
    resize(ada.page, 1000, 700)
    assert box(ada.page, "svg.board")["height"] <= 700
    ada.context.close()


SEEN = [
    ("twisty:djeco", 4, 1280, 800),
    ("twisty:djeco", 2, 1366, 650),
    ("mixtour:stein", 2, 1366, 600),
    ("mixtour:stein", 2, 900, 600),
]


@pytest.mark.parametrize(("edition", "players", "width", "height"), SEEN)
def test_steps_plates_and_letters_stay_in_the_window(guest: Guest, edition: str, players: int, width: int, height: int) -> None:
    ada = guest()
    ada.open(edition, {"players": str(players)} if players > 2 else {}, **around(players))
    resize(ada.page, width, height)
    ada.page.locator("[data-can]").first.wait_for(state="attached")
    ada.page.evaluate("() => { document.querySelector('.steps').hidden = false; }")
    side, steps = box(ada.page, ".side"), box(ada.page, ".steps")
    assert steps["height"] >= 44
    assert steps["bottom"] <= side["bottom"]
    assert box(ada.page, ".plates-near")["bottom"] <= height
    letters = (
        "() => Math.max(...[...document.querySelectorAll('.board .coordinate')].map(n => n.getBoundingClientRect().bottom))"
    )
    assert ada.page.evaluate(letters) <= height


def test_a_finger_scrolls_past_a_board_that_fills_the_screen(guest: Guest) -> None:
    ada = guest(phone=True)
    ada.open("twixt:kosmos", **around(2))
    touch = ada.page.context.new_cdp_session(ada.page)
    ada.page.evaluate("() => { window.setTimeout = () => 0; }")  # on a slow machine this finger would rest, and aim
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 180, "y": 400}]})
    for y in range(390, 200, -10):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": 180, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    ada.page.wait_for_function("() => scrollY > 60")
    assert ada.page.locator(".loupe").get_attribute("visibility") == "hidden"
    assert ada.page.locator("[data-play]").count() == 0


# words


@pytest.mark.parametrize("language", LANGUAGES)
def test_tabs_break_no_words(browser: Browser, large: Browser, serving: ServerProcess, language: str) -> None:
    for who, width in ((browser, 360), (browser, 320), (large, 360)):
        ada = Person.of(who, serving.url, "Ada", **{**PHONE, "viewport": {"width": width, "height": 740}})
        ada.context.add_cookies([{"name": "language", "value": language, "url": serving.url}])
        ada.open("mixtour:stein", **around(2))
        assert ada.page.evaluate(BROKEN, ".tabs button") == [], width
        assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        ada.context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_in_large_print_stay_in_their_cards(large: Browser, serving: ServerProcess, language: str) -> None:
    ada = Person.of(large, serving.url, "Ada", phone=True)
    ada.context.add_cookies([{"name": "language", "value": language, "url": serving.url}])
    for path in ("/play/twisty", "/play/kwintie", "/play/twixt", "/study", "/study/twisty", "/settings"):
        ada.see(path)
        ada.page.evaluate("() => { for (const fold of document.querySelectorAll('details')) fold.open = true; }")
        assert ada.page.evaluate("document.documentElement.scrollWidth") == 360, path
        assert ada.page.evaluate(OUT) == [], path
        assert ada.page.evaluate(BROKEN, ".ways span") == [], path
    assert box(ada.page, "#my-name")["width"] > 200
    assert box(ada.page, "#sounds")["width"] == 40
    assert box(ada.page, ".theme .icon")["width"] == 44
    ada.open("mixtour:stein", **around(2))
    cut = "() => [...document.querySelectorAll('.plate .name')].filter(name => name.scrollWidth > name.clientWidth).length"
    assert ada.page.evaluate(cut) == 0
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 360
    ada.context.close()


# the pages


def test_boxes_stand_four_in_a_line_or_two_by_two(guest: Guest) -> None:
    ada = guest()
    ada.see("/")
    for width in (360, 700, 800, 820, 900, 1000, 1280):
        resize(ada.page, width, 900)
        tops = [place.bounding_box()["y"] for place in ada.page.locator(".box").all()]  # type: ignore[index]
        assert sorted(tops.count(top) for top in set(tops)) in ([4], [2, 2]), width


def test_answers_to_an_offer_share_a_line(guest: Guest) -> None:
    ada, ben = guest(phone=True), guest(phone=True)
    ben.join(ada.open("mixtour:stein"))
    ben.page.click("#tab-more")
    ben.page.get_by_role("button", name="Offer a draw").click()
    ada.page.wait_for_selector(".offer")
    question, (yes, no) = (
        box(ada.page, ".offer > span"),
        (one.bounding_box() for one in ada.page.locator(".offer > button").all()),
    )
    assert yes and no
    assert yes["y"] == no["y"] >= question["bottom"]


def test_the_link_of_an_invitation_is_seen_whole(guest: Guest) -> None:
    ada = guest()
    ada.open("mixtour:stein")
    ada.page.wait_for_function("() => document.querySelector('input.link')?.value")
    assert ada.page.evaluate(
        "() => (({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(document.querySelector('input.link'))"
    )


def test_what_is_chosen_is_seen_in_forced_colours(guest: Guest) -> None:
    ada = guest(forced_colors="active")
    style = "([selector, name]) => getComputedStyle(document.querySelector(selector))[name]"
    ada.see("/play/mixtour")
    chosen, other = (
        ada.page.evaluate(style, [f".ways input{which} + span", "backgroundColor"]) for which in (":checked", ":not(:checked)")
    )
    assert chosen != other
    ada.see("/watch")
    assert ada.page.evaluate(style, ["header nav a[aria-current]", "borderBottomWidth"]) == "3px"
    ada.open("mixtour:stein", **around(2))
    assert ada.page.evaluate(style, [".tabs [aria-selected=true]", "borderBottomWidth"]) == "3px"


def test_pages_that_are_not_there_say_the_same(guest: Guest) -> None:
    ada = guest()
    said = set()
    for path in ("/nothing", "/play/nothing", "/rules/nothing"):
        ada.see(path)
        said.add((ada.page.title(), ada.page.inner_text("main")))
    assert len(said) == 1
    ada.see("/play/mixtour")
    left = box(ada.page, "main")["x"]
    ada.see("/m/nope")
    assert box(ada.page, "main")["x"] == left


@pytest.mark.parametrize("path", ["/watch", "/settings"])
def test_pages_without_a_server_say_so(guest: Guest, path: str) -> None:
    ada = guest()
    ada.cut = True
    ada.page.route("**/api/me", lambda route: route.abort())
    ada.page.on("console", lambda _: ada.errors.clear())  # what went wrong is told to the console, too
    ada.see(path)
    heading, words, link = (box(ada.page, f"main .plain > {part}") for part in ("h1", "p:nth-of-type(1)", "p:nth-of-type(2)"))
    assert ada.page.inner_text("main h1") == "The server is away"
    assert words["y"] - heading["bottom"] < 30
    assert link["y"] - words["bottom"] < 30
    ada.errors.clear()
