"""Measure the speed of the pages in Chromium with its CPU slowed down four times.

    python -m tools.page_speed [RUNS]

Needs Chromium. Starts a server, measures the first visit of every page RUNS times (default 5), prints the measurements and the
load of the machine to stdout, and writes no file. It checks no limits, because the figures depend on the load.
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
from tests.web.browser import CHROMIUM, DESKTOP, FLAGS, HOTSEAT, PHONE, BrowserUser
from tests.web.games import DEFAULT_EDITIONS

CPU_SLOWDOWN = 4

# records when the first control appeared, and the layout shift since the page was opened
RECORD_SCRIPT = """
window.usableAt = null;
window.shifted = 0;
const check = () => {
    if (window.usableAt === null && document.querySelector("[data-can], .box .button")) window.usableAt = performance.now();
};
new MutationObserver(check).observe(document, {subtree: true, childList: true, attributeFilter: ["data-can"]});
new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({type: "layout-shift", buffered: true});
"""
# returns the number of requests, the bytes of scripts and styles, and their bytes as they are sent, compressed
LOADED_SCRIPT = """() => {
    const all = performance.getEntriesByType("resource");
    const own = all.filter(({name}) => /[.](js|css)$/.test(new URL(name).pathname));
    const sum = (size) => own.reduce((total, entry) => total + entry[size], 0);
    return [all.length + 1, sum("decodedBodySize"), sum("encodedBodySize")];
}"""


def wait_for_time(page: Page, name: str) -> float:
    """Poll a time that the page stores in `window.NAME`; its security policy forbids `wait_for_function`."""
    for _ in range(1000):
        value = page.evaluate(f"window.{name}")
        if value is not None:
            return float(value)
        page.wait_for_timeout(20)
    raise AssertionError(f"window.{name} was not set")


@contextmanager
def new_visitor(browser: Browser, device: dict[str, Any], slowdown: int = CPU_SLOWDOWN) -> Iterator[Page]:
    """Open a page in a new browser context on a slow machine."""
    context = browser.new_context(**device)
    context.add_init_script(RECORD_SCRIPT)
    page = context.new_page()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    yield page
    context.close()


def create_match_path(page: Page, url: str, edition: str) -> str:
    """Create a match and return its path; for an empty edition return the path of the shelf."""
    if not edition:
        return ""
    page.request.get(f"{url}/api/me")  # sets the cookie of a guest
    response = page.request.post(f"{url}/api/matches", data={"edition": edition, **HOTSEAT})
    return "/m/" + str(response.json()["match_id"])


@contextmanager
def record_trace(browser: Browser, page: Page, folder: Path) -> Iterator[list[dict[str, Any]]]:
    """Yield a list that is filled with the events of a trace when the block ends."""
    events: list[dict[str, Any]] = []
    file = folder / "trace.json"
    browser.start_tracing(page=page, path=file, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"])
    yield events
    browser.stop_tracing()
    events += json.loads(file.read_text(encoding="utf-8"))["traceEvents"]


def main_thread_tasks(events: list[dict[str, Any]]) -> list[float]:
    """Return the CPU time of each task of the main thread in milliseconds; the load of the machine does not count."""
    names = [event for event in events if event["name"] == "thread_name"]
    main = {event["tid"] for event in names if event["args"]["name"] == "CrRendererMain"}
    tasks = (event for event in events if event["name"] == "RunTask" and event["tid"] in main)
    return [task["tdur"] / 1000 for task in tasks if "tdur" in task]


def measure_first_visits(browser: Browser, url: str, runs: int) -> None:
    """Measure the time from opening an address to a board that can be played on."""
    print(f"{'first visit':24} {'usable, ms':>24} {'requests':>9} {'js + css, bytes':>16} {'compressed':>10} {'shift':>6}")
    for name, device in (("desktop", DESKTOP), ("phone", PHONE)):
        for edition in ("", *DEFAULT_EDITIONS):
            times, shifts, loaded = [], [], [0, 0, 0]
            for _ in range(runs):
                with new_visitor(browser, device) as page:
                    page.goto(url + create_match_path(page, url, edition))
                    times.append(wait_for_time(page, "usableAt"))
                    page.wait_for_timeout(1500)
                    shifts.append(page.evaluate("window.shifted"))
                    loaded = page.evaluate(LOADED_SCRIPT)
            spread = f"{statistics.median(times):.0f} ({min(times):.0f}-{max(times):.0f})"
            label, sizes = f"{name} {edition or 'shelf'}", f"{loaded[0]:9} {loaded[1]:16} {loaded[2]:10}"
            print(f"{label:24} {spread:>24} {sizes} {max(shifts):6.3f}")


def measure_main_thread(browser: Browser, url: str, folder: Path) -> None:
    """Measure the CPU time of a first visit on the main thread without slowdown; includes tracing and polling."""
    for edition in ("", *DEFAULT_EDITIONS):
        with new_visitor(browser, DESKTOP, slowdown=1) as page:
            path = create_match_path(page, url, edition)
            with record_trace(browser, page, folder) as events:
                page.goto(url + path)
                wait_for_time(page, "usableAt")
            print(f"main thread until {edition or 'shelf'} is usable: {sum(main_thread_tasks(events)):.0f} ms")


def measure_turn_latency(browser: Browser, url: str, turns: int) -> None:
    """Measure from the server's timestamp of an event, taken before its commit, to the drawn board of the other player."""
    ada, bo = BrowserUser.create(browser, url, "Ada"), BrowserUser.create(browser, url, "Bo")
    match_id = ada.create_match("twixt:kosmos", {"pie": "no"}, first=0)
    bo.join_match(match_id)
    rng = random.Random(1)
    latencies_ms: list[float] = []
    users = [ada, bo]
    for number in range(turns):
        mover, other = users[number % 2], users[(number + 1) % 2]
        events = mover.choices()["events"] + 1
        other.page.evaluate(
            """events => { const main = document.querySelector("main"); window.drawnAt = null;
            new MutationObserver((_, own) => { if (Number(main.dataset.events) >= events) {
                own.disconnect(); requestAnimationFrame(() => { window.drawnAt = Date.now(); }); } })
                .observe(main, {attributes: true}); }""",
            events,
        )
        mover.page.wait_for_selector("[data-can]")
        mover.tap(rng.choice(mover.choices()["cells"]))
        mover.page.click("[data-play]")
        drawn_at = wait_for_time(other.page, "drawnAt")
        event_at = ada.page.request.get(f"{url}/api/matches/{match_id}").json()["events"][-1]["at"]
        latencies_ms.append(drawn_at - event_at)
    median_ms, max_ms = statistics.median(latencies_ms), max(latencies_ms)
    print(f"a turn is drawn for the other player: {median_ms:.0f} ms, at most {max_ms:.0f} ms ({turns} turns)")
    for user in users:
        user.context.close()


