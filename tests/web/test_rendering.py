"""Rendering keeps what people are doing: presses, typed texts, focus, open menus and scroll positions."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import HOTSEAT, play_out, synchronize
from tests.web.games import SHORTEST_MATCHES
from tests.web.screen_reader import NewGuest, ScreenReaderUser

# Renders the page and its header on every frame, and counts the frames.
RENDER_ALWAYS = """() => {
    window.frames_rendered = 0;
    const render = () => {
        dispatchEvent(new Event("tablier:render"));
        window.frames_rendered++;
        requestAnimationFrame(render);
    };
    render();
}"""


def render_always(user: ScreenReaderUser) -> None:
    """Render on every frame from now on, on every page of the user."""
    user.context.add_init_script(f"addEventListener('load', {RENDER_ALWAYS})")


def wait_for_frames(page: Page, count: int = 3) -> None:
    before = page.evaluate("window.frames_rendered")
    page.wait_for_function("limit => window.frames_rendered >= limit", arg=before + count)


def slow_press(page: Page, selector: str) -> None:
    """Press the mouse on an element and release it some frames later."""
    page.hover(selector)
    page.mouse.down()
    wait_for_frames(page)
    page.mouse.up()


def test_presses_fields_and_focus_survive_rendering(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo", phone=True)
    for user in (ada, bo):
        render_always(user)
    match_id = ada.create_match("mixtour:stein", first=0, clock={"base_ms": 600_000, "increment_ms": 0})
    bo.open_match(match_id)
    # a field that is being typed in, while the page changes for other reasons
    bo.page.locator("#join-name").fill("")
    bo.page.locator("#join-name").press_sequentially("Benjamin", delay=20)
    expect(bo.page.locator("#join-name")).to_have_value("Benjamin")
    bo.page.click("[data-join]")
    ada.page.wait_for_selector("main[data-status=running]")
    synchronize([ada, bo])
    # a button held down over many frames
    ada.tap("c3")
    slow_press(ada.page, "[data-play]")
    expect(bo.page.locator(".turn-button")).to_have_text(["c3"])
    # chat: the text, the selection and the focus stay while the opponent moves
    slow_press(ada.page, "#tab-chat")
    field = ada.page.locator(".chat input")
    field.press_sequentially("good lu", delay=20)
    field.evaluate("field => field.setSelectionRange(2, 4)")
    bo.tap("d3")
    bo.page.click("[data-play]")
    synchronize([ada, bo])
    wait_for_frames(ada.page)
    expect(field).to_have_value("good lu")
    expect(field).to_be_focused()
    assert field.evaluate("field => [field.selectionStart, field.selectionEnd]") == [2, 4]
    field.press("End")
    field.press_sequentially("ck")
    slow_press(ada.page, ".chat form button")
    expect(bo.page.locator(".chat-lines .words")).to_have_text(["good luck"])
    # an open disclosure stays open, and its button works
    bo.page.click("#tab-chat")
    bo.page.click(".measures summary")
    wait_for_frames(bo.page)
    expect(bo.page.locator(".measures")).to_have_attribute("open", "")
    # the focus stays on a listed move and on a switch
    ada.page.click("#tab-turns")
    ada.page.locator(".turn-button").first.focus()
    wait_for_frames(ada.page)
    expect(ada.page.locator(".turn-button").first).to_be_focused()
    ada.page.click("#tab-more")
    switch = ada.page.get_by_role("switch", name="Sounds")
    for checked in ("false", "true"):
        switch.press("Enter")
        wait_for_frames(ada.page)
        expect(switch).to_have_attribute("aria-checked", checked)
        expect(switch).to_be_focused()
    # the menu of a phone stays open
    bo.page.get_by_role("button", name="Menu").click()
    wait_for_frames(bo.page)
    expect(bo.page.locator("#page-menu")).to_be_visible()
    bo.page.keyboard.press("Escape")
    # an offer is answered by a slow press
    slow_press(ada.page, '.more [data-offer="draw"]')
    expect(bo.page.locator(".offer")).to_be_visible()
    bo.page.get_by_role("button", name="Agree").click()
    expect(ada.page.locator(".result h2")).to_have_text("A draw.")


@pytest.mark.parametrize(("edition", "options"), SHORTEST_MATCHES)
def test_a_whole_match_while_everything_is_rendered(guest: NewGuest, edition: str, options: dict[str, str]) -> None:
    ada = guest("Ada")
    render_always(ada)
    ada.create_match(edition, options, **HOTSEAT)
    play_out([ada], random.Random(edition))
    expect(ada.page.locator(".result h2")).not_to_be_empty()
    wait_for_frames(ada.page)
    slow_press(ada.page, "[data-again]")
    ada.page.wait_for_selector("main[data-status=running] svg.board")


def test_keys_survive_rendering(guest: NewGuest) -> None:
    ada = guest("Ada")
    render_always(ada)
    ada.start_match("mixtour:stein", **HOTSEAT)
    ada.move_to("c3")
    ada.propose_and_play()
    ada.wait_for_announcement("Ada: ")
    assert ada.focused_cell == "c3"
    ada.type_turn("d4")
    wait_for_frames(ada.page)
    expect(ada.page.locator("#typed-turn")).to_have_value("d4")
    ada.press("Enter")
    ada.page.wait_for_selector("[data-play]")
    ada.press("Enter")
    expect(ada.page.locator(".turn-button")).to_have_count(2)


def test_a_list_that_was_scrolled_stays_there(guest: NewGuest) -> None:
    ada = guest("Ada", context={"viewport": {"width": 1280, "height": 620}})
    render_always(ada)
    ada.create_match("mixtour:stein", **HOTSEAT)
    rng = random.Random(5)
    for _ in range(24):
        ada.play_turn(rng)
    moves = ada.page.locator(".turns")
    assert moves.evaluate("list => list.scrollHeight > list.clientHeight")
    moves.evaluate("list => { list.scrollTop = 0; }")
    wait_for_frames(ada.page)
    assert moves.evaluate("list => list.scrollTop") == 0
