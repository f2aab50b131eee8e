"""The study: turns for all sides, lines beside lines, what the computer thinks, and where a line comes from and goes."""

from __future__ import annotations

import random
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.server.server_process import ServerProcess
from tests.web.browser import awaited, settled
from tests.web.screen_reader import TEXTS, Listener

Guest = Callable[..., Listener]
EDITIONS = ["twixt:kosmos", "mixtour:stein", "kwintie:board", "twisty:djeco"]


def turns(page: Page) -> list[str]:
    """The line in the list."""
    return [text.strip() for text in page.locator(".turns .turn-button").all_text_contents()]


def at(page: Page, events: int) -> None:
    """Until so many turns lead to what is shown."""
    expect(page.locator("main")).to_have_attribute("data-events", str(events))
    settled(page)


@pytest.mark.parametrize(("edition", "phone"), list(zip(EDITIONS, [True, False, True, False], strict=True)))
def test_turns_for_every_side(guest: Guest, edition: str, phone: bool) -> None:
    ada = guest("Ada", phone=phone, engine=False)
    ada.see(f"/study/{edition.partition(':')[0]}")
    lot = random.Random(5)
    for count in range(1, 7):
        ada.turn(lot)
        at(ada.page, count)
    line = turns(ada.page)
    assert len(line) == 6
    ada.page.reload()
    at(ada.page, 6)
    assert turns(ada.page) == line, "the address holds the line"


def test_another_line(guest: Guest) -> None:
    ada = guest("Ada", engine=False)
    page = ada.page
    ada.see("/study/kwintie")
    for count, cell in enumerate(("a1", "c1", "e1"), 1):
        ada.tap(cell)
        page.click("[data-play]")
        at(page, count)
    line = turns(page)
    page.locator(".steps button").nth(1).click()
    at(page, 2)
    assert turns(page) == line, "what follows is still there"
    ada.tap("g1")
    page.click("[data-play]")
    at(page, 3)
    other = turns(page)
    assert other[:2] == line[:2] and other[2] != line[2]
    tried = page.locator(".instead-line button")
    assert tried.all_text_contents() == [line[2], other[2]]
    tried.first.click()
    expect(tried.first).to_have_attribute("aria-current", "step")
    assert turns(page) == line
    page.locator(".turns .turn-button").first.click()
    at(page, 1)
    page.click("[data-cut]")
    at(page, 0)
    assert turns(page) == []


def test_what_the_computer_thinks(guest: Guest) -> None:
    ada = guest("Ada")
    page = ada.page
    ada.see("/study/mixtour")
    best = page.locator("[data-candidate]")
    expect(best).to_have_count(5)
    expect(page.locator(".warm").first).to_be_attached()
    expect(page.locator(".warm-rank")).to_have_count(3)
    expect(page.locator(".engine-words")).to_contain_text("%")
    best.first.click()
    at(page, 1)
    page.click(".engine-switch >> nth=1")
    expect(page.locator(".warm")).to_have_count(0)
    page.click(".engine-switch >> nth=0")
    expect(best).to_have_count(0)
    expect(page.locator(".engine-words")).to_have_text("The computer rests.")
    page.reload()
    settled(page)
    expect(page.locator(".engine-words")).to_have_text("The computer rests.")


def test_a_win_is_told_and_heard(guest: Guest) -> None:
    ada = guest("Ada")
    page = ada.page
    start = "mixtour:stein|0|4-4|a1:1010,b1:0,c3:10|-"  # a1 to b1 makes five
    ada.page.goto(f"{ada.url}/study/mixtour#edition=mixtour:stein&start={quote(start)}")
    settled(page)
    expect(page.locator(".engine-words")).to_have_text("White wins in 1 turn, proven")
    ada.hears("The computer: White wins in 1 turn, proven.")
    page.locator("[data-candidate]").first.click()
    expect(page.locator(".ending h2")).to_have_text("White wins.")
    expect(page.locator("[data-candidate]")).to_have_count(0)


