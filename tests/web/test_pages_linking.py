"""Served scripts: the pack of modules that every match needs, and the preloads of each page."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import tablier
from tablier.server.http import linking
from tablier.server.http.preloads import PAGES, Page, preload_links
from tablier.server.http.static_files import file_loaders
from tests.web.node import needs_node

WEB = Path(tablier.__file__).parent / "web"
ROOT = "/web/x/"


def test_the_pack_contains_the_modules_of_a_match_in_order() -> None:
    text = linking.pack(ROOT).decode()
    assert {"web/app/table/table.js", "web/app/connection.js", "web/board/stage.js"} <= linking.packed_modules()
    assert linking.ENTRY not in linking.packed_modules()  # it imports pages that use the pack
    assert not re.search(r'^import\b|import\("\.|import\.meta|@param', text, re.MULTILINE)
    for module in linking.packed_modules():
        assert f'$["{module}"] = {{' in text
        for imported in linking.imports(module):
            assert text.index(f'$["{imported}"] = {{') < text.index(f'$["{module}"] = {{')


@needs_node
def test_the_pack_is_valid_javascript(tmp_path: Path) -> None:
    file = tmp_path / "pack.mjs"
    file.write_bytes(linking.pack(ROOT))
    subprocess.run(["node", "--check", file], check=True)


def test_other_modules_import_packed_modules_from_the_pack() -> None:
    text = linking.link_module(ROOT, "web/app/shelf.js").decode()
    assert text.startswith(f'import {{ $ }} from "{ROOT}web/pack.js";')
    assert re.search(r'const \{ \w+ \} = \$\["web/app/dom.js"\];', text)
    assert 'import { matchList } from "./lists.js";' in text  # not in the pack
    for game in WEB.parent.glob("games/*/board.js"):
        text = linking.link_module(ROOT, f"games/{game.parent.name}/board.js").decode()
        assert not re.search(r'from "\.\./', text)  # boards import everything outside their folder from the pack


def test_an_import_cycle_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"web/a.js": 'import { b } from "./b.js";\n', "web/b.js": 'import { a } from "./a.js";\n'}
    monkeypatch.setattr(linking, "source", lambda module: texts[module])
    with pytest.raises(ValueError, match="import cycle"):
        linking.sort_modules("web/a.js")


def test_pages_agree_with_the_router() -> None:
    router = (WEB / "app" / "router.js").read_text(encoding="utf-8")
    routes = re.findall(r'\[/(\^\\/(\w*).*?)/, \(\) => import\("\./([\w/]+\.js)"\), "(\w+)"\]', router)
    assert {kind: (module, style) for _, kind, module, style in routes} == {
        kind: (page.module, page.style) for kind, page in PAGES.items()
    }
    for pattern, kind, _, _ in routes:
        addresses = {re.sub(r"\{\w+:str\}", "x", path) for path in PAGES[kind].paths}
        candidates = {f"/{kind}", *(f"/{kind}{'/x' * count}" for count in (1, 2, 3)), *addresses}
        assert {path for path in candidates if re.search(pattern.replace(r"\/", "/"), path, re.ASCII)} == addresses


@pytest.mark.parametrize("page", [*PAGES.values(), None])
def test_all_preloaded_files_exist(page: Page | None) -> None:
    for game in ("", *(board.parent.name for board in WEB.parent.glob("games/*/board.js"))):
        for path in re.findall(
            rf'(?:modulepreload|stylesheet|crossorigin="anonymous)" href="{ROOT}([^"]+)"', preload_links(ROOT, page, game, "fr")
        ):
            assert path in file_loaders()
