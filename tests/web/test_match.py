"""The page of a match beside the board: moves, offers, result, focus, announcements, chat and navigation."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.browser import CELL_CENTRE, HOTSEAT, PHONE, play_out, synchronize, wait_until_settled
from tests.web.games import DEFAULT_EDITIONS
from tests.web.screen_reader import NewGuest, ScreenReaderUser

SHORT_MATCH = ("kwintie:board", {"line": "3"})
TOWER = "mixtour:stein|0|0-0|a1:1010,b1:0,c3:10|-"  # moving a1 onto b1 completes a tower of five
ON_SCREEN = """node => { const {top, bottom, height} = node.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight; }"""


def resign(user: ScreenReaderUser) -> None:
    user.page.click("#tab-more")
    user.page.click("[data-resign]")
    user.page.click("dialog button.danger")
    user.page.wait_for_selector(".result")


def start_against(ada: ScreenReaderUser, bo: ScreenReaderUser, edition: str, **terms: Any) -> str:
    match_id = ada.create_match(edition, first=0, **terms)
    bo.join_match(match_id)
    synchronize([ada, bo])
    return match_id


def focused_name(page: Page) -> str:
    """Return the accessible name of the focused element; empty if none is focused."""
    return str(
        page.evaluate(
            """() => { const focused = document.activeElement;
            return focused === document.body ? "" : (focused.getAttribute("aria-label") ?? focused.textContent); }"""
        )
    )


# after the end


def test_a_finished_match_links_to_its_rematch(guest: NewGuest) -> None:
    ada = guest("Ada")
    match_id = ada.create_match("kwintie:board", **HOTSEAT)
    second = ada.context.new_page()
    second.goto(f"{ada.url}/m/{match_id}")
    resign(ada)
    second.wait_for_selector("[data-again]")
    ada.page.click("[data-again]")
    ada.page.wait_for_selector("main[data-status=running] svg.board")
    after = ada.page.url
    assert after != f"{ada.url}/m/{match_id}"
    # another page of the match stays and links to the rematch
    expect(second.locator(".result a.button.main")).to_have_text("To the next game")
    assert second.url.endswith(match_id)
    # later visits link to it, too
    ada.page.go_back()
    expect(ada.page.locator(".result a.button.main")).to_have_attribute("href", after.removeprefix(ada.url))
    assert ada.page.url.endswith(match_id)
    ada.open_match(match_id)
    expect(ada.page.locator(".result a.button.main")).to_be_visible()
    assert ada.page.url.endswith(match_id)
    ada.page.click(".result a.button.main")
    ada.page.wait_for_selector("main[data-status=running] svg.board")
    assert ada.page.url == after


def test_players_who_want_a_rematch_get_the_same_one(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo", phone=True)
    match_id = start_against(ada, bo, "kwintie:board")
    resign(ada)
    ada.page.click("[data-again]")
    expect(ada.page.locator("[data-again]")).to_have_attribute("aria-disabled", "true")
    bo.page.click("[data-again]")
    for user in (ada, bo):
        user.page.wait_for_selector("main[data-status=running] svg.board")
    assert ada.page.url == bo.page.url
    assert not ada.page.url.endswith(match_id)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("tab", ["more", "turns"])
def test_looking_back_shows_step_buttons(guest: NewGuest, phone: bool, tab: str) -> None:
    ada = guest("Ada", phone=phone)
    ada.create_match(*SHORT_MATCH, **HOTSEAT)
    play_out([ada], random.Random(3))
    page = ada.page
    page.click(f"#tab-{tab}")
    page.get_by_role("button", name="Look back").click()
    turns = page.locator(".turn-button").count()
    for name in ("One turn back", "One turn on", "Back to now"):
        button = page.locator(".board-panel").get_by_role("button", name=name)
        expect(button).to_be_visible()
        assert button.evaluate(ON_SCREEN), f"{name} is not on the screen"
    expect(page.locator("#page-turns")).to_be_visible()
    expect(page.locator(".prompt")).to_have_text(f"After turn {turns - 1} of {turns}")
    # by keys the focus stays on the button that was pressed
    page.locator(".board-panel").get_by_role("button", name="One turn back").focus()
    for turn in (turns - 2, turns - 3):
        page.keyboard.press("Enter")
        expect(page.locator(".prompt")).to_have_text(f"After turn {turn} of {turns}")
    assert focused_name(page) == "One turn back"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".prompt")).to_have_text(f"After turn {turns - 2} of {turns}")
    assert focused_name(page) == "One turn on"


# Tab


@pytest.mark.parametrize("edition", DEFAULT_EDITIONS)
def test_a_drawn_board_is_one_stop_for_tab(guest: NewGuest, edition: str) -> None:
    ada = guest("Ada")
    ada.start_match(edition, **HOTSEAT)
    stops = []
    for _ in range(40):
        ada.press("Tab")
        inside = ada.page.evaluate("document.querySelector('.board-place').contains(document.activeElement)")
        if inside:
            stops.append(ada.focused_cell)
        elif stops:
            break
    assert len(stops) == 1
    assert stops[0]
    ada.press("Shift+Tab")
    assert ada.focused_cell == stops[0]
    before = len(ada.announcements)
    ada.press("c")
    ada.wait_for_announcement("No clock", since=before)


# focus


def test_the_focus_stays_on_a_pressed_button_of_the_menu(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    start_against(ada, bo, "kwintie:board")
    page = ada.page
    page.click("#tab-more")
    for name in ("Sounds", "Chat"):
        switch = page.get_by_role("switch", name=name)
        for checked in ("false", "true"):
            switch.press("Enter")
            expect(switch).to_have_attribute("aria-checked", checked)
            expect(switch).to_be_focused()
    # a button that cannot be pressed again keeps the focus; if it is removed, the focus moves to the board
    draw = page.get_by_role("button", name="Offer a draw")
    draw.press("Enter")
    expect(page.locator(".offer")).to_be_visible()
    expect(draw).to_have_attribute("aria-disabled", "true")
    expect(draw).to_be_focused()
    page.get_by_role("button", name="Withdraw").press("Enter")
    expect(page.locator(".offer")).to_have_count(0)
    expect(page.locator("[data-cell]:focus")).to_have_count(1)


def test_takeback_and_resignation_keep_the_focus_on_a_control(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    start_against(ada, bo, "mixtour:stein")
    page = ada.page
    ada.tap("c3")
    page.click("[data-play]")
    bo.wait_for_turn()
    page.click("#tab-more")
    page.get_by_role("button", name="Take back").press("Enter")
    expect(page.locator(".offer")).to_be_visible()
    bo.page.click('.offer[data-offer="takeback"] button.main')
    ada.wait_for_turn()
    expect(page.locator("[data-cell]:focus")).to_have_count(1)
    # the opponent plays while the dialog is open
    ada.tap("c3")
    page.click("[data-play]")
    bo.wait_for_turn()
    page.locator("[data-resign]").press("Enter")
    bo.tap("d3")
    bo.page.click("[data-play]")
    synchronize([ada, bo])
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.wait_for_function("() => document.activeElement !== document.body")
    page.locator("[data-resign]").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-again]")).to_be_focused()


def test_the_focus_stays_on_a_listed_turn_while_others_play(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    start_against(ada, bo, "mixtour:stein")
    ada.tap("c3")
    ada.page.click("[data-play]")
    bo.wait_for_turn()
    ada.page.locator(".turn-button").first.focus()
    bo.tap("d3")
    bo.page.click("[data-play]")
    expect(ada.page.locator(".turn-button")).to_have_count(2)
    assert focused_name(ada.page) == "Turn 1, Ada: c3"


def test_aborting_and_choosing_a_language_keep_the_focus(guest: NewGuest) -> None:
    ada = guest("Ada")
    page = ada.page
    ada.create_match("kwintie:board")
    page.locator(".invite").get_by_role("button", name="Call it off").press("Enter")
    page.wait_for_url(f"{ada.url}/")
    expect(page.locator("main")).to_be_focused()
    for place, path in (("header select", "/"), ("#language", "/settings")):
        ada.goto(path)
        with page.expect_navigation():
            page.locator(place).focus()
            page.locator(place).select_option("fr" if path == "/" else "en")
        wait_until_settled(page)
        expect(page.locator(place)).to_be_focused()


def test_a_refused_option_leaves_the_focus_on_the_button(guest: NewGuest) -> None:
    ada = guest("Ada")
    ada.ignore_network_errors = True  # Chromium logs a refused request
    page = ada.page
    ada.goto("/play/twixt")
    page.click("summary")
    page.fill("#option-handicap", "99")
    start = page.locator(".game-form button.main")
    start.focus()
    expect(page.locator(".game-form .error")).not_to_be_empty()
    expect(start).to_be_focused()
    # refused by the server when the button is pressed
    page.fill("#option-handicap", "0")
    start.focus()
    expect(page.locator(".game-form .error")).to_be_empty()
    refusal = {"error": {"code": "bad", "message": "Not now."}}
    page.route("**/api/matches", lambda route: route.fulfill(status=400, json=refusal))
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_have_text("Not now.")
    expect(start).to_be_focused()


# announcements


def test_the_status_key_announces_the_result_after_the_end(guest: NewGuest) -> None:
    ada = guest("Ada")
    ada.start_match("kwintie:board", **HOTSEAT)
    resign(ada)
    ada.focus_board()
    before = len(ada.announcements)
    ada.press("s")
    announcement = ada.wait_for_announcement("left", since=before)
    assert announcement.startswith("Bo wins. White resigned after turn 0. White: ")
    assert "{" not in announcement


def test_keys_announce_the_turn_that_is_shown(guest: NewGuest) -> None:
    ada = guest("Ada")
    ada.start_match("kwintie:board", **HOTSEAT)
    for cell in ("a1", "c1", "e1", "g1"):
        ada.tap(cell)
        ada.page.click("[data-play]")
        ada.page.wait_for_selector("[data-play]", state="detached")
    expect(ada.page.locator(".turn-button")).to_have_count(4)
    ada.page.locator(".turn-button").first.click()
    expect(ada.page.locator(".prompt")).to_have_text("After turn 1 of 4")
    ada.focus_board()
    before = len(ada.announcements)
    ada.press("w")
    assert ada.wait_for_announcement("Turn 1, ", since=before) == "Turn 1, Ada: standing on a, rows 1 and 2."
    ada.press("s")
    announcement = ada.wait_for_announcement("After turn 1 of 4. White: ", since=before)
    assert "Your turn" not in announcement
    ada.page.locator(".steps button").first.click()
    expect(ada.page.locator(".prompt")).to_have_text("After turn 0 of 4")
    before = len(ada.announcements)
    ada.focus_board()
    ada.press("w")
    ada.wait_for_announcement("After turn 0 of 4.", since=before)


def test_looking_back_is_announced_after_the_end(guest: NewGuest) -> None:
    ada = guest("Ada")
    ada.create_match(*SHORT_MATCH, **HOTSEAT)
    play_out([ada], random.Random(3))
    ada.page.wait_for_selector("main[data-a11y-ready]")
    ada.page.get_by_role("button", name="Look back").press("Enter")
    ada.wait_for_announcement("After turn ")


def test_a_finished_tower_is_announced_the_same_way_again(guest: NewGuest) -> None:
    ada = guest("Ada")
    match_id = ada.start_match("mixtour:stein", start=TOWER, **HOTSEAT)
    ada.focus_board()
    ada.type_turn("a1-b1")
    ada.press("Enter")
    ada.page.wait_for_selector("[data-play]")
    ada.press("Enter")
    first = ada.wait_for_announcement("Ada: ")
    assert "tower" in first
    for _ in range(2):  # also after a reload
        ada.focus_board()
        before = len(ada.announcements)
        ada.press("w")
        assert ada.wait_for_announcement("Last turn, ", since=before).removeprefix("Last turn, ") == first
        ada.follow_match(match_id)


def test_one_peg_is_announced_in_the_singular(guest: NewGuest) -> None:
    ada = guest("Ada")
    ada.start_match("twixt:kosmos", {"pie": "no"}, **HOTSEAT)
    ada.move_to("l12")
    ada.propose_and_play()
    ada.wait_for_announcement("Ada: peg in l12")
    ada.press("s")
    assert "White joins top and bottom: 1 peg, 0 links on the board." in ada.wait_for_announcement("White joins")


# chat, spectators, navigation


def test_chat_opens_at_the_last_message(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo", phone=True)
    start_against(ada, bo, "kwintie:board")
    ada.page.click("#tab-chat")
    for number in range(10):  # an account may send ten at once
        ada.page.fill(".chat input", f"Message {number}")
        ada.page.press(".chat input", "Enter")
        expect(ada.page.locator(".chat-lines .words")).to_have_count(number + 1)
    expect(bo.page.locator(".chat-lines .words")).to_have_count(10)
    bo.page.click("#tab-chat")
    distance = bo.page.locator(".chat-lines").evaluate("list => list.scrollHeight - list.clientHeight - list.scrollTop")
    assert distance < 2
    assert bo.page.locator(".chat-lines").evaluate("list => list.scrollTop") > 0


FULL = "This table is full; you are watching."


def test_a_full_match_makes_later_visitors_spectators(guest: NewGuest) -> None:
    ada, bo, cy, di = guest("Ada"), guest("Bo"), guest("Cy"), guest("Di", phone=True)
    match_id = ada.create_match("kwintie:board", first=0)
    cy.open_match(match_id)  # does not join
    bo.join_match(match_id)
    expect(cy.page.locator("#notice")).to_have_text(FULL)
    di.open_match(match_id)
    expect(di.page.locator("#notice")).to_have_text(FULL)
    di.wait_for_announcement(FULL)
    expect(ada.page.locator("#notice")).to_have_count(0)
    resign(ada)
    cy.open_match(match_id)  # a finished match is shown without the notice
    cy.page.wait_for_selector(".result")
    expect(cy.page.locator("#notice")).to_have_count(0)


def test_navigation_restores_the_scroll_position(guest: NewGuest) -> None:
    ada = guest("Ada", context={**PHONE, "viewport": {"width": 360, "height": 500}})
    page = ada.page
    ada.goto("/")
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


def test_a_press_survives_an_update_of_the_page(guest: NewGuest) -> None:
    ada, cy = guest("Ada"), guest("Cy")
    match_id = ada.create_match("mixtour:stein", **HOTSEAT)
    ada.tap("c3")
    ada.page.hover("[data-play]")
    ada.page.mouse.down()
    cy.open_match(match_id)  # updates the number of spectators on the page
    expect(ada.page.locator(".watchers")).to_contain_text("1")
    ada.page.mouse.up()
    expect(ada.page.locator(".turn-button")).to_have_text("c3")
    # the page shows the prompt of the next player
    expect(ada.page.locator(".board-panel .prompt")).to_contain_text("Bo")


@pytest.mark.parametrize(
    ("language", "swap"), [("fr", "change de camp"), ("de", "Tausch"), ("es", "cambio"), ("it", "scambio"), ("en", "swap")]
)
def test_a_swap_is_listed_in_the_language_of_the_page(guest: NewGuest, language: str, swap: str) -> None:
    ada = guest("Ada", context={"locale": language})
    ada.create_match("twixt:kosmos", {"size": "8"}, **HOTSEAT)
    ada.tap("d4")
    ada.page.click("[data-play]")
    ada.page.click('[data-action="swap"]')
    expect(ada.page.locator(".turn-button").last).to_have_text(swap)


# engines


def test_the_position_in_the_queue_of_an_engine_is_shown(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    sockets: list[WebSocketRoute] = []

    def forward(route: WebSocketRoute) -> None:
        route.connect_to_server()
        sockets.append(route)

    ada.page.route_web_socket("**/api/socket*", forward)
    match_id = ada.create_match("mixtour:stein", first=1)
    bo.join_match(match_id)
    synchronize([ada, bo])
    shown = ada.page.get_by_text("All engines are busy. Bo is number 2 in the queue and starts in about 7 s.").first
    for position in (2, 0):
        message = {"type": "engine_queue", "match_id": match_id, "position": position, "expected_wait_s": 7}
        sockets[-1].send(json.dumps(message))
        expect(shown).to_be_visible(visible=position > 0)


# moves


def test_keys_step_through_the_moves_and_take_a_draft_back(guest: NewGuest) -> None:
    ada = guest("Ada")
    ada.create_match("mixtour:stein", **HOTSEAT)
    page = ada.page
    for cell in ("c3", "d3", "a1"):
        ada.tap(cell)
        page.click("[data-play]")
        page.wait_for_selector("[data-play]", state="detached")
    expect(page.locator(".turn-button")).to_have_count(3)
    sentence = page.locator(".sentence")
    for key, turn in (("ArrowLeft", 2), ("ArrowLeft", 1), ("ArrowRight", 2), ("Home", 0)):
        page.keyboard.press(key)
        expect(sentence).to_have_text(f"After turn {turn} of 3")
    page.keyboard.press("End")
    expect(sentence).to_contain_text("Bo is to play.")
    page.click("#tab-more")  # the arrow keys go on stepping after a click on a tab
    page.keyboard.press("ArrowLeft")
    expect(sentence).to_have_text("After turn 2 of 3")
    expect(page.locator("#tab-more")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("End")
    ada.tap("b2")
    page.wait_for_selector("[data-play]")
    page.keyboard.press("Escape")
    expect(page.locator("[data-play]")).to_have_count(0)
    # they are keys of the board on a cell, and letters in a field
    page.focus('[data-cell="c3"]')
    page.keyboard.press("ArrowLeft")
    assert ada.focused_cell == "b3"
    expect(sentence).to_contain_text("Bo is to play.")


def test_a_refusal_is_cleared_by_the_next_choice(guest: NewGuest) -> None:
    ada = guest("Ada")
    ada.create_match("kwintie:board", **HOTSEAT)
    page = ada.page
    page.wait_for_selector("[data-can]", state="attached")
    x, y = page.evaluate(CELL_CENTRE, "e1")
    page.mouse.click(x, y)
    expect(page.locator(".message")).to_contain_text("central square")
    ada.tap("d1")
    expect(page.locator(".draft")).to_be_visible()
    expect(page.locator(".message")).to_have_count(0)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".prompt")).to_be_visible()


def test_an_engine_moves_after_the_own_move_has_landed(guest: NewGuest) -> None:
    ada = guest("Ada", context={"reduced_motion": "no-preference"})
    ada.create_match("mixtour:stein", seats=[{"who": "me"}, {"who": "engine", "level": 1}], first=0)
    page = ada.page
    ada.wait_for_turn()
    page.evaluate(
        """() => { window.shown = [];
        const record = () => {
            const count = document.querySelectorAll(".turn-button").length;
            if (count > window.shown.length) window.shown.push(performance.now());
            requestAnimationFrame(record);
        };
        record(); }"""
    )
    ada.tap("c3")
    page.click("[data-play]")
    page.wait_for_function("() => window.shown.length === 2")
    own, engine = page.evaluate("window.shown")
    assert engine - own > 550  # the landing and the pause


def test_a_swap_is_explained(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo", phone=True)
    start_against(ada, bo, "twixt:kosmos", options={"size": "8"})
    ada.tap("d4")
    ada.page.click("[data-play]")
    bo.page.click('[data-action="swap"]')
    text = "Bo took your peg and plays White now. You are Black. Join left and right."
    expect(ada.page.locator(".board-panel .notice")).to_have_text(text)
    ada.wait_for_announcement(text)
    expect(ada.page.locator(".player-bars-near .sign-black")).to_be_visible()
    expect(bo.page.locator(".board-panel .notice")).to_have_text(
        "You took the peg of Ada and play White now. Join top and bottom."
    )
    ada.tap("e5")
    ada.page.click("[data-play]")
    expect(ada.page.locator(".board-panel .notice")).to_have_count(0)


def test_moves_are_numbered_and_typeset(guest: NewGuest) -> None:
    ada = guest("Ada")
    ada.start_match("mixtour:stein", start=TOWER, **HOTSEAT)
    for text in ("a1-b1", "d4"):
        ada.focus_board()
        ada.type_turn(text)
        ada.press("Enter")
        ada.page.wait_for_selector("[data-play]")
        ada.press("Enter")
        ada.page.wait_for_selector("[data-play]", state="detached")
    moves = ada.page.locator(".turn-button")
    expect(moves).to_have_text(["a1→b1", "d4"])
    expect(moves.first).to_have_attribute("data-text", "a1-b1")
    expect(ada.page.locator(".turns .number")).to_have_text(["1", "2"])


# offers and interruptions


def test_a_declined_offer_is_shown(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    start_against(ada, bo, "mixtour:stein")
    ada.page.click("#tab-more")
    ada.page.click('.more [data-offer="draw"]')
    bo.page.get_by_role("button", name="No, thanks").click()
    expect(ada.page.locator(".offer.answered")).to_have_text("Bo declines.")
    expect(ada.page.locator(".offer.answered")).to_have_count(0)  # after some seconds


def test_an_interruption_is_offered_and_answered(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo", phone=True)
    start_against(ada, bo, "mixtour:stein", clock={"base_ms": 600_000, "increment_ms": 0})
    own, other = (user.page.locator('.offer[data-offer="adjourn"]') for user in (ada, bo))
    ada.page.click("#tab-more")
    interrupt = ada.page.get_by_role("button", name="Interrupt")
    interrupt.click()
    expect(own).to_contain_text("You have asked to interrupt the game.")
    expect(other).to_contain_text("Ada would like to interrupt the game.")
    own.get_by_role("button", name="Withdraw").click()
    expect(other).to_have_count(0)
    expect(ada.page.locator(".offer")).to_have_count(0)
    interrupt.click()
    bo.page.reload()  # a request is shown to those who come later, too
    other.get_by_role("button", name="No, thanks").click()
    expect(ada.page.locator(".offer.answered")).to_have_text("Bo declines.")
    expect(own).to_have_count(0)
    interrupt.click()
    other.get_by_role("button", name="Agree").click()
    expect(ada.page.locator("main")).to_have_attribute("data-status", "adjourned")
    ada.page.get_by_role("button", name="Go on").click()
    bo.page.locator('.offer[data-offer="resume"]').get_by_role("button", name="Agree").click()
    expect(ada.page.locator("main")).to_have_attribute("data-status", "running")


# the result


def test_the_result_crosses_the_board_and_stays_in_the_panel(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo", phone=True)
    match_id = start_against(ada, bo, "mixtour:stein")
    resign(ada)
    banners = [user.page.locator(".result-banner") for user in (ada, bo)]
    expect(banners[1]).to_contain_text("White resigned after turn 0.")
    for user, banner in zip((ada, bo), banners, strict=True):
        expect(banner).to_have_count(0)
        expect(user.page.locator(".result")).to_be_visible()
    ada.open_match(match_id)  # a game that ended before needs no banner
    expect(ada.page.locator(".result h2")).to_have_text("Bo wins.")
    expect(ada.page.locator(".result-banner")).to_have_count(0)


# invitations, names, menus


def test_the_name_given_when_sitting_down_is_kept(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Guest 1")
    match_id = ada.create_match("mixtour:stein")
    bo.open_match(match_id)
    far = ada.page.locator(".player-bar")
    expect(far).to_have_count(2)  # one is for the guest, so that nothing moves when the guest comes
    bo.page.fill("#join-name", "Benedict")
    bo.page.click("[data-join]")
    bo.page.wait_for_selector("main[data-status=running]")
    expect(ada.page.locator(".player-bars-far")).to_contain_text("Benedict")
    expect(far).to_have_count(2)
    bo.goto("/settings")
    expect(bo.page.locator("#my-name")).to_have_value("Benedict")


def test_a_phone_has_a_menu_in_the_header(guest: NewGuest) -> None:
    ada = guest("Ada", phone=True)
    ada.create_match("mixtour:stein", **HOTSEAT)
    page = ada.page
    expect(page.locator("header nav")).not_to_be_visible()
    page.get_by_role("button", name="Menu").click()
    menu = page.locator("#page-menu")
    expect(menu.get_by_role("link", name="Rules")).to_be_visible()
    expect(menu.get_by_role("link", name="Settings")).to_be_visible()
    sounds = menu.get_by_role("switch", name="Sounds")
    sounds.click()
    expect(sounds).to_have_attribute("aria-checked", "false")
    menu.get_by_role("button", name="Resign").click()
    page.click("dialog button.danger")
    expect(page.locator(".result h2")).to_have_text("Bo wins.")


def test_there_is_no_chat_against_an_engine(guest: NewGuest) -> None:
    ada = guest("Ada")
    ada.create_match("mixtour:stein", seats=[{"who": "me"}, {"who": "engine", "level": 1}], first=0)
    expect(ada.page.locator("#tab-more")).to_be_visible()
    expect(ada.page.locator("#tab-chat")).to_have_count(0)
    ada.page.click("#tab-more")
    expect(ada.page.get_by_role("switch")).to_have_count(1)


def test_a_running_clock_is_large_and_shows_tenths_at_the_end(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    start_against(ada, bo, "mixtour:stein", clock={"base_ms": 12_000, "increment_ms": 0})
    for user, cell in ((ada, "c3"), (bo, "d3")):  # the clock runs after the first move of each
        user.tap(cell)
        user.page.click("[data-play]")
    running = ada.page.locator(".clock.running")
    expect(running).to_have_count(1)
    size, colour, other = ada.page.evaluate(
        """() => { const [running, other] = [".clock.running", ".clock:not(.running)"].map(name => document.querySelector(name));
        return [parseFloat(getComputedStyle(running).fontSize), getComputedStyle(running).backgroundColor,
            getComputedStyle(other).backgroundColor]; }"""
    )
    assert 28 <= size <= 32
    assert colour != other
    expect(running).to_have_text(re.compile(r"^0:0\d[.,]\d$"))


def test_copying_the_link_says_what_was_copied(guest: NewGuest) -> None:
    ada = guest("Ada", context={"permissions": ["clipboard-read", "clipboard-write"]})
    match_id = ada.create_match("mixtour:stein")
    ada.page.get_by_role("button", name="Copy").click()
    expect(ada.page.locator("#notice")).to_contain_text(f"/m/{match_id}")
