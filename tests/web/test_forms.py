"""What somebody types: checked where it is typed, refused once, in words that people use."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.server_process import ServerProcess
from tests.web.browser import Person
from tests.web.screen_reader import Listener

Guest = Callable[..., Person]


@pytest.fixture
def guest(browser: Browser, serving: ServerProcess) -> Iterator[Guest]:
    people: list[Person] = []

    def invited(language: str = "en", **how: Any) -> Person:
        people.append(Person.of(browser, serving.url, "Ada", **how))
        people[-1].context.add_cookies([{"name": "language", "value": language, "url": serving.url}])
        return people[-1]

    yield invited
    for person in people:
        assert person.errors == []
        person.context.close()


def unfold(person: Person) -> None:
    person.page.click("details > summary")


def test_an_empty_name_is_refused_beside_the_field(guest: Guest) -> None:
    ada = guest()
    ada.see("/settings")
    for nothing in ("", "   "):
        ada.page.fill("#my-name", nothing)
        ada.page.click("form button.main")
        expect(ada.page.locator("#name-wrong")).to_have_text("Please type a name.")
        expect(ada.page.locator("#my-name")).to_be_focused()
        expect(ada.page.locator("#notice")).to_have_count(0)
    ada.page.fill("#my-name", "Ada L.")
    ada.page.click("form button.main")
    expect(ada.page.locator("#notice")).to_have_text("Saved.")
    expect(ada.page.locator("#name-wrong")).to_be_empty()


def test_a_number_out_of_range_is_refused_without_asking_the_server(guest: Guest) -> None:
    ada = guest("fr")
    ada.see("/play/twixt")
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url) if request.url.endswith(("/setup", "/matches")) else None)
    unfold(ada)
    for wrong in ("3", "49", "", "7.5"):
        ada.page.fill("#option-size", wrong)
        ada.page.press("#option-size", "Enter")
        expect(ada.page.locator("#options-wrong")).to_have_text("Trous de côté\u00a0: un nombre entier de 6 à 48.")
        expect(ada.page.locator("#option-size")).to_have_attribute("aria-invalid", "true")
    unfold(ada)
    ada.page.click("button.main.large")
    expect(ada.page.locator("#option-size")).to_be_focused()
    expect(ada.page.locator("#notice")).to_have_count(0)
    assert asked == []
    ada.page.fill("#option-size", "8")
    ada.page.press("#option-size", "Tab")
    expect(ada.page.locator("#options-wrong")).to_be_empty()
    expect(ada.page.locator("[aria-invalid]")).to_have_count(0)


def test_counts_are_fields_with_names(guest: Guest) -> None:
    ada = guest()
    ada.see("/play/twisty")
    unfold(ada)
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
    match = ada.page.url.rpartition("/")[2]
    record = ada.page.request.get(f"{ada.url}/api/matches/{match}/record").text()
    assert json.loads(record)["options"]["specials"] == "step:5,diagonal:3,knight:1,portal:4,save:3"


def test_a_refusal_is_said_once(guest: Guest) -> None:
    ada = guest()
    ada.see("/play/twisty")
    ada.cut = True  # Chromium says of every refusal that a resource failed to load
    unfold(ada)
    ada.page.get_by_label("Portal").fill("1")
    ada.page.get_by_label("Step").fill("6")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#options-wrong")).to_have_text("Special tokens: it cannot be played like this.")
    expect(ada.page.locator("#notice")).to_have_count(0)
    assert "/play/" in ada.page.url


def test_an_empty_list_speaks_of_what_is_there(guest: Guest) -> None:
    ada = guest()
    ada.see("/play/mixtour")
    expect(ada.page.locator("[data-kind=mine]")).to_have_text("None yet. Games you begin stay here until they are over.")


def test_turns_are_listed_as_people_count(browser: Browser, serving: ServerProcess) -> None:
    ada = Listener.of(browser, serving.url, "Ada").settle_in(text=True)
    ada.sit_new("twixt:kosmos", {"size": "12"}, first=0, seats=[{"who": "me"}, {"who": "guest", "name": "Bo"}])
    listed = ada.page.eval_on_selector_all("[data-act]", "nodes => nodes.map(node => node.dataset.act)")
    assert [turn for turn in listed if turn.startswith("b")] == [f"b{row}" for row in range(1, 13)]
    ada.context.close()
