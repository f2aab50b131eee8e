"""The study: turns for all sides, variations, analysis by the engine, import and export of lines."""

from __future__ import annotations

import json
import random
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.server.server_process import ServerProcess
from tests.web.browser import wait_for, wait_until_settled
from tests.web.games import GAMES
from tests.web.screen_reader import TEXTS, NewGuest, ScreenReaderUser


def turns(page: Page) -> list[str]:
    """Return the line as the list shows it."""
    return list(page.locator(".turns .turn-button").evaluate_all("nodes => nodes.map(node => node.dataset.text)"))


def wait_for_ply(page: Page, ply: int) -> None:
    """Wait until the position after `ply` turns is shown."""
    expect(page.locator("main")).to_have_attribute("data-events", str(ply))
    wait_until_settled(page)


def play(user: ScreenReaderUser, cell: str, ply: int) -> None:
    """Play on a cell: with one click, or with a second one on the button if the click has several meanings."""
    user.tap(cell)
    user.page.wait_for_selector(f'main[data-events="{ply}"], [data-play]', state="attached")
    if user.page.locator("[data-play]").count():
        user.page.click("[data-play]")
    wait_for_ply(user.page, ply)


def open_dialog(page: Page) -> None:
    page.click("#tab-more")
    page.click("[data-open]")
    page.wait_for_selector("dialog[open]")


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
        play(ada, cell, count)
    line = turns(page)
    page.locator(".steps button").nth(1).click()  # the buttons: first, one back, one on, last
    wait_for_ply(page, 2)
    assert turns(page) == line, "the following turns are kept"
    play(ada, "g1", 3)
    variation = turns(page)
    assert variation[:2] == line[:2] and variation[2] != line[2]
    alternatives = page.locator(".variation-line button")
    expect(alternatives).to_have_text([line[2], variation[2]])
    alternatives.first.click()
    expect(alternatives.first).to_have_attribute("aria-current", "step")
    assert turns(page) == line
    page.locator(".turns .turn-button").first.click()
    wait_for_ply(page, 1)
    page.click("[data-cut]")
    wait_for_ply(page, 0)
    assert turns(page) == []


def test_one_click_plays(guest: NewGuest) -> None:
    """The setting to show a turn before it is played is for matches."""
    ada = guest("Ada", engine=False, confirm=True)
    for game, cell, action in (("mixtour", "c3", "c3"), ("twixt", "f6", "f6")):
        ada.goto(f"/study/{game}")
        ada.tap(cell)
        wait_for_ply(ada.page, 1)
        assert turns(ada.page) == [action]


def test_keys_step_through_line_and_variations(guest: NewGuest) -> None:
    ada = guest("Ada")
    page = ada.page
    page.goto(f"{ada.url}/study/mixtour#edition=mixtour:stein&turns=c3+b2+d4&at=2")
    wait_for_ply(page, 2)
    play(ada, "e5", 3)
    for key, ply in (("ArrowLeft", 2), ("ArrowLeft", 1), ("ArrowRight", 2), ("Home", 0), ("End", 3)):
        ada.press(key)
        wait_for_ply(page, ply)
    assert turns(page) == ["c3", "b2", "e5"]
    for key in ("ArrowUp", "ArrowDown"):
        current = turns(page)[-1]
        ada.press(key)
        other = "d4" if current == "e5" else "e5"
        expect(page.locator(f'.turns [data-text="{other}"]')).to_have_attribute("aria-current", "step")
        wait_for_ply(page, 3)
    # quick steps add up, although the first position has not arrived yet
    ada.press("Home")
    wait_for_ply(page, 0)
    ada.press("ArrowRight", "ArrowRight")
    wait_for_ply(page, 2)
    best = page.locator("[data-candidate]").first
    expect(best).to_be_visible()
    action = best.get_attribute("data-candidate")
    ada.press("Space")
    wait_for_ply(page, 3)
    assert action in turns(page)
    # keys in fields and on tabs keep their own meaning
    page.focus("#tab-turns")
    ada.press("ArrowRight")
    expect(page.locator("#tab-review")).to_be_focused()
    wait_for_ply(page, 3)


def test_the_analysis_lists_candidates_and_is_switched_off(guest: NewGuest) -> None:
    ada = guest("Ada")
    page = ada.page
    ada.goto("/study/mixtour")
    candidates = page.locator("[data-candidate]")
    expect(candidates).to_have_count(5)
    expect(page.locator(".heat-mark").first).to_be_attached()
    expect(page.locator(".heat-rank")).to_have_count(3)
    expect(page.locator(".engine-words")).to_contain_text("%")
    candidates.first.click()
    wait_for_ply(page, 1)
    page.click(".engine-switch >> nth=1")  # hides the marks on the board
    expect(page.locator(".heat-mark")).to_have_count(0)
    expect(page.get_by_role("switch", name="On the board")).not_to_be_checked()
    page.click(".engine-switch >> nth=0")  # stops the engine
    expect(candidates).to_have_count(0)
    expect(page.locator(".engine-words")).to_have_text("The computer rests.")
    page.reload()
    wait_until_settled(page)
    expect(page.locator(".engine-words")).to_have_text("The computer rests.")


