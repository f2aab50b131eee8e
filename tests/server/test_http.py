"""HTTP as its RFC describes it: statuses, headers, conditional and partial requests, malformed requests, and bounded caches."""

from __future__ import annotations

import gc
import gzip
import json
import logging
import socket
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.testing import TestClient, create_test_client

from tablier.core.registry import names
from tablier.server.app import make_app
from tablier.server.error_response import error_headers
from tablier.server.errors import RequestError
from tablier.server.http.client_build import ENTRY, ROOT, manifest
from tablier.server.http.docs import OpenAPIJson
from tablier.server.http.exception_handlers import describe_exception
from tablier.server.http.routing import MAX_PATH_LENGTH, prepare_routing
from tablier.server.http.static_files import REVALIDATE, file_response, make_file, version
from tablier.server.i18n import STATIC, client_texts
from tablier.server.settings import Settings
from tests.server.server_process import TIMEOUT_S, Client, ServerProcess, fetch, start_match

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
LOCALHOST = "http://localhost.local"  # cookies need a domain with a dot
GAME = names()[0]
BUILT_FILES = tuple(
    f"{ROOT}{path}"
    for path in (
        manifest().scripts[ENTRY].file,
        manifest().scripts[ENTRY].imports[0],
        manifest().styles["base"],
        manifest().icons["icon_192.png"],
        manifest().boards[GAME].script,
    )
)
VERSIONED_FILES = (
    f"{ROOT}{{version}}/texts/fr.json",
    f"{ROOT}{{version}}/games/{GAME}/texts/de.json",
    f"{ROOT}{{version}}/games/{GAME}/rules/en.html",
    f"{ROOT}{{version}}/games/{GAME}/cover.svg",
)
STATIC_FILES = (*BUILT_FILES, *VERSIONED_FILES)
BOARD_API_FILE = f"{ROOT}board-api.js"


MAX_LOG_LINE_LENGTH = 300


