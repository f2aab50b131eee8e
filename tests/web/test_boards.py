"""Boards in Chromium on the developers' harness: whole matches by mouse and by touch, and turns of several parts."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

import tablier
from tests.games.twisty.positions import find_position
from tests.web.browser import DESKTOP, PHONE, TIMEOUT_MS
from tests.web.games import DEFAULT_EDITIONS, GAMES, short_matches
from tests.web.harness.serve import create_server

MOUSE, TOUCH = False, True


def whole_matches() -> Iterator[tuple[str, dict[str, str], bool]]:
    """Yield edition, options and input of short matches: a game's first by mouse and by touch, the others alternately."""
    for game in GAMES:
        for number, (edition, options) in enumerate(short_matches(game)):
            for touch in (MOUSE, TOUCH):
                if number == 0 or touch == (number % 2 == 1):
                    yield edition, options, touch


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with create_server() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


OpenBoard = Callable[..., Page]


@pytest.fixture
def open_board(browser: Browser, address: str) -> Iterator[OpenBoard]:
    """Open a game on a page of the harness; the test fails if the page reported an error."""
    errors: list[str] = []
    contexts = []

    def open_page(phone: bool = False, **parameters: object) -> Page:
        context = browser.new_context(**(PHONE if phone else DESKTOP), reduced_motion="reduce" if phone else "no-preference")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address + "?" + urlencode({key: str(value) for key, value in parameters.items()}))
        page.wait_for_selector("body[data-ply]", state="attached")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors, errors


def centre(page: Page, cell: str) -> tuple[float, float]:
    x, y = page.evaluate(
        """cell => { const node = document.querySelector(`[data-cell="${cell}"]`);
        node.scrollIntoView({block: "nearest"});
        const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] }""",
        cell,
    )
    return x, y


def tap(page: Page, cell: str) -> None:
    """Tap or click a cell and wait until the page is settled."""
    x, y = centre(page, cell)
    tap_at(page, x, y)


def tap_at(page: Page, x: float, y: float) -> None:
    if page.evaluate("navigator.maxTouchPoints > 0"):
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)
    wait_until_settled(page)


def wait_until_settled(page: Page) -> None:
    """Wait until no request has been under way for two frames."""
    page.evaluate("harness.settled()")


def current(page: Page) -> dict[str, Any]:
    """Return the harness server's last response: view, actions so far, position."""
    response: dict[str, Any] = page.evaluate("harness.current()")
    return response


def actions(page: Page) -> list[str]:
    return list(current(page)["texts"])


def draft(page: Page) -> str:
    """Return the text of the turn under construction; empty if there is none."""
    return str(page.evaluate("harness.board.draft()?.text ?? ''"))


def link_centre(page: Page, link: str) -> tuple[float, float]:
    x, y = page.evaluate(
        """link => { const box = document.querySelector(`[data-link="${link}"]`).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2] }""",
        link,
    )
    return x, y


# the choices on a settled board; `best` are the cells that bring the end nearer (a finished tower, a cube to take)
CHOICES = """async () => {
    await harness.settled();
    const middle = node => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] };
    const { board } = harness;
    const best = [...(board.points?.keys() ?? [])].map(text => text.slice(-2));
    const cells = [...document.querySelectorAll("[data-can]")];
    return { over: document.body.dataset.over === "yes", complete: !document.getElementById("play").disabled,
        extras: document.querySelectorAll("#extras [data-action]").length, cells: cells.map(middle),
        best: cells.filter(node => best.includes(node.dataset.cell)).map(middle) };
}"""


