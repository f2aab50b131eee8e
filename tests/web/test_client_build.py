"""The built client: its manifest, the links in the head of each page, repeated builds, and boards of other packages."""

from __future__ import annotations

import filecmp
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

import tablier
from tablier.cli.main import main
from tablier.core.registry import names
from tablier.server.app import make_app
from tablier.server.file_cache import drop_file_caches
from tablier.server.http import client_build
from tablier.server.http.client_build import ENTRY, PAGES, ROOT, ClientNotBuilt, Page, head_links, manifest
from tablier.server.http.pwa import shell_files
from tablier.server.http.static_files import find_file, version
from tablier.server.i18n import STATIC
from tablier.server.settings import Settings
from tests.toy.shelf import toy_on_the_shelf
from tests.web.node import needs_node, run_node
from tests.web.sources import read_script

LOCALHOST = "http://localhost"
STATIC_IMPORT = re.compile(r'\b(?:from|import)\s*"(\.[^"]+)"')
LINK = re.compile(r'<link rel="(\w+)"(?: as="fetch" crossorigin="anonymous")? href="/static/([^"]+)"')
every_page = pytest.mark.parametrize("page", [*PAGES.values(), None], ids=[*(kind or "shelf" for kind in PAGES), "unknown"])


def imported_files(path: str) -> set[str]:
    """Return a built script and all scripts that it imports at once, by the text of the scripts."""
    files: set[str] = set()
    pending = [path]
    while pending:
        files.add(path := pending.pop())
        folder = (STATIC / path).parent
        imports = STATIC_IMPORT.findall((STATIC / path).read_text(encoding="utf-8"))
        imported = {(folder / name).resolve().relative_to(STATIC.resolve()).as_posix() for name in imports}
        pending += imported - files
    return files


def links(page: Page | None, game_name: str) -> dict[str, set[str]]:
    """Return the linked files of a page by the relation of the link."""
    by_relation: dict[str, set[str]] = {}
    for relation, path in LINK.findall(head_links(page, game_name, "fr", version())):
        by_relation.setdefault(relation, set()).add(path)
    return by_relation


# the manifest


def test_the_manifest_has_the_module_and_the_styles_of_every_page() -> None:
    for page in PAGES.values():
        assert f"web/app/{page.module}" in manifest().scripts
        assert set(page.styles) <= manifest().styles.keys()
    assert manifest().boards.keys() == {game.name for game in tablier.shelf() if (game.folder / "board.ts").is_file()}


def test_the_manifest_lists_all_imports() -> None:
    boards = [(board.script, board.imports) for board in manifest().boards.values()]
    for file, imports in [*((script.file, script.imports) for script in manifest().scripts.values()), *boards]:
        assert {file, *imports} == imported_files(file)


def test_pages_agree_with_the_router() -> None:
    routes = re.findall(r'\[/(\^\\/(\w*).*?)/, \(\) => import\("\./([\w/]+)\.\w+"\), "(\w+)"\]', read_script("app/router"))
    assert {kind: (module, (style,)) for _, kind, module, style in routes} == {
        kind: (page.module, page.styles) for kind, page in PAGES.items()
    }
    for pattern, kind, _, _ in routes:
        addresses = {re.sub(r"\{\w+:str\}", "x", path) for path in PAGES[kind].paths}
        candidates = {f"/{kind}", *(f"/{kind}{'/x' * count}" for count in (1, 2, 3)), *addresses}
        assert {path for path in candidates if re.search(pattern.replace(r"\/", "/"), path, re.ASCII)} == addresses


# links


@every_page
def test_exactly_the_scripts_of_a_page_are_preloaded(page: Page | None) -> None:
    for game_name in ("", *manifest().boards):
        expected = imported_files(manifest().scripts[ENTRY].file)
        if page:
            expected |= imported_files(manifest().scripts[f"web/app/{page.module}"].file)
        if page and page.board and game_name:
            expected |= imported_files(manifest().boards[game_name].script)
        assert links(page, game_name)["modulepreload"] == expected


