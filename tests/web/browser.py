"""People in browsers: pages that play by what the board offers, and a network that can be cut."""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, ParamSpec, Self, TypeVar

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
if not CHROMIUM and not os.environ.get("CI"):
    pytest.skip("Chromium is not installed", allow_module_level=True)

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
UNREACHABLE = re.compile(r"net::ERR_|WebSocket connection to|Failed to load resource")  # what Chromium says of a lost server
UNSEEN = re.compile(
    "Service Worker registration blocked"  # by us: most tests are about something else
    "|preloaded using link preload but not used within a few seconds"  # what Chromium says of a slow machine
)
PATIENCE = 30_000  # milliseconds for whatever is waited for: machines stall
expect.set_options(timeout=PATIENCE)

# a page that has all it is made of, and asks nothing of the server
SETTLED = """() => Boolean(document.querySelector("main h1")?.textContent)
    && !document.querySelector("[aria-busy=true], [data-asking]")"""

# what can be done now, and how far the page is
OFFERS = """() => {
    const main = document.querySelector("main");
    return {status: main.dataset.status, events: Number(main.dataset.events),
        play: document.querySelector("[data-play]")?.dataset.play ?? null,
        extras: [...document.querySelectorAll("[data-action]")].map(node => node.dataset.action),
        cells: [...document.querySelectorAll("[data-can]")].map(node => node.dataset.cell)};
}"""

MIDDLE = """cell => {
    const node = document.querySelector(`[data-cell="${cell}"]`);
    node.scrollIntoView({block: "nearest"});
    const box = node.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""

Named = ParamSpec("Named")
Found = TypeVar("Found")
Somebody = TypeVar("Somebody", bound="Person")


@dataclass
class Person:
    """Somebody with a browser of their own."""

    context: BrowserContext
    page: Page
    url: str
    errors: list[str] = field(default_factory=list)
    phone: bool = False
    cut: bool = False  # whether the server was meant to be away

    @classmethod
    def of(cls, browser: Browser, url: str, name: str, *, phone: bool = False, **more: Any) -> Self:
        how = {"service_workers": "block", "reduced_motion": "reduce", **(PHONE if phone else DESKTOP), **more}
        context = browser.new_context(**how)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        person = cls(context, page, url, phone=phone)
        page.on("console", person.heard)
        page.on("pageerror", lambda error: person.errors.append(str(error)))
        page.request.get(f"{url}/api/me")
        page.request.patch(f"{url}/api/me", data={"name": name})
        return person

    def heard(self, message: Any) -> None:
        if UNSEEN.search(message.text):
            return
        if message.type in ("error", "warning") and not (self.cut and UNREACHABLE.search(message.text)):
            self.errors.append(message.text)

    # pages and tables

    def see(self, path: str) -> None:
        """Goes to a page, and waits for all of it."""
        self.page.goto(self.url + path)
        settled(self.page)

    def open(self, edition: str, options: dict[str, str] | None = None, **terms: Any) -> str:
        """Opens a table and goes there."""
        answer = self.page.request.post(f"{self.url}/api/matches", data={"edition": edition, "options": options or {}, **terms})
        assert answer.ok, answer.text()
        match = str(answer.json()["match_id"])
        self.visit(match)
        return match

    def visit(self, match: str) -> None:
        self.page.goto(f"{self.url}/m/{match}")
        self.page.wait_for_selector("main[data-status] svg.board", state="attached")
        settled(self.page)

    def join(self, match: str) -> None:
        self.visit(match)
        self.page.click("[data-join]")
        self.page.wait_for_selector("main:not([data-status=waiting])")

    # playing

    def offers(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(OFFERS)
        return found

    def tap(self, cell: str) -> None:
        """A tap on the middle of a cell, with a finger where there is one, once it can be chosen."""
        self.page.wait_for_selector(f'[data-cell="{cell}"][data-can]', state="attached")
        x, y = self.page.evaluate(MIDDLE, cell)
        if self.phone:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def wait_until(self, events: int) -> None:
        """Until the page knows so many events, or more."""
        known = "events => Number(document.querySelector('main')?.dataset.events) >= events"
        self.page.wait_for_function(known, arg=events)

    def wait_for_turn(self) -> None:
        self.page.wait_for_selector("[data-can], [data-action]", state="attached")

    def turn(self, lot: random.Random) -> None:
        """One turn by what the page offers, chosen by lot."""
        self.wait_for_turn()
        before = self.offers()["events"]
        for _ in range(30):
            settled(self.page)
            now = self.offers()
            if now["events"] > before:  # played; also by a cell that was chosen twice
                return
            if now["play"]:
                self.page.click("[data-play]")
            elif now["extras"] and (not now["cells"] or lot.random() < 0.2):
                self.page.click(f'[data-action="{now["extras"][0]}"]')
            else:
                assert now["cells"], now
                self.tap(lot.choice(now["cells"]))
        raise AssertionError("no turn could be made")

    @property
    def to_play(self) -> bool:
        return bool(self.page.evaluate("document.querySelectorAll('[data-can], [data-action]').length > 0"))

    @property
    def over(self) -> bool:
        return self.page.locator("main").get_attribute("data-status") == "over"


@contextlib.contextmanager
def company(bring: Callable[Named, Somebody]) -> Iterator[Callable[Named, Somebody]]:
    """Brings people to browsers, as `bring` does it; at the end all go home, and no page of theirs may have had an error."""
    people: list[Somebody] = []

    def invite(*args: Named.args, **kwargs: Named.kwargs) -> Somebody:
        people.append(bring(*args, **kwargs))
        return people[-1]

    yield invite
    errors = [error for person in people for error in person.errors]
    for person in people:
        person.context.close()
    assert not errors, errors


def settled(page: Page) -> None:
    """Waits until nothing of the page is still on its way."""
    page.wait_for_function(SETTLED)


def awaited(page: Page, look: Callable[[], Found]) -> Found:
    """What is found once there is something. For what `wait_for_function` cannot await: a promise is true to it at once."""
    ends = time.monotonic() + PATIENCE / 1000
    while not (found := look()):
        assert time.monotonic() < ends, "it never happened"
        page.wait_for_timeout(20)  # the page's events are heard meanwhile
    return found


def abreast(people: list[Person]) -> None:
    """Waits until all pages know as much as the one that knows most."""
    events = max(person.offers()["events"] for person in people)
    for person in people:
        person.wait_until(events)


def play_out(people: list[Person], lot: random.Random, most: int = 400) -> None:
    """Plays until the match is over; before every turn all pages know as much."""
    for _ in range(most):
        abreast(people)
        if people[0].over:
            return
        play_one(people, lot)
    raise AssertionError("the match does not end")


def play_one(people: list[Person], lot: random.Random) -> None:
    """Whoever is to play makes a turn, and everybody hears of it."""
    abreast(people)
    next(person for person in people if person.to_play).turn(lot)
    abreast(people)


class Relay:
    """A wire between browsers and a server that can be cut and mended."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.connected: list[socket.socket] = []
        self.whole = True
        self.lock = threading.Lock()  # nobody comes through while the wire is being cut
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listening.accept()
            except OSError:
                return
            with self.lock:
                if not self.whole:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self.target))
                self.connected += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()

    def cut(self) -> None:
        with self.lock:
            self.whole = False
            for one in self.connected:
                _shut(one)
            self.connected.clear()

    def mend(self) -> None:
        self.whole = True

    def close(self) -> None:
        self.cut()
        self.listening.close()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    _shut(one)
    _shut(other)


def _shut(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