@pytest.mark.parametrize(
    ("edition", "options", "touch"),
    list(whole_matches()),
    ids=lambda part: ("mouse", "touch")[part] if isinstance(part, bool) else part if isinstance(part, str) else "",
)
def test_a_whole_match_is_played_with_offered_actions(
    open_board: OpenBoard, edition: str, options: dict[str, str], touch: bool
) -> None:
    page = open_board(phone=touch, edition=edition, **options)
    rng = random.Random(f"{edition} {options}")
    for _ in range(900):
        choices = page.evaluate(CHOICES)
        if choices["over"]:
            break
        if choices["complete"] and rng.random() < 0.8:
            page.evaluate("document.getElementById('play').click()")
        elif choices["extras"] and (not choices["cells"] or rng.random() < 0.3):
            number = rng.randrange(choices["extras"])
            page.locator("#extras [data-action]").nth(number).dispatch_event("click")
        else:
            x, y = rng.choice(choices["best"] or choices["cells"])
            (page.touchscreen.tap if touch else page.mouse.click)(x, y)
    last = current(page)
    assert last["view"]["outcome"], draft(page)
    assert len(last["texts"]) > 5
    assert not page.locator("[data-can]").count()


def test_links_are_taken_off_refused_and_added_by_tapping(open_board: OpenBoard) -> None:
    page = open_board(edition="twixt:kosmos", size=8, pie="no", after="c3,f2,d5,f4,e3/")
    x, y = link_centre(page, "c3d5")
    tap(page, "g6")
    tap(page, "g6")  # Black plays
    assert actions(page)[-1] == "g6"

    tap_at(page, x, y)
    assert draft(page) == "-c3d5,"
    tap(page, "e7")
    assert draft(page) == "-c3d5,e7"
    tap_at(page, *link_centre(page, "d5e7"))
    assert draft(page) == "-c3d5,e7/"
    tap_at(page, *link_centre(page, "d5e7"))
    tap_at(page, *link_centre(page, "d5e3"))  # possible between standing pegs
    assert draft(page) in ("-c3d5,e7+d5e7+d5e3", "-c3d5,e7+d5e3+d5e7")
    page.locator("#back").click()
    wait_until_settled(page)
    assert draft(page) == "-c3d5,e7"
    tap(page, "e7")
    assert actions(page)[-1] == "-c3d5,e7"
    assert current(page)["view"]["position"]["links"][0] == ["d5e7"]


def test_an_action_forbidden_by_the_edition_is_explained(open_board: OpenBoard) -> None:
    page = open_board(edition="twixt:paper", size=8, pie="no", after="c3,f2,d5,f4")
    tap_at(page, *link_centre(page, "c3d5"))
    assert "none may be taken off" in page.locator("#said").inner_text()
    tap(page, "c3")
    tap(page, "d5")
    assert "none may be taken off" in page.locator("#said").inner_text()


def test_swapping_sides_is_an_extra_action(open_board: OpenBoard) -> None:
    page = open_board(edition="twixt:kosmos", size=8, after="c3")
    assert "swap" in page.locator("#prompt").inner_text().lower()
    page.locator("#extras button").click()
    wait_until_settled(page)
    assert actions(page) == ["c3", "swap"]


def test_a_peg_is_lifted_when_all_are_on_the_board(open_board: OpenBoard) -> None:
    page = open_board(edition="twixt:dujardin", size=8, pie="no", pegs=2, after="c3,f2,d5,f4")
    tap(page, "c3")
    assert draft(page) == "^c3,"
    tap(page, "e3")
    tap(page, "e3")
    assert actions(page)[-1] == "^c3,e3"


def test_pegs_and_links_left_are_shown(open_board: OpenBoard) -> None:
    page = open_board(edition="twixt:dujardin", size=8, pie="no", after="c3,f2,d5")
    assert page.locator("#aside p").all_inner_texts() == [
        "Red: pegs left 48, links left 49",
        "Black: pegs left 49, links left 50",
    ]
    assert page.locator("#aside svg use").count() == 2


def test_a_part_of_a_stack_is_lifted(open_board: OpenBoard) -> None:
    page = open_board(edition="mixtour:stein", position="mixtour:stein|0|0-0|a1:101,b1:0,c1:01|-")
    tap(page, "a1")
    assert draft(page) == "a1:1"
    tap(page, "a1")
    assert draft(page) == "a1:2"
    assert page.locator(".target").count() == 1
    tap(page, "b1")
    tap(page, "b1")
    assert actions(page) == ["a1:2-b1"]
    assert current(page)["view"]["position"]["stacks"] == {"a1": "B", "b1": "WWB", "c1": "WB"}