@every_page
def test_all_linked_files_are_served_and_never_change(page: Page | None) -> None:
    for game_name in ("", *manifest().boards):
        by_relation = links(page, game_name)
        assert by_relation.keys() == {"stylesheet", "modulepreload", "preload"}
        for path in set().union(*by_relation.values()):
            entry = find_file(path)
            assert entry and entry[0].content and "immutable" in entry[1], path


def test_the_files_of_the_shell_are_served_and_never_change() -> None:
    for path in shell_files():
        entry = find_file(path.replace("{language}", "fr").removeprefix(ROOT))
        assert entry and "immutable" in entry[1], path


def test_a_page_names_no_source_of_the_client(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path, Settings()), LOCALHOST) as client:
        text = client.get("/").text
        assert "{{" not in text and not re.search(r"\.ts\b", text)
        for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', text):
            assert client.get(path).status_code == 200, path


# builds


@needs_node
def test_two_builds_give_the_same_bytes(tmp_path: Path) -> None:
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        run_node("web/build.mjs", "--outdir", folder)
    files = [sorted(file.relative_to(folder) for file in folder.rglob("*") if file.is_file()) for folder in folders]
    assert files[0] == files[1] and Path("manifest.json") in files[0] and sorted(tmp_path.iterdir()) == folders
    assert filecmp.cmpfiles(*folders, files[0], shallow=False)[1:] == ([], [])


def test_every_text_file_of_the_client_is_compressed() -> None:
    for path, file in client_build.built_files().items():
        compressed = [file.with_name(f"{file.name}.{suffix}") for suffix in ("br", "gz")]
        if file.suffix in (".js", ".css", ".svg") and file.stat().st_size > 1000:
            assert all(other.stat().st_size < file.stat().st_size for other in compressed), path
        if file.suffix == ".png":
            assert not any(other.exists() for other in compressed), path


@pytest.fixture
def no_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The state of a checkout in which the client was never built."""
    monkeypatch.setattr(client_build, "STATIC", tmp_path / "static")
    drop_file_caches()
    yield
    drop_file_caches()


@pytest.mark.usefixtures("no_build")
def test_a_missing_build_is_reported_at_the_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--no-browser", "--port", "0", "--data", str(tmp_path / "data")]) == 1
    assert capsys.readouterr().err == "tablier: The web client is not built. Run `make web`.\n"
    with pytest.raises(ClientNotBuilt):
        make_app(tmp_path, Settings())


# boards of other packages


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[None]:
    """A game of another package, which ships a built board."""
    drop_file_caches()
    with toy_on_the_shelf(tmp_path):
        yield
    drop_file_caches()


@pytest.mark.usefixtures("toy")
def test_the_board_of_another_package_is_listed_and_served(tmp_path: Path) -> None:
    assert "pebbles" in names() and "pebbles" not in manifest().boards
    folder = tablier.core.registry.game("pebbles").folder
    with TestClient(make_app(tmp_path, Settings()), LOCALHOST) as client:
        entries = {game["name"]: game["board"] for game in client.get("/api/games").json()["games"]}
        root = f"/static/{version()}/games/pebbles"
        assert entries["pebbles"] == {"script": f"{root}/board.js", "style": f"{root}/board.css"}
        for name in ("board.js", "board.css"):
            response = client.get(f"{root}/{name}")
            assert response.content == (folder / name).read_bytes() and "immutable" in response.headers["cache-control"]
        page = client.get("/rules/pebbles").text
    for path in (f"{root}/board.js", "/static/board-api.js"):
        assert f'<link rel="modulepreload" href="{path}"' in page
    assert f'<link rel="stylesheet" href="{root}/board.css" data-board="pebbles">' in page
    interface = {f"/static/{path}" for path in imported_files("board-api.js")}
    assert interface <= set(re.findall(r'rel="modulepreload" href="([^"]+)"', page))


@pytest.mark.usefixtures("toy")
def test_a_game_without_a_board_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tablier.core.registry.game("pebbles")
    monkeypatch.setitem(vars(game), "folder", tmp_path)
    with TestClient(make_app(tmp_path, Settings()), LOCALHOST) as client:
        assert {game["name"]: game["board"] for game in client.get("/api/games").json()["games"]}["pebbles"] is None
        assert client.get("/rules/pebbles").status_code == 200
