"""`tablier serve --reload`: the client is built again after a change of a source, and the new files are served."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tablier.cli.main import main
from tablier.server import reload
from tablier.server.app import make_app
from tablier.server.errors import RequestError
from tablier.server.file_cache import drop_file_caches
from tablier.server.http import client_build
from tablier.server.i18n import STATIC
from tablier.server.settings import Settings
from tests.server.server_process import TIMEOUT_S
from tests.web.node import PATH, ROOT, needs_node

Get = Callable[[str], Awaitable[str]]
STYLE = re.compile(r'<link rel="stylesheet" href="(/static/style/base[^"]+)"')


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the client's sources and of the built files, which the server of this process uses."""
    folder = tmp_path / "checkout"
    shutil.copytree(ROOT / "web", folder / "web")
    shutil.copytree(STATIC, folder / "src" / "tablier" / "static")
    for file in (ROOT / "src" / "tablier" / "games").glob("*/board*"):
        target = folder / file.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    for name in ("package.json", "tsconfig.json"):
        shutil.copyfile(ROOT / name, folder / name)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    monkeypatch.setattr(client_build, "STATIC", folder / "src" / "tablier" / "static")
    monkeypatch.setattr(reload, "CHECKOUT", folder)
    monkeypatch.setenv("PATH", PATH)
    drop_file_caches()
    yield folder
    drop_file_caches()


def run_with_server(folder: Path, test: Callable[[Get], Awaitable[None]]) -> None:
    """Run a test with a function that requests a path from an application that reloads its files."""

    async def run() -> None:
        app = make_app(folder / "data", Settings())
        transport = httpx.ASGITransport(app)  # type: ignore[arg-type]
        async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:

            async def get(path: str) -> str:
                response = await client.get(path)
                assert response.status_code == 200, path
                return response.text

            task = asyncio.create_task(reload.reload_loop())
            try:
                await test(get)
            finally:
                task.cancel()

    asyncio.run(run())


async def wait_for_change(get: Get, path: str, before: str) -> str:
    """Request a path until its text has changed, and return the new text."""
    deadline = time.monotonic() + TIMEOUT_S
    while (text := await get(path)) == before:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)
    return text


def test_a_changed_file_is_served_after_a_rebuild(tmp_path: Path, checkout: Path) -> None:
    static = checkout / "src" / "tablier" / "static"

    async def test(get: Get) -> None:
        page, games, worker = await get("/"), await get("/api/games"), await get("/service_worker.js")
        (address,) = STYLE.findall(page)
        (static / "style" / "base-NEW.css").write_text("body { color: red }")
        (static / "index.html").write_text((static / "index.html").read_text().replace("<body>", '<body class="new">'))
        name = address.removeprefix("/static/")
        board = next(iter(client_build.manifest().boards.values())).script
        manifest = (static / "manifest.json").read_text().replace(name, "style/base-NEW.css").replace(board, "new.js")
        (static / "new.js").write_text("")
        assert await get("/") == page, "nothing changes before the manifest does"
        (static / "manifest.json").write_text(manifest)
        page = await wait_for_change(get, "/", page)
        assert "/static/style/base-NEW.css" in page and address not in page and 'class="new"' in page
        assert await get("/static/style/base-NEW.css") == "body { color: red }"
        assert "/static/new.js" in await get("/api/games") and await get("/api/games") != games
        assert await get("/service_worker.js") != worker, "the version has changed"

    run_with_server(tmp_path, test)


@needs_node
def test_a_changed_source_is_built_and_served(tmp_path: Path, checkout: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = checkout / "web" / "style" / "base.css"

    async def test(get: Get) -> None:
        page = await get("/")
        source.with_suffix(".new").write_text(source.read_text() + ".added-by-a-test { color: red }")
        source.with_suffix(".new").replace(source)  # as many editors do
        page = await wait_for_change(get, "/", page)
        assert ".added-by-a-test" in await get(STYLE.findall(page)[0])
        source.write_text("} a broken source {")
        while "base.css" not in capfd.readouterr().err:  # esbuild reports the error
            await asyncio.sleep(0.05)
        assert await get("/") == page, "the former files stay"
        source.write_text(".mended-by-a-test { color: red }")
        page = await wait_for_change(get, "/", page)
        assert ".mended-by-a-test" in await get(STYLE.findall(page)[0])

    with reload.watch_client():
        run_with_server(tmp_path, test)


@needs_node
def test_the_build_ends_with_the_server(checkout: Path) -> None:
    build = checkout / "web" / "build.mjs"
    added = 'writeFileSync("pid", String(process.pid)); return;'
    build.write_text(re.sub(r"async function build\(\) \{", rf"\g<0> {added}", build.read_text()))
    with reload.watch_client():
        pid = int((checkout / "pid").read_text())
        os.kill(pid, 0)  # it is running
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    # If the server is killed, its end of the pipe is closed.
    command = [reload.find_node(), build, "--watch"]
    with subprocess.Popen(command, cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        assert process.stdout.readline() == b"watching\n"
        process.stdin.close()
        assert process.wait(TIMEOUT_S) == 0


# errors


def test_reload_needs_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(reload, "CHECKOUT", tmp_path)
    assert main(["serve", "--reload", "--no-browser", "--port", "0", "--data", str(tmp_path / "data")]) == 1
    assert "--reload needs a checkout of the repository." in capsys.readouterr().err


def test_reload_needs_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(RequestError) as error:
        reload.find_node()
    assert error.value.code == "reload_needs_node"
    (tmp_path / "node").write_text("")
    (tmp_path / "node").chmod(0o700)
    assert reload.find_node() == str(tmp_path / "node")
