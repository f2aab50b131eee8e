"""The study: turns for all sides, variations, analysis by the engine, import and export of lines."""

from __future__ import annotations

import random
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.server.server_process import ServerProcess
from tests.web.browser import wait_for, wait_until_settled
from tests.web.games import GAMES
from tests.web.screen_reader import TEXTS, NewGuest


def turns(page: Page) -> list[str]:
    """Return the line as the list shows it."""
    return [text.strip() for text in page.locator(".turns .turn-button").all_text_contents()]


def wait_for_ply(page: Page, ply: int) -> None:
    """Wait until the position after `ply` turns is shown."""
    expect(page.locator("main")).to_have_attribute("data-events", str(ply))
    wait_until_settled(page)


@pytest.mark.parametrize(("game", "phone"), [(game.name, number % 2 == 0) for number, game in enumerate(GAMES)])
def test_turns_are_played_for_every_side(guest: NewGuest, game: str, phone: bool) -> None:
    ada = guest("Ada", phone=phone, engine=False)
    ada.goto(f"/study/{game}")
    rng = random.Random(5)
    for count in range(1, 7):
        ada.play_turn(rng)
        wait_for_ply(ada.page, count)
    line = turns(ada.page)
    assert len(line) == 6
    ada.page.reload()
    wait_for_ply(ada.page, 6)
    assert turns(ada.page) == line, "the address holds the line"


def test_another_turn_starts_a_variation(guest: NewGuest) -> None:
    ada = guest("Ada", engine=False)
    page = ada.page
    ada.goto("/study/kwintie")
    for count, cell in enumerate(("a1", "c1", "e1"), 1):
        ada.tap(cell)
        page.click("[data-play]")
        wait_for_ply(page, count)
    line = turns(page)
    page.locator(".steps button").nth(1).click()  # the buttons: first, one back, one on, last
    wait_for_ply(page, 2)
    assert turns(page) == line, "the following turns are kept"
    ada.tap("g1")
    page.click("[data-play]")
    wait_for_ply(page, 3)
    variation = turns(page)
    assert variation[:2] == line[:2] and variation[2] != line[2]
    alternatives = page.locator(".instead-line button")
    assert alternatives.all_text_contents() == [line[2], variation[2]]
    alternatives.first.click()
    expect(alternatives.first).to_have_attribute("aria-current", "step")
    assert turns(page) == line
    page.locator(".turns .turn-button").first.click()
    wait_for_ply(page, 1)
    page.click("[data-cut]")
    wait_for_ply(page, 0)
    assert turns(page) == []


def test_the_analysis_lists_candidates_and_is_switched_off(guest: NewGuest) -> None:
    ada = guest("Ada")
    page = ada.page
    ada.goto("/study/mixtour")
    candidates = page.locator("[data-candidate]")
    expect(candidates).to_have_count(5)
    expect(page.locator(".warm").first).to_be_attached()
    expect(page.locator(".warm-rank")).to_have_count(3)
    expect(page.locator(".engine-words")).to_contain_text("%")
    candidates.first.click()
    wait_for_ply(page, 1)
    page.click(".engine-switch >> nth=1")  # hides the marks on the board
    expect(page.locator(".warm")).to_have_count(0)
    page.click(".engine-switch >> nth=0")  # stops the engine
    expect(candidates).to_have_count(0)
    expect(page.locator(".engine-words")).to_have_text("The computer rests.")
    page.reload()
    wait_until_settled(page)
    expect(page.locator(".engine-words")).to_have_text("The computer rests.")


def test_a_proven_win_is_shown_and_announced(guest: NewGuest) -> None:
    ada = guest("Ada")
    page = ada.page
    start = "mixtour:stein|0|4-4|a1:1010,b1:0,c3:10|-"  # moving a1 onto b1 completes a tower of five
    ada.page.goto(f"{ada.url}/study/mixtour#edition=mixtour:stein&start={quote(start)}")
    wait_until_settled(page)
    expect(page.locator(".engine-words")).to_have_text("White wins in 1 turn, proven")
    ada.wait_for_announcement("The computer: White wins in 1 turn, proven.")
    page.locator("[data-candidate]").first.click()
    expect(page.locator(".ending h2")).to_have_text("White wins.")
    expect(page.locator("[data-candidate]")).to_have_count(0)


