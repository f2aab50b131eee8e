"""The pages in a real browser against a real server: people play whole matches, and nothing that happens loses a turn."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.server.server_process import ServerProcess
from tests.web.browser import Person, Relay, awaited, company, play_one, play_out, settled

Invite = Callable[..., Person]


@pytest.fixture
def invite(browser: Browser, serving: ServerProcess) -> Iterator[Invite]:
    """Brings somebody to a browser; the test fails when a page had an error."""

    def bring(name: str, url: str = "", **more: Any) -> Person:
        return Person.of(browser, url or serving.url, name, **more)

    with company(bring) as invite:
        yield invite


# from the shelf to a table


def test_two_clicks_lead_from_the_shelf_to_a_game_against_the_engine(invite: Invite) -> None:
    ada = invite("Ada")
    page = ada.page
    page.goto(ada.url)
    expect(page.locator(".box")).to_have_count(4)
    page.click('.box a.button[href="/play/twisty"]')
    page.click(".game-form button.main")
    page.wait_for_selector("main[data-status=running] svg.board")
    lot = random.Random(1)
    for _ in range(3):
        ada.turn(lot)
    expect(page.locator(".plates-far")).to_contain_text("computer")
    ada.wait_for_turn()
    page.go_back()
    expect(page).to_have_url(f"{ada.url}/play/twisty")
    expect(page.locator('.matches[data-kind="viewer"] .my-turn')).to_be_visible()
    expect(page.locator(".game-about h1")).to_be_visible()


@pytest.mark.parametrize(
    ("edition", "options", "phone"),
    [
        ("twixt:kosmos", {"size": "6", "pie": "no"}, False),
        ("mixtour:gerhards", {"pieces": "5"}, True),
        ("kwintie:board", {"line": "3"}, False),
        ("twisty:djeco", {"turn_limit": "2", "seed": "3"}, True),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_whole_game_against_the_engine(invite: Invite, edition: str, options: dict[str, str], phone: bool) -> None:
    ada = invite("Ada", phone=phone)
    ada.open(edition, options, seats=[{"who": "me"}, {"who": "engine", "level": 1}], first=0)
    lot = random.Random(edition)
    for _ in range(60):
        ada.page.wait_for_selector("[data-can], [data-action], .ending", state="attached")
        if ada.over:
            break
        ada.turn(lot)
    expect(ada.page.locator(".ending h2")).not_to_be_empty()
    expect(ada.page.locator(".ending p").first).not_to_be_empty()


def test_every_page_says_something(invite: Invite) -> None:
    ada = invite("Ada", phone=True)
    page = ada.page
    for path in ("/", "/watch", "/settings", "/play/mixtour", "/rules/twixt/dujardin", "/m/nothing", "/nowhere"):
        ada.see(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is wider than a phone"


SHIFTED = """window.shifted = 0;
new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shifted += entry.value; })
    .observe({type: "layout-shift", buffered: true});"""


@pytest.mark.parametrize(
    ("edition", "phone"), [("twixt:dujardin", True), ("mixtour:stein", False), ("kwintie:board", True), ("twisty:djeco", False)]
)
def test_a_game_s_page_is_small_and_nothing_on_it_is_shifted(invite: Invite, edition: str, phone: bool) -> None:
    ada = invite("Ada", phone=phone)
    ada.context.add_init_script(SHIFTED)
    ada.open(edition, seats=[{"who": "me"}, {"who": "guest", "name": "Bo"}])
    ada.turn(random.Random(1))
    assert ada.page.evaluate("window.shifted") == 0
    loaded = ada.page.evaluate(
        """() => performance.getEntriesByType("resource").filter(({name}) => /[.](js|css)$/.test(new URL(name).pathname))
        .reduce((sum, {decodedBodySize}) => sum + decodedBodySize, 0)"""
    )
    assert 50_000 < loaded < 150_000


def test_rules_pages_draw_their_diagrams(invite: Invite) -> None:
    ada = invite("Ada")
    for game in ("kwintie", "mixtour", "twisty", "twixt"):
        ada.see(f"/rules/{game}")
        figures = ada.page.locator("figure[data-position]").count()
        assert figures > 0
        expect(ada.page.locator("figure svg.board")).to_have_count(figures)


def test_a_list_is_not_replaced_by_an_answer_that_was_overtaken(invite: Invite) -> None:
    ada, bo = invite("Ada"), invite("Bo")
    match = bo.open("mixtour:stein", public=True)
    held: list[Route] = []
    ada.page.route("**/api/matches?kind=open*", lambda route: held.append(route))
    ada.page.goto(f"{ada.url}/watch")
    awaited(ada.page, lambda: held)
    ada.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # somebody comes back to the page
    awaited(ada.page, lambda: len(held) > 1)
    held[1].continue_()
    row = ada.page.locator(f'.matches[data-kind="open"] a[href="/m/{match}"]')
    expect(row).to_be_visible()
    with ada.page.expect_response("**/api/matches?kind=open*"):
        held[0].fulfill(json={"matches": []})
    settled(ada.page)
    expect(row).to_be_visible()


def test_people_around_one_device(invite: Invite) -> None:
    ada = invite("Ada", phone=True)
    page = ada.page
    page.goto(f"{ada.url}/play/twisty")
    page.click("label[for=players-3]")
    page.click("label[for=way-device]")
    expect(page.locator(".way input")).to_have_count(3)
    page.fill("#name-1", "Bo")
    page.fill("#name-2", "Cy")
    page.click("summary")
    page.fill("#option-turn_limit", "1")
    page.click(".game-form button.main")
    page.wait_for_selector("main[data-status=running] svg.board")
    play_out([ada], random.Random(2))
    expect(page.locator(".ending h2")).to_have_text("A draw.")
    page.click("[data-again]")
    page.wait_for_selector("main[data-status=running] svg.board")


# two at one table


@pytest.mark.parametrize(
    ("edition", "options", "phone"),
    [
        ("twixt:kosmos", {"size": "6"}, False),
        ("mixtour:gerhards", {"pieces": "8"}, True),
        ("kwintie:board", {"line": "4"}, False),
        ("twisty:djeco", {"turn_limit": "3", "seed": "3"}, True),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_two_browsers_play_a_whole_match(invite: Invite, edition: str, options: dict[str, str], phone: bool) -> None:
    ada, bo = invite("Ada"), invite("Bo", phone=phone)
    bo.join(ada.open(edition, options))
    play_out([ada, bo], random.Random(edition))
    for person in (ada, bo):
        expect(person.page.locator(".ending h2")).not_to_be_empty()
    turns = ada.page.locator(".turn-button").all_inner_texts()
    assert bo.page.locator(".turn-button").all_inner_texts() == turns
    assert turns
    # look back, come back, and play again
    ada.page.locator(".turn-button").first.click()
    expect(ada.page.locator(".prompt")).to_contain_text(f"1 of {len(turns)}")
    ada.page.click(".doing button.main")
    ada.page.click("[data-again]")
    bo.page.click("[data-again]")
    for person in (ada, bo):
        person.page.wait_for_selector("main[data-status=running] svg.board")
    assert ada.page.url == bo.page.url


def test_four_browsers_play_one_match(invite: Invite) -> None:
    people = [invite(name, phone=name == "Di") for name in ("Ada", "Bo", "Cy", "Di")]
    match = people[0].open("twisty:djeco", {"players": "4", "turn_limit": "2", "seed": "8"})
    for person in people[1:3]:
        person.visit(match)
        person.page.click("[data-join]")
        person.page.wait_for_selector(".invite .link")
    people[3].join(match)
    leaver = people[2].page
    lot = random.Random(4)
    for _ in range(4):
        play_one(people, lot)
    leaver.click("#tab-more")
    leaver.click("[data-resign]")
    leaver.click("dialog button.main")
    expect(people[0].page.locator(".plates")).to_contain_text(["has left", "you"])
    play_out([person for person in people if person is not people[2]], lot)
    expect(leaver.locator(".ending h2")).to_be_visible()


def test_the_pie_is_a_question(invite: Invite) -> None:
    ada, bo = invite("Ada"), invite("Bo", phone=True)
    bo.join(ada.open("twixt:kosmos", {"size": "8"}, first=0))
    ada.tap("d4")
    ada.page.click("[data-play]")
    swap = bo.page.locator('[data-action="swap"]')
    expect(swap).to_be_visible()
    expect(bo.page.locator(".prompt")).to_contain_text("swapping sides")
    swap.click()
    expect(bo.page.locator(".plates-near .sign-white")).to_be_visible()
    expect(ada.page.locator(".plates-near .sign-black")).to_be_visible()
    expect(ada.page.locator(".turn-button").last).to_have_text("swap")


def test_offers_are_asked_and_answered(invite: Invite) -> None:
    ada, bo = invite("Ada"), invite("Bo")
    bo.join(ada.open("mixtour:stein", first=0))
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
    expect(bo.page.locator(".offer")).to_have_count(0)
    ada.page.click("[data-resign]")
    ada.page.click("dialog button.main")
    expect(bo.page.locator(".ending h2")).to_have_text("You win!")
    expect(bo.page.locator(".ending p").first).to_have_text("White resigned after turn 1.")


def test_somebody_watches_and_is_counted(invite: Invite) -> None:
    ada, bo = invite("Ada"), invite("Bo")
    match = ada.open("twixt:kosmos", {"pie": "no"}, first=0, public=True)
    bo.join(match)
    cy = invite("Cy", phone=True)
    cy.page.goto(f"{cy.url}/watch")
    cy.page.click(f'a[href^="/m/{match}"]')
    cy.page.wait_for_selector("main[data-status=running] svg.board")
    expect(ada.page.locator(".watchers")).to_contain_text("1")
    ada.tap("l12")
    ada.page.click("[data-play]")
    expect(cy.page.locator(".turn-button")).to_have_text(["l12"])
    assert not cy.offers()["cells"]
    cy.page.click("#tab-chat")
    cy.page.fill(".chat input", "a fine beginning")
    cy.page.click(".chat form button")
    expect(cy.page.locator(".said-lines .words")).to_have_text(["a fine beginning"])
    expect(bo.page.locator(".said-lines .words")).to_have_count(0)  # players do not hear those who watch
    # and a large board is zoomed, and shown whole again
    box = bo.page.locator("svg.board").bounding_box()
    assert box
    bo.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    bo.page.mouse.wheel(0, -400)
    bo.page.click(".whole-board")
    expect(bo.page.locator(".whole-board")).not_to_be_visible()


# hostile people


HOSTILE = (
    '<img src=x onerror="document.title=1">',
    "\u202eright to left\u202c שלום عليكم",
    "👩‍👩‍👧‍👦🏳️‍🌈" * 5,
    "W" * 60,
)


@pytest.mark.parametrize("name", HOSTILE, ids=["markup", "direction", "emoji", "long"])
def test_names_and_chat_can_hold_anything(invite: Invite, name: str) -> None:
    ada, bo = invite("Ada"), invite("Bo", phone=True)
    match = ada.open("mixtour:stein", first=1, clock={"base": 600_000, "increment": 0})
    bo.visit(match)
    bo.page.fill("#join-name", name)
    bo.page.click("[data-join]")
    bo.page.wait_for_selector("main[data-status]:not([data-status=waiting]), #notice:not(:empty)")
    if bo.offers()["status"] == "waiting":  # a name that cannot be shown is refused in words
        bo.page.fill("#join-name", "Bo")
        bo.page.click("[data-join]")
    ada.page.wait_for_selector("main[data-status=running]")
    for person in (ada, bo):
        person.page.click("#tab-chat")
    bo.page.fill(".chat input", name * 200)
    bo.page.click(".chat form button")
    if "\u202e" not in name:  # what turns the writing of others around is refused
        expect(ada.page.locator(".said-lines .words")).to_have_count(1)
    for person in (ada, bo):
        assert person.page.locator("main img").count() == 0
        person.page.click("#tab-more")
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# whatever happens


def test_a_reload_keeps_everything(invite: Invite) -> None:
    ada, bo = invite("Ada"), invite("Bo")
    bo.join(ada.open("mixtour:stein", first=0))
    ada.tap("c3")  # a turn half built is nobody's turn
    ada.page.wait_for_selector("[data-play]")
    ada.page.reload()
    ada.wait_for_turn()
    assert ada.offers()["play"] is None
    ada.tap("c3")
    ada.page.click("[data-play]")
    bo.wait_for_turn()
    bo.page.reload()
    bo.wait_for_turn()
    expect(bo.page.locator(".turn-button")).to_have_text(["c3"])


def test_a_cut_wire_loses_and_doubles_nothing(invite: Invite, serving: ServerProcess) -> None:
    wire = Relay(serving.port)
    ada, bo = invite("Ada", wire.url), invite("Bo")
    bo.join(ada.open("mixtour:stein", first=0))
    ada.wait_for_turn()
    ada.cut = True
    wire.cut()
    expect(ada.page.locator("#line")).to_have_text("Looking for the server …")
    ada.tap("c3")
    ada.page.click("[data-play]")
    expect(ada.page.locator(".prompt")).to_contain_text("will be sent")
    wire.mend()
    expect(bo.page.locator(".turn-button")).to_have_text(["c3"])
    expect(ada.page.locator(".turn-button")).to_have_text(["c3"])
    expect(ada.page.locator("#line")).to_be_empty()
    bo.tap("d3")
    bo.page.click("[data-play]")
    ada.wait_for_turn()
    # a turn kept by a page that is closed and opened again
    wire.cut()
    expect(ada.page.locator("#line")).not_to_be_empty()
    ada.tap("a1")
    ada.page.click("[data-play]")
    expect(ada.page.locator(".prompt")).to_contain_text("will be sent")
    wire.mend()
    ada.page.reload()
    expect(bo.page.locator(".turn-button")).to_have_text(["c3", "d3", "a1"])
    wire.close()


def test_a_killed_server_comes_back_to_the_same_match(invite: Invite, browser: Browser, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path).start()
    ada, bo = invite("Ada", server.url), invite("Bo", server.url)
    ada.cut = bo.cut = True
    bo.join(ada.open("kwintie:board", first=0))
    ada.tap("c1")
    ada.page.wait_for_selector("[data-play]")
    server.kill()
    expect(ada.page.locator("#line")).not_to_be_empty()
    ada.page.click("[data-play]")
    server.start()
    for person in (ada, bo):
        expect(person.page.locator(".turn-button")).to_have_count(1)
        expect(person.page.locator("#line")).to_be_empty()
    bo.wait_for_turn()
    bo.turn(random.Random(3))
    expect(ada.page.locator(".turn-button")).to_have_count(2)
    server.stop()


def test_two_tabs_of_one_person_stay_together(invite: Invite) -> None:
    ada = invite("Ada")
    match = ada.open("mixtour:stein", seats=[{"who": "me"}, {"who": "guest", "name": "Bo"}], first=0)
    second = ada.context.new_page()
    second.goto(f"{ada.url}/m/{match}")
    second.wait_for_selector("[data-can]")
    ada.tap("c3")
    ada.page.click("[data-play]")
    expect(second.locator(".turn-button")).to_have_text(["c3"])
    expect(second.locator(".prompt")).to_contain_text("Bo is to play")
