"""Forms: input is validated beside its field, refused once, and explained in plain words."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.web.browser import HOTSEAT, BrowserUser
from tests.web.games import GAMES
from tests.web.screen_reader import NewGuest


def open_options(user: BrowserUser) -> None:
    user.page.click(".options-fold > summary")


def test_an_empty_name_is_refused_beside_the_field(guest: NewGuest) -> None:
    ada = guest()
    ada.goto("/settings")
    for empty_name in ("", "   "):
        ada.page.fill("#my-name", empty_name)
        ada.page.click("form button.main")
        expect(ada.page.locator("#name-error")).to_have_text("Please type a name.")
        expect(ada.page.locator("#my-name")).to_be_focused()
        expect(ada.page.locator("#notice")).to_have_count(0)
    ada.page.fill("#my-name", "Ada L.")
    ada.page.click("form button.main")
    expect(ada.page.locator("#notice")).to_have_text("Saved.")
    expect(ada.page.locator("#name-error")).to_be_empty()


def test_a_number_out_of_range_is_refused_without_a_request(guest: NewGuest) -> None:
    ada = guest(language="fr")
    ada.goto("/play/twixt")
    requests: list[str] = []
    ada.page.on("request", lambda request: requests.append(request.url))
    open_options(ada)
    for invalid in ("3", "49", "", "7.5"):
        ada.page.fill("#option-size", invalid)
        ada.page.press("#option-size", "Enter")
        expect(ada.page.locator("#options-error")).to_have_text("Trous de côté\u00a0: un nombre entier de 6 à 48.")
        expect(ada.page.locator("#option-size")).to_have_attribute("aria-invalid", "true")
    open_options(ada)
    ada.page.click("button.main.large")
    expect(ada.page.locator("#option-size")).to_be_focused()
    expect(ada.page.locator("#notice")).to_have_count(0)
    assert [url for url in requests if url.endswith(("/setup", "/matches"))] == []
    ada.page.fill("#option-size", "8")
    ada.page.press("#option-size", "Tab")
    expect(ada.page.locator("#options-error")).to_be_empty()
    expect(ada.page.locator("[aria-invalid]")).to_have_count(0)


def test_each_count_has_a_labelled_field(guest: NewGuest) -> None:
    ada = guest()
    ada.goto("/play/twisty")
    open_options(ada)
    ada.page.get_by_label("Step").fill("5")
    ada.page.keyboard.press("Tab")
    expect(ada.page.locator("#options-error")).to_have_text("Special tokens: it takes 16 in all, and these are 18.")
    ada.page.get_by_label("Knight").fill("1")
    ada.page.keyboard.press("Tab")
    expect(ada.page.locator("#options-error")).to_be_empty()
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
    expect(ada.page.locator("#options-error")).to_have_text("Special tokens: it cannot be played like this.")
    expect(ada.page.locator("#notice")).to_have_count(0)
    assert "/play/" in ada.page.url


# editions, options and clocks


def test_each_edition_has_a_sentence_about_its_difference(guest: NewGuest) -> None:
    ada = guest()
    ada.goto("/play/twixt")
    summary = ada.page.locator(".options-fold > summary")
    expect(summary).to_contain_text("Edition and options: Kosmos")
    expect(summary).to_contain_text("Own links may not cross either.")
    open_options(ada)
    labels = ada.page.locator(".editions-choice label")
    expect(labels).to_have_count(3)
    assert all(labels.locator("small").all_inner_texts())
    ada.page.click("label[for=edition-dujardin]")
    expect(summary).to_contain_text("Edition and options: Dujardin")
    expect(ada.page.locator("#option-pegs")).to_have_value("50")
    expect(ada.page.locator("#option-own_links_cross")).to_be_checked()
    ada.page.locator("#option-own_links_cross").uncheck()
    expect(summary).to_contain_text("Dujardin, changed")
    ada.page.click("label[for=edition-kosmos]")
    expect(summary).to_contain_text("Edition and options: Kosmos")
    expect(ada.page.locator("#option-pegs")).to_have_value("")


def test_rare_options_are_folded_away(guest: NewGuest) -> None:
    ada = guest()
    ada.goto("/play/twisty")
    open_options(ada)
    rare = [ada.page.locator(f"#option-{name}") for name in ("seed", "deal", "turn_limit")]
    expect(ada.page.locator("#option-corners")).to_be_visible()
    for field in rare:
        expect(field).to_be_hidden()
    ada.page.click(".rare-options > summary")
    for field in rare:
        expect(field).to_be_visible()
    # a problem opens the folds again
    ada.page.fill("#option-turn_limit", "0")
    ada.page.press("#option-turn_limit", "Tab")
    expect(ada.page.locator("#options-error")).to_contain_text("Turns at most for each")
    ada.page.click(".rare-options > summary")
    open_options(ada)
    ada.page.click("button.main.large")
    expect(ada.page.locator("#option-turn_limit")).to_be_focused()


@pytest.mark.parametrize("way", ["computer", "device", "friend"])
def test_minutes_and_increment_can_be_chosen_freely(guest: NewGuest, way: str) -> None:
    ada = guest()
    ada.goto("/play/kwintie")
    ada.page.click(f"label[for=way-{way}]")
    options = ada.page.locator("#clock option").evaluate_all("nodes => nodes.map(node => node.value)")
    assert {"none", "min1", "min3", "own"} <= set(options)
    assert ("day3" in options) == (way == "friend")  # only where the players need not be here at the same time
    ada.page.select_option("#clock", "own")
    ada.page.fill("#clock-minutes", "0")
    ada.page.click("button.main.large")
    expect(ada.page.locator("#clock-error")).to_have_text("Minutes each: a whole number from 1 to 240.")
    expect(ada.page.locator("#clock-minutes")).to_be_focused()
    ada.page.fill("#clock-minutes", "2")
    ada.page.fill("#clock-increment", "7")
    ada.page.click("button.main.large")
    ada.page.wait_for_url("**/m/*")
    match_id = ada.page.url.rpartition("/")[2]
    clock = ada.page.request.get(f"{ada.url}/api/matches/{match_id}").json()["view"]["clock"]
    assert clock == {"kind": "increment", "base_ms": 120_000, "increment_ms": 7000}
    # the choice is kept for the next time
    ada.goto("/play/kwintie")
    expect(ada.page.locator(f"#way-{way}")).to_be_checked()
    expect(ada.page.locator("#clock")).to_have_value("own")
    expect(ada.page.locator("#clock-increment")).to_have_value("7")


def test_who_begins_is_said_in_the_same_words_everywhere(guest: NewGuest) -> None:
    ada = guest()
    ada.goto("/play/mixtour")
    choices = ada.page.locator("#begins option").all_inner_texts()
    ada.page.click("label[for=way-device]")
    labels = ada.page.locator(".way label:not([for=clock])").all_inner_texts()
    assert choices[1:] == labels == ["White, begins", "Black, second"]


def test_a_missing_name_on_one_device_is_asked_for(guest: NewGuest) -> None:
    ada = guest()
    ada.goto("/play/mixtour")
    ada.page.click("label[for=way-device]")
    ada.page.fill("#name-1", " ")
    ada.page.click("button.main.large")
    expect(ada.page.locator("#name-error-1")).to_have_text("Please type a name.")
    expect(ada.page.locator("#name-1")).to_be_focused()
    ada.page.keyboard.type("Bo")
    expect(ada.page.locator("#name-error-1")).to_be_empty()
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector("main[data-status=running]")


def test_typing_survives_rendering(guest: NewGuest) -> None:
    """What is typed is kept while the page is rendered again and again."""
    ada = guest()
    ada.goto("/play/twisty")
    open_options(ada)
    ada.page.click(".rare-options > summary")
    ada.page.evaluate(
        """() => {
            const render = () => { dispatchEvent(new Event("tablier:render")); requestAnimationFrame(render); };
            render();
        }"""
    )
    ada.page.focus("#option-deal")
    ada.page.keyboard.type("a text that is no deal", delay=10)
    expect(ada.page.locator("#option-deal")).to_have_value("a text that is no deal")
    expect(ada.page.locator("#option-deal")).to_be_focused()


# settings


def test_a_bot_gets_a_token_that_is_shown_once(guest: NewGuest) -> None:
    ada = guest()
    ada.goto("/settings")
    ada.page.click("#bots button")
    expect(ada.page.locator("#bot-error")).to_have_text("Please type a name.")
    ada.page.fill("#bot-name", "Robo")
    ada.page.keyboard.press("Enter")
    token = ada.page.locator("#bots .token")
    expect(token).to_have_count(1)
    first = token.input_value()
    headers = {"authorization": f"Bearer {first}"}
    assert ada.page.request.get(f"{ada.url}/api/me", headers=headers).json()["bot"]
    ada.page.get_by_role("button", name="New token for Robo").click()
    ada.page.click("dialog button.main")
    expect(token).not_to_have_value(first)
    ada.page.reload()
    expect(ada.page.locator("#bots .bot")).to_contain_text("Robo")
    expect(token).to_have_count(0)


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
