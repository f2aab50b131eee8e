"""Pages and files for browsers, and the description of the interface."""

from __future__ import annotations

import re
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings

from tests.server.server_process import Serving, fetch


def test_the_first_page_gives_an_identity(serving: Serving) -> None:
    for path in ("/", "/m/anything", "/g/mixtour"):
        answer = fetch(serving.url + path)
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/html")
        assert "tablier=" in answer.headers["set-cookie"]


def test_the_docs_need_no_internet(serving: Serving) -> None:
    page = fetch(f"{serving.url}/api/docs").text
    assert '<html lang="en">' in page and "<title>Tablier: the interface</title>" in page
    assert "POST /api/matches" in page
    assert not re.search(r"(src|href)=[\"']?(https?:)?//", page) and "<script" not in page


def test_errors_have_one_shape(serving: Serving) -> None:
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
        answer = fetch(serving.url + path, method)
        assert answer.status_code == status, (path, answer.text)
        assert set(answer.json()["error"]) == {"code", "facts", "message"}


def test_a_qr_code(serving: Serving) -> None:
    answer = fetch(f"{serving.url}/api/qr", params={"text": f"{serving.url}/m/x"})
    assert answer.headers["content-type"] == "image/svg+xml" and b"<svg" in answer.content


def test_schemathesis_finds_no_fault(serving: Serving) -> None:
    """Thousands of made-up requests against every route: none may make the server fail."""
    schema = schemathesis.openapi.from_url(f"{serving.url}/api/docs/openapi.json")
    accounts = [serving.somebody(f"Tester {number}") for number in range(2)]
    match = accounts[0].open("mixtour", nonce="fuzz")["match_id"]
    accounts[1].command(match, "join")
    operations = [found.ok() for found in schema.exclude(path_regex="/events$").get_all_operations()]
    assert len(operations) > 30
    for operation in sorted(operations, key=lambda one: one.method == "delete"):  # being forgotten comes last
        made_up(operation, match, accounts[0].headers)


def made_up(operation: Any, match: str, headers: dict[str, str]) -> None:
    @settings(max_examples=12, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def run(case: schemathesis.Case) -> None:
        if "match" in (case.path_parameters or {}):
            case.path_parameters["match_id"] = match
        answer = case.call(headers=headers)
        assert answer.status_code < 500, f"{operation.label}: {answer.status_code} {answer.text}"

    run()
