"""At home on a phone: put on the home screen, open without a server, upgraded without a trace, told when it is one's turn."""

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
from tests.web.browser import Person, awaited, company

UPGRADED = "import sys, tablier; tablier.__version__ = '99'; from tablier.cli import main; sys.exit(main(sys.argv[1:]))"

# as much of a push manager as there is without a push service of the browser's maker
PUSH_MANAGER = """(given) => {
    const subscription = () => localStorage.subscribed ? {
        endpoint: given.endpoint, options: {applicationServerKey: decoded(localStorage.subscribed)},
        toJSON: () => ({...given, expirationTime: null}),
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
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    service = PushService(*make_self_signed(tmp_path_factory.mktemp("service")))
    yield service
    service.close()


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[ServerProcess]:
    settings = {"push_delay_s": 0.2, "push_allow_local": True}
    server = ServerProcess(tmp_path_factory.mktemp("phone"), settings, {"SSL_CERT_FILE": str(service.cert)}).start()
    yield server
    server.kill()


@pytest.fixture
def invite(browser: Browser, serving: ServerProcess) -> Iterator[Callable[..., Person]]:
    if serving.process is None or serving.process.returncode is not None:  # the test before needed another one
        serving.start()

    def bring(name: str, **more: Any) -> Person:
        return Person.of(browser, serving.url, name, phone=True, service_workers="allow", **more)

    with company(bring) as invite:
        yield invite


def served(page: Page) -> None:
    """Until the service worker has what it keeps and answers for this page."""
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")


def version_of(page: Page) -> str:
    found = re.search(r"/web/(\w+)/", page.evaluate("document.querySelector('link[rel=icon]').href"))
    assert found
    return found[1]


def kept(page: Page) -> dict[str, list[str]]:
    """Caches and the paths in them."""
    found: dict[str, list[str]] = page.evaluate(
        """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async name =>
        [name, (await (await caches.open(name)).keys()).map(({url}) => new URL(url).pathname)])))"""
    )
    return found


def test_the_manifest_is_one_a_phone_takes(invite: Callable[..., Person], serving: ServerProcess) -> None:
    page = invite("Ada").page
    page.goto(serving.url)
    answer = fetch(f"{serving.url}/manifest.webmanifest", headers={"accept-language": "fr"})
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["lang"], manifest["start_url"], manifest["display"]) == ("fr", "/", "standalone")
    assert {"any", "maskable"} == {icon["purpose"] for icon in manifest["icons"]}
    assert {"any", "192x192", "512x512"} == {icon["sizes"] for icon in manifest["icons"]}
    expect(page.locator(".box")).to_have_count(len(manifest["shortcuts"]))
    pictures = [icon["src"] for one in (manifest, *manifest["shortcuts"]) for icon in one["icons"]]
    for src in pictures:
        assert fetch(serving.url + src).headers["content-type"].startswith("image/"), src
    session = page.context.new_cdp_session(page)
    seen = session.send("Page.getAppManifest")
    assert seen["url"].endswith("/manifest.webmanifest") and not seen["errors"], seen["errors"]
    served(page)
    hindrances = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {one["errorId"] for one in hindrances} <= {"in-incognito"}, hindrances


def test_the_shelf_without_a_server(invite: Callable[..., Person], serving: ServerProcess) -> None:
    ada = invite("Ada")
    page = ada.page
    page.goto(serving.url)
    served(page)
    ada.cut = True
    serving.kill()
    page.goto(serving.url)
    expect(page.locator(".box")).to_have_count(4)
    expect(page.locator(".box h2").first).not_to_be_empty()
    expect(page.locator(".offline")).to_contain_text("Your games are safe there")
    other = ada.context.new_page()
    other.goto(f"{serving.url}/m/somewhere")
    expect(other.locator("h1")).to_have_text("The server is away")
    everything = [path for paths in kept(page).values() for path in paths]
    assert [path for path in everything if not path.startswith("/web/")] == ["/api/games", "/"], "nothing about a person"
    serving.start()
    expect(page.locator(".offline")).to_be_hidden()
    expect(page.locator('.matches[data-kind="viewer"] .empty')).to_be_visible()
    expect(other.locator("h1")).to_have_text("There is no such table")
    ada.errors.clear()  # what the pages said of the server that was away


def test_this_device_is_told_when_it_asks(invite: Callable[..., Person], serving: ServerProcess, service: PushService) -> None:
    phone = service.browser()
    ada = invite("Ada", locale="en-GB")
    ada.context.grant_permissions(["notifications"], origin=serving.url)
    ada.context.add_init_script(f"({PUSH_MANAGER})({json.dumps(phone.subscription())})")
    page = ada.page
    page.goto(f"{serving.url}/settings")
    served(page)
    on, also, trial = page.locator("#push"), page.locator("#push-also"), page.locator("#push-test")
    expect(on).not_to_be_checked()
    expect(trial).to_be_disabled()
    on.click()
    expect(trial).to_be_enabled()
    trial.click()
    assert service.next_message(phone)["body"] == "This device will be told when it is your turn."
    with page.expect_response("**/api/me/push"):
        also.click()
    page.reload()
    expect(on).to_be_checked()
    expect(also).to_be_checked()
    # Bo sits down while Ada looks elsewhere
    match = page.request.post(f"{serving.url}/api/matches", data={"edition": "mixtour", "first": 0}).json()["match_id"]
    page.goto("about:blank")
    left(serving)
    serving.client("Bo").command(match, "join")
    message = service.next_message(phone)
    assert message["url"] == f"/m/{match}"
    page.goto(f"{serving.url}/settings")
    assert shown(page, message) == [[message["title"], message["body"], match]]
    on.click()
    expect(trial).to_be_disabled()
    page.reload()
    expect(on).not_to_be_checked()
    assert page.request.get(f"{serving.url}/api/me/push").json()["devices"] == 0


def left(serving: ServerProcess) -> None:
    """Until the server knows that nobody looks at a page of it any more."""
    operator = serving.operator()
    wait_until(lambda: not operator.http.get("/api/operator/state").json()["sockets"])


def shown(page: Page, message: dict[str, Any]) -> list[list[str]]:
    """What the service worker shows of a message the browser's push service delivers."""
    session = page.context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    awaited(page, lambda: registrations)
    known = registrations[-1]["registrationId"]
    origin = page.evaluate("location.origin")
    session.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": known, "data": json.dumps(message)})
    return awaited(page, lambda: cast(list[list[str]], page.evaluate(NOTIFICATIONS)))


