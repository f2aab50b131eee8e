"""Users in Chromium who play the actions that the page offers, and a TCP relay that can be cut."""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ParamSpec, Self, TypeVar

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
if not CHROMIUM and not os.environ.get("CI"):
    pytest.skip("needs Chromium (`chromium` or `chromium-browser` on PATH)", allow_module_level=True)

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
NETWORK_ERROR = re.compile(r"net::ERR_|WebSocket connection to|Failed to load resource")  # of Chromium, if a request fails
MISSING_PATHS = ("/nowhere", "/nothing", "/play/nothing", "/rules/nothing")  # addresses without a page
IGNORED = re.compile(
    "Service Worker registration blocked"  # blocked in `BrowserUser.create`, unless a test is about the service worker
    "|preloaded using link preload but not used within a few seconds"  # reported on a slow machine
)
TIMEOUT_MS = 30_000  # generous, because a loaded machine stalls
expect.set_options(timeout=TIMEOUT_MS)

# terms of a match whose two seats are both played on one device
HOTSEAT: dict[str, Any] = {"first": 0, "seats": [{"who": "me"}, {"who": "guest", "name": "Bo"}]}

# true if the page is complete and waits for no response of the server
SETTLED = """() => Boolean(document.querySelector("main h1")?.textContent)
    && !document.querySelector("[aria-busy=true], [data-asking]")"""

# the choices of the user (`extras`: buttons that play an action; `cells`: cells that can be tapped), and the number of events
CHOICES = """() => {
    const main = document.querySelector("main");
    return {status: main.dataset.status, events: Number(main.dataset.events),
        play: document.querySelector("[data-play]")?.dataset.play ?? null,
        extras: [...document.querySelectorAll("[data-action]")].map(node => node.dataset.action),
        cells: [...document.querySelectorAll("[data-can]")].map(node => node.dataset.cell)};
}"""

