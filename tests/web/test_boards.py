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
    const best = [...(board.scorers ?? [])].filter(([, side]) => side >= 0).map(([text]) => text.slice(-2));
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
    assert "none may be taken off" in page.locator("#message").inner_text()
    tap(page, "c3")
    tap(page, "d5")
    assert "none may be taken off" in page.locator("#message").inner_text()


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
    panels = page.locator("#panels .seat-panel")
    labels = [panels.nth(seat).get_attribute("aria-label") for seat in (0, 1)]
    assert labels == [
        "Joins top and bottom. Pegs left: 48. Links left: 49.",
        "Joins left and right. Pegs left: 49. Links left: 50.",
    ]
    assert panels.all_inner_texts() == ["×48\n×49", "×49\n×50"]


def disc_wall(page: Page, cell: str, number: int) -> tuple[float, float]:
    """Return a point on the wall of the n-th disc of a stack from the bottom, counted from 1."""
    x, y = page.evaluate(
        """([cell, number]) => {
        const disc = document.querySelectorAll(`[data-stack="${cell}"] .disc`)[number - 1];
        const box = disc.getBoundingClientRect();
        return [box.x + box.width / 2, box.bottom - box.height / 10]; }""",
        [cell, number],
    )
    return x, y


def test_a_tap_lifts_the_whole_stack_and_further_taps_lift_fewer(open_board: OpenBoard) -> None:
    page = open_board(edition="mixtour:stein", position="mixtour:stein|0|0-0|a1:101,b1:0,c1:01|-")
    drafts = []
    for _ in range(4):
        tap(page, "a1")
        drafts.append(draft(page))
    assert drafts == ["a1", "a1:2", "a1:1", ""]
    tap(page, "a1")
    tap(page, "a1")
    assert draft(page) == "a1:2"
    assert page.locator(".target").count() == 1
    tap(page, "b1")
    tap(page, "b1")
    assert actions(page) == ["a1:2-b1"]
    assert current(page)["view"]["position"]["stacks"] == {"a1": "B", "b1": "WWB", "c1": "WB"}


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "touch"])
def test_a_tap_on_a_disc_lifts_from_there(open_board: OpenBoard, phone: bool) -> None:
    page = open_board(phone=phone, edition="mixtour:stein", position="mixtour:stein|0|0-0|a1:1010,b1:0|-")
    tap(page, "a1")
    assert draft(page) == "a1"
    tap_at(page, *disc_wall(page, "a1", 3))
    assert draft(page) == "a1:2"
    tap_at(page, *disc_wall(page, "a1", 2))
    assert draft(page) == "a1:3"
    tap_at(page, *disc_wall(page, "a1", 4))
    assert draft(page) == "a1:1"


def test_an_empty_square_puts_lifted_pieces_down_and_gets_a_new_piece(open_board: OpenBoard) -> None:
    page = open_board(edition="mixtour:stein", position="mixtour:stein|0|0-0|a1:101,b1:0,c1:01|-")
    tap(page, "a1")
    assert draft(page) == "a1"
    assert page.locator("[data-cell=e5][data-can]").count() == 1
    tap(page, "e5")
    assert draft(page) == "e5"
    assert page.locator(".disc.raised").count() == 0
    tap(page, "e5")
    assert actions(page) == ["e5"]


def test_a_refusal_is_cleared_by_the_next_choice(open_board: OpenBoard) -> None:
    page = open_board(edition="mixtour:stein", position="mixtour:stein|0|0-0|a1:101,b1:0,e5:0|-")
    message = page.locator("#message")
    tap(page, "e5")
    assert message.inner_text() == "No piece can move away from e5."
    tap(page, "a1")
    assert message.inner_text() == ""
    tap(page, "e5")  # out of reach
    assert "distance" in message.inner_text()
    assert draft(page) == "a1"
    page.locator("#back").click()
    assert message.inner_text() == ""

    page = open_board(edition="kwintie:board")
    tap(page, "e1")
    assert "central square" in page.locator("#message").inner_text()
    tap(page, "c1")
    assert draft(page) == "c"
    assert page.locator("#message").inner_text() == ""