def test_who_cannot_be_told_learns_why(invite: Callable[..., Person], serving: ServerProcess) -> None:
    page = invite("Ada").page
    page.add_init_script("Object.defineProperty(Notification, 'permission', {get: () => 'denied'})")
    page.goto(f"{serving.url}/settings")
    expect(page.locator("#notifications .hint")).to_contain_text("does not let Tablier send notifications")
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', {get: () => false})")
    page.reload()
    expect(page.locator("#notifications .hint")).to_contain_text("needs a secure connection")


def test_plain_http_on_a_local_network_does_without(invite: Callable[..., Person], serving: ServerProcess) -> None:
    """There a browser has no service worker at all: the page must not miss it."""
    page = invite("Ada").page
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.goto(serving.url)
    expect(page.locator(".box")).to_have_count(4)
    page.goto(f"{serving.url}/settings")
    expect(page.locator("#notifications .hint")).to_be_visible()


def test_an_upgrade_leaves_nothing_of_the_old(invite: Callable[..., Person], serving: ServerProcess) -> None:
    ada = invite("Ada")
    page = ada.page
    page.goto(serving.url)
    served(page)
    before = version_of(page)
    assert list(kept(page)) == [f"tablier-{before}"]
    ada.cut = True
    serving.kill()
    usual = serving.program
    serving.program = ("-c", UPGRADED)
    try:
        serving.start()
        httpx.get(serving.url, timeout=60)  # the first answer can take longer than the service worker waits for one
        page.goto(serving.url)
        after = version_of(page)
        assert after != before, "the first visit has the new version"
        loaded = page.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
        assert not [name for name in loaded if f"/web/{before}/" in name], "and nothing of the old one"
        awaited(page, lambda: list(kept(page)) == [f"tablier-{after}"])
        page.reload()
        expect(page.locator(".box")).to_have_count(4)
    finally:
        serving.program = usual
        serving.kill()