def test_a_match_is_studied_after_its_end_only(guest: NewGuest) -> None:
    ada = guest("Ada", engine=False)
    ada.ignore_network_errors = True  # Chromium logs a refused request
    page = ada.page
    match_id = ada.create_match("kwintie:board", first=0, seats=[{"who": "me"}, {"who": "guest", "name": "Bo"}])
    for action in ("ab", "c", "d"):
        assert page.request.post(f"{ada.url}/api/matches/{match_id}/commands", data={"type": "play", "action": action}).ok
    page.goto(f"{ada.url}/study/kwintie/{match_id}")
    expect(page.locator("#notice")).to_contain_text("still being played")
    wait_for_ply(page, 0)
    ada.open_match(match_id)
    page.click("#tab-more")
    page.click("[data-resign]")
    page.click("dialog button.main")
    page.click(".ending a[href^='/study/']")
    wait_for_ply(page, 3)
    assert turns(page) == ["ab", "c", "d"]


def test_pasted_records_move_lists_and_positions_are_opened(guest: NewGuest) -> None:
    ada = guest("Ada", engine=False)
    page = ada.page
    ada.ignore_network_errors = True  # Chromium logs a refused request
    ada.goto("/study")
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
    wait_for_ply(page, 3)
    assert page.url.startswith(f"{ada.url}/study/twixt")
    page.click("#tab-more")
    field.fill("1. h9 swap 2. g5 h9")
    page.click(".study-text button.main")
    expect(page.locator("#study-text-wrong")).to_contain_text("h9")
    field.fill("1. h9 swap 2. g5 c5")
    page.click(".study-text button.main")
    wait_for_ply(page, 4)
    assert turns(page) == ["h9", "swap", "g5", "c5"]
    page.click("#tab-more")
    field.fill("mixtour:stein|0|0-0|a1:1010,b1:0,c3:10|-")
    page.click(".study-text button.main")
    page.wait_for_url(f"{ada.url}/study/mixtour**")
    wait_for_ply(page, 0)
    page.click("#tab-more")
    page.click(".study-begin summary")
    page.select_option("#edition", "mixtour:gerhards")
    page.click(".study-begin button.main")
    wait_for(page, lambda: "gerhards" in page.url)
    wait_for_ply(page, 0)


def test_a_line_is_saved_and_opened_as_a_file(guest: NewGuest) -> None:
    ada = guest("Ada", engine=False)
    page = ada.page
    ada.goto("/study/kwintie")
    ada.tap("a1")
    page.click("[data-play]")
    wait_for_ply(page, 1)
    line = turns(page)
    page.click("#tab-more")
    for name in ("Download", "As SGF"):
        with page.expect_download() as download:
            page.get_by_role("button", name=name, exact=True).click()
        assert download.value.suggested_filename.startswith("kwintie-board-study.")
        page.set_input_files(".study-text input[type=file]", download.value.path())
        expect(page.locator("#tab-turns")).to_have_attribute("aria-selected", "true")
        assert turns(page) == line
        page.click("#tab-more")


def test_the_address_holds_line_ply_and_deal(guest: NewGuest) -> None:
    ada, bo = guest("Ada", engine=False), guest("Bo", engine=False)
    ada.goto("/study/twisty")
    rng = random.Random(3)
    for count in range(1, 5):
        ada.play_turn(rng)
        wait_for_ply(ada.page, count)
    ada.page.locator(".steps button").nth(1).click()
    wait_for_ply(ada.page, 3)
    bo.page.goto(ada.page.url)
    wait_for_ply(bo.page, 3)
    assert turns(bo.page) == turns(ada.page)
    board_text = "() => document.querySelector('svg.board').textContent"
    assert bo.page.evaluate(board_text) == ada.page.evaluate(board_text), "the same deal"
    bo.ignore_network_errors = True  # Chromium logs a refused request
    bo.goto("/watch")
    bo.page.goto(f"{bo.url}/study/twisty#edition=twisty:djeco&start=nonsense&turns=a1")
    wait_for_ply(bo.page, 0)
    expect(bo.page.locator("#notice")).not_to_be_empty()
    expect(bo.page.locator("svg.board")).to_be_visible()


