"""What eyes need: contrast of pieces and rings, targets large enough, text twice as large, seats told apart without colour."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Page

import tablier
from tests.server.server_process import ServerProcess
from tests.web.browser import CHROMIUM, FLAGS
from tests.web.screen_reader import Listener, look_at

Guest = Callable[..., Listener]
BOTH: dict[str, Any] = {"first": 0, "seats": [{"who": "me"}, {"who": "guest", "name": "Bo"}]}
LOOKS = [("light", "no-preference"), ("dark", "no-preference"), ("light", "more"), ("dark", "more")]

# by edition: a position, what must be seen, and what it is seen on. A thing is seen by its body or by its edge.
SEEN: dict[str, tuple[dict[str, str], str, dict[str, list[str]], list[str]]] = {
    "twixt:kosmos": (
        {"size": "8", "pie": "no"},
        "c3 f2 d5 g4",
        {
            "a peg of White": [".peg-mid.side0 stop-color", ".peg.side0 --edge"],
            "a peg of Black": [".peg-mid.side1 stop-color", ".peg.side1 --edge"],
            "a link of White": [".link.side0 .bar stroke", ".link.side0 .bar-edge stroke"],
            "a link of Black": [".link.side1 .bar stroke", ".link.side1 .bar-edge stroke"],
            "a border of White": [".border.side0 stroke"],
            "a border of Black": [".border.side1 stroke"],
            "the last turn": [".ring.last stroke", ".ring-edge.last stroke"],
        },
        [".wood fill"],
    ),
    "twixt:dujardin": (
        {"size": "8", "pie": "no"},
        "c3 f2 d5 g4",
        {
            "a peg of Red": [".peg-mid.side0 stop-color", ".peg.side0 --edge"],
            "a link of Red": [".link.side0 .bar stroke", ".link.side0 .bar-edge stroke"],
            "a link of Black": [".link.side1 .bar stroke", ".link.side1 .bar-edge stroke"],
        },
        [".wood fill"],
    ),
    "mixtour:gerhards": (
        {},
        "c3 c2",
        {
            "a disc of White": [".side0 .top fill", ".side0 .top stroke"],
            "a disc of Red": [".side1 .top fill", ".side1 .top stroke"],
            "a side of White": [".side0 .wall fill", ".side0 .wall stroke"],
        },
        [".square fill"],
    ),
    "kwintie:board": (
        {},
        "ab c",
        {
            "a piece of White": [".kwi-0.kwi-mid stop-color", ".side0 .body stroke"],
            "a piece of Black": [".kwi-1.kwi-mid stop-color", ".side1 .body stroke"],
        },
        ["html background-color"],
    ),
    "twisty:djeco": (
        {"seed": "3"},
        "@a1 @g7",
        {
            **{f"a cube of {letter}": [f".twi-{letter} .twi-top fill", ".twi-face stroke"] for letter in "ABCDEFG"},
            "a counter": [".twi-wood-low stop-color", ".twi-disc stroke"],
            **{f"a pawn of seat {seat}": [f".twi-seat{seat} --cloak", f".twi-seat{seat} --pawn-edge"] for seat in range(2)},
        },
        [".twi-well-low stop-color", ".twi-well-lit stop-color"],
    ),
}

# the colour a selector has, by a property, as red, green and blue
COLOUR = """wanted => {
    const at = wanted.lastIndexOf(" ");
    const node = document.querySelector(wanted.slice(0, at));
    if (!node) throw new Error("nothing is " + wanted);
    const colour = getComputedStyle(node).getPropertyValue(wanted.slice(at + 1)).trim();
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}"""


@pytest.fixture
def guest(browser: Browser, serving: ServerProcess) -> Iterator[Guest]:
    people: list[Listener] = []

    def invited(*, phone: bool = False, **chosen: Any) -> Listener:
        people.append(Listener.of(browser, serving.url, "Ada", phone=phone).settle_in(**chosen))
        return people[-1]

    yield invited
    for person in people:
        person.context.close()


def luminance(colour: list[int]) -> float:
    """As WCAG reckons it."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(page: Page, one: str, other: str) -> float:
    low, high = sorted(luminance(page.evaluate(COLOUR, wanted)) for wanted in (one, other))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("edition", SEEN)
def test_pieces_stand_out_three_to_one(guest: Guest, edition: str) -> None:
    options, actions, things, grounds = SEEN[edition]
    state = tablier.new(edition, **options)
    for action in actions.split():
        state = state.play(action)
    ada = guest()
    ada.sit_new(edition, start=str(state), **BOTH)
    if "last" in str(things):
        ada.to_board()
        ada.press("n", "Enter")
        ada.page.wait_for_selector("[data-play]")
        ada.press("Shift+Enter")
        ada.page.wait_for_selector(".last", state="attached")
    for scheme, wish in LOOKS:
        look_at(ada.page, scheme, wish)
        for name, parts in things.items():
            for ground in grounds:
                best = max(contrast(ada.page, part, ground) for part in parts)
                assert best >= 3, f"{name} on {ground}, {scheme}, {wish}: {best:.2f}"
        assert contrast(ada.page, ".focus-line stroke", ".focus-gap stroke") >= 3