@pytest.fixture(scope="module")
def quiet_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that logs no exception, and nothing else but short lines of printable ASCII."""
    process = ServerProcess(tmp_path_factory.mktemp("quiet")).start()
    banner_length = len(process.output)
    yield process
    assert process.stop() == 0
    for line in process.output[banner_length:]:
        assert "Traceback" not in line
        assert len(line) <= MAX_LOG_LINE_LENGTH and line.isascii() and line.removesuffix("\n").isprintable()


@pytest.fixture
def http(quiet_server: ServerProcess) -> Iterator[httpx.Client]:
    """A client without an identity."""
    with httpx.Client(base_url=quiet_server.url, timeout=TIMEOUT_S, verify=False) as client:
        yield client


# unknown addresses


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/health",
        "/metrics/nothing",
        "/wp-login.php",
        "/favicon.ico",
        "/m",
        "/m/x/y",
        "/m/" + "x" * 41,
        "/m/%20",
        "/play",
        "/play/nothing",
        f"/rules/{GAME}/x/y",
        "/rules/nothing",
        "/study/nothing",
        "/help",
        "/watch/x",
        "/static",
        "/static/manifest.json",
        "/static/index.html",
        "/static/service_worker.js",
        "/static/texts.en.json",
        "/static/board-api.js.br",
        "/static/x/nothing.js",
        "/static/x/games/nothing/board.js",
        "/" + "x" * (MAX_PATH_LENGTH + 1),
        f"/static/{'x' * MAX_PATH_LENGTH}/board-api.js",
    ],
)
def test_an_unknown_address_is_404_as_a_page_or_as_json(http: httpx.Client, path: str) -> None:
    page = http.get(path, headers={**BROWSER, "accept-language": "fr"})
    assert page.status_code == 404 and page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-language"] == "fr" and '<html lang="fr"' in page.text
    assert f'<script type="module" src="{BUILT_FILES[0]}">' in page.text  # the client, which shows its message itself
    assert "set-cookie" not in page.headers and page.headers["cache-control"] == "no-store"
    response = http.get(path)
    assert response.status_code == 404 and response.json()["error"]["code"] == "no_such_page"
    assert http.post(path).status_code in (404, 405)


def test_an_unknown_address_of_the_api_is_json_for_a_browser_too(http: httpx.Client) -> None:
    for method in ("GET", "POST", "DELETE"):
        response = http.request(method, "/api/nowhere", headers=BROWSER)
        assert response.status_code == 404 and response.json()["error"]["code"] == "no_such_page"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/m/anything",
        f"/play/{GAME}",
        f"/rules/{GAME}",
        f"/rules/{GAME}/x",
        "/study",
        f"/study/{GAME}/x",
        "/help/keys",
        "/watch/",
    ],
)
def test_pages_of_the_client_are_found(http: httpx.Client, path: str) -> None:
    for headers in ({}, BROWSER):
        response = http.get(path, headers=headers)
        assert response.status_code == 200 and response.headers["content-type"] == "text/html; charset=utf-8"


def test_a_browser_gets_other_errors_as_a_page_in_its_language(http: httpx.Client) -> None:
    response = http.get("/enter/used-up-link", headers={**BROWSER, "accept-language": "de"})
    assert response.status_code == 403 and '<html lang="de">' in response.text
    assert "<script" not in response.text and client_texts("de")["to_shelf"] in response.text


# methods and headers


def test_head_answers_as_get_without_the_body(quiet_server: ServerProcess) -> None:
    ada, _, match_id = start_match(quiet_server)
    paths = [
        "/",
        "/nowhere",
        "/api/games",
        "/api/docs",
        f"/api/matches/{match_id}",
        "/manifest.webmanifest",
        "/service_worker.js",
    ]
    for path in (*paths, STATIC_FILES[0].format(version=version())):
        head, whole = ada.http.head(path), ada.http.get(path)
        assert (head.status_code, head.content) == (whole.status_code, b"")
        of_this_response = {"date": "", "x-request-id": ""}
        assert head.headers.keys() == whole.headers.keys()
        assert {**head.headers, **of_this_response} == {**whole.headers, **of_this_response}
    assert ada.http.head("/api/me/links").status_code == 405


def test_head_of_an_event_stream_ends(quiet_server: ServerProcess) -> None:
    ada, bo, match_id = start_match(quiet_server)
    response = ada.http.head(f"/api/matches/{match_id}/events")
    assert response.status_code == 200 and response.headers["content-type"].startswith("text/event-stream")
    assert ada.http.get(f"/api/matches/{match_id}").json()["info"]["watchers"] == 0
    bo.command(match_id, "chat", text="hello")  # is sent to all listeners


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/matches", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("POST", "/", {"GET", "HEAD", "OPTIONS"}),
        ("PUT", "/watch", {"GET", "HEAD", "OPTIONS"}),
        ("GET", "/api/setup", {"OPTIONS", "POST"}),
        ("HEAD", "/api/setup", {"OPTIONS", "POST"}),
        ("OPTIONS", "/api/games", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_a_wrong_method_is_answered_with_the_allowed_ones(
    http: httpx.Client, method: str, path: str, allowed: set[str]
) -> None:
    response = http.request(method, path)
    assert response.status_code == (204 if method == "OPTIONS" else 405)
    assert sorted(response.headers["allow"].split(", ")) == sorted(allowed)


def test_401_names_the_scheme(http: httpx.Client) -> None:
    response = http.post("/api/matches", json={"edition": GAME})
    assert response.status_code == 401 and response.headers["www-authenticate"] == "Bearer"
    response = http.get("/api/me", headers={"authorization": "Bearer wrong"})
    assert response.status_code == 401 and response.headers["www-authenticate"] == 'Bearer error="invalid_token"'


def test_429_and_503_say_when_to_try_again() -> None:
    assert error_headers(RequestError("too_fast")) == {"retry-after": "1"}
    assert error_headers(RequestError("too_fast", retry_after_s=2.1)) == {"retry-after": "3"}
    for code in ("too_many_matches", "too_many_sockets", "store_failed", "shutting_down"):
        assert int(error_headers(RequestError(code))["retry-after"]) > 0
    assert error_headers(RequestError("not_yours")) == {}


def test_too_many_requests_are_answered_with_retry_after(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path, Settings(max_requests_per_second=0.001)), LOCALHOST) as client:
        client.get("/api/me")  # sets the identity cookie
        responses = [client.get("/api/games") for _ in range(2)]
    assert [response.status_code for response in responses] == [200, 429]
    assert responses[1].headers["retry-after"].isdecimal()


# conditional and partial requests


@pytest.mark.parametrize("path", [*STATIC_FILES, "/api/games", "/manifest.webmanifest", "/service_worker.js", BOARD_API_FILE])
def test_an_unchanged_file_is_not_sent_again(http: httpx.Client, path: str) -> None:
    path = path.format(version=version())
    first = http.get(path)
    etag = first.headers["etag"]
    assert first.status_code == 200 and first.content
    immutable = path.startswith(ROOT) and path != BOARD_API_FILE
    assert first.headers["cache-control"] == ("public, max-age=31536000, immutable" if immutable else "no-cache")
    for header in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        response = http.get(path, headers={"if-none-match": header})
        assert (response.status_code, response.content) == (304, b"")
        assert response.headers["etag"] == etag and response.headers["cache-control"] == first.headers["cache-control"]
    assert http.get(path, headers={"if-none-match": '"other"'}).content == first.content


def test_another_version_gets_the_current_file_uncached(http: httpx.Client) -> None:
    current = http.get(VERSIONED_FILES[0].format(version=version()))
    other = http.get(VERSIONED_FILES[0].format(version="old"))
    assert (other.content, other.headers["etag"]) == (current.content, current.headers["etag"])
    assert other.headers["cache-control"] == "no-cache"


# compression


@pytest.mark.parametrize("path", [*STATIC_FILES, BOARD_API_FILE, "/api/games"])
def test_a_file_is_sent_in_an_encoding_that_the_client_accepts(http: httpx.Client, path: str) -> None:
    path = path.format(version=version())
    plain = fetch_raw(http, path, "identity")
    assert "content-encoding" not in plain.headers
    if path.endswith(".png"):  # compressed already
        assert fetch_raw(http, path, "br, gzip").content == plain.content and "vary" not in plain.headers
        return
    assert plain.headers["vary"] == "accept-encoding"
    preferred = "br" if path in (*BUILT_FILES, BOARD_API_FILE) else "gzip"  # other files are compressed by the server
    etags = {plain.headers["etag"]}
    for accepted, encoding in (
        ("gzip, deflate, br, zstd", preferred),
        ("br;q=0.1, gzip", preferred),
        ("gzip", "gzip"),
        ("GZIP;q=1.0", "gzip"),
        ("gzip, br;q=0", "gzip"),
        ("gzip;q=0.0, br; q=0.000", None),
        ("", None),
        ("deflate, gzipped", None),
    ):
        response = fetch_raw(http, path, accepted)
        assert response.headers.get("content-encoding") == encoding, accepted
        assert response.headers["vary"] == "accept-encoding"
        etags.add(response.headers["etag"])
        if encoding is None:
            assert response.content == plain.content
        else:
            assert len(response.content) < len(plain.content)
        if encoding == "gzip":
            assert gzip.decompress(response.content) == plain.content
        if encoding == "br":
            assert response.content == (STATIC / f"{path.removeprefix(ROOT)}.br").read_bytes()
    assert len(etags) == (3 if preferred == "br" else 2), "each encoding has its own ETag"
    for etag in etags:
        statuses = {
            accepted: fetch_raw(http, path, accepted, etag).status_code for accepted in ("identity", "gzip", "br, gzip")
        }
        assert 304 in statuses.values() and 200 in statuses.values(), "an ETag is valid for one encoding"


def fetch_raw(http: httpx.Client, path: str, accept_encoding: str, etag: str = "") -> RawResponse:
    """Fetch a file without decoding it."""
    with http.stream("GET", path, headers={"accept-encoding": accept_encoding, "if-none-match": etag}) as response:
        content = b"".join(response.iter_raw())
    assert response.status_code in (200, 304) and (response.status_code == 200 or not content)
    return RawResponse(response.status_code, response.headers, content)


class RawResponse(NamedTuple):
    status_code: int
    headers: httpx.Headers
    content: bytes


SOUND = make_file(bytes(range(100)), "audio/ogg")


@get("/sound", sync_to_thread=False)
def serve_sound(request: Request[Any, Any, Any]) -> Response[Any]:
    return file_response(request, SOUND, REVALIDATE)


@pytest.mark.parametrize(
    ("header", "status", "part", "content_range"),
    [
        ("bytes=0-9", 206, slice(0, 10), "bytes 0-9/100"),
        ("bytes=90-", 206, slice(90, 100), "bytes 90-99/100"),
        ("bytes=90-500", 206, slice(90, 100), "bytes 90-99/100"),
        ("bytes=-5", 206, slice(95, 100), "bytes 95-99/100"),
        ("bytes=-500", 206, slice(0, 100), "bytes 0-99/100"),
        ("bytes=100-", 416, slice(0), "bytes */100"),
        ("bytes=-0", 416, slice(0), "bytes */100"),
        ("bytes=5-4", 200, slice(100), None),  # malformed, several or unknown: the whole file
        ("bytes=-", 200, slice(100), None),
        ("bytes=0-1,5-6", 200, slice(100), None),
        ("lines=1-2", 200, slice(100), None),
        (f"bytes={'9' * 5000}-", 200, slice(100), None),
    ],
)
def test_a_range_of_a_sound(header: str, status: int, part: slice, content_range: str | None) -> None:
    with create_test_client(serve_sound) as client:
        response = client.get("/sound", headers={"range": header})
        assert (response.status_code, response.content) == (status, SOUND.content[part])
        assert response.headers.get("content-range") == content_range


def test_a_range_of_an_older_sound_gets_the_whole_new_one() -> None:
    with create_test_client(serve_sound) as client:
        old = client.get("/sound", headers={"range": "bytes=0-9", "if-range": '"old"'})
        assert old.status_code == 200 and old.content == SOUND.content and old.headers["accept-ranges"] == "bytes"
        assert client.get("/sound", headers={"range": "bytes=0-9", "if-range": SOUND.etag}).status_code == 206


# malformed requests


def nest_objects(depth: int) -> bytes:
    return b'{"edition": "mixtour", "options": ' + b'{"a":' * depth + b"1" + b"}" * depth + b"}"


MALFORMED_BODIES = {
    "arrays nested 20,000 deep": b"[" * 20_000 + b"]" * 20_000,
    "unclosed arrays": b"[" * 20_000,
    "objects nested 900 deep": nest_objects(900),
    "objects nested 9,000 deep": nest_objects(9000),
    "invalid UTF-8": b'{"edition": "\xff\xfe"}',
    "one invalid byte": b"\xff",
    "a lone surrogate": b'{"edition": "\\ud800"}',
    "control characters": b'{"edition": "\x1b[31m"}',
    "a long unknown field": b'{"' + b"x" * 50_000 + b'": 1}',
    "a number out of range": b"1e999",
    "null": b"null",
    "nothing": b"",
}


@pytest.mark.parametrize("body", MALFORMED_BODIES.values(), ids=MALFORMED_BODIES.keys())
def test_a_malformed_body_is_400_without_a_traceback(quiet_server: ServerProcess, body: bytes) -> None:
    ada = quiet_server.client()
    for method, path in (
        ("POST", "/api/setup"),
        ("POST", "/api/matches"),
        ("POST", "/api/matches/x/commands"),
        ("POST", "/api/study"),
        ("POST", "/api/study/import"),
        ("POST", "/api/me/enter"),
        ("PATCH", "/api/me"),
        ("PUT", "/api/me/push"),
    ):
        for content_type in ("application/json", "text/plain", "multipart/form-data", "application/x-msgpack"):
            response = ada.http.request(method, path, content=body, headers={"content-type": content_type})
            assert response.status_code == 400, (path, response.text)
            error = response.json()["error"]
            assert set(error) == {"code", "facts", "message"} and len(response.content) < 2000


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/%00", 404),
        ("/%ff%fe", 404),
        ("/%00.js", 404),
        ("/" + "a" * 5000, 404),
        ("/a" * 2500, 404),
        ("/m/%00", 404),
        ("/m/%ff", 404),
        (f"/rules/{'x' * 300}", 404),
        ("/static/x/%00", 404),
        ("/static/board-api.js%00", 404),
        ("/static/x/" + "a" * 300 + ".js", 404),
        ("/static/.././static/board-api.js", 404),
        ("/static/x/games/%00/board.js", 404),
        ("/static/x/games/" + "a" * 300 + "/board.js", 404),
        ("/api/matches/%00", 404),
        ("/api/matches/%ff/record", 404),
        ("/api/matches/" + "a" * 300, 400),
        ("/api/matches/x/turns/" + "9" * 900, 400),
        ("/api/matches/x/turns/one", 404),
        ("/api/study/of/%00", 404),
        ("/enter/%00", 403),
        ("/enter/" + "a" * 300, 403),
        ("/api/matches?kind=%ff", 400),
        ("/api/matches?kind=%00", 400),
        ("/api/matches?game=" + "a" * 300, 400),
        ("/api/matches/x?since=one", 400),
        ("/api/matches/x?since=99999999999999999999", 400),
        ("/api/matches/x/record?format=" + "x" * 5000, 400),
        ("/api/qr", 400),
        ("/api/qr?text=" + "x" * 181, 400),
        ("/api/qr?text=%C3%A9", 400),
        ("/nowhere?" + "lang=x&" * 700, 404),
        ("/nowhere?lang=%ff%00&%", 404),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else None,
)
def test_a_malformed_address_is_an_error_without_a_traceback(quiet_server: ServerProcess, path: str, status: int) -> None:
    head, _, body = send_raw(quiet_server, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
    assert int(head.split()[1]) == status
    assert set(json.loads(body)["error"]) == {"code", "facts", "message"} and len(body) < 2000


def send_raw(server: ServerProcess, request: bytes) -> tuple[bytes, bytes, bytes]:
    """Send a request as it is and return the head, the separator and the body of the response."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT_S) as connection:
        connection.sendall(request)
        return b"".join(iter(lambda: connection.recv(65536), b"")).partition(b"\r\n\r\n")