def test_turns_are_typed_and_announced(guest: NewGuest) -> None:
    ada = guest("Ada", text=True, engine=False)
    ada.ignore_network_errors = True  # Chromium logs a refused request
    page = ada.page
    ada.goto("/study/twixt")
    page.wait_for_selector(".text-grid")
    page.fill("#typed-turn", "g9")
    for _ in range(2):
        page.press("#typed-turn", "Enter")
        wait_until_settled(page)
    wait_for_ply(page, 1)
    ada.wait_for_announcement("g9")
    page.fill("#typed-turn", "a1")
    page.press("#typed-turn", "Enter")
    expect(page.locator(".said")).not_to_be_empty()
    page.locator(".steps button").first.click()
    wait_for_ply(page, 0)


def test_a_turn_without_a_server_is_refused_and_can_be_repeated(guest: NewGuest, server: ServerProcess) -> None:
    ada = guest("Ada", engine=False)
    page = ada.page
    ada.goto("/study/mixtour")
    ada.ignore_network_errors = True
    server.kill()
    try:
        ada.tap("c3")
        page.click("[data-play]")
        expect(page.locator(".said")).to_contain_text("cannot be reached")
        wait_until_settled(page)
    finally:
        server.start()
    ada.tap("c3")
    page.click("[data-play]")
    wait_for_ply(page, 1)
    ada.errors.clear()


def test_the_analysis_follows_the_shown_position(guest: NewGuest) -> None:
    """A new position stops the analysis of the previous one, so that it does not have to wait."""
    ada = guest("Ada")
    page = ada.page
    ada.goto("/study/twixt")
    expect(page.locator("[data-candidate]").first).to_be_visible()
    for count in range(1, 4):
        page.locator("[data-candidate]").first.click()
        wait_for_ply(page, count)
        expect(page.locator("[data-candidate]").first).to_be_visible()


def test_a_pressed_candidate_is_played_although_the_list_changes(guest: NewGuest) -> None:
    """An update of the analysis moves neither the pressed row nor the layout."""
    ada = guest("Ada")
    page = ada.page
    ada.goto("/study/mixtour")
    facts, side = page.locator(".engine-facts"), page.locator(".side")
    second = page.locator("[data-candidate]").nth(1)
    expect(second).to_be_visible()
    bounds = side.bounding_box()
    second.hover()
    pressed = second.get_attribute("data-candidate")
    page.mouse.down()
    expect(facts).not_to_have_text(facts.text_content() or "")
    page.mouse.up()
    wait_for_ply(page, 1)
    assert turns(page) == [pressed]
    expect(page.locator(".engine-switch").first).to_be_focused()
    assert side.bounding_box() == bounds
    expect(second).to_be_visible()
    assert side.bounding_box() == bounds


def test_marks_of_candidates_move_with_a_centred_board(guest: NewGuest) -> None:
    ada = guest("Ada")
    page = ada.page
    page.goto(f"{ada.url}/study/kwintie#edition=kwintie:kwinty&turns=ij+j+j+k+k+h+i+g+g+i+i+g")
    wait_until_settled(page)
    middle = "node => (box => box.x + box.width / 2)(node.getBoundingClientRect())"
    expect(page.locator(".warm-rank").first).to_be_attached()
    best = page.locator("[data-candidate]").first.get_attribute("data-candidate") or ""
    cell = page.locator(f'.cells [data-cell="{best[-1]}1"]')
    assert page.locator(".warm-rank").first.evaluate(middle) == pytest.approx(cell.evaluate(middle), abs=1)


