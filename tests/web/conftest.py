"""A browser and a server for each module. Imports are local, so that a missing Chromium skips the test modules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserType

    from tests.server.server_process import ServerProcess
    from tests.web.screen_reader import NewGuest, ScreenReaderUser


@pytest.fixture(scope="module")
def chromium() -> Iterator[BrowserType]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture(scope="module")
def browser(chromium: BrowserType) -> Iterator[Browser]:
    from tests.web.browser import CHROMIUM, FLAGS, TIMEOUT_MS

    browser = chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=4 * TIMEOUT_MS)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def large_print_browser(chromium: BrowserType) -> Iterator[Browser]:
    """A browser with a font size of 32 px, twice the default."""
    from tests.web.browser import CHROMIUM, FLAGS, TIMEOUT_MS

    flags = [*FLAGS, "--blink-settings=defaultFontSize=32"]
    browser = chromium.launch(executable_path=CHROMIUM, args=flags, timeout=4 * TIMEOUT_MS)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    from tests.server.server_process import ServerProcess

    server = ServerProcess(tmp_path_factory.mktemp("server")).start()
    yield server
    server.stop()


@pytest.fixture
def guest(browser: Browser, server: ServerProcess) -> Iterator[NewGuest]:
    """Create guests, each with a browser context; the test fails if one of their pages reported an error.

    `context` are options of the browser context, `settings` are settings of the page. A `language` is chosen by cookie.
    """
    from tests.web.browser import user_factory
    from tests.web.screen_reader import ScreenReaderUser

    def create(
        name: str = "Ada",
        *,
        url: str = "",
        phone: bool = False,
        language: str = "",
        context: dict[str, Any] | None = None,
        **settings: Any,
    ) -> ScreenReaderUser:
        user = ScreenReaderUser.create(browser, url or server.url, name, phone=phone, **(context or {}))
        if language:
            user.context.add_cookies([{"name": "language", "value": language, "url": user.url}])
        return user.with_settings(**settings)

    with user_factory(create) as new_guest:
        yield new_guest
