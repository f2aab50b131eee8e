"""Measures how quick the pages are, in Chromium slowed down four times: `python -m tools.page_speed [RUNS]`.

Nothing here is asserted: a figure means something only beside the load of the machine, which is printed, too.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import tablier
from tests.server.server_process import ServerProcess
from tests.web.browser import CHROMIUM, DESKTOP, FLAGS, PHONE, Person

SLOWER = 4
EDITIONS = ("twixt:kosmos", "mixtour:stein", "kwintie:board", "twisty:djeco")

# when the first thing to do appeared, and how far things have been shifted since the page was opened
WATCH = """
window.seen = null;
window.shifted = 0;
const usable = () => {
    if (window.seen === null && document.querySelector("[data-can], .box .button")) window.seen = performance.now();
};
new MutationObserver(usable).observe(document, {subtree: true, childList: true, attributeFilter: ["data-can"]});
new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({type: "layout-shift", buffered: true});
"""
LOADED = """() => {
    const all = performance.getEntriesByType("resource");
    const own = all.filter(({name}) => /[.](js|css)$/.test(new URL(name).pathname));
    return [all.length + 1, own.reduce((sum, {decodedBodySize}) => sum + decodedBodySize, 0)];
}"""


def awaited(page: Page, name: str) -> float:
    """A time that the page writes down sooner or later. (The policy forbids Playwright's own way of waiting for it.)"""
    for _ in range(1000):
        found = page.evaluate(f"window.{name}")
        if found is not None:
            return float(found)
        page.wait_for_timeout(20)
    raise AssertionError(f"nothing was {name}")


@contextmanager
def visitor(browser: Browser, kind: dict[str, Any], slower: int = SLOWER) -> Iterator[Page]:
    """Somebody who was never here, on a slow machine."""
    context = browser.new_context(**kind)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    yield page
    context.close()


def path_to(page: Page, url: str, edition: str) -> str:
    """The address of a new table; of the shelf without an edition."""
    if not edition:
        return ""
    page.request.get(f"{url}/api/me")
    terms = {"edition": edition, "seats": [{"who": "me"}, {"who": "guest", "name": "Bo"}], "first": 0}
    return "/m/" + str(page.request.post(f"{url}/api/matches", data=terms).json()["match_id"])


@contextmanager
def traced(browser: Browser, page: Page, folder: Path) -> Iterator[list[dict[str, Any]]]:
    """The events of a trace, there once the block is left."""
    events: list[dict[str, Any]] = []
    file = folder / "trace.json"
    browser.start_tracing(page=page, path=file, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"])
    yield events
    browser.stop_tracing()
    events += json.loads(file.read_text(encoding="utf-8"))["traceEvents"]


def main_thread(events: list[dict[str, Any]]) -> list[float]:
    """What each task of the page took, in milliseconds by the thread's own clock: a busy machine does not count."""
    names = [event for event in events if event["name"] == "thread_name"]
    main = {event["tid"] for event in names if event["args"]["name"] == "CrRendererMain"}
    tasks = (event for event in events if event["name"] == "RunTask" and event["tid"] in main)
    return [task["tdur"] / 1000 for task in tasks if "tdur" in task]


def first_visits(browser: Browser, url: str, runs: int) -> None:
    """From the address to a board that can be played on."""
    print(f"{'first visit':24} {'usable, ms':>24} {'requests':>9} {'js + css, bytes':>16} {'shift':>6}")
    for kind, size in (("desktop", DESKTOP), ("phone", PHONE)):
        for edition in ("", *EDITIONS):
            times, shifts, loaded = [], [], [0, 0]
            for _ in range(runs):
                with visitor(browser, size) as page:
                    page.goto(url + path_to(page, url, edition))
                    times.append(awaited(page, "seen"))
                    page.wait_for_timeout(1500)
                    shifts.append(page.evaluate("window.shifted"))
                    loaded = page.evaluate(LOADED)
            spread = f"{statistics.median(times):.0f} ({min(times):.0f}-{max(times):.0f})"
            print(f"{kind + ' ' + (edition or 'shelf'):24} {spread:>24} {loaded[0]:9} {loaded[1]:16} {max(shifts):6.3f}")


def work(browser: Browser, url: str, folder: Path) -> None:
    """What a first visit costs the page's main thread when nothing slows it down, tracing and asking included."""
    for edition in ("", *EDITIONS):
        with visitor(browser, DESKTOP, slower=1) as page:
            path = path_to(page, url, edition)
            with traced(browser, page, folder) as events:
                page.goto(url + path)
                awaited(page, "seen")
            print(f"main thread until {edition or 'shelf'} is usable: {sum(main_thread(events)):.0f} ms")


def seen_by_the_other(browser: Browser, url: str, turns: int) -> None:
    """From the server's own time of an event, which is before its commit, to the other page's board being drawn."""
    ada, bo = Person.of(browser, url, "Ada"), Person.of(browser, url, "Bo")
    match = ada.open("twixt:kosmos", {"pie": "no"}, first=0)
    bo.join(match)
    lot = random.Random(1)
    late: list[float] = []
    accounts = [ada, bo]
    for number in range(turns):
        mover, other = accounts[number % 2], accounts[(number + 1) % 2]
        events = mover.offers()["events"] + 1
        other.page.evaluate(
            """events => { const main = document.querySelector("main"); window.drawn = null;
            new MutationObserver((_, own) => { if (Number(main.dataset.events) >= events) {
                own.disconnect(); requestAnimationFrame(() => { window.drawn = Date.now(); }); } })
                .observe(main, {attributes: true}); }""",
            events,
        )
        mover.page.wait_for_selector("[data-can]")
        mover.tap(lot.choice(mover.offers()["cells"]))
        mover.page.click("[data-play]")
        drawn = awaited(other.page, "drawn")
        at = ada.page.request.get(f"{url}/api/matches/{match}").json()["events"][-1]["at"]
        late.append(drawn - at)
    print(f"a turn is drawn for the other player: {statistics.median(late):.0f} ms, at most {max(late):.0f} ms ({turns} turns)")
    for account in accounts:
        account.context.close()


def panning(browser: Browser, url: str, folder: Path) -> None:
    """Main thread time of a frame while a board with 150 pegs is zoomed and panned, from a trace."""
    lot = random.Random(1)
    state = tablier.new("twixt:kosmos", pie=False)
    for _ in range(150):
        state = state.play(lot.choice(state.legal_actions()))
    ada = Person.of(browser, url, "Ada")
    ada.open("twixt:kosmos", seats=[{"who": "me"}, {"who": "guest", "name": "Bo"}], start=str(state))
    box = ada.page.locator("svg.board").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ada.page.mouse.move(x, y)
    with traced(browser, ada.page, folder) as events:
        for _ in range(20):
            ada.page.mouse.wheel(0, -40)
        ada.page.mouse.down()
        for step in range(60):
            ada.page.mouse.move(x + step * 3 % 150, y + step * 5 % 130)
        ada.page.mouse.up()
    frames = sum(event["name"] == "FireAnimationFrame" for event in events)
    tasks = main_thread(events)
    each = f"{sum(tasks) / frames:.1f} ms of main thread a frame, longest task {max(tasks):.1f} ms ({frames} frames)"
    print(f"zooming and panning 150 pegs: {each}")
    ada.context.close()


def main() -> None:
    """All of it."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print(f"load of the machine: {', '.join(f'{load:.1f}' for load in os.getloadavg())} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        serving = ServerProcess(Path(data) / "house").start()
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            work(browser, serving.url, Path(data))
            first_visits(browser, serving.url, runs)
            seen_by_the_other(browser, serving.url, 4 * runs)
            panning(browser, serving.url, Path(data))
            browser.close()
        finally:
            serving.stop()


if __name__ == "__main__":
    main()