def test_candidates_are_sorted_and_the_opening_book_is_named(guest: NewGuest) -> None:
    ada = guest("Ada")
    page = ada.page
    update = {"pv": ["f6", "g7"], "nodes": 0, "depth": 0, "elapsed_s": 0, "done": True}
    scores = {"e5": 0.504, "f6": 0.496, "g7": 0.512, "h8": 0.5, "c4": 0.49, "d4": 0.48}
    update["candidates"] = [[action, score, None, 0] for action, score in scores.items()]
    page.route("**/api/study/analyse", lambda route: route.fulfill(body=json.dumps(update) + "\n"))
    ada.goto("/study/twixt")
    rows = page.locator("[data-candidate]")
    expect(rows).to_have_count(5)
    assert rows.evaluate_all("nodes => nodes.map(node => node.dataset.candidate)") == ["g7", "e5", "f6", "h8", "c4"]
    assert page.locator(".engine-list .value").all_text_contents() == ["51 %", "50 %", "50 %", "50 %", "49 %"]
    expect(page.locator(".engine-facts")).to_have_text("From the opening book")


def test_a_silent_engine_takes_one_line(guest: NewGuest) -> None:
    ada = guest("Ada")
    page = ada.page
    ada.goto("/study/mixtour")
    engine, side = page.locator(".engine"), page.locator(".side")
    expect(page.locator("[data-candidate]")).to_have_count(5)
    before = side.bounding_box()
    page.click(".engine-switch >> nth=0")
    expect(page.locator("[data-candidate]")).to_have_count(0)
    box, after = engine.bounding_box(), side.bounding_box()
    assert box and before and after
    assert box["height"] < 60
    assert after["height"] - before["height"] > 150, "the list of turns takes the room"


def test_a_proven_win_is_shown_and_announced(guest: NewGuest) -> None:
    ada = guest("Ada")
    page = ada.page
    start = "mixtour:stein|0|4-4|a1:1010,b1:0,c3:10|-"  # moving a1 onto b1 completes a tower of five
    ada.page.goto(f"{ada.url}/study/mixtour#edition=mixtour:stein&start={quote(start)}")
    wait_until_settled(page)
    expect(page.locator(".engine-words")).to_have_text("White wins in 1 turn, proven")
    ada.wait_for_announcement("The computer: White wins in 1 turn, proven.")
    page.locator("[data-candidate]").first.click()
    expect(page.locator(".result h2")).to_have_text("White wins.")
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
    page.click("dialog button[value=yes]")
    page.click(".result a[href^='/study/']")
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
    expect(page.locator("#study-text-error")).not_to_be_empty()
    expect(field).to_be_focused()
    field.fill("# edition: twixt:kosmos\n# option: size=12\ng9\nswap\ng9")
    page.click(".study-text button.main")
    expect(page.locator("#study-text-error")).to_contain_text("Turn 3 cannot be played: ")
    field.fill("# edition: twixt:kosmos\n# option: size=12\ng9\nswap\ng5")
    page.click(".study-text button.main")
    wait_for_ply(page, 3)
    assert page.url.startswith(f"{ada.url}/study/twixt")
    open_dialog(page)
    field.fill("1. h9 swap 2. g5 h9")
    page.click(".study-text button.main")
    expect(page.locator("#study-text-error")).to_contain_text("h9")
    field.fill("1. h9 swap 2. g5 c5")
    page.click(".study-text button.main")
    wait_for_ply(page, 4)
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert turns(page) == ["h9", "swap", "g5", "c5"]
    open_dialog(page)
    field.fill("mixtour:stein|0|0-0|a1:1010,b1:0,c3:10|-")
    page.click(".study-text button.main")
    page.wait_for_url(f"{ada.url}/study/mixtour**")
    wait_for_ply(page, 0)
    open_dialog(page)
    page.click(".study-begin summary")
    page.check("#edition-gerhards")
    page.click(".study-begin button.main")
    wait_for(page, lambda: "gerhards" in page.url)
    wait_for_ply(page, 0)