CELL_CENTRE = """cell => {
    const node = document.querySelector(`[data-cell="${cell}"]`);
    node.scrollIntoView({block: "nearest"});
    const box = node.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""

P = ParamSpec("P")
T = TypeVar("T")
User = TypeVar("User", bound="BrowserUser")


@dataclass
class BrowserUser:
    """An account with a browser context of its own, and the errors that its pages reported."""

    context: BrowserContext
    page: Page
    url: str
    errors: list[str] = field(default_factory=list)
    phone: bool = False
    ignore_network_errors: bool = False  # set by tests that stop the server or have a request refused

    @classmethod
    def create(cls, browser: Browser, url: str, name: str, *, phone: bool = False, **context_options: Any) -> Self:
        """Open a browser context and sign in as a guest with this name."""
        device = PHONE if phone else DESKTOP
        context = browser.new_context(**{"service_workers": "block", "reduced_motion": "reduce", **device, **context_options})
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        user = cls(context, page, url, phone=phone)
        page.on("console", user._record_console)
        page.on("pageerror", lambda error: user.errors.append(str(error)))
        page.request.get(f"{url}/api/me")
        page.request.patch(f"{url}/api/me", data={"name": name})
        return user

    def _record_console(self, message: Any) -> None:
        if IGNORED.search(message.text):
            return
        if NETWORK_ERROR.search(message.text) and message.location["url"].removeprefix(self.url) in MISSING_PATHS:
            return  # Chromium reports the status 404, which `goto` expects
        if message.type in ("error", "warning") and not (self.ignore_network_errors and NETWORK_ERROR.search(message.text)):
            self.errors.append(message.text)

    # pages and matches

    def goto(self, path: str) -> None:
        """Open a page and wait until it is complete."""
        response = self.page.goto(self.url + path)
        assert response is None or (response.status == 404) == (path in MISSING_PATHS)  # None: only the fragment differs
        wait_until_settled(self.page)

    def create_match(self, edition: str, options: dict[str, str] | None = None, **terms: Any) -> str:
        """Create a match, open its page and return its id."""
        match_id = self.post_match(edition, options, **terms)
        self.open_match(match_id)
        return match_id

    def post_match(self, edition: str, options: dict[str, str] | None = None, **terms: Any) -> str:
        """Create a match and return its id."""
        body = {"edition": edition, "options": options or {}, **terms}
        response = self.page.request.post(f"{self.url}/api/matches", data=body)
        assert response.ok, response.text()
        return str(response.json()["match_id"])

    def open_match(self, match_id: str) -> None:
        self.page.goto(f"{self.url}/m/{match_id}")
        self.page.wait_for_selector("main[data-status] svg.board", state="attached")
        wait_until_settled(self.page)

    def join_match(self, match_id: str) -> None:
        self.open_match(match_id)
        self.page.click("[data-join]")
        self.page.wait_for_selector("main:not([data-status=waiting])")

    # playing

    def choices(self) -> dict[str, Any]:
        choices: dict[str, Any] = self.page.evaluate(CHOICES)
        return choices

    def tap(self, cell: str) -> None:
        """Tap or click the middle of a cell as soon as it can be chosen."""
        self.page.wait_for_selector(f'[data-cell="{cell}"][data-can]', state="attached")
        x, y = self.page.evaluate(CELL_CENTRE, cell)
        if self.phone:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def wait_for_events(self, count: int) -> None:
        """Wait until the page knows at least `count` events."""
        known = "count => Number(document.querySelector('main')?.dataset.events) >= count"
        self.page.wait_for_function(known, arg=count)

    def wait_for_turn(self) -> None:
        self.page.wait_for_selector("[data-can], [data-action]", state="attached")

    def play_turn(self, rng: random.Random) -> None:
        """Play one turn by choosing at random from what the page offers."""
        self.wait_for_turn()
        before = self.choices()["events"]
        for _ in range(30):
            wait_until_settled(self.page)
            choices = self.choices()
            if choices["events"] > before:  # choosing a cell a second time plays the turn, too
                return
            if choices["play"]:
                self.page.click("[data-play]")
            elif choices["extras"] and (not choices["cells"] or rng.random() < 0.2):
                self.page.click(f'[data-action="{choices["extras"][0]}"]')
            else:
                assert choices["cells"], choices
                self.tap(rng.choice(choices["cells"]))
        raise AssertionError("no turn could be played")

    @property
    def can_act(self) -> bool:
        return bool(self.page.evaluate("document.querySelectorAll('[data-can], [data-action]').length > 0"))

    @property
    def match_is_over(self) -> bool:
        return self.page.locator("main").get_attribute("data-status") == "over"


@contextlib.contextmanager
def user_factory(create: Callable[P, User]) -> Iterator[Callable[P, User]]:
    """Wrap `create` so that all its users are closed at the end; fail if a page of one reported an error."""
    users: list[User] = []

    def create_and_register(*args: P.args, **kwargs: P.kwargs) -> User:
        users.append(create(*args, **kwargs))
        return users[-1]

    yield create_and_register
    errors = [error for user in users for error in user.errors]
    for user in users:
        user.context.close()
    assert not errors, errors


def wait_until_settled(page: Page) -> None:
    """Wait until the page is complete and no request is under way."""
    page.wait_for_function(SETTLED)


def wait_for(page: Page, condition: Callable[[], T]) -> T:
    """Poll `condition`, a Python function, until its value is truthy, and return the value."""
    deadline = time.monotonic() + TIMEOUT_MS / 1000
    while not (value := condition()):
        assert time.monotonic() < deadline, "timeout"
        page.wait_for_timeout(20)  # lets Playwright dispatch the page's events
    return value


def synchronize(users: Sequence[BrowserUser]) -> None:
    """Wait until all pages know as many events as the most advanced one."""
    count = max(user.choices()["events"] for user in users)
    for user in users:
        user.wait_for_events(count)


def play_out(users: Sequence[BrowserUser], rng: random.Random, max_turns: int = 400) -> None:
    """Play at random until the match is over, with all pages synchronized before every turn."""
    for _ in range(max_turns):
        synchronize(users)
        if users[0].match_is_over:
            return
        play_one_turn(users, rng)
    raise AssertionError("the match does not end")


def play_one_turn(users: Sequence[BrowserUser], rng: random.Random) -> None:
    """Let the user to act play a turn and wait until all pages know it."""
    synchronize(users)
    next(user for user in users if user.can_act).play_turn(rng)
    synchronize(users)


class Relay:
    """A TCP relay between browsers and a server; `cut` closes all connections and refuses new ones until `restore`."""

    def __init__(self, port: int) -> None:
        self.target_port = port
        self.sockets: list[socket.socket] = []
        self.is_open = True
        self.lock = threading.Lock()  # keeps a connection from being accepted during `cut`
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            with self.lock:
                if not self.is_open:
                    client.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self.target_port))
                self.sockets += [client, server]
            for source, target in ((client, server), (server, client)):
                threading.Thread(target=_forward, args=(source, target), daemon=True).start()

    def cut(self) -> None:
        with self.lock:
            self.is_open = False
            for connected in self.sockets:
                _shut_down(connected)
            self.sockets.clear()

    def restore(self) -> None:
        self.is_open = True

    def close(self) -> None:
        self.cut()
        self.listener.close()


def _forward(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    _shut_down(source)
    _shut_down(target)


def _shut_down(connected: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)
    connected.close()