def test_the_form_of_a_link_needs_no_body(quiet_server: ServerProcess) -> None:
    ada = quiet_server.client("Ada")
    for content in (b"", b"a=1", b"\xff%%%=\x00", b"x" * 50_000):
        link = ada.http.post("/api/me/links", json={}).json()["url"]
        other = Client(quiet_server)
        response = other.http.post(link, content=content, headers={"content-type": "application/x-www-form-urlencoded"})
        assert response.status_code == 303
        assert other.http.get("/api/me").json()["id"] == ada.id  # over the same connection


# the log


def test_an_exception_is_one_bounded_line_of_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    @get("/fail/{token:str}", sync_to_thread=False)
    def fail(token: FromPath[str]) -> None:
        raise ValueError("\x1b[31m\r\nforged line\u202e " * 10_000)

    app = make_app(tmp_path, Settings())
    app.register(fail)
    with caplog.at_level(logging.ERROR, "tablier"), TestClient(app, LOCALHOST) as client:
        response = client.get("/fail/secret")
    assert response.status_code == 500 and response.json()["error"]["code"] == "internal"
    (record,) = caplog.records
    line = record.getMessage()
    assert line.startswith("GET /fail/{token} failed: ValueError '") and "secret" not in line
    assert "test_http.py" in line and " fail" in line
    assert line.isascii() and line.isprintable() and len(line) < 4000 and record.exc_info is None