def test_high_contrast_is_high(guest: Guest) -> None:
    ada = guest(contrast="more")
    ada.see("/settings")
    for scheme in ("light", "dark"):
        ada.page.emulate_media(color_scheme=scheme)
        ada.page.wait_for_function("() => getComputedStyle(document.body).getPropertyValue('--shadow').trim() === 'none'")
        assert contrast(ada.page, "html color", "html background-color") > 20
        assert contrast(ada.page, "small color", "html background-color") > 7


def test_seats_are_told_apart_without_colour(guest: Guest) -> None:
    """By shape, or else by so much more light that greyscale shows it."""
    ada = guest()
    state = tablier.new("twixt:dujardin", size=8, pie=False)
    for action in ("c3", "f2", "d5", "g4"):
        state = state.play(action)
    ada.sit_new("twixt:dujardin", start=str(state), **BOTH)
    assert ada.page.locator(".link.side1 .dots").count() == 1
    assert ada.page.locator(".link.side0 .dots").count() == 0
    assert ada.page.locator(".twixt-dot").count() == 1
    assert contrast(ada.page, ".dots stroke", ".link.side1 .bar stroke") >= 3
    ada.sit_new("mixtour:gerhards", start="mixtour:gerhards|0|0-0|a1:0,b1:1|-", **BOTH)
    assert ada.page.locator(".side1 .dot").count()
    assert not ada.page.locator(".side0 .dot").count()
    assert contrast(ada.page, ".side0 .wall fill", ".side1 .wall fill") >= 3
    ada.sit_new("kwintie:board", **BOTH)
    assert contrast(ada.page, ".kwi-0.kwi-low stop-color", ".kwi-1.kwi-lit stop-color") >= 3


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_targets_are_large_enough(guest: Guest, phone: bool) -> None:
    """24 px each way, or a line of text (WCAG 2.5.8). The text board is the equal of a drawing with smaller holes."""
    ada = guest(phone=phone, text=True)
    small = """() => [...document.querySelectorAll("button, a[href], input, select, summary, [role=gridcell]")]
        .filter(node => node.checkVisibility({opacityProperty: true}) && !node.closest(".skip, p a, li a, .cells"))
        .map(node => [node.outerHTML.slice(0, 90), node.getBoundingClientRect()])
        .filter(([, {width, height}]) => width > 1 && (width < 24 || height < 24) && !(width <= 20.5 && height <= 20.5))
        .map(([html, {width, height}]) => `${width} × ${height}: ${html}`)"""
    ada.sit_new("twixt:kosmos", **BOTH)
    assert ada.page.evaluate(small) == []
    for path in ("/", "/settings", "/play/twisty", "/help/keys", "/study", "/study/mixtour"):
        ada.see(path)
        assert ada.page.evaluate(small) == [], path


def test_text_twice_as_large(chromium: BrowserType, serving: ServerProcess) -> None:
    """A browser set to large text: nothing is cut off, nothing has to be scrolled sideways but a board."""
    cut = """() => [...document.querySelectorAll("button, a, h1, h2, label, p, .name, header, footer, .box")]
        .filter(node => node.checkVisibility() && !node.closest(".for-ears, .skip, .text-board, .matches, .plates"))
        .filter(node => getComputedStyle(node).overflow !== "visible")
        .filter(node => node.scrollHeight > node.clientHeight + 4 || node.scrollWidth > node.clientWidth + 4)
        .map(node => node.outerHTML.slice(0, 100))"""
    large = chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, "--blink-settings=defaultFontSize=32"])
    ada = Listener.of(large, serving.url, "Ada", phone=True).settle_in()
    for path in ("/", "/settings", "/play/twisty", "/help/keys", "/study", "/study/mixtour", "/rules/kwintie", "/rules/twisty"):
        ada.see(path)
        assert ada.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 32
        assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert ada.page.evaluate(cut) == [], path
    ada.sit_new("mixtour:stein", **BOTH)
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert ada.page.evaluate(cut) == []
    large.close()


def test_no_clock_unless_somebody_wants_one(guest: Guest) -> None:
    ada = guest()
    ada.see("/play/mixtour")
    ada.page.click("label[for=way-friend]")
    assert ada.page.locator("#clock").input_value() == "none"