def test_a_tower_shows_who_scores_and_a_banned_undo_is_explained(open_board: OpenBoard) -> None:
    page = open_board(edition="mixtour:stein", position="mixtour:stein|0|0-0|a1:0011,c1:10|-")
    tap(page, "a1")
    tap(page, "a1")
    assert page.locator(".badge.side1").count() == 1
    tap(page, "c1")
    assert "a point for Black" in page.locator("#draft").inner_text()

    page = open_board(edition="mixtour:stein", after="a1,b1,a1-b1,a1,c1,b1:1-a1")
    tap(page, "a1")
    tap(page, "a1")
    assert draft(page) == "a1:1"
    tap(page, "b1")
    assert "bring back" in page.locator("#message").inner_text()


def test_a_finished_tower_stands_and_then_flies_to_its_scorer(open_board: OpenBoard) -> None:
    page = open_board(edition="mixtour:stein", position="mixtour:stein|0|0-0|a1:0011,c1:10|-")
    towers = page.locator("#panels .mixtour-panel").nth(1).locator(".tower")
    expect(towers).to_have_count(5)
    tap(page, "a1")
    tap(page, "c1")
    page.evaluate("() => { window.ended = null; const { update } = harness.board;"
        " harness.board.update = (...all) => { const start = performance.now(); const ended = update.apply(harness.board, all);"
        " ended.then(() => { window.ended = performance.now() - start; }); return ended; } }")
    tap(page, "c1")
    expect(page.locator(".stack.finished .disc")).to_have_count(6)
    assert page.locator("#panels .tower.filled").count() == 0  # the point is not there before its tower
    page.wait_for_function("() => window.ended !== null")
    assert page.evaluate("window.ended") >= 600  # ms
    assert page.locator(".stack.finished").count() == 0
    assert page.locator("#panels .mixtour-panel").nth(1).locator(".tower.filled").count() == 1
    assert page.locator("#panels .mixtour-panel").nth(1).get_attribute("aria-label") == "Black: score 1 of 5, in reserve 25"


def start_drag(page: Page, start: tuple[float, float], *points: tuple[float, float]) -> Callable[[], None]:
    """Drag by mouse or by finger through some points, and return a function that drops."""
    if not page.evaluate("navigator.maxTouchPoints > 0"):
        page.mouse.move(*start)
        page.mouse.down()
        for point in points:
            page.mouse.move(*point, steps=4)
        wait_until_settled(page)
        return page.mouse.up
    session = page.context.new_cdp_session(page)

    def dispatch(kind: str, *touches: tuple[float, float]) -> None:
        touch_points = [{"x": x, "y": y} for x, y in touches]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touch_points})

    dispatch("touchStart", start)
    for point in points:
        dispatch("touchMove", point)
    wait_until_settled(page)
    return lambda: dispatch("touchEnd")


def drag(page: Page, start: tuple[float, float], *points: tuple[float, float]) -> None:
    start_drag(page, start, *points)()
    wait_until_settled(page)


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "touch"])
def test_a_stack_is_dragged(open_board: OpenBoard, phone: bool) -> None:
    page = open_board(phone=phone, edition="mixtour:stein", position="mixtour:stein|0|0-0|a1:101,b1:0,c3:01|-")
    start, near, target = centre(page, "a1"), centre(page, "b2"), centre(page, "b1")
    drop = start_drag(page, start, near, target)
    assert page.locator(".drag-ghost .disc").count() == 3
    assert page.locator("[data-stack=a1] .disc").count() == 0
    assert page.locator(".target").count() == 2  # b1 and c3
    assert page.locator(".target.chosen").count() == 1
    drop()
    wait_until_settled(page)
    assert page.locator(".drag-ghost").count() == 0
    assert draft(page) == "a1-b1"
    assert page.evaluate("scrollY") == 0
    tap(page, "b1")
    assert actions(page) == ["a1-b1"]


