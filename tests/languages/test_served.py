"""Texts, rules and pages in every language, as the server sends them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablier
from tablier.core.languages import LOCALE_FOLDER, languages, load_catalogue
from tablier.server.http.static_files import version
from tablier.server.i18n import client_texts, game_rules, game_texts, plural_categories, translate_texts
from tests.server.server_process import ServerProcess, fetch
from tools.pseudolocale import PROGRAM, PSEUDO

ALL_LANGUAGES = [*languages(), PSEUDO]
POLISH = """\
msgid ""
msgstr ""
"Language: pl\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgctxt "web:days"
msgid "{count} day"
msgid_plural "{count} days"
msgstr[0] "{count} dzień"
msgstr[1] "{count} dni (few)"
msgstr[2] "{count} dni"

msgctxt "web:play"
msgid "Play"
msgstr "Graj"
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path_factory.mktemp("languages"), program=PROGRAM).start()
    yield server
    server.stop()


# generated from catalogues


def test_a_catalogue_file_makes_a_language(tmp_path: Path) -> None:
    (tmp_path / "pl.po").write_text(POLISH, encoding="utf-8")
    english = {"days_one": "{count} day", "days_other": "{count} days", "play": "Play", "new": "New", "dash": " – "}
    assert translate_texts("web", english, load_catalogue(tmp_path, "pl"), "pl") == {
        "days_one": "{count} dzień",
        "days_few": "{count} dni (few)",
        "days_many": "{count} dni",
        "days_other": "{count} dni (few)",  # for fractions, which do not occur
        "play": "Graj",
        "new": "New",
        "dash": " – ",
    }


def test_plural_categories_follow_cldr() -> None:
    assert set(plural_categories("en")) == set(plural_categories("de")) == {"one", "other"}
    for code in ("fr", "es", "it"):
        assert set(plural_categories(code)) == {"one", "many", "other"}
    assert plural_categories("fr")["many"] == 1_000_000


@pytest.mark.parametrize("code", ALL_LANGUAGES)
def test_every_language_has_the_same_keys(code: str) -> None:
    def stems(texts: dict[str, str]) -> set[str]:
        return {key.removesuffix("_one").removesuffix("_many").removesuffix("_other") for key in texts}

    assert stems(dict(client_texts(code))) == stems(dict(client_texts("en")))
    for game in tablier.shelf():
        assert stems(dict(game_texts(game, code))) == stems(dict(game_texts(game, "en")))


def test_texts_in_the_pseudolocale() -> None:
    game = next(game for game in tablier.shelf() if game_rules(game, "en"))
    assert (game_rules(game, PSEUDO) or "").startswith("<p>[")
    assert game_texts(game, PSEUDO)["sentence"].startswith("[")


# over HTTP


def test_texts_and_rules_are_served_in_every_language(server: ServerProcess) -> None:
    root = f"{server.url}/static/{version()}"
    for code in ALL_LANGUAGES:
        response = fetch(f"{root}/texts/{code}.json")
        assert response.json() == client_texts(code)
        assert "immutable" in response.headers["cache-control"]
        for game in tablier.shelf():
            if (game.folder / "page.texts.json").exists():
                assert fetch(f"{root}/games/{game.name}/texts/{code}.json").json() == game_texts(game, code)
                assert fetch(f"{root}/games/{game.name}/rules/{code}.html").text == game_rules(game, code)
    # an outdated version in the path
    assert "no-cache" in fetch(f"{server.url}/static/old/texts/fr.json").headers["cache-control"]


@pytest.mark.parametrize("path", ["texts/xx.json", "texts/..%2ffr.json", "texts/fr.po", "games/mixtour/locale/fr.po"])
def test_other_paths_are_not_served(server: ServerProcess, path: str) -> None:
    assert fetch(f"{server.url}/static/{version()}/{path}").status_code == 404


@pytest.mark.parametrize(
    ("query", "cookie", "accept_language", "expected"),
    [
        ("", "", "", "en"),
        ("", "", "fr-FR, en;q=0.5", "fr"),
        ("", "de", "fr", "de"),
        ("?lang=it", "de", "fr", "it"),
        ("?lang=xx", "yy", "zz", "en"),
        ("?lang=xx", "", "es", "es"),
        ('?lang="><script>', "", "", "en"),
        ("?lang=qps", "", "fr", "qps"),
    ],
)
def test_a_page_is_in_the_requested_language(
    server: ServerProcess, query: str, cookie: str, accept_language: str, expected: str
) -> None:
    headers = {"accept-language": accept_language, **({"cookie": f"language={cookie}"} if cookie else {})}
    for path in ("/", "/rules/mixtour"):
        response = fetch(f"{server.url}{path}{query}", headers=headers)
        assert f'<html lang="{expected}" data-languages="{" ".join(languages())}">' in response.text
        assert response.headers["content-language"] == expected
        assert f"/texts/{expected}.json" in response.text and "{{" not in response.text
        assert client_texts(expected)["about"] in response.text


def test_errors_are_in_the_requested_language(server: ServerProcess) -> None:
    """Address, cookie and Accept-Language have the same precedence for errors as for pages."""

    def message(query: str, **headers: str) -> str:
        response = fetch(f"{server.url}/api/matches/nothing{query}", headers=headers)
        return str(response.json()["error"]["message"])

    for code in ALL_LANGUAGES:
        expected = load_catalogue(LOCALE_FOLDER, code).gettext("There is no such match.")
        assert message("", **{"accept-language": code}) == expected
        assert message("", **{"accept-language": "qps", "cookie": f"language={code}"}) == expected
        assert message(f"?lang={code}", **{"accept-language": "qps", "cookie": "language=qps"}) == expected


def test_errors_of_the_socket_are_in_the_language_of_the_page(server: ServerProcess) -> None:
    from websockets.sync.client import connect

    with connect(f"ws://127.0.0.1:{server.port}/api/socket?lang=qps", additional_headers={"accept-language": "fr"}) as socket:
        socket.recv()
        socket.send(json.dumps({"id": 1, "match_id": "nothing", "command": {"type": "watch"}}))
        assert json.loads(socket.recv())["error"]["message"].startswith("[")


def test_the_confirmation_of_a_link_is_in_the_language_of_the_page(server: ServerProcess) -> None:
    link = server.client("Ada").http.post("/api/me/links", json={"kind": "device"}).json()["url"]
    page = fetch(link, params={"lang": "qps"}).text
    assert '<html lang="qps">' in page and "Ada" in page and ">Yes<" not in page


def test_the_name_of_a_guest_is_translated(server: ServerProcess) -> None:
    for code in ("en", "fr", PSEUDO):
        name = fetch(f"{server.url}/api/me", headers={"accept-language": code}).json()["name"]
        assert re.sub(r"\d{4}", "{number}", name) == load_catalogue(LOCALE_FOLDER, code).gettext("Guest {number}")