def test_a_line_is_saved_and_opened_as_a_file(guest: NewGuest) -> None:
    ada = guest("Ada", engine=False)
    page = ada.page
    ada.goto("/study/kwintie")
    play(ada, "a1", 1)
    line = turns(page)
    for name in ("Download", "As SGF"):
        page.click("#tab-more")
        with page.expect_download() as download:
            page.get_by_role("button", name=name, exact=True).click()
        assert download.value.suggested_filename.startswith("kwintie-board-study.")
        open_dialog(page)
        page.set_input_files(".study-text input[type=file]", download.value.path())
        expect(page.locator("#tab-turns")).to_have_attribute("aria-selected", "true")
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert turns(page) == line


def test_sharing_says_that_variations_are_left_out(guest: NewGuest) -> None:
    ada = guest("Ada", engine=False)
    ada.goto("/study/mixtour")
    ada.page.click("#tab-more")
    button = ada.page.get_by_role("button", name="Share")
    expect(button).to_have_accessible_description(TEXTS["study_share_words"])
    expect(ada.page.locator("#share-words")).to_be_visible()


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
    expect(page.locator(".sentence.message")).not_to_be_empty()
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
        expect(page.locator(".sentence.message")).to_contain_text("cannot be reached")
        wait_until_settled(page)
    finally:
        server.start()
    play(ada, "c3", 1)
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
    expect(page.locator(".engine-list button").nth(1)).to_be_focused()  # it has the same place in the next list
    assert side.bounding_box() == bounds
    expect(second).to_be_visible()
    assert side.bounding_box() == bounds


def test_marks_of_candidates_move_with_a_centred_board(guest: NewGuest) -> None:
    ada = guest("Ada")
    page = ada.page
    page.goto(f"{ada.url}/study/kwintie#edition=kwintie:kwinty&turns=ij+j+j+k+k+h+i+g+g+i+i+g")
    wait_until_settled(page)
    left, middle, right = (f"node => (box => box.x + box.width * {part})(node.getBoundingClientRect())" for part in (0, 0.5, 1))
    rank = page.locator(".heat-rank").filter(has_text=re.compile("^1$"))
    expect(rank).to_be_attached()
    expect(page.locator(".engine:not([data-thinking])")).to_be_attached()
    best = page.locator("[data-candidate]").first.get_attribute("data-candidate") or ""
    first, last = (page.locator(f'.cells [data-cell="{column}1"]') for column in (best[0], best[-1]))
    assert first.evaluate(left) <= rank.evaluate(middle) <= last.evaluate(right)


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
    page.wait_for_selector("main[data-a11y-ready]")
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
    page.wait_for_selector("main[data-a11y-ready]")  # everything is loaded
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
    expect(continue_button).to_be_focused()
    other = ada.context.new_page()
    other.goto(f"{ada.url}/study/twixt")
    expect(continue_button).to_be_enabled()  # one analysis for each account: the new page has stopped this one


INSIDE = "node => (box => box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth)(node.getBoundingClientRect())"


def test_analysis_and_turns_stay_in_a_low_window(guest: NewGuest) -> None:
    ada = guest("Ada", text=True, context={"viewport": {"width": 1280, "height": 600}})
    page = ada.page
    ada.goto("/study/mixtour")
    page.wait_for_selector(".move-input")
    for part in (".engine-words", ".engine", "#tab-turns"):
        assert page.locator(part).evaluate(INSIDE), part
    page.click("[data-text] button:text('Text board') >> nth=-1")
    page.wait_for_selector("svg.board")
    page.locator("[data-candidate]").first.click()
    wait_for_ply(page, 1)
    for part in (".engine", ".steps", ".board-panel"):
        assert page.locator(part).evaluate(INSIDE), part


def test_board_evaluation_and_tabs_stay_on_a_phone(guest: NewGuest) -> None:
    ada = guest("Ada", phone=True)
    page = ada.page
    page.goto(f"{ada.url}/study/mixtour#edition=mixtour:stein&turns=c3+b2+d4")
    wait_for_ply(page, 3)
    expect(page.locator("[data-candidate]")).to_have_count(5)
    expect(page.get_by_role("tab")).to_have_text(["Computer", "Turns", "Overview", "More"])
    for tab, content in (("turns", ".turns"), ("review", "[data-review]"), ("engine", ".engine-list")):
        page.tap(f"#tab-{tab}")
        expect(page.locator(content)).to_be_visible()
        page.evaluate("scrollTo(0, 1000)")
        for part in ("svg.board", ".evaluation .engine-words", ".steps"):
            assert page.locator(part).evaluate(INSIDE), (tab, part)
    expect(page.locator(".engine-words")).to_contain_text("%")
    assert page.locator(content).evaluate(INSIDE), "board and candidates are seen together"


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
    assert [error for error in ada.errors if "RequestError" not in error and TEXTS["away"] not in error] == []
    ada.errors.clear()
    page.unroute("**/api/study")
    page.reload()
    wait_for_ply(page, 2)
    page.wait_for_selector("main[data-a11y-ready] .text-grid")