def test_a_deep_recursion_is_one_bounded_line_of_the_log() -> None:
    def recurse() -> None:
        recurse()

    with pytest.raises(RecursionError) as raised:
        recurse()
    line = describe_exception(raised.value)
    assert "Traceback" in line and "recurse" in line and len(line) < 4000


# caches


def unbounded_caches() -> dict[str, int]:
    """The number of entries of every cache without a limit in this package."""
    return {
        f"{cached.__wrapped__.__module__}.{cached.__wrapped__.__qualname__}": cached.cache_info().currsize
        for cached in gc.get_objects()
        if type(cached) is _lru_cache_wrapper  # isinstance() would follow dead weak references of other libraries
        and cached.cache_info().maxsize is None
        and cached.__wrapped__.__module__.startswith("tablier.")
    }


SPELLINGS = (
    "/{n}",
    "/{n}/x/y",
    "/{n}.js",
    "/m/{n}",
    "/play/{n}",
    "/rules/{n}/{n}",
    f"/rules/{GAME}/{{n}}",
    f"/study/{GAME}/{{n}}",
    "/static/{n}.js",
    "/static/chunks/{n}.js",
    "/static/{dots}board-api.js",
    "/static/{n}/texts/fr.json",
    "/static/x/games/{n}/board.js",
    f"/static/x/games/{GAME}/{{n}}.js",
    f"/static/x/games/{GAME}/{{dots}}cover.svg",
    "/static/x/texts/{n}.json",
    "/api/matches/{n}",
    "/api/docs/{n}",
    "/?lang={n}",
    "/enter/{n}",
)


