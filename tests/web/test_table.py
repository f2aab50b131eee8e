"""Around the board: after the end and on, looking back, the focus, what keys and ears are told, and the way back."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import PHONE, abreast, play_out, settled
from tests.web.screen_reader import Listener

Guest = Callable[..., Listener]
BOTH: dict[str, Any] = {"first": 0, "seats": [{"who": "me"}, {"who": "guest", "name": "Bo"}]}
SHORT = ("kwintie:board", {"line": "3"})
TOWER = "mixtour:stein|0|0-0|a1:1010,b1:0,c3:10|-"  # a1 to b1 makes five
EDITIONS = ["twixt:kosmos", "mixtour:stein", "kwintie:board", "twisty:djeco"]
SEEN = """node => { const {top, bottom, height} = node.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight; }"""


def give_up(person: Listener) -> None:
    person.page.click("#tab-more")
    person.page.click("[data-resign]")
    person.page.click("dialog button.main")
    person.page.wait_for_selector(".ending")


def sit_down(ada: Listener, bo: Listener, edition: str, **terms: Any) -> str:
    match = ada.open(edition, first=0, **terms)
    bo.join(match)
    abreast([ada, bo])
    return match


def focus(page: Page) -> str:
    """The name of what has the focus; empty when nothing has."""
    return str(
        page.evaluate(
            """() => { const held = document.activeElement;
            return held === document.body ? "" : (held.getAttribute("aria-label") ?? held.textContent); }"""
        )
    )


# after the end


def test_a_finished_match_can_be_seen_again_after_the_next_one_has_begun(guest: Guest) -> None:
    ada = guest("Ada")
    match = ada.open("kwintie:board", **BOTH)
    second = ada.context.new_page()
    second.goto(f"{ada.url}/m/{match}")
    give_up(ada)
    second.wait_for_selector("[data-again]")
    ada.page.click("[data-again]")
    ada.page.wait_for_selector("main[data-status=running] svg.board")
    after = ada.page.url
    assert after != f"{ada.url}/m/{match}"
    # a page where nobody asked for it stays, and says where it goes on
    expect(second.locator(".ending a.button.main")).to_have_text("To the next game")
    assert second.url.endswith(match)
    # and so does every later visit
    ada.page.go_back()
    expect(ada.page.locator(".ending a.button.main")).to_have_attribute("href", after.removeprefix(ada.url))
    assert ada.page.url.endswith(match)
    ada.visit(match)
    expect(ada.page.locator(".ending a.button.main")).to_be_visible()
    assert ada.page.url.endswith(match)
    ada.page.click(".ending a.button.main")
    ada.page.wait_for_selector("main[data-status=running] svg.board")
    assert ada.page.url == after


def test_those_who_ask_for_another_match_go_on_together(guest: Guest) -> None:
    ada, bo = guest("Ada"), guest("Bo", phone=True)
    match = sit_down(ada, bo, "kwintie:board")
    give_up(ada)
    ada.page.click("[data-again]")
    expect(ada.page.locator("[data-again]")).to_be_disabled()
    bo.page.click("[data-again]")
    for person in (ada, bo):
        person.page.wait_for_selector("main[data-status=running] svg.board")
    assert ada.page.url == bo.page.url
    assert not ada.page.url.endswith(match)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("tab", ["more", "chat"])
def test_looking_back_shows_how_to_go_on(guest: Guest, phone: bool, tab: str) -> None:
    ada = guest("Ada", phone=phone)
    ada.open(*SHORT, **BOTH)
    play_out([ada], random.Random(3))
    page = ada.page
    page.click(f"#tab-{tab}")
    page.get_by_role("button", name="Look back").click()
    turns = page.locator(".turn-button").count()
    for name in ("One turn back", "One turn on", "Back to now"):
        button = page.locator(".doing").get_by_role("button", name=name)
        expect(button).to_be_visible()
        assert button.evaluate(SEEN), f"{name} is not on the screen"
    expect(page.locator("#page-turns")).to_be_visible()
    expect(page.locator(".prompt")).to_have_text(f"After turn {turns - 1} of {turns}")
    # step by step, by keys: the focus stays on the button that goes back, then on the one that goes on
    page.locator(".doing").get_by_role("button", name="One turn back").focus()
    for turn in (turns - 2, turns - 3):
        page.keyboard.press("Enter")
        expect(page.locator(".prompt")).to_have_text(f"After turn {turn} of {turns}")
    assert focus(page) == "One turn back"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".prompt")).to_have_text(f"After turn {turns - 2} of {turns}")
    assert focus(page) == "One turn on"


# one stop for Tab


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_drawn_board_is_one_stop_for_tab(guest: Guest, edition: str) -> None:
    ada = guest("Ada")
    ada.sit_new(edition, {"seed": "1"} if edition.startswith("twisty") else None, **BOTH)
    stops = []
    for _ in range(40):
        ada.press("Tab")
        inside = ada.page.evaluate("document.querySelector('.board-place').contains(document.activeElement)")
        if inside:
            stops.append(ada.cell)
        elif stops:
            break
    assert len(stops) == 1
    assert stops[0]
    ada.press("Shift+Tab")
    assert ada.cell == stops[0]
    said = len(ada.told)
    ada.press("c")
    ada.hears("No clock", since=said)


# the focus


def test_the_focus_stays_on_what_was_pressed_in_more(guest: Guest) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    sit_down(ada, bo, "kwintie:board")
    page = ada.page
    page.click("#tab-more")
    off, on = ("Sounds off", "Chat off"), ("Sounds on", "Chat on")
    for before, after in zip(off + on, on + off, strict=True):
        page.get_by_role("button", name=before).press("Enter")
        expect(page.get_by_role("button", name=after)).to_be_focused()
    # what cannot be pressed twice leaves the focus to the board
    page.get_by_role("button", name="Offer a draw").press("Enter")
    expect(page.locator(".offer")).to_be_visible()
    expect(page.locator("[data-cell]:focus")).to_have_count(1)
    page.get_by_role("button", name="Withdraw").press("Enter")
    expect(page.locator(".offer")).to_have_count(0)
    expect(page.locator("[data-cell]:focus")).to_have_count(1)


def test_taking_back_and_giving_up_leave_the_focus_where_something_can_be_done(guest: Guest) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    sit_down(ada, bo, "mixtour:stein")
    page = ada.page
    ada.tap("c3")
    page.click("[data-play]")
    bo.wait_for_turn()
    page.click("#tab-more")
    page.get_by_role("button", name="Take back").press("Enter")
    expect(page.locator(".offer")).to_be_visible()
    expect(page.locator("[data-cell]:focus")).to_have_count(1)
    bo.page.click('.offer[data-offer="takeback"] button.main')
    ada.wait_for_turn()
    # somebody who hesitates before giving up, while the other one plays on
    ada.tap("c3")
    page.click("[data-play]")
    bo.wait_for_turn()
    page.locator("[data-resign]").press("Enter")
    bo.tap("d3")
    bo.page.click("[data-play]")
    abreast([ada, bo])
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.wait_for_function("() => document.activeElement !== document.body")
    page.locator("[data-resign]").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-again]")).to_be_focused()


def test_the_focus_stays_on_a_turn_of_the_list_while_others_play(guest: Guest) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    sit_down(ada, bo, "mixtour:stein")
    ada.tap("c3")
    ada.page.click("[data-play]")
    bo.wait_for_turn()
    ada.page.locator(".turn-button").first.focus()
    bo.tap("d3")
    bo.page.click("[data-play]")
    expect(ada.page.locator(".turn-button")).to_have_count(2)
    assert focus(ada.page) == "Turn 1, Ada: c3"


def test_calling_off_and_choosing_a_language_keep_the_focus(guest: Guest) -> None:
    ada = guest("Ada")
    page = ada.page
    ada.open("kwintie:board")
    page.locator(".invite").get_by_role("button", name="Call it off").press("Enter")
    page.wait_for_url(f"{ada.url}/")
    expect(page.locator("main")).to_be_focused()
    for place, path in (("header select", "/"), ("#language", "/settings")):
        ada.see(path)
        with page.expect_navigation():
            page.locator(place).focus()
            page.locator(place).select_option("fr" if path == "/" else "en")
        settled(page)
        expect(page.locator(place)).to_be_focused()


def test_a_refused_option_leaves_the_focus_on_the_button(guest: Guest) -> None:
    ada = guest("Ada")
    ada.cut = True  # the browser complains of what is refused
    page = ada.page
    ada.see("/play/twixt")
    page.click("summary")
    page.fill("#option-handicap", "99")
    start = page.locator(".game-form button.main")
    start.focus()
    expect(page.locator(".wrong")).not_to_be_empty()
    expect(start).to_be_focused()
    # refused only when it is pressed
    page.fill("#option-handicap", "0")
    start.focus()
    expect(page.locator(".wrong")).to_be_empty()
    refusal = {"error": {"code": "bad", "message": "Not now."}}
    page.route("**/api/matches", lambda route: route.fulfill(status=400, json=refusal))
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_have_text("Not now.")
    expect(start).to_be_focused()


# what keys tell


def test_how_it_stands_is_the_result_after_the_end(guest: Guest) -> None:
    ada = guest("Ada")
    ada.sit_new("kwintie:board", **BOTH)
    give_up(ada)
    ada.to_board()
    said = len(ada.told)
    ada.press("s")
    told = ada.hears("left", since=said)
    assert told.startswith("Bo wins. White resigned after turn 0. White: ")
    assert "{" not in told


def test_keys_tell_of_the_turn_that_is_looked_at(guest: Guest) -> None:
    ada = guest("Ada")
    ada.sit_new("kwintie:board", **BOTH)
    for cell in ("a1", "c1", "e1", "g1"):
        ada.tap(cell)
        ada.page.click("[data-play]")
        ada.page.wait_for_selector("[data-play]", state="detached")
    expect(ada.page.locator(".turn-button")).to_have_count(4)
    ada.page.locator(".turn-button").first.click()
    expect(ada.page.locator(".prompt")).to_have_text("After turn 1 of 4")
    ada.to_board()
    said = len(ada.told)
    ada.press("w")
    assert ada.hears("Turn 1, ", since=said) == "Turn 1, Ada: standing on a, rows 1 and 2."
    ada.press("s")
    told = ada.hears("After turn 1 of 4. White: ", since=said)
    assert "Your turn" not in told
    ada.page.locator(".steps button").first.click()
    expect(ada.page.locator(".prompt")).to_have_text("After turn 0 of 4")
    said = len(ada.told)
    ada.to_board()
    ada.press("w")
    ada.hears("After turn 0 of 4.", since=said)


def test_what_is_looked_at_is_said_after_the_end_too(guest: Guest) -> None:
    ada = guest("Ada")
    ada.open(*SHORT, **BOTH)
    play_out([ada], random.Random(3))
    ada.page.wait_for_selector("main[data-listening]")
    ada.page.get_by_role("button", name="Look back").press("Enter")
    ada.hears("After turn ")


def test_a_finished_tower_is_told_again_as_it_was_told_first(guest: Guest) -> None:
    ada = guest("Ada")
    match = ada.sit_new("mixtour:stein", start=TOWER, **BOTH)
    ada.to_board()
    ada.type_turn("a1-b1")
    ada.press("Enter")
    ada.page.wait_for_selector("[data-play]")
    ada.press("Enter")
    first = ada.hears("Ada: ")
    assert "tower" in first
    for _ in range(2):  # also after coming back
        ada.to_board()
        said = len(ada.told)
        ada.press("w")
        assert ada.hears("Last turn, ", since=said).removeprefix("Last turn, ") == first
        ada.sit(match)


def test_one_peg_is_one_peg(guest: Guest) -> None:
    ada = guest("Ada")
    ada.sit_new("twixt:kosmos", {"pie": "no"}, **BOTH)
    ada.go("l12")
    ada.enter_twice()
    ada.hears("Ada: peg in l12")
    ada.press("s")
    assert "White joins top and bottom: 1 peg, 0 links on the board." in ada.hears("White joins")


# chat, watching, the way back


def test_chat_opens_at_what_was_said_last(guest: Guest) -> None:
    ada, bo = guest("Ada"), guest("Bo", phone=True)
    sit_down(ada, bo, "kwintie:board")
    ada.page.click("#tab-chat")
    for number in range(12):
        ada.page.fill(".chat input", f"Message {number}")
        ada.page.press(".chat input", "Enter")
        expect(ada.page.locator(".said-lines .words")).to_have_count(number + 1)
    expect(bo.page.locator(".said-lines .words")).to_have_count(12)
    bo.page.click("#tab-chat")
    left = bo.page.locator(".said-lines").evaluate("list => list.scrollHeight - list.clientHeight - list.scrollTop")
    assert left < 2
    assert bo.page.locator(".said-lines").evaluate("list => list.scrollTop") > 0


FULL = "This table is full; you are watching."


def test_a_third_person_is_told_that_the_table_is_full(guest: Guest) -> None:
    ada, bo, cy, di = guest("Ada"), guest("Bo"), guest("Cy"), guest("Di", phone=True)
    match = ada.open("kwintie:board", first=0)
    cy.visit(match)  # hesitates before sitting down
    bo.join(match)
    expect(cy.page.locator("#notice")).to_have_text(FULL)
    di.visit(match)
    expect(di.page.locator("#notice")).to_have_text(FULL)
    di.hears(FULL)
    expect(ada.page.locator("#notice")).to_have_count(0)
    give_up(ada)
    cy.visit(match)  # a finished game is there to be looked at
    cy.page.wait_for_selector(".ending")
    expect(cy.page.locator("#notice")).to_have_count(0)


def test_going_back_finds_the_page_where_it_was_left(guest: Guest) -> None:
    ada = guest("Ada", how={**PHONE, "viewport": {"width": 360, "height": 500}})
    page = ada.page
    ada.see("/")
    lowest = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert lowest > 500
    page.evaluate("scrollTo(0, 500)")
    page.evaluate("""document.querySelector('a[href="/play/mixtour"]').click()""")
    page.wait_for_selector(".game-form")
    assert page.evaluate("scrollY") == 0
    page.evaluate("scrollTo(0, 120)")
    page.wait_for_function("() => history.state?.y === 120")
    page.go_back()
    page.wait_for_selector(".box")
    page.wait_for_function("() => scrollY === 500")
    page.go_forward()
    page.wait_for_selector(".game-form")
    page.wait_for_function("() => scrollY === 120")
    page.reload()
    page.wait_for_function("() => scrollY === 120")


def test_a_button_is_pressed_whatever_happens_while_the_finger_is_down(guest: Guest) -> None:
    ada, cy = guest("Ada"), guest("Cy")
    match = ada.open("mixtour:stein", **BOTH)
    ada.tap("c3")
    ada.page.hover("[data-play]")
    ada.page.mouse.down()
    cy.visit(match)  # the page hears of somebody who watches
    expect(ada.page.locator(".watchers")).to_contain_text("1")
    ada.page.mouse.up()
    expect(ada.page.locator(".turn-button")).to_have_text("c3")
    # and what was to be said meanwhile is said
    expect(ada.page.locator(".doing .prompt")).to_contain_text("Bo")


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "change de camp"), ("de", "Tausch"), ("es", "cambio"), ("it", "scambio"), ("en", "swap")]
)
def test_a_swap_is_listed_in_the_language_of_the_page(guest: Guest, language: str, said: str) -> None:
    ada = guest("Ada", how={"locale": language})
    ada.open("twixt:kosmos", {"size": "8"}, **BOTH)
    ada.tap("d4")
    ada.page.click("[data-play]")
    ada.page.click('[data-action="swap"]')
    expect(ada.page.locator(".turn-button").last).to_have_text(said)
