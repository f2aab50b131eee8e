"""The review of a whole game: the chart of expected scores, and the turns that lost the most."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.web.browser import wait_until_settled
from tests.web.screen_reader import NewGuest, ScreenReaderUser, axe_violations

FOUR_IN_LINE = {"edition": "kwintie:board", "options": {"line": "4"}}
MISSED_WIN = "f hi e i h hi"  # turn 5, h, misses the win by cd


def open_study(ada: ScreenReaderUser, line: dict[str, Any], turns: str) -> None:
    study = ada.page.request.post(f"{ada.url}/api/study", data=line).json()
    address = urlencode({"edition": line["edition"], "start": study["start"], "turns": turns})
    ada.goto(f"/study/{line['edition'].partition(':')[0]}#{address}")
    ada.page.click("#tab-review")


def test_a_missed_win_is_listed(guest: NewGuest) -> None:
    ada = guest("Ada", engine=False)
    page = ada.page
    open_study(ada, FOUR_IN_LINE, MISSED_WIN)
    button, point = page.locator("[data-review]"), page.locator("[data-point='5']")
    expect(page.locator(".review-chart")).to_have_count(0)
    button.click()
    expect(button).to_have_text("Stop")
    expect(button).to_have_text("Make an overview")
    expect(point).to_have_text("5. h: from 100 % to 0 % for White. Better: cd")
    assert page.locator(".review-mark").count() >= 1
    ada.wait_for_announcement("gave much away.")
    assert axe_violations(page) == []
    point.click()
    expect(page.locator("main")).to_have_attribute("data-events", "5")
    wait_until_settled(page)
    chart, board = page.locator(".review-chart").bounding_box(), page.locator(".board-place").bounding_box()
    assert chart and board
    assert chart["width"] == pytest.approx(board["width"], abs=1) and chart["y"] >= board["y"] + board["height"]
    box = page.locator(".review-chart svg").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 4 / 6, box["y"] + 30)  # after turn 4 of 6
    expect(page.locator("main")).to_have_attribute("data-events", "4")
    wait_until_settled(page)
    # a line with the winning turn has no such entry
    page.keyboard.press("Escape")
    ada.tap("c1")
    page.wait_for_selector('main[data-events="5"], [data-play]', state="attached")
    if page.locator("[data-play]").count():
        page.click("[data-play]")
    expect(page.locator("main")).to_have_attribute("data-events", "5")
    expect(point).to_have_count(0)


def test_a_review_is_stopped_and_continued(guest: NewGuest) -> None:
    ada = guest("Ada")
    page = ada.page
    line: dict[str, Any] = {"edition": "twisty:djeco", "options": {"players": "3"}, "actions": []}
    for _ in range(6):
        study = page.request.post(f"{ada.url}/api/study", data=line).json()
        line = {"edition": "twisty:djeco", "start": study["start"], "actions": [*line["actions"], study["viewer"]["legal"][0]]}
    open_study(ada, line, " ".join(line["actions"]))
    button, progress = page.locator("[data-review]"), page.locator(".review .hint")
    button.click()
    expect(progress).to_contain_text("Position 3 of 7")
    button.click()
    expect(button).to_have_text("Make an overview")
    expect(page.locator("[data-candidate]").first).to_be_visible()  # the analysis of the shown position resumes
    button.click()
    expect(progress).to_contain_text("gave much away")
    expect(page.locator(".review-chart")).to_have_count(0)  # the chart is for two players only
    page.click("#tab-turns")
    page.locator(".turns .turn-button").first.click()
    expect(page.locator("main")).to_have_attribute("data-events", "1")
