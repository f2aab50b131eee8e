"""The boards in a real browser: whole games by mouse and by touch, and turns in parts, over the developers' harness."""

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
from tests.web.browser import DESKTOP, PATIENCE, PHONE

from .harness.serve import server

# Whole games, small or short enough for a test: each game by mouse and by touch, its other editions by one of them.
MOUSE, TOUCH = False, True
GAMES = [
    *[({"edition": "twixt:kosmos", "size": 7}, phone) for phone in (MOUSE, TOUCH)],
    ({"edition": "twixt:dujardin", "size": 6, "pegs": 12, "links": 12}, TOUCH),
    ({"edition": "twixt:paper", "size": 6}, MOUSE),
    *[({"edition": "mixtour:stein", "points": 1, "pieces": 6}, phone) for phone in (MOUSE, TOUCH)],
    ({"edition": "mixtour:gerhards", "pieces": 7}, TOUCH),
    *[({"edition": "kwintie:board"}, phone) for phone in (MOUSE, TOUCH)],
    ({"edition": "kwintie:kwinty", "width": 6, "height": 4}, TOUCH),
    *[({"edition": "twisty:djeco", "seed": 5, "turn_limit": 6}, phone) for phone in (MOUSE, TOUCH)],
    ({"edition": "twisty:djeco", "seed": 8, "players": 4, "turn_limit": 4}, MOUSE),
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with server() as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}/"
        running.shutdown()


Table = Callable[..., Page]


@pytest.fixture
def table(browser: Browser, address: str) -> Iterator[Table]:
    """Opens a game on a page; the test fails when the page had an error."""
    errors: list[str] = []
    contexts = []

    def opened(phone: bool = False, **asked: object) -> Page:
        context = browser.new_context(**(PHONE if phone else DESKTOP), reduced_motion="reduce" if phone else "no-preference")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address + "?" + urlencode({key: str(value) for key, value in asked.items()}))
        page.wait_for_selector("body[data-ply]", state="attached")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not errors


def centre(page: Page, cell: str) -> tuple[float, float]:
    x, y = page.evaluate(
        """cell => { const node = document.querySelector(`[data-cell="${cell}"]`);
        node.scrollIntoView({block: "nearest"});
        const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] }""",
        cell,
    )
    return x, y


def tap(page: Page, cell: str) -> None:
    """A tap on a cell, with a finger where there is one, and the time its answers take."""
    x, y = centre(page, cell)
    point(page, x, y)


def point(page: Page, x: float, y: float) -> None:
    if page.evaluate("navigator.maxTouchPoints > 0"):
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)
    settle(page)


def settle(page: Page) -> None:
    """Waits until the page has had its answers: fetches are quick here, and drawn in the next frame."""
    page.evaluate("harness.settled()")