def measure_panning(browser: Browser, url: str, folder: Path) -> None:
    """Measure the CPU time of a frame on the main thread while a board with 150 pegs is zoomed and panned."""
    rng = random.Random(1)
    state = tablier.new("twixt:kosmos", pie=False)
    for _ in range(150):
        state = state.play(rng.choice(state.legal_actions()))
    ada = BrowserUser.create(browser, url, "Ada")
    ada.create_match("twixt:kosmos", **HOTSEAT, start=str(state))
    box = ada.page.locator("svg.board").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ada.page.mouse.move(x, y)
    with record_trace(browser, ada.page, folder) as events:
        for _ in range(20):
            ada.page.mouse.wheel(0, -40)
        ada.page.mouse.down()
        for step in range(60):
            ada.page.mouse.move(x + step * 3 % 150, y + step * 5 % 130)
        ada.page.mouse.up()
    frames = sum(event["name"] == "FireAnimationFrame" for event in events)
    tasks = main_thread_tasks(events)
    each = f"{sum(tasks) / frames:.1f} ms of main thread a frame, longest task {max(tasks):.1f} ms ({frames} frames)"
    print(f"zooming and panning 150 pegs: {each}")
    ada.context.close()


def main() -> None:
    """Run all measurements."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print(f"load of the machine: {', '.join(f'{load:.1f}' for load in os.getloadavg())} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data) / "server").start()
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            measure_main_thread(browser, server.url, Path(data))
            measure_first_visits(browser, server.url, runs)
            measure_turn_latency(browser, server.url, 4 * runs)
            measure_panning(browser, server.url, Path(data))
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
