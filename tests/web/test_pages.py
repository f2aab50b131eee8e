"""Pages in Chromium against a server process: whole matches, and no turn lost by a cut connection or a killed server."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.server.server_process import ServerProcess
from tests.web.browser import HOTSEAT, Relay, play_one_turn, play_out, wait_for, wait_until_settled
from tests.web.games import ALL_EDITIONS, GAMES, SHORTEST_MATCHES
from tests.web.screen_reader import NewGuest

SHORTEST_AND_PHONE = pytest.mark.parametrize(
    ("edition", "options", "phone"),
    [(*match, number % 2 == 1) for number, match in enumerate(SHORTEST_MATCHES)],
    ids=lambda value: value if isinstance(value, str) else "",
)


# from the shelf to a match


def test_two_clicks_lead_from_the_shelf_to_a_game_against_the_engine(guest: NewGuest) -> None:
    ada = guest("Ada")
    page = ada.page
    page.goto(ada.url)
    expect(page.locator(".box")).to_have_count(len(GAMES))
    page.click('.box a.button[href="/play/twisty"]')
    page.click(".game-form button.main")
    page.wait_for_selector("main[data-status=running] svg.board")
    rng = random.Random(1)
    for _ in range(3):
        ada.play_turn(rng)
    expect(page.locator(".player-bars-far")).to_contain_text("computer")
    ada.wait_for_turn()
    page.go_back()
    expect(page).to_have_url(f"{ada.url}/play/twisty")
    expect(page.locator('.matches[data-kind="mine"] .my-turn')).to_be_visible()
    expect(page.locator(".game-about h1")).to_be_visible()


@SHORTEST_AND_PHONE
def test_a_whole_game_against_the_engine(guest: NewGuest, edition: str, options: dict[str, str], phone: bool) -> None:
    ada = guest("Ada", phone=phone)
    ada.create_match(edition, options, seats=[{"who": "me"}, {"who": "engine", "level": 1}], first=0)
    rng = random.Random(edition)
    for _ in range(80):
        ada.page.wait_for_selector("[data-can], [data-action], .result", state="attached")
        if ada.match_is_over:
            break
        ada.play_turn(rng)
    expect(ada.page.locator(".result h2")).not_to_be_empty()
    expect(ada.page.locator(".result p").first).not_to_be_empty()


def test_every_page_fits_a_phone(guest: NewGuest) -> None:
    ada = guest("Ada", phone=True)
    page = ada.page
    rules = (f"/rules/{edition.replace(':', '/')}" for edition in ALL_EDITIONS)
    for path in (
        "/",
        "/games",
        "/watch",
        "/settings",
        "/operator",
        "/m/nothing",
        "/nowhere",
        *(f"/play/{game.name}" for game in GAMES),
        *rules,
    ):
        ada.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is wider than a phone"


RECORD_LAYOUT_SHIFT = """window.shifted = 0;
new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shifted += entry.value; })
    .observe({type: "layout-shift", buffered: true});"""


@pytest.mark.parametrize(("edition", "phone"), [(name, number % 2 == 1) for number, name in enumerate(ALL_EDITIONS)])
def test_the_page_of_a_match_is_small_and_has_no_layout_shift(guest: NewGuest, edition: str, phone: bool) -> None:
    ada = guest("Ada", phone=phone)
    ada.context.add_init_script(RECORD_LAYOUT_SHIFT)
    ada.create_match(edition, **HOTSEAT)
    ada.play_turn(random.Random(1))
    assert ada.page.evaluate("window.shifted") == 0
    loaded_bytes = ada.page.evaluate(
        """() => performance.getEntriesByType("resource").filter(({name}) => /[.](js|css)$/.test(new URL(name).pathname))
        .reduce((sum, {encodedBodySize}) => sum + encodedBodySize, 0)"""
    )
    assert 20_000 < loaded_bytes < 60_000  # compressed; the lower bound checks that sizes are measured


def test_rules_pages_draw_their_diagrams(guest: NewGuest) -> None:
    ada = guest("Ada")
    for game in GAMES:
        ada.goto(f"/rules/{game.name}")
        figures = ada.page.locator("figure[data-position]").count()
        assert figures > 0
        expect(ada.page.locator("figure svg.board")).to_have_count(figures)


def test_covers_say_for_how_many_how_long_and_from_which_age(guest: NewGuest) -> None:
    ada = guest("Ada")
    ada.goto("/")
    facts = ada.page.locator(".box .facts").all_inner_texts()
    assert len(facts) == len(GAMES)
    for text in facts:
        assert re.search(r"players.*minutes.*ages \d+ and up", text, re.DOTALL), text


# my games


def test_a_finished_game_is_listed_with_its_result(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo", phone=True)
    match_id = ada.create_match("mixtour:stein", first=0)
    bo.join_match(match_id)
    ada.tap("c3")
    ada.page.click("[data-play]")
    bo.wait_for_turn()
    unfinished = ada.post_match("kwintie:board", public=True)
    response = bo.page.request.post(f"{bo.url}/api/matches/{match_id}/commands", data={"type": "resign"})
    assert response.ok
    ada.goto("/")
    ada.page.click('a[href="/games"] >> text=finished')
    row = ada.page.locator(f'[data-kind=past] li:has(a[href="/m/{match_id}"])')
    for text in ("Bo", "Mixtour, Stein", "as White", "Won", "1 move"):
        expect(row).to_contain_text(text)
    expect(ada.page.locator(".tally")).to_have_text("1 won, 0 lost, 0 drawn")
    # unfinished games come first
    links = ada.page.locator(".my-games li a").evaluate_all("nodes => nodes.map(node => node.pathname)")
    assert links == [f"/m/{unfinished}", f"/m/{match_id}"]
    # the filter stays when one comes back
    ada.page.click("label[for=filter-kwintie]")
    expect(row).to_have_count(0)
    ada.page.click("label[for=filter-mixtour]")
    expect(row).to_be_visible()
    expect(ada.page.locator("[data-kind=mine]")).to_contain_text("None yet")
    row.locator("a").click()
    ada.page.wait_for_selector("main[data-status=over]")
    ada.page.go_back()
    expect(row).to_be_visible()
    expect(ada.page.locator("#filter-mixtour")).to_be_checked()
    bo.goto("/games")
    for text in ("Ada", "as Black", "Lost"):
        expect(bo.page.locator("[data-kind=past] li")).to_contain_text(text)


def test_a_game_on_one_device_is_listed_with_its_winner(guest: NewGuest) -> None:
    ada = guest("Ada")
    match_id = ada.post_match("mixtour:stein", **HOTSEAT)
    ada.page.request.post(f"{ada.url}/api/matches/{match_id}/commands", data={"type": "resign", "seat": 0})
    ada.goto("/games")
    expect(ada.page.locator("[data-kind=past] li")).to_contain_text("Bo won")
    expect(ada.page.locator(".tally")).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "pattern"), [("en-GB", r"\d+ \w{3} \d{4}, \d\d:\d\d$"), ("en-US", r"\w{3} \d+, \d{4}, .*[AP]M$")]
)
def test_dates_follow_the_locale_of_the_browser(guest: NewGuest, locale: str, pattern: str) -> None:
    ada = guest("Ada", context={"locale": locale})
    match_id = ada.post_match("mixtour:stein", **HOTSEAT)
    ada.page.request.post(f"{ada.url}/api/matches/{match_id}/commands", data={"type": "resign", "seat": 0})
    ada.goto("/games")
    expect(ada.page.locator("[data-kind=past] time")).to_have_text(re.compile(pattern))


# lists of matches


def test_a_list_ignores_an_outdated_response(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    match_id = bo.create_match("mixtour:stein", public=True)
    delayed: list[Route] = []
    ada.page.route("**/api/matches?kind=open*", lambda route: delayed.append(route))
    ada.page.goto(f"{ada.url}/watch")
    wait_for(ada.page, lambda: delayed)
    ada.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # the page becomes visible again
    wait_for(ada.page, lambda: len(delayed) > 1)
    delayed[1].continue_()
    row = ada.page.locator(f'.matches[data-kind="open"] a[href="/m/{match_id}"]')
    expect(row).to_be_visible()
    with ada.page.expect_response("**/api/matches?kind=open*"):
        delayed[0].fulfill(json={"matches": []})
    wait_until_settled(ada.page)
    expect(row).to_be_visible()


def test_public_lists_are_pushed(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    ada.page.route("**/api/matches?kind=open*", lambda route: route.fulfill(json={"matches": []}))
    ada.goto("/watch")
    match_id = bo.post_match("mixtour:stein", public=True)
    expect(ada.page.locator(f'.matches[data-kind="open"] a[href="/m/{match_id}"]')).to_be_visible()


def test_three_players_share_a_device(guest: NewGuest) -> None:
    ada = guest("Ada", phone=True)
    page = ada.page
    page.goto(f"{ada.url}/play/twisty")
    page.click("label[for=players-3]")
    page.click("label[for=way-device]")
    expect(page.locator(".way input")).to_have_count(3)
    page.fill("#name-1", "Bo")
    page.fill("#name-2", "Cy")
    page.click(".options-fold > summary")
    page.click(".rare-options > summary")
    page.fill("#option-turn_limit", "1")
    page.click(".game-form button.main")
    page.wait_for_selector("main[data-status=running] svg.board")
    play_out([ada], random.Random(2))
    expect(page.locator(".result h2")).to_have_text("A draw.")
    page.click("[data-again]")
    page.wait_for_selector("main[data-status=running] svg.board")


# several browsers in one match


@SHORTEST_AND_PHONE
def test_two_browsers_play_a_whole_match(guest: NewGuest, edition: str, options: dict[str, str], phone: bool) -> None:
    ada, bo = guest("Ada"), guest("Bo", phone=phone)
    bo.join_match(ada.create_match(edition, options))
    play_out([ada, bo], random.Random(edition))
    for user in (ada, bo):
        expect(user.page.locator(".result h2")).not_to_be_empty()
    turns = ada.page.locator(".turn-button").all_inner_texts()
    assert bo.page.locator(".turn-button").all_inner_texts() == turns
    assert turns
    # step back, return, and play again
    ada.page.locator(".turn-button").first.click()
    expect(ada.page.locator(".prompt")).to_contain_text(f"1 of {len(turns)}")
    ada.page.click(".board-panel button.main")
    ada.page.click("[data-again]")
    bo.page.click("[data-again]")
    for user in (ada, bo):
        user.page.wait_for_selector("main[data-status=running] svg.board")
    assert ada.page.url == bo.page.url


def test_four_browsers_play_one_match(guest: NewGuest) -> None:
    users = [guest(name, phone=name == "Di") for name in ("Ada", "Bo", "Cy", "Di")]
    match_id = users[0].create_match("twisty:djeco", {"players": "4", "turn_limit": "2", "seed": "8"})
    for user in users[1:3]:
        user.open_match(match_id)
        user.page.click("[data-join]")
        user.page.wait_for_selector(".invite .link")
    users[3].join_match(match_id)
    leaver = users[2].page
    rng = random.Random(4)
    for _ in range(4):
        play_one_turn(users, rng)
    leaver.click("#tab-more")
    leaver.click("[data-resign]")
    leaver.click("dialog button.danger")
    expect(users[0].page.locator(".player-bars")).to_contain_text(["has left", "you"])
    play_out([user for user in users if user is not users[2]], rng)
    expect(leaver.locator(".result h2")).to_be_visible()


def test_the_second_player_is_asked_about_swapping_sides(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo", phone=True)
    bo.join_match(ada.create_match("twixt:kosmos", {"size": "8"}, first=0))
    ada.tap("d4")
    ada.page.click("[data-play]")
    swap = bo.page.locator('[data-action="swap"]')
    expect(swap).to_be_visible()
    expect(bo.page.locator(".prompt")).to_contain_text("swapping sides")
    swap.click()
    expect(bo.page.locator(".player-bars-near .sign-white")).to_be_visible()
    expect(ada.page.locator(".player-bars-near .sign-black")).to_be_visible()
    expect(ada.page.locator(".turn-button").last).to_have_text("swap")


def test_offers_are_accepted_and_declined(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    bo.join_match(ada.create_match("mixtour:stein", first=0))
    ada.tap("c3")
    ada.page.click("[data-play]")
    expect(bo.page).to_have_title("● Your turn · Mixtour: Ada – Bo · Tablier")
    ada.page.click("#tab-more")
    ada.page.click('.more [data-offer="takeback"]')
    bo.page.click('.offer[data-offer="takeback"] button.main')
    expect(ada.page.locator(".turn-button")).to_have_count(0)
    ada.tap("b2")
    ada.page.click("[data-play]")
    bo.wait_for_turn()
    bo.page.click("#tab-more")
    bo.page.click('.more [data-offer="draw"]')
    ada.page.click('.offer[data-offer="draw"] button:not(.main)')
    expect(bo.page.locator(".offer:not(.answered)")).to_have_count(0)
    expect(bo.page.locator(".offer.answered")).to_contain_text("Ada declines")
    ada.page.click("[data-resign]")
    ada.page.click("dialog button.danger")
    expect(bo.page.locator(".result h2")).to_have_text("You win!")
    expect(bo.page.locator(".result p").first).to_have_text("White resigned after turn 1.")


def test_a_spectator_follows_the_match_and_is_counted(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    match_id = ada.create_match("twixt:kosmos", {"pie": "no"}, first=0, public=True)
    bo.join_match(match_id)
    cy = guest("Cy", phone=True)
    cy.page.goto(f"{cy.url}/watch")
    cy.page.click(f'a[href^="/m/{match_id}"]')
    cy.page.wait_for_selector("main[data-status=running] svg.board")
    expect(ada.page.locator(".watchers")).to_contain_text("1")
    ada.tap("l12")
    ada.page.click("[data-play]")
    expect(cy.page.locator(".turn-button")).to_have_text(["l12"])
    assert not cy.choices()["cells"]
    cy.page.click("#tab-chat")
    cy.page.fill(".chat input", "a fine beginning")
    cy.page.click(".chat form button")
    expect(cy.page.locator(".chat-lines .words")).to_have_text(["a fine beginning"])
    expect(bo.page.locator(".chat-lines .words")).to_have_count(0)  # players do not see the chat of spectators
    # a large board is zoomed in and out again
    box = bo.page.locator("svg.board").bounding_box()
    assert box
    bo.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    bo.page.mouse.wheel(0, -400)
    bo.page.click(".whole-board")
    expect(bo.page.locator(".whole-board")).not_to_be_visible()


# hostile input


HOSTILE = (
    '<img src=x onerror="document.title=1">',
    "\u202eright to left\u202c שלום عليكم",
    "👩‍👩‍👧‍👦🏳️‍🌈" * 5,
    "W" * 60,
)


@pytest.mark.parametrize("name", HOSTILE, ids=["markup", "direction", "emoji", "long"])
def test_names_and_chat_with_hostile_text_are_harmless(guest: NewGuest, name: str) -> None:
    ada, bo = guest("Ada"), guest("Bo", phone=True)
    match_id = ada.create_match("mixtour:stein", first=1, clock={"base_ms": 600_000, "increment_ms": 0})
    bo.open_match(match_id)
    bo.page.fill("#join-name", name)
    bo.page.click("[data-join]")
    bo.page.wait_for_selector("main[data-status]:not([data-status=waiting]), #notice:not(:empty)")
    if bo.choices()["status"] == "waiting":  # the server refused the name
        bo.page.fill("#join-name", "Bo")
        bo.page.click("[data-join]")
    ada.page.wait_for_selector("main[data-status=running]")
    for user in (ada, bo):
        user.page.click("#tab-chat")
    bo.page.fill(".chat input", name * 200)
    bo.page.click(".chat form button")
    if "\u202e" not in name:  # the server refuses text that reverses the writing direction
        expect(ada.page.locator(".chat-lines .words")).to_have_count(1)
    for user in (ada, bo):
        assert user.page.locator("main img").count() == 0
        user.page.click("#tab-more")
        assert user.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# reload, lost connection, killed server


def test_a_reload_drops_the_draft_and_keeps_the_turns(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    bo.join_match(ada.create_match("mixtour:stein", first=0))
    ada.tap("c3")  # a draft, not yet played
    ada.page.wait_for_selector("[data-play]")
    ada.page.reload()
    ada.wait_for_turn()
    assert ada.choices()["play"] is None
    ada.tap("c3")
    ada.page.click("[data-play]")
    bo.wait_for_turn()
    bo.page.reload()
    bo.wait_for_turn()
    expect(bo.page.locator(".turn-button")).to_have_text(["c3"])


def test_a_lost_connection_loses_and_repeats_no_turn(guest: NewGuest, server: ServerProcess) -> None:
    relay = Relay(server.port)
    ada, bo = guest("Ada", url=relay.url), guest("Bo")
    bo.join_match(ada.create_match("mixtour:stein", first=0))
    ada.wait_for_turn()
    ada.ignore_network_errors = True
    relay.cut()
    expect(ada.page.locator("#connection-status")).to_have_text("Looking for the server …")
    ada.tap("c3")
    ada.page.click("[data-play]")
    expect(ada.page.locator(".prompt")).to_contain_text("will be sent")
    relay.restore()
    expect(bo.page.locator(".turn-button")).to_have_text(["c3"])
    expect(ada.page.locator(".turn-button")).to_have_text(["c3"])
    expect(ada.page.locator("#connection-status")).to_be_empty()
    bo.tap("d3")
    bo.page.click("[data-play]")
    ada.wait_for_turn()
    # a pending turn survives a reload
    relay.cut()
    expect(ada.page.locator("#connection-status")).not_to_be_empty()
    ada.tap("a1")
    ada.page.click("[data-play]")
    expect(ada.page.locator(".prompt")).to_contain_text("will be sent")
    relay.restore()
    ada.page.reload()
    expect(bo.page.locator(".turn-button")).to_have_text(["c3", "d3", "a1"])
    relay.close()


def test_a_restarted_server_continues_the_match(guest: NewGuest, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path).start()
    ada, bo = guest("Ada", url=server.url), guest("Bo", url=server.url)
    ada.ignore_network_errors = bo.ignore_network_errors = True
    bo.join_match(ada.create_match("kwintie:board", first=0))
    ada.tap("c1")
    ada.page.wait_for_selector("[data-play]")
    server.kill()
    expect(ada.page.locator("#connection-status")).not_to_be_empty()
    ada.page.click("[data-play]")
    server.start()
    for user in (ada, bo):
        expect(user.page.locator(".turn-button")).to_have_count(1)
        expect(user.page.locator("#connection-status")).to_be_empty()
    bo.wait_for_turn()
    bo.play_turn(random.Random(3))
    expect(ada.page.locator(".turn-button")).to_have_count(2)
    server.stop()


def test_two_tabs_of_one_user_show_the_same(guest: NewGuest) -> None:
    ada = guest("Ada")
    match_id = ada.create_match("mixtour:stein", **HOTSEAT)
    second = ada.context.new_page()
    second.goto(f"{ada.url}/m/{match_id}")
    second.wait_for_selector("[data-can]")
    ada.tap("c3")
    ada.page.click("[data-play]")
    expect(second.locator(".turn-button")).to_have_text(["c3"])
    expect(second.locator(".prompt")).to_contain_text("Bo is to play")


def test_a_link_signs_another_browser_in(guest: NewGuest) -> None:
    ada, other = guest("Ada"), guest("Bo")
    link = ada.context.request.post(f"{ada.url}/api/me/links", data={"kind": "device"}).json()["url"]
    other.page.goto(link)
    other.page.get_by_role("button").click()
    other.page.wait_for_url(f"{ada.url}/")
    assert other.context.request.get(f"{ada.url}/api/me").json()["name"] == "Ada"
