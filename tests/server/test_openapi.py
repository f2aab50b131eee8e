"""The OpenAPI schema is true: Schemathesis checks the answers to generated requests with all its checks."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from tests.examples import examples
from tests.server.server_process import Client, ServerProcess, fetch

# A request that fits the schema can still be against the rules of a game: 400 and 422 are right answers to it.
ACCEPTED = ["2xx", "3xx", "400", "401", "403", "404", "409", "422", "429"]


@pytest.fixture(scope="module")
def openapi(server: ServerProcess) -> dict[str, Any]:
    return dict(fetch(f"{server.url}/api/docs/openapi.json").json())


def operations(openapi: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(f"{method} {path}", entry) for path, methods in openapi["paths"].items() for method, entry in methods.items()]


def test_every_answer_has_a_described_body(openapi: dict[str, Any]) -> None:
    for label, operation in operations(openapi):
        success, *others = operation["responses"]
        content = operation["responses"][success]["content"]
        assert all(media["schema"] for media in content.values()), label
        assert {"400", "401", "403", "421", "429", "500", "503"} <= set(others), label
        for status in others:
            if label == "get /api/games" and status == "304":
                assert "content" not in operation["responses"][status]
                continue
            schema = operation["responses"][status]["content"]["application/json"]["schema"]
            if label == "post /api/matches/{match_id}/commands" and status == "409":
                assert schema == {"anyOf": [reference("ErrorBody"), reference("StaleBody")]}
            else:
                assert schema == reference("ErrorBody"), label


def reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def test_routes_describe_their_own_errors(openapi: dict[str, Any]) -> None:
    for label, operation in operations(openapi):
        assert ("410" in operation["responses"]) == ("{match_id}" in label), label
        assert ("502" in operation["responses"]) == (label == "post /api/me/push/test"), label
        assert ("413" in operation["responses"]) == (not label.startswith("get ")), label


def test_streams_describe_their_items(openapi: dict[str, Any]) -> None:
    def item(method: str, path: str, media_type: str) -> dict[str, Any]:
        return dict(openapi["paths"][path][method]["responses"]["200"]["content"][media_type]["schema"])

    event = item("get", "/api/matches/{match_id}/events", "text/event-stream")
    messages = event["properties"]["data"]["contentSchema"]["anyOf"]
    assert messages[:2] == [reference("MatchBody"), reference("UpdateBody")] and len(messages) == 8
    lines = item("post", "/api/study/analyse", "application/x-ndjson")
    assert lines == {"anyOf": [reference("AnalysisUpdate"), reference("ErrorBody")]}


def test_unknown_fields_of_a_request_are_forbidden(openapi: dict[str, Any]) -> None:
    schemas = openapi["components"]["schemas"]
    for label, operation in operations(openapi):
        for media in operation.get("requestBody", {"content": {}})["content"].values():
            for reference in media["schema"].get("anyOf", [media["schema"]]):
                assert schemas[reference["$ref"].rpartition("/")[2]]["additionalProperties"] is False, label


def test_routes_that_need_an_identity_say_so(openapi: dict[str, Any]) -> None:
    assert set(openapi["components"]["securitySchemes"]) == {"cookie", "bot"}
    security = {label: operation["security"] for label, operation in operations(openapi)}
    assert {} not in security["post /api/matches"] and {} not in security["get /api/operator/reports"]
    assert {} in security["get /api/games"]


def test_generated_requests_get_the_answers_of_the_schema(server: ServerProcess) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/docs/openapi.json")
    schema.config.checks.positive_data_acceptance.expected_statuses = ACCEPTED
    ada, bo = server.client("Ada"), server.client("Bo")
    match_id = ada.open("mixtour", nonce="fuzz")["match_id"]
    bo.command(match_id, "join")
    # an event stream does not end by itself
    generated = [result.ok() for result in schema.exclude(path_regex="/events$").get_all_operations()]
    assert len(generated) > 30
    for operation in sorted(generated, key=lambda entry: entry.method == "delete"):  # deletion of the account comes last
        send_generated(operation, match_id, server.operator() if "/operator/" in operation.path else ada)


def send_generated(operation: Any, match_id: str, client: Client) -> None:
    cookies = {name: client.http.cookies[name] for name in ("tablier",)}

    @settings(max_examples=examples(12), database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def run(case: schemathesis.Case) -> None:
        if "match_id" in (case.path_parameters or {}):
            case.path_parameters["match_id"] = match_id
        case.call_and_validate(cookies=cookies)

    run()
