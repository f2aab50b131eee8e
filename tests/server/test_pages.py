"""Pages and files for browsers, and the page of the API's documentation."""

from __future__ import annotations

import re

from tests.server.server_process import ServerProcess, fetch


def test_the_first_page_sets_an_identity_cookie(server: ServerProcess) -> None:
    for path in ("/", "/m/anything", "/play/mixtour"):
        response = fetch(server.url + path)
        assert response.status_code == 200 and response.headers["content-type"].startswith("text/html")
        assert "tablier=" in response.headers["set-cookie"]


def test_the_docs_need_no_internet(server: ServerProcess) -> None:
    page = fetch(f"{server.url}/api/docs").text
    assert '<html lang="en">' in page and "<title>Tablier: the interface</title>" in page
    assert "POST /api/matches" in page
    assert not re.search(r"(src|href)=[\"']?(https?:)?//", page) and "<script" not in page


def test_errors_have_one_shape(server: ServerProcess) -> None:
    for method, path, status in (
        ("GET", "/api/nowhere", 404),
        ("GET", "/api/matches/nothing", 404),
        ("DELETE", "/api/matches", 405),
        ("GET", "/api/socket", 426),
        ("POST", "/api/matches", 401),
        ("GET", "/web/x/nothing.js", 404),
        ("GET", "/nothing.js", 404),
        ("GET", "/favicon.ico", 404),
    ):
        response = fetch(server.url + path, method)
        assert response.status_code == status, (path, response.text)
        assert set(response.json()["error"]) == {"code", "facts", "message"}


def test_a_qr_code(server: ServerProcess) -> None:
    response = fetch(f"{server.url}/api/qr", params={"text": f"{server.url}/m/x"})
    assert response.headers["content-type"] == "image/svg+xml" and b"<svg" in response.content


def test_a_link_to_a_waiting_match_is_an_invitation(server: ServerProcess) -> None:
    ada, bo = server.client("Ada <b>"), server.client("Bo")
    clock = {"base_ms": 900_000, "increment_ms": 10_000}
    match_id = ada.open("mixtour:stein", clock=clock)["match_id"]
    page = fetch(f"{server.url}/m/{match_id}").text
    assert "<title>Ada &lt;b&gt; invites you to Mixtour</title>" in page
    assert '<meta property="og:title" content="Ada &lt;b&gt; invites you to Mixtour">' in page
    assert 'property="og:description" content="15 minutes each, plus 10 seconds per move. Open the link to sit down."' in page
    bo.command(match_id, "join")
    for path in (f"/m/{match_id}", "/m/nothing", "/"):
        assert "<title>Tablier</title>" in fetch(server.url + path).text