def test_addresses_do_not_fill_caches(tmp_path: Path) -> None:
    """Every spelling is requested once, so that all caches are warm, and then with many different names."""
    app = make_app(tmp_path, Settings(max_requests_per_second=1e6, max_new_accounts_per_minute=1e6))
    with TestClient(app, LOCALHOST) as client:
        client.app = prepare_routing(app)

        def request_all(number: int) -> None:
            for spelling in SPELLINGS:
                client.get(
                    spelling.format(n=f"unknown{number}", dots=".././static/" * number),
                    headers={"accept-language": f"x{number}"},
                )
                client.cookies.clear()

        request_all(0)
        before = unbounded_caches()
        names = ("client_build.head_links", "static_files._load_versioned", "pages._render_index")
        assert {f"tablier.server.http.{name}" for name in names} <= before.keys()
        for number in range(1, 40):
            request_all(number)
        assert unbounded_caches() == before


def test_long_addresses_are_not_kept_by_the_router(tmp_path: Path) -> None:
    app = make_app(tmp_path, Settings(max_requests_per_second=1e6))
    with TestClient(app, LOCALHOST) as client:
        client.app = prepare_routing(app)
        for number in range(20):
            assert client.get(f"/static/{number}{'x' * 30_000}/board-api.js").status_code == 404
        assert app.asgi_router.handle_routing.cache_info().currsize == 0


def test_the_docs_are_rendered_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rendered = iter([b"<p>page</p>"])
    monkeypatch.setattr("tablier.server.http.docs._render_schema", lambda _: next(rendered))
    with TestClient(make_app(tmp_path, Settings()), LOCALHOST) as client:
        for _ in range(2):
            assert client.get("/api/docs").content == b"<p>page</p>"


def test_the_openapi_schema_is_encoded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encoded = iter([b"{}"])
    monkeypatch.setattr(OpenAPIJson, "render_json", lambda *_: next(encoded))
    with TestClient(make_app(tmp_path, Settings()), LOCALHOST) as client:
        for _ in range(2):
            assert client.get("/api/docs/openapi.json").content == b"{}"


def test_a_position_after_a_negative_number_of_turns_is_refused(server: ServerProcess) -> None:
    match_id = server.client("Ada").open("mixtour")["match_id"]
    response = fetch(f"{server.url}/api/matches/{match_id}/turns/-1")
    assert response.status_code == 400 and response.json()["error"]["code"] == "bad_request"
    assert fetch(f"{server.url}/api/matches/{match_id}/turns/1").json()["error"]["code"] == "no_such_turn"