def test_a_drag_that_ends_elsewhere_changes_nothing(open_board: OpenBoard) -> None:
    page = open_board(edition="mixtour:stein", position="mixtour:stein|0|0-0|a1:101,b1:0,c3:01|-")
    drag(page, centre(page, "a1"), centre(page, "d5"))  # not a target
    assert draft(page) == ""
    assert page.locator("[data-stack=a1] .disc").count() == 3
    drop = start_drag(page, centre(page, "a1"), centre(page, "b1"))
    page.keyboard.press("Escape")
    drop()
    wait_until_settled(page)
    assert draft(page) == ""
    drag(page, centre(page, "d5"), centre(page, "e4"))  # nothing lies there, and no tap was meant
    assert draft(page) == ""
    assert actions(page) == []


def test_dropping_plays_at_once_with_one_tap(open_board: OpenBoard) -> None:
    page = open_board(edition="mixtour:stein", oneTap="yes", position="mixtour:stein|0|0-0|a1:101,b1:0,c3:01|-")
    tap(page, "a1")
    tap_at(page, *disc_wall(page, "a1", 2))
    drag(page, centre(page, "a1"), centre(page, "b1"))
    page.wait_for_function("() => document.body.dataset.ply === '1'")
    assert actions(page) == ["a1:2-b1"]