def test_a_tower_shows_who_scores_and_a_banned_undo_is_explained(open_board: OpenBoard) -> None:
    page = open_board(edition="mixtour:stein", position="mixtour:stein|0|0-0|a1:0011,c1:10|-")
    tap(page, "a1")
    tap(page, "a1")
    tap(page, "a1")
    assert page.locator(".badge.side1").count() == 1
    tap(page, "c1")
    assert "a point for Black" in page.locator("#draft").inner_text()

    page = open_board(edition="mixtour:stein", after="a1,b1,a1-b1,a1,c1,b1:1-a1")
    tap(page, "a1")
    tap(page, "b1")
    assert "bring back" in page.locator("#said").inner_text()


def test_a_piece_is_turned_by_tapping(open_board: OpenBoard) -> None:
    page = open_board(phone=True, edition="kwintie:board")
    tap(page, "c5")
    assert draft(page) == "c"
    tap(page, "c1")
    assert draft(page) == "cd"
    box = page.locator(".tick circle").bounding_box()
    assert box
    tap_at(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert actions(page) == ["cd"]
    tap(page, "c1")
    assert draft(page) == "c"


def test_the_first_piece_on_a_table_may_be_put_anywhere(open_board: OpenBoard) -> None:
    page = open_board(phone=True, edition="kwintie:table")
    tap(page, "e4")
    assert draft(page) == "i"
    tap(page, "i1")
    assert draft(page) == "ij"


def test_the_table_grows_on_both_sides(open_board: OpenBoard) -> None:
    page = open_board(edition="kwintie:table", after="ij,h,k,fg")
    assert page.locator(".letter:visible").count() == 11
    for cell in ("d1", "m1"):
        tap(page, cell)
        assert draft(page)


def test_a_chain_is_shown_step_by_step(open_board: OpenBoard) -> None:
    state = find_position(lambda text, effect: text.count(">") == 2)
    chain = next(text for text in state.legal_actions() if text.count(">") == 2)
    page = open_board(edition="twisty:djeco", position=str(state))
    first, *_, end = chain.split(">")
    tap(page, first)
    assert "you may go on" in page.locator("#draft").inner_text()
    assert page.locator(".reach.far:not(.quiet)").count()
    tap(page, end)
    assert draft(page) == chain
    assert page.locator(".path .step").count() == 3
    tap(page, end)
    assert actions(page) == [chain]


def test_protecting_a_card_is_optional(open_board: OpenBoard) -> None:
    state = find_position(lambda text, effect: effect["does"] == "save")
    page = open_board(edition="twisty:djeco", position=str(state))
    saving = next(text for text in state.legal_actions() if text.endswith("!"))
    tap(page, saving[:-1].split(">")[-1])
    assert draft(page) == saving
    page.locator("#extras button").click()
    wait_until_settled(page)
    assert draft(page) == saving[:-1]
    page.locator("#extras button").click()
    wait_until_settled(page)
    page.locator("#play").click()
    wait_until_settled(page)
    assert actions(page) == [saving]
    assert page.locator(".card.saved").count()


def test_a_robbery_and_the_reply_to_it_are_explained(open_board: OpenBoard) -> None:
    state = find_position(lambda text, effect: effect["does"] == "rob")
    page = open_board(phone=True, edition="twisty:djeco", position=str(state))
    effects = state.scene(state.to_act)["effects"]
    robbing = next(text for text, effect in effects.items() if effect["does"] == "rob")
    cell = effects[robbing]["cell"]
    tap(page, cell)
    assert "Robs" in page.locator("#draft").inner_text()
    tap(page, cell)
    assert "You were robbed" in page.locator("#prompt").inner_text()
    corner = current(page)["view"]["legal"][0]
    tap(page, "d4")
    assert "not a corner" in page.locator("#said").inner_text()
    tap(page, corner[1:])
    tap(page, corner[1:])
    assert actions(page) == [robbing, corner]


@pytest.mark.parametrize("edition", DEFAULT_EDITIONS)
def test_keys_reach_a_cell_and_play(open_board: OpenBoard, edition: str) -> None:
    page = open_board(edition=edition)
    grid = page.get_by_role("grid")
    assert grid.count() == 1
    assert page.locator(".cell:not([aria-label])").count() == 0
    assert page.locator(".cell[tabindex='0']").count() == 1
    page.locator(".cell[tabindex='0']").focus()
    for key in ("ArrowDown", "ArrowLeft", "End", "Home"):
        page.keyboard.press(key)
    cell = page.evaluate("document.querySelector('[data-can]').dataset.cell")
    page.evaluate("cell => harness.board.focus(cell)", cell)
    page.keyboard.press("Enter")
    wait_until_settled(page)
    assert draft(page)
    page.keyboard.press("Escape")
    wait_until_settled(page)
    assert not draft(page)
    page.keyboard.press("Enter")
    wait_until_settled(page)
    page.locator("#play").click()
    wait_until_settled(page)
    assert len(actions(page)) == 1


def test_one_finger_aims_with_the_loupe_and_two_fingers_zoom(open_board: OpenBoard) -> None:
    page = open_board(phone=True, edition="twixt:kosmos", pie="no")
    x, y = centre(page, "l12")
    session = page.context.new_cdp_session(page)

    def dispatch_touch(kind: str, *points: tuple[float, float]) -> None:
        touch_points = [{"x": px, "y": py, "id": number} for number, (px, py) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touch_points})

    dispatch_touch("touchStart", (x - 40, y - 30))
    dispatch_touch("touchMove", (x - 20, y - 10))
    dispatch_touch("touchMove", (x, y))
    expect(page.locator(".loupe")).to_have_attribute("visibility", "visible")
    dispatch_touch("touchEnd")
    wait_until_settled(page)
    assert draft(page) == "l12"
    expect(page.locator(".loupe")).to_have_attribute("visibility", "hidden")

    page.evaluate("() => { window.setTimeout = () => 0; }")  # no timers: on a slow machine this would count as a long press
    dispatch_touch("touchStart", (x - 30, y), (x + 30, y))
    dispatch_touch("touchMove", (x - 90, y), (x + 90, y))
    dispatch_touch("touchEnd")
    page.wait_for_function("() => harness.board.stage.viewport.scale > 2")
    wait_until_settled(page)
    box = page.locator('[data-cell="l12"]').bounding_box()
    assert box and box["width"] >= 24  # px, the minimum target size (WCAG 2.5.8)
    dispatch_touch("touchStart", (x, y))
    dispatch_touch("touchMove", (x + 60, y))
    dispatch_touch("touchEnd")
    page.wait_for_function("() => harness.board.stage.viewport.x !== 0")
    wait_until_settled(page)
    assert draft(page) == "l12"


