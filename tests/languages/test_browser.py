"""Pages in the pseudolocale, where text that bypasses the catalogues stays plain, and the choice of a language."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

import tablier
from tablier.core.languages import languages
from tablier.server.i18n import client_texts
from tests.server.server_process import ServerProcess
from tests.web.browser import BrowserUser, synchronize
from tests.web.sources import read_script
from tools.pseudolocale import PSEUDO, pseudolocalize

GAMES = [game for game in tablier.shelf() if (game.folder / "board.ts").exists()]
NAMES = ["Ada", "Ben", "Tablier", *(game.title for game in GAMES), *(game.author for game in GAMES)]
# All texts of a page that are read or announced, except those that are not translated: names, notation, names of languages.
TEXTS_SCRIPT = """() => {
    const texts = [];
    const skipped = 'script, style, noscript, bdi, input, textarea, b, kbd, code, [translate="no"]';
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
        if (node instanceof Text) {
            if (!node.parentElement.closest(skipped)) texts.push(node.data);
        } else if (!node.closest('[translate="no"]')) {
            const attributes = ["aria-label", "aria-description", "aria-roledescription", "title", "placeholder", "alt"];
            for (const name of attributes) texts.push(node.getAttribute(name) ?? "");
        }
    }
    return [...texts, document.title].filter((text) => /[A-Za-z]/.test(text));
}"""
PATHS = ["/", "/games", "/watch", "/study", "/settings", "/operator", "/help/keys", "/nowhere", "/m/nothing"]
GAME_PATHS = ["/play/{game}", "/rules/{game}", "/study/{game}"]


def create_user(
    browser: Browser, server: ServerProcess, name: str, language: str = PSEUDO, *, phone: bool = False
) -> BrowserUser:
    user = BrowserUser.create(browser, server.url, name, phone=phone)
    user.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    return user


def untranslated_texts(page: Page) -> list[str]:
    """Texts with words in plain ASCII letters, other than names, actions and file formats."""
    untranslated = []
    for text in page.evaluate(TEXTS_SCRIPT):
        remaining = text
        for name in NAMES:
            remaining = re.sub(rf"\b{re.escape(name)}\b", "", remaining)
        remaining = re.sub(r"\b[a-zA-Z]{0,2}\d+[a-z]?\b|\b[a-zA-Z]\b|\bSGF\b", "", remaining)
        if re.search(r"(?<!\w)[A-Za-z]{2,}(?!\w)", remaining):
            untranslated.append(text)
    return untranslated


def paths() -> list[str]:
    named = [path.format(game=game.name) for path in GAME_PATHS for game in GAMES]
    editions = [f"/rules/{game.name}/{edition.name}" for game in GAMES for edition in game.editions[1:]]
    return [*PATHS, *named, *editions]


def test_every_address_of_the_router_is_covered() -> None:
    script = read_script("app/router")
    addresses = [re.sub(r"\\/", "/", address) for address in re.findall(r"pattern: /(\^.+?\$)/,", script)]
    assert len(addresses) > 5
    for address in addresses:  # in JavaScript, \w is ASCII only
        assert any(re.fullmatch(address.replace("\\w", "a-zA-Z0-9_"), path) for path in paths()), address


def test_untranslated_texts_are_detected(browser: Browser, server: ServerProcess) -> None:
    ada = create_user(browser, server, "Ada", "en")
    ada.goto("/settings")
    assert len(untranslated_texts(ada.page)) > 10
    ada.context.close()


def test_every_page_is_translated(browser: Browser, server: ServerProcess) -> None:
    ada = create_user(browser, server, "Ada")
    for path in paths():
        ada.goto(path)
        if "/rules/" in path:
            assert ada.page.locator("figure svg.board").count()
        assert untranslated_texts(ada.page) == [], path
        if "/study/" in path:
            ada.page.click("#tab-more")
            assert untranslated_texts(ada.page) == [], path
            ada.page.click("[data-open]")
            ada.page.wait_for_selector("dialog[open]")
        folded = ada.page.locator("details:not([open]) > summary:visible")
        while folded.count():
            folded.first.click()
        assert untranslated_texts(ada.page) == [], path
    assert not ada.errors
    ada.context.close()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_match_page_is_translated(browser: Browser, server: ServerProcess, game: tablier.Game) -> None:
    ada, ben = create_user(browser, server, "Ada"), create_user(browser, server, "Ben")
    page = ada.page
    clock = {"base_ms": 600_000, "increment_ms": 1000}
    match_id = ada.create_match(f"{game.name}:{game.editions[0].name}", first=0, clock=clock)
    assert untranslated_texts(page) == []
    ben.open_match(match_id)
    assert untranslated_texts(ben.page) == []
    ben.join_match(match_id)
    ada.play_turn(random.Random(3))
    synchronize([ada, ben])
    for tab in ("turns", "chat", "more"):
        page.click(f"#tab-{tab}")
        assert untranslated_texts(page) == [], tab
        assert untranslated_texts(ben.page) == []
    page.click("[data-resign]")
    page.wait_for_selector("dialog")
    assert untranslated_texts(page) == []
    page.click("dialog button[value=yes]")
    page.wait_for_selector(".result")
    assert untranslated_texts(page) == []
    assert not ada.errors and not ben.errors
    ada.context.close()
    ben.context.close()


@pytest.mark.parametrize("code", [*languages(), PSEUDO])
def test_every_language_fits_a_phone(browser: Browser, server: ServerProcess, code: str) -> None:
    ada = create_user(browser, server, "Ada", code, phone=True)
    one_path_per_game = [path.format(game=game.name) for path, game in zip(GAME_PATHS * 2, GAMES, strict=False)]
    for path in (*PATHS, *one_path_per_game):
        ada.goto(path)
        assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        if "/study/" in path:
            for tab in ada.page.get_by_role("tab").all():
                tab.click()
                assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, tab.inner_text())
    ada.create_match(f"{GAMES[0].name}:{GAMES[0].editions[0].name}", first=0)
    for tab in ada.page.get_by_role("tab").all():
        tab.click()
        assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab.inner_text()
    assert not ada.errors
    ada.context.close()


# choice of the language


def test_the_language_is_chosen_in_the_header_and_remembered(browser: Browser, server: ServerProcess) -> None:
    ada = BrowserUser.create(browser, server.url, "Ada", locale="de-AT")
    page = ada.page
    page.goto(ada.url)
    root = page.locator("html")
    expect(root).to_have_attribute("lang", "de")  # the browser's preference
    menu = page.locator("header .language select")
    expect(menu.locator("option")).to_have_text(["Deutsch", "English", "Español", "Français", "Italiano"])
    assert menu.get_attribute("aria-label") == client_texts("de")["language"]
    menu.select_option("it")
    expect(root).to_have_attribute("lang", "it")
    expect(page.locator("main h1")).to_have_text(client_texts("it")["welcome"])
    page.goto(f"{ada.url}/settings")
    expect(root).to_have_attribute("lang", "it")
    page.locator("#language").select_option("fr")
    expect(root).to_have_attribute("lang", "fr")
    assert not ada.errors
    ada.context.close()


def test_a_language_in_the_address_is_kept_and_precedes_the_choice(browser: Browser, server: ServerProcess) -> None:
    ada = create_user(browser, server, "Ada", "de")
    page = ada.page
    page.goto(f"{ada.url}/?lang={PSEUDO}")
    expect(page.locator("main h1")).to_have_text(pseudolocalize(client_texts("en")["welcome"]))
    page.click('header a[href="/watch"]')
    expect(page).to_have_url(f"{ada.url}/watch?lang={PSEUDO}")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", PSEUDO)
    page.locator("header .language select").select_option("en")
    expect(page).to_have_url(f"{ada.url}/watch")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    ada.context.close()


def test_an_invitation_link_contains_only_a_chosen_language(browser: Browser, server: ServerProcess) -> None:
    for language, end in (("fr", "?lang=fr"), ("", "")):
        ada = BrowserUser.create(browser, server.url, "Ada", locale="es-ES")
        if language:
            ada.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
        match_id = ada.create_match("mixtour:stein")
        expect(ada.page.locator(".link-box input")).to_have_value(re.compile(rf"/m/{match_id}{re.escape(end)}$"))
        ada.context.close()
