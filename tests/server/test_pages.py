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
        ("GET", "/static/x/nothing.js", 404),
        ("GET", "/nothing.js", 404),
        ("GET", "/favicon.ico", 404),
    ):
        response = fetch(server.url + path, method)
        assert response.status_code == status, (path, response.text)
        assert set(response.json()["error"]) == {"code", "facts", "message"}


def test_a_qr_code(server: ServerProcess) -> None:
    response = fetch(f"{server.url}/api/qr", params={"text": f"{server.url}/m/x"})
    assert response.headers["content-type"] == "image/svg+xml" and b"<svg" in response.content