def test_a_piece_is_turned_by_tapping(open_board: OpenBoard) -> None:
    page = open_board(phone=True, edition="kwintie:board")
    tap(page, "c4")
    assert draft(page) == "c"
    tap(page, "c1")
    assert draft(page) == "cd"
    box = page.locator(".tick circle").bounding_box()
    assert box
    tap_at(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert actions(page) == ["cd"]
    tap(page, "c1")
    assert draft(page) == "c"


def test_the_piece_of_a_draft_is_dragged_to_another_column(open_board: OpenBoard) -> None:
    page = open_board(edition="kwintie:board")
    tap(page, "c1")
    drag(page, centre(page, "c1"), centre(page, "g2"))
    assert draft(page) == "g"
    drag(page, centre(page, "g1"), centre(page, "e2"))  # forbidden: it stays
    assert draft(page) == "g"


def test_a_forbidden_column_is_marked_before_it_is_tried(open_board: OpenBoard) -> None:
    page = open_board(edition="kwintie:board")
    assert page.locator(".barred-sign").count() == 1
    sign, column = page.locator(".barred-sign").bounding_box(), page.locator("[data-cell=e1]").bounding_box()
    assert sign and column and column["x"] < sign["x"] < column["x"] + column["width"]
    assert "no piece may be placed" in (page.locator("[data-cell=e1]").get_attribute("aria-label") or "")
    assert page.locator("[data-cell=d1]").get_attribute("aria-label") == "d1, empty"
    tap(page, "c1")
    page.locator("#play").click()
    wait_until_settled(page)
    assert page.locator(".barred-sign").count() == 0


def test_hovering_shows_both_ways_of_placing(open_board: OpenBoard) -> None:
    page = open_board(edition="kwintie:board")
    page.mouse.move(*centre(page, "c2"))
    assert page.locator(".piece.ghost").count() == 1
    assert page.locator(".other").count() == 1
    assert page.locator(".turn").count() == 1
    standing, lying = page.locator(".piece.ghost").bounding_box(), page.locator(".other").bounding_box()
    assert standing and lying
    assert standing["height"] > standing["width"]
    assert lying["height"] < lying["width"]


def test_the_wall_grows_and_keeps_the_focus(open_board: OpenBoard) -> None:
    page = open_board(edition="kwintie:board")
    assert page.get_by_role("row").count() == 4
    page.evaluate("harness.board.focus('c1')")
    for _ in range(2):
        page.keyboard.press("Enter")
        page.keyboard.press("Shift+Enter")
        wait_until_settled(page)
        page.evaluate("harness.landed()")
    assert actions(page) == ["c", "c"]
    assert page.get_by_role("row").count() == 6  # two above the highest piece
    assert page.evaluate("document.activeElement.dataset.cell") == "c1"
    page.keyboard.press("PageUp")
    assert page.evaluate("document.activeElement.dataset.cell") == "c6"


def test_lines_of_four_are_marked(open_board: OpenBoard) -> None:
    page = open_board(edition="kwintie:board", after="a,f,b,g,c,h")
    assert page.locator(".four").count() == 0
    page = open_board(edition="kwintie:board", after="a,f,b,g,c,h,d")
    assert page.locator(".four").count() == 2  # both rows


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
    assert "not a corner" in page.locator("#message").inner_text()
    tap(page, corner[1:])
    tap(page, corner[1:])
    assert actions(page) == [robbing, corner]


@pytest.mark.parametrize("edition", ["mixtour:stein", "kwintie:board"])
def test_an_animation_is_not_cut_off_by_the_next_update(open_board: OpenBoard, edition: str) -> None:
    """The second action arrives at once, as an engine's does; it is drawn when the first has landed."""
    page = open_board(edition=edition)
    result = page.evaluate(
        """async () => {
        const { board } = harness;
        const views = [];
        const state = harness.current();
        for (const text of ["a", "b"].map(letter => state.view.edition.startsWith("mixtour") ? `${letter}1` : letter)) {
            const response = await fetch("/play", {method: "POST", body: JSON.stringify({table: state.table, text})});
            views.push(await response.json());
        }
        const begun = performance.now();
        const times = [];
        const updates = views.map(({view, last}) => board.update(view, {seat: 0, last, animate: true})
            .then(() => times.push(performance.now() - begun)));
        const between = board.last;
        const cut = [];
        for (const animation of document.getAnimations()) animation.addEventListener("cancel", () => cut.push("cut"));
        await Promise.all(updates);
        return { between, last: board.last, times, cut: cut.length, landings: harness.landings() };
        }"""
    )
    assert result["between"][0] == "a"
    assert result["last"][0] == "b"
    assert result["cut"] == 0
    assert result["landings"] == 2
    first, second = result["times"]
    assert first >= 150 and second - first >= 150  # ms


def test_reduced_motion_removes_animations(open_board: OpenBoard) -> None:
    page = open_board(phone=True, edition="mixtour:stein", position="mixtour:stein|0|0-0|a1:0011,c1:10|-")
    tap(page, "a1")
    tap(page, "c1")
    tap(page, "c1")
    assert page.evaluate("harness.updates()") == 0
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.locator("#panels .tower.filled").count() == 1
    assert page.evaluate("harness.landings()") == 1


def test_the_last_move_is_marked_with_a_fill_and_an_arrow(open_board: OpenBoard) -> None:
    page = open_board(edition="mixtour:stein", after="a1,b1,a1-b1")
    assert page.locator(".last-move").count() == 2
    assert page.locator(".last-move-arrow").count() == 1
    assert page.locator(".last-move").first.evaluate("node => getComputedStyle(node).fill") == "rgba(244, 208, 111, 0.55)"
    page = open_board(edition="mixtour:stein", after="a1")
    assert page.locator(".last-move").count() == 1
    assert page.locator(".last-move-arrow").count() == 0


def test_the_evaluation_is_scaled_by_the_difference_to_the_best(open_board: OpenBoard) -> None:
    page = open_board(edition="mixtour:stein", after="a1,b1")
    candidates = [
        {"action": "a1-b1", "expectedScore": 0.52, "best": True},
        {"action": "c3", "expectedScore": 0.515, "best": True},
        {"action": "c4", "expectedScore": 0.511, "best": False},
        {"action": "d4", "expectedScore": 0.50, "best": False},
        {"action": "e4", "expectedScore": 0.30, "best": False},
    ]
    page.evaluate("candidates => harness.board.drawHeat(candidates)", candidates)
    assert page.locator(".heat-arrow").count() == 1  # from a1 to b1
    assert page.locator(".heat-disc").count() == 2  # c3 and c4: the others are worse than the limit
    assert sorted(page.locator(".heat-rank").all_text_contents()) == ["1", "2"]
    page.evaluate("harness.board.drawHeat([])")
    assert page.locator(".heat-mark").count() == 0

    page = open_board(edition="kwintie:board")
    page.evaluate(
        "harness.board.drawHeat([{action: 'c', expectedScore: 0.6, best: true}, {action: 'cd', expectedScore: 0.6, best: true}])"
    )
    boxes = page.locator(".heat-shape").evaluate_all("nodes => nodes.map(node => node.getBoundingClientRect().toJSON())")
    assert sorted(box["width"] > box["height"] for box in boxes) == [False, True]


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