def test_a_finished_match(guest: Guest) -> None:
    ada = guest("Ada", engine=False)
    ada.cut = True  # Chromium tells of every refusal
    page = ada.page
    match = ada.open("kwintie:board", first=0, seats=[{"who": "me"}, {"who": "guest", "name": "Bo"}])
    for action in ("ab", "c", "d"):
        assert page.request.post(f"{ada.url}/api/matches/{match}/commands", data={"type": "play", "action": action}).ok
    page.goto(f"{ada.url}/study/kwintie/{match}")
    expect(page.locator("#notice")).to_contain_text("still being played")
    at(page, 0)
    ada.visit(match)
    page.click("#tab-more")
    page.click("[data-resign]")
    page.click("dialog button.main")
    page.click(".ending a[href^='/study/']")
    at(page, 3)
    assert turns(page) == ["ab", "c", "d"]


def test_texts(guest: Guest) -> None:
    ada = guest("Ada", engine=False)
    page = ada.page
    ada.cut = True  # Chromium tells of every refusal
    ada.see("/study")
    field = page.locator("#study-text")
    field.fill("nonsense")
    page.click(".study-text button.main")
    expect(page.locator("#study-text-wrong")).not_to_be_empty()
    expect(field).to_be_focused()
    field.fill("# edition: twixt:kosmos\n# option: size=12\ng9\nswap\ng9")
    page.click(".study-text button.main")
    expect(page.locator("#study-text-wrong")).to_contain_text("Turn 3 cannot be played: ")
    field.fill("# edition: twixt:kosmos\n# option: size=12\ng9\nswap\ng5")
    page.click(".study-text button.main")
    at(page, 3)
    assert page.url.startswith(f"{ada.url}/study/twixt")
    page.click("#tab-more")
    field.fill("1. h9 swap 2. g5 h9")
    page.click(".study-text button.main")
    expect(page.locator("#study-text-wrong")).to_contain_text("h9")
    field.fill("1. h9 swap 2. g5 c5")
    page.click(".study-text button.main")
    at(page, 4)
    assert turns(page) == ["h9", "swap", "g5", "c5"]
    page.click("#tab-more")
    field.fill("mixtour:stein|0|0-0|a1:1010,b1:0,c3:10|-")
    page.click(".study-text button.main")
    page.wait_for_url(f"{ada.url}/study/mixtour**")
    at(page, 0)
    page.click("#tab-more")
    page.click(".study-begin summary")
    page.select_option("#edition", "mixtour:gerhards")
    page.click(".study-begin button.main")
    awaited(page, lambda: "gerhards" in page.url)
    at(page, 0)


def test_kept_as_a_file(guest: Guest) -> None:
    ada = guest("Ada", engine=False)
    page = ada.page
    ada.see("/study/kwintie")
    ada.tap("a1")
    page.click("[data-play]")
    at(page, 1)
    line = turns(page)
    page.click("#tab-more")
    for name in ("Download", "As SGF"):
        with page.expect_download() as kept:
            page.get_by_role("button", name=name, exact=True).click()
        assert kept.value.suggested_filename.startswith("kwintie-board-study.")
        page.set_input_files(".study-text input[type=file]", kept.value.path())
        expect(page.locator("#tab-turns")).to_have_attribute("aria-selected", "true")
        assert turns(page) == line
        page.click("#tab-more")


def test_handed_on(guest: Guest) -> None:
    ada, bo = guest("Ada", engine=False), guest("Bo", engine=False)
    ada.see("/study/twisty")
    lot = random.Random(3)
    for count in range(1, 5):
        ada.turn(lot)
        at(ada.page, count)
    ada.page.locator(".steps button").nth(1).click()
    at(ada.page, 3)
    bo.page.goto(ada.page.url)
    at(bo.page, 3)
    assert turns(bo.page) == turns(ada.page)
    looks = "() => document.querySelector('svg.board').textContent"
    assert bo.page.evaluate(looks) == ada.page.evaluate(looks), "the same deal"
    bo.cut = True  # Chromium tells of every refusal
    bo.see("/watch")
    bo.page.goto(f"{bo.url}/study/twisty#edition=twisty:djeco&start=nonsense&turns=a1")
    at(bo.page, 0)
    expect(bo.page.locator("#notice")).not_to_be_empty()
    expect(bo.page.locator("svg.board")).to_be_visible()


