"""Forms: input is validated beside its field, refused once, and explained in plain words."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.web.browser import HOTSEAT, BrowserUser
from tests.web.games import GAMES
from tests.web.screen_reader import NewGuest


def open_options(user: BrowserUser) -> None:
    user.page.click("details > summary")


def test_an_empty_name_is_refused_beside_the_field(guest: NewGuest) -> None:
    ada = guest()
    ada.goto("/settings")
    for empty_name in ("", "   "):
        ada.page.fill("#my-name", empty_name)
        ada.page.click("form button.main")
        expect(ada.page.locator("#name-wrong")).to_have_text("Please type a name.")
        expect(ada.page.locator("#my-name")).to_be_focused()
        expect(ada.page.locator("#notice")).to_have_count(0)
    ada.page.fill("#my-name", "Ada L.")
    ada.page.click("form button.main")
    expect(ada.page.locator("#notice")).to_have_text("Saved.")
    expect(ada.page.locator("#name-wrong")).to_be_empty()


def test_a_number_out_of_range_is_refused_without_a_request(guest: NewGuest) -> None:
    ada = guest(language="fr")
    ada.goto("/play/twixt")
    requests: list[str] = []
    ada.page.on("request", lambda request: requests.append(request.url))
    open_options(ada)
    for invalid in ("3", "49", "", "7.5"):
        ada.page.fill("#option-size", invalid)
        ada.page.press("#option-size", "Enter")
        expect(ada.page.locator("#options-wrong")).to_have_text("Trous de côté\u00a0: un nombre entier de 6 à 48.")
        expect(ada.page.locator("#option-size")).to_have_attribute("aria-invalid", "true")
    open_options(ada)
    ada.page.click("button.main.large")
    expect(ada.page.locator("#option-size")).to_be_focused()
    expect(ada.page.locator("#notice")).to_have_count(0)
    assert [url for url in requests if url.endswith(("/setup", "/matches"))] == []
    ada.page.fill("#option-size", "8")
    ada.page.press("#option-size", "Tab")
    expect(ada.page.locator("#options-wrong")).to_be_empty()
    expect(ada.page.locator("[aria-invalid]")).to_have_count(0)


def test_each_count_has_a_labelled_field(guest: NewGuest) -> None:
    ada = guest()
    ada.goto("/play/twisty")
    open_options(ada)
    ada.page.get_by_label("Step").fill("5")
    ada.page.keyboard.press("Tab")
    expect(ada.page.locator("#options-wrong")).to_have_text("Special tokens: it takes 16 in all, and these are 18.")
    ada.page.get_by_label("Knight").fill("1")
    ada.page.keyboard.press("Tab")
    expect(ada.page.locator("#options-wrong")).to_be_empty()
    ada.page.click("button.main.large")
    ada.page.wait_for_selector("main[data-status=running] svg.board", state="attached")
    ada.page.click("#tab-more")
    expect(ada.page.locator(".terms")).to_contain_text("Special tokens: Step: 5, Diagonal: 3, Knight: 1, Portal: 4, Save: 3")
    match_id = ada.page.url.rpartition("/")[2]
    record = ada.page.request.get(f"{ada.url}/api/matches/{match_id}/record").text()
    assert json.loads(record)["options"]["specials"] == "step:5,diagonal:3,knight:1,portal:4,save:3"


def test_a_refusal_is_shown_once(guest: NewGuest) -> None:
    ada = guest()
    ada.goto("/play/twisty")
    ada.ignore_network_errors = True  # Chromium logs a refused request
    open_options(ada)
    ada.page.get_by_label("Portal").fill("1")
    ada.page.get_by_label("Step").fill("6")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#options-wrong")).to_have_text("Special tokens: it cannot be played like this.")
    expect(ada.page.locator("#notice")).to_have_count(0)
    assert "/play/" in ada.page.url


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_an_empty_list_of_matches_is_explained(guest: NewGuest, game: str) -> None:
    ada = guest()
    ada.goto(f"/play/{game}")
    expect(ada.page.locator("[data-kind=mine]")).to_have_text("None yet. Games you begin stay here until they are over.")


def test_turns_are_listed_in_numeric_order(guest: NewGuest) -> None:
    ada = guest(text=True)
    ada.start_match("twixt:kosmos", {"size": "12"}, **HOTSEAT)
    turns = ada.page.eval_on_selector_all("[data-act]", "nodes => nodes.map(node => node.dataset.act)")
    assert [turn for turn in turns if turn.startswith("b")] == [f"b{row}" for row in range(1, 13)]
