"""Progressive web app: manifest, offline shelf, notifications, and upgrades of the service worker."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, cast

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.certificates import make_self_signed
from tests.server.push_service import PushService
from tests.server.server_process import ServerProcess, fetch, wait_until
from tests.web.browser import BrowserUser, user_factory, wait_for
from tests.web.games import GAMES

NewPhoneUser = Callable[..., BrowserUser]
UPGRADED_PROGRAM = "import sys, tablier; tablier.__version__ = '99'; from tablier.cli import main; sys.exit(main(sys.argv[1:]))"

# replaces the PushManager of the browser, whose push service is not reachable here: subscriptions are kept in localStorage
PUSH_MANAGER = """(keys) => {
    const subscription = () => localStorage.subscribed ? {
        endpoint: keys.endpoint, options: {applicationServerKey: decoded(localStorage.subscribed)},
        toJSON: () => ({...keys, expirationTime: null}),
        unsubscribe: async () => delete localStorage.subscribed} : null;
    const plain = text => atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const decoded = text => Uint8Array.from(plain(text), sign => sign.charCodeAt(0)).buffer;
    PushManager.prototype.getSubscription = async () => subscription();
    PushManager.prototype.subscribe = async ({applicationServerKey, userVisibleOnly}) => {
        if (!userVisibleOnly) throw new Error("must be visible");
        localStorage.subscribed = applicationServerKey;
        return subscription();
    };
}"""

NOTIFICATIONS = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map(({title, body, tag}) => [title, body, tag])"""


@pytest.fixture(scope="module")
def push_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    push_service = PushService(*make_self_signed(tmp_path_factory.mktemp("service")))
    yield push_service
    push_service.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, push_service: PushService) -> Iterator[ServerProcess]:
    settings = {"push_delay_s": 0.2, "push_allow_local": True}
    server = ServerProcess(tmp_path_factory.mktemp("phone"), settings, {"SSL_CERT_FILE": str(push_service.cert)}).start()
    yield server
    server.kill()


@pytest.fixture
def phone_user(browser: Browser, server: ServerProcess) -> Iterator[NewPhoneUser]:
    """Create users on phones with a service worker; the test fails if one of their pages reported an error."""
    if server.process is None or server.process.returncode is not None:  # stopped by the previous test
        server.start()

    def create(name: str, **context_options: Any) -> BrowserUser:
        return BrowserUser.create(browser, server.url, name, phone=True, service_workers="allow", **context_options)

    with user_factory(create) as new_user:
        yield new_user


def wait_for_service_worker(page: Page) -> None:
    """Wait until the service worker has filled its cache and controls the page."""
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")


def version_of(page: Page) -> str:
    version = re.search(r"/static/(\w+)/texts/", page.evaluate("document.querySelector('link[rel=preload]').href"))
    assert version
    return version[1]


def cached_paths(page: Page) -> dict[str, list[str]]:
    """Return the paths in every cache by its name."""
    paths: dict[str, list[str]] = page.evaluate(
        """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async name =>
        [name, (await (await caches.open(name)).keys()).map(({url}) => new URL(url).pathname)])))"""
    )
    return paths


def test_the_manifest_makes_the_app_installable(phone_user: NewPhoneUser, server: ServerProcess) -> None:
    page = phone_user("Ada").page
    page.goto(server.url)
    response = fetch(f"{server.url}/manifest.webmanifest", headers={"accept-language": "fr"})
    assert response.headers["content-type"] == "application/manifest+json"
    manifest = response.json()
    assert (manifest["lang"], manifest["start_url"], manifest["display"]) == ("fr", "/", "standalone")
    assert {"any", "maskable"} == {icon["purpose"] for icon in manifest["icons"]}
    assert {"any", "192x192", "512x512"} == {icon["sizes"] for icon in manifest["icons"]}
    expect(page.locator(".box")).to_have_count(len(manifest["shortcuts"]))
    pictures = [icon["src"] for entry in (manifest, *manifest["shortcuts"]) for icon in entry["icons"]]
    for src in pictures:
        assert fetch(server.url + src).headers["content-type"].startswith("image/"), src
    session = page.context.new_cdp_session(page)
    parsed = session.send("Page.getAppManifest")
    assert parsed["url"].endswith("/manifest.webmanifest") and not parsed["errors"], parsed["errors"]
    wait_for_service_worker(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}, errors  # contexts of Playwright are incognito


def test_the_shelf_is_shown_without_a_server(phone_user: NewPhoneUser, server: ServerProcess) -> None:
    ada = phone_user("Ada")
    page = ada.page
    page.goto(server.url)
    wait_for_service_worker(page)
    ada.ignore_network_errors = True
    server.kill()
    page.goto(server.url)
    expect(page.locator(".box")).to_have_count(len(GAMES))
    expect(page.locator(".box h2").first).not_to_be_empty()
    expect(page.locator(".offline")).to_contain_text("Your games are safe there")
    expect(page.locator(".box .resting")).to_have_count(len(GAMES))
    expect(page.locator(".box a")).to_have_count(0)
    other = ada.context.new_page()
    other.goto(f"{server.url}/m/somewhere")
    expect(other.locator("h1")).to_have_text("The server is away")
    cached = [path for paths in cached_paths(page).values() for path in paths]
    assert [path for path in cached if not path.startswith("/static/")] == ["/api/games", "/"], "no personal data"
    server.start()
    expect(page.locator(".offline")).to_be_hidden()
    expect(page.locator(".box a.button")).to_have_count(len(GAMES))
    expect(page.locator('.matches[data-kind="mine"] .empty')).to_be_visible()
    expect(other.locator("h1")).to_have_text("There is no such table")
    ada.errors.clear()  # reported while the server was away