def test_by_keys_and_ears(guest: Guest) -> None:
    ada = guest("Ada", text=True, engine=False)
    ada.cut = True  # Chromium tells of every refusal
    page = ada.page
    ada.see("/study/twixt")
    page.wait_for_selector(".text-grid")
    page.fill("#typed-turn", "g9")
    for _ in range(2):
        page.press("#typed-turn", "Enter")
        settled(page)
    at(page, 1)
    ada.hears("g9")
    page.fill("#typed-turn", "a1")
    page.press("#typed-turn", "Enter")
    expect(page.locator(".said")).not_to_be_empty()
    page.locator(".steps button").first.click()
    at(page, 0)


def test_without_a_server(guest: Guest, serving: ServerProcess) -> None:
    ada = guest("Ada", engine=False)
    page = ada.page
    ada.see("/study/mixtour")
    ada.cut = True
    serving.kill()
    try:
        ada.tap("c3")
        page.click("[data-play]")
        expect(page.locator(".said")).to_contain_text("cannot be reached")
        settled(page)
    finally:
        serving.start()
    ada.tap("c3")
    page.click("[data-play]")
    at(page, 1)
    ada.errors.clear()


def test_somebody_who_goes_elsewhere_is_not_thought_for(guest: Guest) -> None:
    """What is thought about a position ends with it: the next one is thought about at once."""
    ada = guest("Ada")
    page = ada.page
    ada.see("/study/twixt")
    expect(page.locator("[data-candidate]").first).to_be_visible()
    for count in range(1, 4):
        page.locator("[data-candidate]").first.click()
        at(page, count)
        expect(page.locator("[data-candidate]").first).to_be_visible()


def test_pressed_while_it_thinks(guest: Guest) -> None:
    """What is under the finger counts, whatever the computer says meanwhile; and nothing jumps when it says it."""
    ada = guest("Ada")
    page = ada.page
    ada.see("/study/mixtour")
    facts, side = page.locator(".engine-facts"), page.locator(".side")
    second = page.locator("[data-candidate]").nth(1)
    expect(second).to_be_visible()
    place = side.bounding_box()
    second.hover()
    pressed = second.get_attribute("data-candidate")
    page.mouse.down()
    expect(facts).not_to_have_text(facts.text_content() or "")
    page.mouse.up()
    at(page, 1)
    assert turns(page) == [pressed]
    expect(page.locator(".engine-switch").first).to_be_focused()
    assert side.bounding_box() == place
    expect(second).to_be_visible()
    assert side.bounding_box() == place


def test_where_it_is_on_a_table(guest: Guest) -> None:
    """A wall that is kept in the middle moves; what is thought of its cells moves along."""
    ada = guest("Ada")
    page = ada.page
    page.goto(f"{ada.url}/study/kwintie#edition=kwintie:kwinty&turns=ij+j+j+k+k+h+i+g+g+i+i+g")
    settled(page)
    middle = "node => (box => box.x + box.width / 2)(node.getBoundingClientRect())"
    expect(page.locator(".warm-rank").first).to_be_attached()
    best = page.locator("[data-candidate]").first.get_attribute("data-candidate") or ""
    cell = page.locator(f'.cells [data-cell="{best[-1]}1"]')
    assert page.locator(".warm-rank").first.evaluate(middle) == pytest.approx(cell.evaluate(middle), abs=1)


