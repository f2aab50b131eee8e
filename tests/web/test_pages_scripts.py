"""The modules by themselves: their types, their units; and the texts and pages that games bring along."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import tablier

HERE = Path(__file__).parent
SOURCE = Path(tablier.__file__).parent
WEB = SOURCE / "web"
TYPESCRIPT = "typescript@5.9.3"

node = pytest.mark.skipif(not shutil.which("node") and not os.environ.get("CI"), reason="Node is not installed")
texts = json.loads((WEB / "texts.en.json").read_text(encoding="utf-8"))


@node
@pytest.mark.parametrize("part", ["tsconfig.json", "tsconfig.worker.json"])
def test_types_agree(part: str) -> None:
    if not shutil.which("npx") and not os.environ.get("CI"):
        pytest.skip("npx is not installed")
    command = ["npx", "-y", "-p", TYPESCRIPT, "tsc", "-p", str(HERE / part)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@node
def test_modules_that_draw_nothing() -> None:
    tests = sorted(map(str, (HERE / "scripts").glob("*.test.mjs")))
    done = subprocess.run(["node", "--test", *tests], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def keys_in_use() -> set[str]:
    """The keys that scripts ask for by name."""
    scripts = "".join(file.read_text(encoding="utf-8") for file in (WEB / "app").rglob("*.js"))
    return set(re.findall(r'\bt\("(\w+)"', scripts)) | set(re.findall(r'\bt\([^"`)]*\? "(\w+)"', scripts))


def test_every_text_that_is_asked_for_is_there() -> None:
    for key in keys_in_use():
        assert key in texts or f"{key}_other" in texts, key


def test_every_text_is_asked_for() -> None:
    scripts = "".join(file.read_text(encoding="utf-8") for file in (WEB / "app").rglob("*.js"))
    made = re.findall(r"`(\w+_)\$\{", scripts)  # keys put together: `level_${…}`
    page = (WEB / "index.html").read_text(encoding="utf-8")
    scripts += re.sub(r"\{\{(\w+)\}\}", r'"\1"', (WEB / "index.html").read_text(encoding="utf-8"))  # asked for by the server
    for key in texts:
        plain = re.sub(r"_(one|other)$", "", key)
        asked = re.search(rf'"{plain}"', scripts) or any(key.startswith(start) for start in made) or f"{{{{{key}}}}}" in page
        assert asked or key == "engine_failed", key


@pytest.mark.parametrize("game", sorted(file.parent.name for file in SOURCE.glob("games/*/board.js")))
def test_a_game_says_what_its_page_needs(game: str) -> None:
    folder = SOURCE / "games" / game
    said = json.loads((folder / "page.texts.json").read_text(encoding="utf-8"))
    found = tablier.core.registry.game(game)
    for key in ("title", "players", "minutes", "age", "sentence"):
        assert said[key]
    for edition in found.editions:
        assert said[f"edition_{edition.name}"]
        assert said[f"edition_{edition.name}_words"]
    for option in found.options:
        assert option.name == "players" or said[f"option_{option.name}"]
    assert (folder / "cover.svg").is_file()


FIGURE = re.compile(r'<figure(?: data-only="([^"]+)")? data-position="([^"]+)"(?: data-legal="([^"]+)" data-taps="([^"]+)")?')


@pytest.mark.parametrize("page", sorted(SOURCE.glob("games/*/rules/*.html")), ids=lambda page: f"{page.parts[-3]}-{page.stem}")
def test_diagrams_show_possible_positions(page: Path) -> None:
    """A diagram without an edition is drawn in each edition whose page it is on; the turns it shows are legal there."""
    game = tablier.core.registry.game(page.parts[-3])
    text = page.read_text(encoding="utf-8")
    figures = FIGURE.findall(text)
    assert len(figures) == text.count("<figure")
    for only, position, legal, _ in figures:
        for edition in only.split() or [edition.name for edition in game.editions]:
            state = tablier.from_text(f"{game.name}:{edition}{position}" if position.startswith("|") else position)
            for action in legal.split():
                assert state.play(action)


def test_every_edition_has_rules_with_diagrams_and_credit() -> None:
    for game in tablier.core.registry.shelf():
        page = game.folder / "rules" / "en.html"
        if not page.is_file():
            continue
        text = page.read_text(encoding="utf-8")
        assert game.author in text
        named = {name for only in re.findall(r'data-only="([^"]+)"', text) for name in only.split()}
        assert named <= {edition.name for edition in game.editions}
        for edition in game.editions:
            assert any(not only or edition.name in only.split() for only, *_ in FIGURE.findall(text))
