"""A browser and a server for each module. Imports wait: where there is no Chromium, the tests say so, not this file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserType

    from tests.server.server_process import ServerProcess
    from tests.web.screen_reader import Listener


@pytest.fixture(scope="module")
def chromium() -> Iterator[BrowserType]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture(scope="module")
def browser(chromium: BrowserType) -> Iterator[Browser]:
    from tests.web.browser import CHROMIUM, FLAGS, PATIENCE

    browser = chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=4 * PATIENCE)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    from tests.server.server_process import ServerProcess

    server = ServerProcess(tmp_path_factory.mktemp("server")).start()
    yield server
    server.stop()


@pytest.fixture
def guest(browser: Browser, serving: ServerProcess) -> Iterator[Callable[..., Listener]]:
    """Invites people who listen; `how` is for their browser, what else is said they have chosen in the settings."""
    from tests.web.browser import company
    from tests.web.screen_reader import Listener

    def bring(name: str, *, phone: bool = False, how: dict[str, Any] | None = None, **chosen: Any) -> Listener:
        return Listener.of(browser, serving.url, name, phone=phone, **(how or {})).settle_in(**chosen)

    with company(bring) as invite:
        yield invite
