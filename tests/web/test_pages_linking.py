"""Scripts as they are served: linked into one where every table needs them, and told to the browser at once."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import tablier
from tablier.server.http import linking
from tablier.server.http.preloads import PAGES, preload_links

WEB = Path(tablier.__file__).parent / "web"
ROOT = "/web/x/"


def test_the_pack_has_what_every_table_needs_and_nothing_is_left_to_import() -> None:
    text = linking.pack(ROOT).decode()
    assert {"web/app/table/table.js", "web/app/connection.js", "web/board/stage.js"} <= linking.packed_modules()
    assert linking.ENTRY not in linking.packed_modules()  # it waits for pages that take from the pack
    assert not re.search(r'^import\b|import\("\.|import\.meta|@param', text, re.MULTILINE)
    for module in linking.packed_modules():
        assert f'$["{module}"] = {{' in text
        for imported in linking.imports(module):
            assert text.index(f'$["{imported}"] = {{') < text.index(f'$["{module}"] = {{')


@pytest.mark.skipif(not shutil.which("node") and not os.environ.get("CI"), reason="Node is not installed")
def test_the_pack_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "pack.mjs"
    file.write_bytes(linking.pack(ROOT))
    subprocess.run(["node", "--check", file], check=True)


def test_other_modules_take_from_the_pack_what_is_there() -> None:
    text = linking.link_module(ROOT, "web/app/shelf.js").decode()
    assert text.startswith(f'import {{ $ }} from "{ROOT}web/pack.js";')
    assert re.search(r'const \{ \w+ \} = \$\["web/app/dom.js"\];', text)
    assert 'import { matchList } from "./lists.js";' in text  # which is not there
    for game in WEB.parent.glob("games/*/board.js"):
        text = linking.link_module(ROOT, f"games/{game.parent.name}/board.js").decode()
        assert not re.search(r'from "\.\./', text)  # boards take all that is not their own from the pack


def test_modules_that_import_each_other_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"web/a.js": 'import { b } from "./b.js";\n', "web/b.js": 'import { a } from "./a.js";\n'}
    monkeypatch.setattr(linking, "source", lambda module: texts[module])
    with pytest.raises(ValueError, match="import cycle"):
        linking.sort_modules("web/a.js")


def test_pages_are_preloaded_as_the_router_shows_them() -> None:
    router = (WEB / "app" / "router.js").read_text(encoding="utf-8")
    pages = re.findall(r'\[/\^\\/(\w*).*?import\("\./([\w/]+\.js)"\), "(\w+)"\]', router)
    assert {kind: (module, style) for kind, module, style in pages} == {kind: page[:2] for kind, page in PAGES.items()}


@pytest.mark.parametrize("kind", PAGES)
def test_everything_preloaded_is_there(kind: str) -> None:
    for game in ("", *(board.parent.name for board in WEB.parent.glob("games/*/board.js"))):
        for path in re.findall(rf'(?:modulepreload|stylesheet)" href="{ROOT}([^"]+)"', preload_links(ROOT, kind, game, "en")):
            assert path == linking.PACK or (WEB.parent / path).is_file()