def test_addresses(guest: Guest) -> None:
    ada = guest("Ada", engine=False)
    ada.cut = True  # Chromium tells of every refusal
    page = ada.page
    ada.see("/study")
    page.goto(f"{ada.url}/study/kwintie#edition=kwintie:board&turns=ab+c+zz+d")
    expect(page.locator("#notice")).to_contain_text("Turn 3 cannot be played: There is no column z")
    assert turns(page) == ["ab", "c"], "up to there"
    ada.see("/study")
    page.goto(f"{ada.url}/study/kwintie#edition=mixtour:stein&turns=c3")
    page.wait_for_url(f"{ada.url}/study/mixtour**")
    at(page, 1)
    page.go_back()
    expect(page.locator("#study-text")).to_be_visible()


def test_steps_are_heard(guest: Guest) -> None:
    ada = guest("Ada", engine=False)
    page = ada.page
    page.goto(f"{ada.url}/study/kwintie#edition=kwintie:board&turns=fg+de+ef")
    page.wait_for_selector("main[data-listening]")
    ada.hears("Black is to play")
    assert not any("Turn 3" in words for words in ada.told), "whoever comes hears how it stands"
    steps = page.locator(".steps button")
    steps.nth(1).dblclick()  # also when the first answer is not there yet
    at(page, 1)
    ada.hears("Turn 1, White: lying on f and g, row 1.")
    steps.nth(3).click()
    ada.hears("Turn 3, White: lying on e and f, row 2.")
    steps.nth(0).click()
    ada.hears("The start.")
    assert sum("Turn 1," in words for words in ada.told) == 1


def test_a_server_that_goes_while_it_thinks(guest: Guest, serving: ServerProcess) -> None:
    ada = guest("Ada")
    page = ada.page
    ada.see("/study/mixtour")
    page.locator("[data-candidate]").first.click()
    at(page, 1)
    page.reload()
    expect(page.locator("[data-candidate]").first).to_be_visible()
    words, more = page.locator(".engine-words"), page.locator(".engine-foot button")
    ada.cut = True
    serving.kill()
    try:
        expect(words).to_contain_text("cannot be reached")
        page.locator(".steps button").nth(1).click()
        expect(page.locator("#notice")).to_contain_text("cannot be reached")
        at(page, 1)
    finally:
        serving.start()
    more.focus()
    more.press("Enter")
    expect(words).to_contain_text("%")
    expect(page.locator(".engine-switch").first).to_be_focused()
    other = ada.context.new_page()
    other.goto(f"{ada.url}/study/twixt")
    expect(more).to_be_visible()  # a person has one thought: this one is over, and can go on


def test_in_the_window(guest: Guest) -> None:
    """The computer beside a board in words, and the turns where a window is low."""
    ada = guest("Ada", text=True, how={"viewport": {"width": 1280, "height": 600}})
    page = ada.page
    ada.see("/study/mixtour")
    page.wait_for_selector(".typing")
    inside = (
        "node => (box => box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth)(node.getBoundingClientRect())"
    )
    for part in (".engine", "#tab-turns"):
        assert page.locator(part).evaluate(inside), part
    page.click("[data-text] button:text('Text board') >> nth=-1")
    page.wait_for_selector("svg.board")
    page.locator("[data-candidate]").first.click()
    at(page, 1)
    for part in (".engine", ".steps", ".doing"):
        assert page.locator(part).evaluate(inside), part


def test_opened_without_a_server(guest: Guest) -> None:
    """Nothing of a study is shown that has no position, and its address stays; a slow answer lets ears in all the same."""
    ada = guest("Ada", text=True, engine=False)
    ada.cut = True
    page = ada.page
    page.route("**/api/study", lambda route: route.abort())
    address = f"{ada.url}/study/kwintie#edition=kwintie:board&turns=ab+c"
    page.goto(address)
    expect(page.locator("h1")).to_have_text(TEXTS["offline"])
    expect(page.locator(".engine, .side")).to_have_count(0)
    assert page.url == address
    assert [words for words in ada.errors if not words.startswith("Refusal")] == []
    ada.errors.clear()
    page.unroute("**/api/study")
    page.reload()
    at(page, 2)
    page.wait_for_selector("main[data-listening] .text-grid")