def test_panning_and_zooming_a_full_board_fits_into_a_frame(browser: Browser, open_board: OpenBoard, tmp_path: Path) -> None:
    """Measured in CPU time of the main thread from a trace, so that the load of the machine does not count."""
    rng = random.Random(1)
    state = tablier.new("twixt:kosmos", pie=False)
    for _ in range(150):
        state = state.play(rng.choice(state.legal_actions()))
    assert state.outcome is None
    page = open_board(edition="twixt:kosmos", position=str(state))
    trace = tmp_path / "trace.json"
    browser.start_tracing(page=page, path=trace, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"])
    frames = 40
    page.evaluate(
        """async frames => {
        const { viewport } = harness.board.stage;
        for (let frame = 0; frame < frames; frame++) {
            await new Promise(requestAnimationFrame);
            if (frame < frames / 2) viewport.zoom({ x: 240, y: 240 }, 1.04);
            else viewport.pan(Math.sin(frame) * 12, Math.cos(frame) * 9);
        } }""",
        frames,
    )
    browser.stop_tracing()
    events = json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]
    main = {event["tid"] for event in events if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"}
    durations_us = [
        event["tdur"] for event in events if event["name"] == "RunTask" and event["tid"] in main and "tdur" in event
    ]
    assert durations_us
    assert sum(durations_us) / 1000 / frames < 16  # ms, a frame at 60 Hz
