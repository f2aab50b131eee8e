"""People in browsers: pages that play by what the board offers, and a network that can be cut."""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import socket
import threading
from dataclasses import dataclass, field
from typing import Any, Self

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

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
BLOCKED = "Service Worker registration blocked"  # by us: most tests are about something else

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
        page.set_default_timeout(10_000)
        person = cls(context, page, url, phone=phone)
        page.on("console", person.heard)
        page.on("pageerror", lambda error: person.errors.append(str(error)))
        page.request.get(f"{url}/api/me")
        page.request.patch(f"{url}/api/me", data={"name": name})
        return person

    def heard(self, message: Any) -> None:
        if BLOCKED in message.text:
            return
        if message.type in ("error", "warning") and not (self.cut and UNREACHABLE.search(message.text)):
            self.errors.append(message.text)

    # tables

    def open(self, edition: str, options: dict[str, str] | None = None, **terms: Any) -> str:
        """Opens a table and goes there."""
        answer = self.page.request.post(f"{self.url}/api/matches", data={"edition": edition, "options": options or {}, **terms})
        assert answer.ok, answer.text()
        match = str(answer.json()["match"])
        self.visit(match)
        return match

    def visit(self, match: str) -> None:
        self.page.goto(f"{self.url}/m/{match}")
        self.page.wait_for_selector("main[data-status] svg.board")

    def join(self, match: str) -> None:
        self.visit(match)
        self.page.click("[data-join]")
        self.page.wait_for_selector("main:not([data-status=waiting])")

    # playing

    def offers(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(OFFERS)
        return found

    def tap(self, cell: str) -> None:
        """A tap on the middle of a cell, with a finger where there is one."""
        x, y = self.page.evaluate(MIDDLE, cell)
        if self.phone:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def wait_until(self, events: int) -> None:
        """Until the page knows so many events, or more."""
        for _ in range(500):
            if self.page.evaluate("Number(document.querySelector('main').dataset.events)") >= events:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"event {events} never came")

    def turn(self, lot: random.Random) -> None:
        """One turn by what the page offers, chosen by lot."""
        for _ in range(30):
            now = self.offers()
            if now["play"]:
                self.page.click("[data-play]")
                self.wait_until(now["events"] + 1)
                return
            if now["extras"] and (not now["cells"] or lot.random() < 0.2):
                self.page.click(f'[data-action="{now["extras"][0]}"]')
                self.wait_until(now["events"] + 1)
                return
            assert now["cells"], now
            self.tap(lot.choice(now["cells"]))
            self.page.wait_for_timeout(30)
        raise AssertionError("no turn could be made")

    @property
    def to_play(self) -> bool:
        return bool(self.page.evaluate("document.querySelectorAll('[data-can], [data-action]').length > 0"))

    @property
    def over(self) -> bool:
        return self.page.locator("main").get_attribute("data-status") == "over"


def play_out(people: list[Person], lot: random.Random, most: int = 400) -> None:
    """Plays until the match is over; after every turn all pages know as much."""
    for _ in range(most):
        if people[0].over:
            return
        together([next(person for person in people if person.to_play)], people, lot)
    raise AssertionError("the match does not end")


def together(actors: list[Person], people: list[Person], lot: random.Random) -> None:
    """Each of the actors makes a turn, and everybody hears of it."""
    for actor in actors:
        actor.turn(lot)
        events = actor.offers()["events"]
        for person in people:
            person.wait_until(events)


class Relay:
    """A wire between browsers and a server that can be cut and mended."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.connected: list[socket.socket] = []
        self.whole = True
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
            if not self.whole:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.target))
            self.connected += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()

    def cut(self) -> None:
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
