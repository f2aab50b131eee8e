"""A whole game looked over: who was ahead when, and which turns gave most away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import expect

from tests.web.browser import settled
from tests.web.screen_reader import Listener, violations

Guest = Callable[..., Listener]
FOUR = {"edition": "kwintie:board", "options": {"line": "4"}}
MISSED = "f hi e i h hi"  # instead of h, cd would have won


def studied(ada: Listener, line: dict[str, Any], turns: str) -> None:
    told = ada.page.request.post(f"{ada.url}/api/study", data=line).json()
    address = urlencode({"edition": line["edition"], "start": told["start"], "turns": turns})
    ada.see(f"/study/{line['edition'].partition(':')[0]}#{address}")
    ada.page.click("#tab-review")


def test_a_win_that_was_missed_is_found(guest: Guest) -> None:
    ada = guest("Ada", engine=False)
    page = ada.page
    studied(ada, FOUR, MISSED)
    look, point = page.locator("[data-review]"), page.locator("[data-point='5']")
    expect(page.locator(".review-chart")).to_be_hidden()
    look.click()
    expect(look).to_have_text("Stop")
    expect(look).to_have_text("Look over the whole game")
    expect(point).to_have_text("5. h: from 100 % to 0 %. Better: cd")
    assert page.locator(".review-mark").count() >= 1
    ada.hears("gave much away.")
    assert violations(page) == []
    point.click()
    expect(page.locator("main")).to_have_attribute("data-events", "5")
    settled(page)
    box = page.locator(".review-chart").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 4 / 6, box["y"] + 30)
    expect(page.locator("main")).to_have_attribute("data-events", "4")
    settled(page)
    # in another line it was not missed
    ada.tap("c1")
    page.click("[data-play]")
    expect(page.locator("main")).to_have_attribute("data-events", "5")
    expect(point).to_have_count(0)


def test_it_can_be_stopped_and_goes_on(guest: Guest) -> None:
    ada = guest("Ada")
    page = ada.page
    line: dict[str, Any] = {"edition": "twisty:djeco", "options": {"players": "3"}, "actions": []}
    for _ in range(6):
        told = page.request.post(f"{ada.url}/api/study", data=line).json()
        line = {"edition": "twisty:djeco", "start": told["start"], "actions": [*line["actions"], told["viewer"]["legal"][0]]}
    studied(ada, line, " ".join(line["actions"]))
    look, words = page.locator("[data-review]"), page.locator(".review .hint")
    look.click()
    expect(words).to_contain_text("Position 3 of 7")
    look.click()
    expect(look).to_have_text("Look over the whole game")
    expect(page.locator("[data-candidate]").first).to_be_visible()  # it thinks about what is shown again
    look.click()
    expect(words).to_contain_text("gave much away")
    expect(page.locator(".review-chart")).to_be_hidden()  # three are no two
    page.click("#tab-turns")
    page.locator(".turns .turn-button").first.click()
    expect(page.locator("main")).to_have_attribute("data-events", "1")
