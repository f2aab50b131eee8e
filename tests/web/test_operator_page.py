"""The operator's page: accounts, matches, reports, bans of addresses, operators and the audit log."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.server.server_process import Client, ServerProcess
from tests.web.screen_reader import NewGuest, ScreenReaderUser, axe_violations, emulate_colours

SECTIONS = ("accounts", "reports", "matches", "addresses", "operators", "audit")


@pytest.fixture
def operator(guest: NewGuest, server: ServerProcess) -> ScreenReaderUser:
    """An operator in a browser."""
    user = guest("Olga")
    cookie = server.operator().http.cookies["tablier"]
    user.context.add_cookies([{"name": "tablier", "value": cookie, "url": user.url}])
    return user


def fill_dialog(page: Page, reason: str, **choices: str) -> None:
    """Give a reason, choose options by the id of their fields, and confirm."""
    for field, value in choices.items():
        page.select_option(f"dialog #{field.replace('_', '-')}", value)
    page.fill("dialog #reason", reason)
    page.click("dialog button[value=yes]")
    expect(page.locator("dialog")).to_have_count(0)


def start_match(server: ServerProcess) -> tuple[Client, Client, str]:
    """Start a public match of Ada and Ben, in which Ada begins."""
    ada, ben = server.client("Ada"), server.client("Ben")
    match_id = ada.open("mixtour", first=0, public=True)["match_id"]
    ben.command(match_id, "join")
    return ada, ben, match_id


def test_others_get_a_message_and_no_link(guest: NewGuest) -> None:
    ada = guest("Ada")
    ada.goto("/operator")
    expect(ada.page.locator("main h1")).to_have_text("For operators only")
    for path in ("/", "/settings"):
        ada.goto(path)
        expect(ada.page.locator('a[href="/operator"]')).to_have_count(0)


def test_operators_find_the_page_in_the_header_and_in_the_settings(operator: ScreenReaderUser) -> None:
    operator.goto("/settings")
    expect(operator.page.locator('header a[href="/operator"]')).to_be_visible()
    operator.page.click('main a[href="/operator"]')
    expect(operator.page.locator("main h1")).to_have_text("Operator")
    for section in SECTIONS:
        operator.page.click(f'.tab-links a[href="/operator/{section}"]')
        expect(operator.page.locator(f'.tab-links a[href="/operator/{section}"]')).to_have_attribute("aria-current", "page")


def test_an_account_is_banned_and_unbanned(operator: ScreenReaderUser, server: ServerProcess) -> None:
    mallory = server.client("Mallory")
    page = operator.page
    operator.goto("/operator")
    page.fill("#search", "mallo")
    page.keyboard.press("Enter")
    page.click(".records a >> text=Mallory")
    page.click(".account button >> text=Ban")
    fill_dialog(page, "insults", ban_length="7")
    expect(page.locator(".account h2 .mark")).to_contain_text("banned until")
    assert mallory.expect_error("/api/matches", "banned", 403, edition="mixtour")["facts"]["until"]
    page.click('.tab-links a[href="/operator/audit"]')
    entry = page.locator(".records li", has_text=mallory.id)
    for text in ("Banned", "until", "insults"):
        expect(entry).to_contain_text(text)
    entry.locator("a").first.click()
    page.click(".account button >> text=Unban")
    fill_dialog(page, "they promised")
    expect(page.locator(".account h2 .mark")).to_have_count(0)
    expect(page.locator(".records li", has_text="they promised")).to_contain_text("Unbanned")
    assert mallory.open("mixtour")


def test_a_ban_without_end_and_one_until_a_date(operator: ScreenReaderUser, server: ServerProcess) -> None:
    eve = server.client("Eve")
    page = operator.page
    operator.goto(f"/operator/accounts/{eve.id}")
    page.click(".account button >> text=Ban")
    expect(page.locator("#ban-date")).to_be_hidden()
    page.select_option("#ban-length", "date")
    expect(page.locator("#ban-date")).to_be_visible()
    page.fill("#ban-date", "2099-12-31")
    page.click("dialog button[value=yes]")
    expect(page.locator(".account h2 .mark")).to_contain_text("2099")
    page.click(".account button >> text=Unban")
    fill_dialog(page, "")
    page.click(".account button >> text=Ban")
    fill_dialog(page, "", ban_length="")
    expect(page.locator(".account h2 .mark")).to_have_text("banned")
    # a dialog that is closed changes nothing
    page.click(".account button >> text=Delete")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".account h2")).to_contain_text("Eve")


def test_an_account_gets_a_note_and_is_deleted(operator: ScreenReaderUser, server: ServerProcess) -> None:
    ann = server.client("Ann")
    page = operator.page
    operator.goto(f"/operator/accounts/{ann.id}")
    page.click(".account button >> text=Add a note")
    page.click("dialog button[value=yes]")
    expect(page.locator("dialog")).to_be_visible()  # a note needs a text
    fill_dialog(page, "asked by letter")
    expect(page.locator(".records li", has_text="asked by letter")).to_contain_text("Noted about")
    page.click(".account button >> text=Delete")
    fill_dialog(page, "as asked")
    expect(page.locator(".account h2 .mark")).to_have_text("deleted")
    expect(page.locator(".account button >> text=Delete")).to_have_count(0)


@pytest.mark.parametrize(
    ("label", "result"), [("Called off", {"aborted": True}), ("A draw", {"draw": True}), ("Ben wins", {"winner": 1})]
)
def test_a_match_is_ended(operator: ScreenReaderUser, server: ServerProcess, label: str, result: dict[str, object]) -> None:
    ada, _ben, match_id = start_match(server)
    page = operator.page
    operator.goto("/operator/matches")
    row = page.locator(".records li", has_text=match_id)
    row.get_by_role("button", name="End").click()
    page.click(f"dialog label >> text={label}")
    fill_dialog(page, "both left")
    expect(row).to_have_count(0)
    assert result.items() <= ada.fetch_match(match_id)["view"]["result"].items()
    page.select_option("#match-status", "over")
    expect(row).to_contain_text("over")
    expect(row.get_by_role("button")).to_have_count(0)


def test_a_reported_message_is_hidden_and_a_report_closed(operator: ScreenReaderUser, server: ServerProcess) -> None:
    ada, ben, match_id = start_match(server)
    for text in ("a rude word", "a fair word"):
        message = ben.command(match_id, "chat", text=text)
        assert ada.http.post(f"/api/matches/{match_id}/report", json={"chat_id": message["id"]}).status_code < 300
    page = operator.page
    operator.goto("/operator/reports")
    rude, fair = (page.locator(".records li", has_text=text) for text in ("a rude word", "a fair word"))
    rude.get_by_role("button", name="Hide").click()
    fill_dialog(page, "rude")
    expect(rude).to_have_count(0)
    fair.get_by_role("button", name="Close").click()
    fill_dialog(page, "")
    expect(fair).to_have_count(0)
    assert [entry["text"] for entry in ada.http.get(f"/api/matches/{match_id}/chat").json()["chat"]] == ["a fair word"]
    page.select_option("#report-state", "closed")
    expect(rude).to_contain_text("hidden")
    rude.get_by_role("button", name="Show again").click()
    fill_dialog(page, "a mistake")
    expect(rude.locator(".mark.bad")).to_have_count(0)


def test_an_address_is_banned_and_unbanned(operator: ScreenReaderUser) -> None:
    page = operator.page
    operator.goto("/operator/addresses")
    page.click("button >> text=Ban an address")
    page.fill("#address", "203.0.113.7")
    fill_dialog(page, "floods", ban_length="30")
    row = page.locator(".records li", has_text="203.0.113.7")
    expect(row).to_contain_text("floods")
    expect(row).to_contain_text("until")
    row.get_by_role("button", name="Unban").click()
    fill_dialog(page, "")
    expect(row).to_have_count(0)


def test_rights_of_operators_are_revoked(guest: NewGuest, tmp_path_factory: pytest.TempPathFactory) -> None:
    own_server = ServerProcess(tmp_path_factory.mktemp("operators")).start()
    try:
        olga = guest("Olga", url=own_server.url)
        cookie = own_server.operator().http.cookies["tablier"]
        olga.context.add_cookies([{"name": "tablier", "value": cookie, "url": olga.url}])
        olga.goto("/operator/operators")
        olga.page.click(".records button >> text=Revoke rights")
        fill_dialog(olga.page, "leaving")
        expect(olga.page.locator("main h1")).to_have_text("What shall we play?")
        expect(olga.page.locator('a[href="/operator"]')).to_have_count(0)
        olga.goto("/operator")
        expect(olga.page.locator("main h1")).to_have_text("For operators only")
    finally:
        own_server.stop()


def test_a_long_list_is_loaded_page_by_page(operator: ScreenReaderUser, server: ServerProcess) -> None:
    for number in range(101):
        server.client(f"Guest {number}")
    operator.goto("/operator")
    rows = operator.page.locator(".records li")
    expect(rows).to_have_count(100)
    operator.page.click("button >> text=Show more")
    assert operator.page.wait_for_function("() => document.querySelectorAll('.records li').length > 100")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_and_width(guest: NewGuest, server: ServerProcess, phone: bool) -> None:
    ada, ben, match_id = start_match(server)
    message = ben.command(match_id, "chat", text="W" * 120)
    ada.http.post(f"/api/matches/{match_id}/report", json={"chat_id": message["id"], "reason": "too long"})
    user = guest("Olga", phone=phone)
    cookie = server.operator().http.cookies["tablier"]
    user.context.add_cookies([{"name": "tablier", "value": cookie, "url": user.url}])
    violations = []
    for path in (*(f"/operator/{section}" for section in SECTIONS), f"/operator/accounts/{ben.id}"):
        user.goto(path)
        assert user.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        violations += [f"{path}: {violation}" for violation in axe_violations(user.page)]
    user.page.click(".account button >> text=Ban")
    violations += axe_violations(user.page)
    emulate_colours(user.page, "dark", "no-preference")
    violations += axe_violations(user.page, only="color-contrast")
    assert not violations, "\n".join(violations)