def shown(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("harness.shown()")
    return found


def texts(page: Page) -> list[str]:
    found: list[str] = shown(page)["texts"]
    return found


def draft(page: Page) -> str:
    found = page.evaluate("harness.board.draft()?.text ?? ''")
    return str(found)


def on_link(page: Page, link: str) -> tuple[float, float]:
    """The middle of a link that is drawn."""
    x, y = page.evaluate(
        """link => { const box = document.querySelector(`[data-link="${link}"]`).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2] }""",
        link,
    )
    return x, y


# what can be done once the board is at rest, and what brings an end nearer: finished towers, cubes to take
OFFERS = """async () => {
    await harness.settled();
    const middle = node => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] };
    const { board } = harness;
    const best = [...(board.points?.keys() ?? [])].map(text => text.slice(-2));
    const cells = [...document.querySelectorAll("[data-can]")];
    return { over: document.body.dataset.over === "yes", whole: !document.getElementById("play").disabled,
        extras: document.querySelectorAll("#extras [data-action]").length, cells: cells.map(middle),
        best: cells.filter(node => best.includes(node.dataset.cell)).map(middle) };
}"""


@pytest.mark.parametrize(
    ("game", "phone"), GAMES, ids=lambda part: part["edition"] if isinstance(part, dict) else ("mouse", "touch")[part]
)
def test_a_whole_game_is_played_by_what_the_board_offers(table: Table, game: dict[str, Any], phone: bool) -> None:
    page = table(phone, **game)
    chance = random.Random(str(game))
    for _ in range(900):
        now = page.evaluate(OFFERS)
        if now["over"]:
            break
        if now["whole"] and chance.random() < 0.8:
            page.evaluate("document.getElementById('play').click()")
        elif now["extras"] and (not now["cells"] or chance.random() < 0.3):
            number = chance.randrange(now["extras"])
            page.locator("#extras [data-action]").nth(number).dispatch_event("click")
        else:
            x, y = chance.choice(now["best"] or now["cells"])
            (page.touchscreen.tap if phone else page.mouse.click)(x, y)
    end = shown(page)
    assert end["view"]["outcome"], draft(page)
    assert len(end["texts"]) > 5
    assert not page.locator("[data-can]").count()


def test_links_are_taken_off_refused_and_added_by_tapping(table: Table) -> None:
    page = table(edition="twixt:kosmos", size=8, pie="no", after="c3,f2,d5,f4,e3/")
    x, y = on_link(page, "c3d5")
    tap(page, "g6")
    tap(page, "g6")  # Black plays
    assert texts(page)[-1] == "g6"

    point(page, x, y)
    assert draft(page) == "-c3d5,"
    tap(page, "e7")
    assert draft(page) == "-c3d5,e7"
    point(page, *on_link(page, "d5e7"))
    assert draft(page) == "-c3d5,e7/"
    point(page, *on_link(page, "d5e7"))
    point(page, *on_link(page, "d5e3"))  # possible between standing pegs
    assert draft(page) in ("-c3d5,e7+d5e7+d5e3", "-c3d5,e7+d5e3+d5e7")
    page.locator("#back").click()
    settle(page)
    assert draft(page) == "-c3d5,e7"
    tap(page, "e7")
    assert texts(page)[-1] == "-c3d5,e7"
    assert shown(page)["view"]["position"]["links"][0] == ["d5e7"]


def test_what_the_edition_forbids_is_said_in_words(table: Table) -> None:
    page = table(edition="twixt:paper", size=8, pie="no", after="c3,f2,d5,f4")
    point(page, *on_link(page, "c3d5"))
    assert "none may be taken off" in page.locator("#said").inner_text()
    tap(page, "c3")
    tap(page, "d5")
    assert "none may be taken off" in page.locator("#said").inner_text()


def test_the_pie_choice_is_an_extra(table: Table) -> None:
    page = table(edition="twixt:kosmos", size=8, after="c3")
    assert "swap" in page.locator("#prompt").inner_text().lower()
    page.locator("#extras button").click()
    settle(page)
    assert texts(page) == ["c3", "swap"]


def test_a_peg_is_lifted_when_all_are_on_the_board(table: Table) -> None:
    page = table(edition="twixt:dujardin", size=8, pie="no", pegs=2, after="c3,f2,d5,f4")
    tap(page, "c3")
    assert draft(page) == "^c3,"
    tap(page, "e3")
    tap(page, "e3")
    assert texts(page)[-1] == "^c3,e3"


def test_what_is_left_in_the_boxes_is_told(table: Table) -> None:
    page = table(edition="twixt:dujardin", size=8, pie="no", after="c3,f2,d5")
    told = page.locator("#aside p").all_inner_texts()
    assert told == ["Red: pegs left 48, links left 49", "Black: pegs left 49, links left 50"]
    assert page.locator("#aside svg use").count() == 2


def test_a_part_of_a_stack_is_lifted(table: Table) -> None:
    page = table(edition="mixtour:stein", position="mixtour:stein|0|0-0|a1:101,b1:0,c1:01|-")
    tap(page, "a1")
    assert draft(page) == "a1:1"
    tap(page, "a1")
    assert draft(page) == "a1:2"
    assert page.locator(".target").count() == 1
    tap(page, "b1")
    tap(page, "b1")
    assert texts(page) == ["a1:2-b1"]
    assert shown(page)["view"]["position"]["stacks"] == {"a1": "B", "b1": "WWB", "c1": "WB"}


def test_a_tower_shows_whose_point_it_is_and_a_banned_undo_why(table: Table) -> None:
    page = table(edition="mixtour:stein", position="mixtour:stein|0|0-0|a1:0011,c1:10|-")
    tap(page, "a1")
    tap(page, "a1")
    tap(page, "a1")
    assert page.locator(".badge.side1").count() == 1
    tap(page, "c1")
    assert "a point for Black" in page.locator("#draft").inner_text()

    page = table(edition="mixtour:stein", after="a1,b1,a1-b1,a1,c1,b1:1-a1")
    tap(page, "a1")
    tap(page, "b1")
    assert "bring back" in page.locator("#said").inner_text()


def test_a_piece_is_turned_by_tapping(table: Table) -> None:
    page = table(True, edition="kwintie:board")
    tap(page, "c5")
    assert draft(page) == "c"
    tap(page, "c1")
    assert draft(page) == "cd"
    box = page.locator(".tick circle").bounding_box()
    assert box
    point(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert texts(page) == ["cd"]
    tap(page, "c1")
    assert draft(page) == "c"


def test_the_first_piece_on_a_table_may_be_put_anywhere(table: Table) -> None:
    page = table(True, edition="kwintie:table")
    tap(page, "e4")
    assert draft(page) == "i"
    tap(page, "i1")
    assert draft(page) == "ij"


def test_the_table_grows_both_ways(table: Table) -> None:
    page = table(edition="kwintie:table", after="ij,h,k,fg")
    assert page.locator(".letter:visible").count() == 11
    for cell in ("d1", "m1"):
        tap(page, cell)
        assert draft(page)


def test_chains_are_shown_step_by_step(table: Table) -> None:
    state = game_with(lambda text, effect: text.count(">") == 2)
    chain = next(text for text in state.legal_actions() if text.count(">") == 2)
    page = table(edition="twisty:djeco", position=str(state))
    first, *_, end = chain.split(">")
    tap(page, first)
    assert "you may go on" in page.locator("#draft").inner_text()
    assert page.locator(".reach.far:not(.quiet)").count()
    tap(page, end)
    assert draft(page) == chain
    assert page.locator(".path .step").count() == 3
    tap(page, end)
    assert texts(page) == [chain]


def game_with(wanted: Callable[[str, dict[str, Any]], bool]) -> tablier.State:
    """A position in which the seat to act can do what is wanted, told by a turn and its effect."""
    rank = {"rob": 3, "take": 2, "save": 1}
    for seed in range(400):
        chance = random.Random(seed)
        state = tablier.new("twisty:djeco", players=3, seed=seed)
        for _ in range(150):
            effects = state.scene(state.to_act)["effects"]
            if any(wanted(*listed) for listed in effects.items()):
                return state
            if not effects:
                break
            ranked = {text: (rank.get(effect["does"], 0), chance.random()) for text, effect in effects.items()}
            state = state.play(max(ranked, key=ranked.__getitem__))
    raise AssertionError("no such position")


def test_protecting_is_a_choice(table: Table) -> None:
    state = game_with(lambda text, effect: effect["does"] == "save")
    page = table(edition="twisty:djeco", position=str(state))
    saving = next(text for text in state.legal_actions() if text.endswith("!"))
    tap(page, saving[:-1].split(">")[-1])
    assert draft(page) == saving
    page.locator("#extras button").click()
    settle(page)
    assert draft(page) == saving[:-1]
    page.locator("#extras button").click()
    settle(page)
    page.locator("#play").click()
    settle(page)
    assert texts(page) == [saving]
    assert page.locator(".card.saved").count()


def test_robbery_and_the_corner_answer_are_explained(table: Table) -> None:
    state = game_with(lambda text, effect: effect["does"] == "rob")
    page = table(True, edition="twisty:djeco", position=str(state))
    effects = state.scene(state.to_act)["effects"]
    robbing = next(text for text, effect in effects.items() if effect["does"] == "rob")
    cell = effects[robbing]["cell"]
    tap(page, cell)
    assert "Robs" in page.locator("#draft").inner_text()
    tap(page, cell)
    assert "You were robbed" in page.locator("#prompt").inner_text()
    corner = shown(page)["view"]["legal"][0]
    tap(page, "d4")
    assert "not a corner" in page.locator("#said").inner_text()
    tap(page, corner[1:])
    tap(page, corner[1:])
    assert texts(page) == [robbing, corner]


@pytest.mark.parametrize("edition", ["twixt:kosmos", "mixtour:stein", "kwintie:board", "twisty:djeco"])
def test_keys_reach_every_cell_and_play(table: Table, edition: str) -> None:
    page = table(edition=edition, seed=1) if edition.startswith("twisty") else table(edition=edition)
    grid = page.get_by_role("grid")
    assert grid.count() == 1
    assert page.locator(".cell:not([aria-label])").count() == 0
    assert page.locator(".cell[tabindex='0']").count() == 1
    page.locator(".cell[tabindex='0']").focus()
    for key in ("ArrowDown", "ArrowLeft", "End", "Home"):
        page.keyboard.press(key)
    offered = page.evaluate("document.querySelector('[data-can]').dataset.cell")
    page.evaluate("cell => harness.board.focus(cell)", offered)
    page.keyboard.press("Enter")
    settle(page)
    assert draft(page)
    page.keyboard.press("Escape")
    settle(page)
    assert not draft(page)
    page.keyboard.press("Enter")
    settle(page)
    page.locator("#play").click()
    settle(page)
    assert len(texts(page)) == 1


def test_a_finger_aims_with_the_loupe_and_two_fingers_zoom(table: Table) -> None:
    page = table(True, edition="twixt:kosmos", pie="no")
    x, y = centre(page, "l12")
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": px, "y": py, "id": number} for number, (px, py) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    fingers("touchStart", (x - 40, y - 30))
    fingers("touchMove", (x - 20, y - 10))
    fingers("touchMove", (x, y))
    expect(page.locator(".loupe")).to_have_attribute("visibility", "visible")
    fingers("touchEnd")
    settle(page)
    assert draft(page) == "l12"
    expect(page.locator(".loupe")).to_have_attribute("visibility", "hidden")

    page.evaluate("() => { window.setTimeout = () => 0; }")  # on a slow machine these fingers would rest, and aim
    fingers("touchStart", (x - 30, y), (x + 30, y))
    fingers("touchMove", (x - 90, y), (x + 90, y))
    fingers("touchEnd")
    page.wait_for_function("() => harness.board.stage.viewport.scale > 2")
    settle(page)
    box = page.locator('[data-cell="l12"]').bounding_box()
    assert box and box["width"] >= 24
    fingers("touchStart", (x, y))
    fingers("touchMove", (x + 60, y))
    fingers("touchEnd")
    page.wait_for_function("() => harness.board.stage.viewport.x !== 0")
    settle(page)
    assert draft(page) == "l12"


def test_panning_and_zooming_a_full_board_fits_into_a_frame(browser: Browser, table: Table, tmp_path: Path) -> None:
    """Main thread time of a frame from a trace, by the thread's own clock: a busy machine does not count."""
    chance = random.Random(1)
    state = tablier.new("twixt:kosmos", pie=False)
    for _ in range(150):
        state = state.play(chance.choice(state.legal_actions()))
    assert state.outcome is None
    page = table(edition="twixt:kosmos", position=str(state))
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
    spent = [event["tdur"] for event in events if event["name"] == "RunTask" and event["tid"] in main and "tdur" in event]
    assert spent
    assert sum(spent) / 1000 / frames < 16
