"""Pages and files for browsers, and the OpenAPI schema."""

from __future__ import annotations

import re
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings

from tests.examples import examples
from tests.server.server_process import ServerProcess, fetch


def test_the_first_page_sets_an_identity_cookie(serving: ServerProcess) -> None:
    for path in ("/", "/m/anything", "/g/mixtour"):
        response = fetch(serving.url + path)
        assert response.status_code == 200 and response.headers["content-type"].startswith("text/html")
        assert "tablier=" in response.headers["set-cookie"]


def test_the_docs_need_no_internet(serving: ServerProcess) -> None:
    page = fetch(f"{serving.url}/api/docs").text
    assert '<html lang="en">' in page and "<title>Tablier: the interface</title>" in page
    assert "POST /api/matches" in page
    assert not re.search(r"(src|href)=[\"']?(https?:)?//", page) and "<script" not in page


def test_errors_have_one_shape(serving: ServerProcess) -> None:
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
        response = fetch(serving.url + path, method)
        assert response.status_code == status, (path, response.text)
        assert set(response.json()["error"]) == {"code", "facts", "message"}


def test_a_qr_code(serving: ServerProcess) -> None:
    response = fetch(f"{serving.url}/api/qr", params={"text": f"{serving.url}/m/x"})
    assert response.headers["content-type"] == "image/svg+xml" and b"<svg" in response.content


def test_generated_requests_cause_no_server_error(serving: ServerProcess) -> None:
    """Schemathesis sends generated requests to every route; none may be answered with a 5xx status."""
    schema = schemathesis.openapi.from_url(f"{serving.url}/api/docs/openapi.json")
    accounts = [serving.client(f"Tester {number}") for number in range(2)]
    match_id = accounts[0].open("mixtour", nonce="fuzz")["match_id"]
    accounts[1].command(match_id, "join")
    operations = [result.ok() for result in schema.exclude(path_regex="/events$").get_all_operations()]
    assert len(operations) > 30
    assert any("{match_id}" in operation.path for operation in operations)
    for operation in sorted(operations, key=lambda entry: entry.method == "delete"):  # deletion of the account comes last
        send_generated(operation, match_id, accounts[0].headers)


def send_generated(operation: Any, match_id: str, headers: dict[str, str]) -> None:
    @settings(max_examples=examples(12), database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def run(case: schemathesis.Case) -> None:
        if "match_id" in (case.path_parameters or {}):
            case.path_parameters["match_id"] = match_id
        response = case.call(headers=headers)
        assert response.status_code < 500, f"{operation.label}: {response.status_code} {response.text}"

    run()