def test_an_address_with_an_illegal_turn_or_another_game_is_opened(guest: NewGuest) -> None:
    ada = guest("Ada", engine=False)
    ada.ignore_network_errors = True  # Chromium logs a refused request
    page = ada.page
    ada.goto("/study")
    page.goto(f"{ada.url}/study/kwintie#edition=kwintie:board&turns=ab+c+zz+d")
    expect(page.locator("#notice")).to_contain_text("Turn 3 cannot be played: There is no column z")
    assert turns(page) == ["ab", "c"], "the turns before the illegal one"
    ada.goto("/study")
    page.goto(f"{ada.url}/study/kwintie#edition=mixtour:stein&turns=c3")
    page.wait_for_url(f"{ada.url}/study/mixtour**")
    wait_for_ply(page, 1)
    page.go_back()
    expect(page.locator("#study-text")).to_be_visible()


def test_steps_through_a_line_are_announced(guest: NewGuest) -> None:
    ada = guest("Ada", engine=False)
    page = ada.page
    page.goto(f"{ada.url}/study/kwintie#edition=kwintie:board&turns=fg+de+ef")
    page.wait_for_selector("main[data-listening]")
    ada.wait_for_announcement("Black is to play")
    assert not any("Turn 3" in text for text in ada.announcements), "at first only the position is announced"
    steps = page.locator(".steps button")
    steps.nth(1).dblclick()  # the second click comes before the first response
    wait_for_ply(page, 1)
    ada.wait_for_announcement("Turn 1, White: lying on f and g, row 1.")
    steps.nth(3).click()
    ada.wait_for_announcement("Turn 3, White: lying on e and f, row 2.")
    steps.nth(0).click()
    ada.wait_for_announcement("The start.")
    assert sum("Turn 1," in text for text in ada.announcements) == 1


def test_the_analysis_continues_after_a_restart_of_the_server(guest: NewGuest, server: ServerProcess) -> None:
    ada = guest("Ada")
    page = ada.page
    ada.goto("/study/mixtour")
    page.locator("[data-candidate]").first.click()
    wait_for_ply(page, 1)
    page.reload()
    expect(page.locator("[data-candidate]").first).to_be_visible()
    summary, continue_button = page.locator(".engine-words"), page.locator(".engine-foot button")
    ada.ignore_network_errors = True
    server.kill()
    try:
        expect(summary).to_contain_text("cannot be reached")
        page.locator(".steps button").nth(1).click()
        expect(page.locator("#notice")).to_contain_text("cannot be reached")
        wait_for_ply(page, 1)
    finally:
        server.start()
    continue_button.focus()
    continue_button.press("Enter")
    expect(summary).to_contain_text("%")
    expect(page.locator(".engine-switch").first).to_be_focused()
    other = ada.context.new_page()
    other.goto(f"{ada.url}/study/twixt")
    expect(continue_button).to_be_visible()  # one analysis for each account: the new page has stopped this one


def test_analysis_and_turns_stay_in_a_low_window(guest: NewGuest) -> None:
    ada = guest("Ada", text=True, context={"viewport": {"width": 1280, "height": 600}})
    page = ada.page
    ada.goto("/study/mixtour")
    page.wait_for_selector(".typing")
    inside = (
        "node => (box => box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth)(node.getBoundingClientRect())"
    )
    for part in (".engine", "#tab-turns"):
        assert page.locator(part).evaluate(inside), part
    page.click("[data-text] button:text('Text board') >> nth=-1")
    page.wait_for_selector("svg.board")
    page.locator("[data-candidate]").first.click()
    wait_for_ply(page, 1)
    for part in (".engine", ".steps", ".doing"):
        assert page.locator(part).evaluate(inside), part


def test_a_study_opened_without_a_server_keeps_its_address(guest: NewGuest) -> None:
    """It shows no panels without a position; after a reload the text board works."""
    ada = guest("Ada", text=True, engine=False)
    ada.ignore_network_errors = True
    page = ada.page
    page.route("**/api/study", lambda route: route.abort())
    address = f"{ada.url}/study/kwintie#edition=kwintie:board&turns=ab+c"
    page.goto(address)
    expect(page.locator("h1")).to_have_text(TEXTS["offline"])
    expect(page.locator(".engine, .side")).to_have_count(0)
    assert page.url == address
    assert [error for error in ada.errors if TEXTS["away"] not in error] == []
    ada.errors.clear()
    page.unroute("**/api/study")
    page.reload()
    wait_for_ply(page, 2)
    page.wait_for_selector("main[data-listening] .text-grid")