def test_a_subscribed_device_is_notified(phone_user: NewPhoneUser, server: ServerProcess, push_service: PushService) -> None:
    phone = push_service.browser()
    ada = phone_user("Ada", locale="en-GB")
    ada.context.grant_permissions(["notifications"], origin=server.url)
    ada.context.add_init_script(f"({PUSH_MANAGER})({json.dumps(phone.subscription())})")
    page = ada.page
    page.goto(f"{server.url}/settings")
    wait_for_service_worker(page)
    enabled, all_events, test_button = page.locator("#push"), page.locator("#push-all"), page.locator("#push-test")
    expect(enabled).not_to_be_checked()
    expect(test_button).to_be_disabled()
    enabled.click()
    expect(test_button).to_be_enabled()
    test_button.click()
    assert push_service.next_message(phone)["body"] == "This device will be told when it is your turn."
    with page.expect_response(lambda response: response.url.endswith("/api/me/push") and response.request.method == "PUT"):
        all_events.click()
    page.reload()
    expect(enabled).to_be_checked()
    expect(all_events).to_be_checked()
    # Bo joins while no page of Ada is open
    match_id = page.request.post(f"{server.url}/api/matches", data={"edition": "mixtour", "first": 0}).json()["match_id"]
    page.goto("about:blank")
    wait_until_disconnected(server)
    server.client("Bo").command(match_id, "join")
    message = push_service.next_message(phone)
    assert message["url"] == f"/m/{match_id}"
    page.goto(f"{server.url}/settings")
    assert deliver(page, message) == [[message["title"], message["body"], match_id]]
    enabled.click()
    expect(test_button).to_be_disabled()
    page.reload()
    expect(enabled).not_to_be_checked()
    assert page.request.get(f"{server.url}/api/me/push").json()["devices"] == 0


def wait_until_disconnected(server: ServerProcess) -> None:
    """Wait until no page is connected to the server."""
    operator = server.operator()
    wait_until(lambda: not operator.http.get("/api/operator/state").json()["sockets"])


def deliver(page: Page, message: dict[str, Any]) -> list[list[str]]:
    """Deliver a push message to the service worker and return the notifications that it shows."""
    session = page.context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    wait_for(page, lambda: registrations)
    registration_id = registrations[-1]["registrationId"]
    origin = page.evaluate("location.origin")
    session.send(
        "ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": registration_id, "data": json.dumps(message)}
    )
    return wait_for(page, lambda: cast(list[list[str]], page.evaluate(NOTIFICATIONS)))


def test_missing_permission_for_notifications_is_explained(phone_user: NewPhoneUser, server: ServerProcess) -> None:
    page = phone_user("Ada").page
    page.add_init_script("Object.defineProperty(Notification, 'permission', {get: () => 'denied'})")
    page.goto(f"{server.url}/settings")
    expect(page.locator("#notifications .hint")).to_contain_text("does not let Tablier send notifications")
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', {get: () => false})")
    page.reload()
    expect(page.locator("#notifications .hint")).to_contain_text("needs a secure connection")


def test_plain_http_on_a_local_network_needs_no_service_worker(phone_user: NewPhoneUser, server: ServerProcess) -> None:
    """Browsers offer service workers to secure origins only."""
    page = phone_user("Ada").page
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.goto(server.url)
    expect(page.locator(".box")).to_have_count(len(GAMES))
    page.goto(f"{server.url}/settings")
    expect(page.locator("#notifications .hint")).to_be_visible()


def test_an_upgrade_replaces_all_files_of_the_old_version(phone_user: NewPhoneUser, server: ServerProcess) -> None:
    ada = phone_user("Ada")
    page = ada.page
    page.goto(server.url)
    wait_for_service_worker(page)
    before = version_of(page)
    assert list(cached_paths(page)) == [f"tablier-{before}"]
    ada.ignore_network_errors = True
    server.kill()
    program = server.program
    server.program = ("-c", UPGRADED_PROGRAM)
    try:
        server.start()
        httpx.get(server.url, timeout=60)  # the first response may take longer than the timeout of the service worker
        page.goto(server.url)
        after = version_of(page)
        assert after != before, "the first visit has the new version"
        loaded = page.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
        assert not [name for name in loaded if f"/static/{before}/" in name], "no file of the old version"
        wait_for(page, lambda: list(cached_paths(page)) == [f"tablier-{after}"])
        page.reload()
        expect(page.locator(".box")).to_have_count(len(GAMES))
    finally:
        server.program = program
        server.kill()
