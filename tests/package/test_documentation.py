"""The documentation: links, line lengths, and the paths and functions it names."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from tablier.server.settings import Settings

ROOT = Path(__file__).parents[2]
MAX_COLUMNS = 100
FENCE = re.compile(r"^\s*```")
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
CODE_PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|hpp|cpp|js|css|json|txt|md))`")
PLACEHOLDERS = ("abc", "fr", "EDITION")  # parts of paths that stand for any game, language or edition


def tracked_pages() -> list[Path]:
    names = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    pages = [ROOT / name for name in names.splitlines()]
    return [page for page in pages if page.exists()]


PAGES = tracked_pages()
every_page = pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])


def prose_lines(page: Path) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines outside code blocks."""
    in_code = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if FENCE.match(line):
            in_code = not in_code
        elif not in_code:
            yield number, line


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = [line.lstrip("#").strip().lower() for _, line in prose_lines(page) if line.startswith("#")]
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in headings}


def test_pages_are_found() -> None:
    assert {"README.md", "ARCHITECTURE.md", "docs/README.md"} <= {str(page.relative_to(ROOT)) for page in PAGES}


@every_page
def test_relative_links_resolve(page: Path) -> None:
    for number, line in prose_lines(page):
        for match in LINK.finditer(line):
            target = match[1] or match[2]
            if target.startswith(("http://", "https://", "mailto:")):
                continue
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            assert file.exists(), f"{page.name}:{number}: {target}"
            assert not anchor or anchor in anchors(file), f"{page.name}:{number}: no heading {target}"


@every_page
def test_lines_fit(page: Path) -> None:
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("|"):
            assert len(line) <= MAX_COLUMNS, f"{page.name}:{number}: {len(line)} columns"


@every_page
def test_code_paths_exist(page: Path) -> None:
    package = ROOT / "src" / "tablier"
    folders = (ROOT, ROOT / "native", package, package / "web", package / "web" / "app", page.parent)
    for number, line in prose_lines(page):
        for path in CODE_PATH.findall(line):
            if not any(part in PLACEHOLDERS for part in re.split(r"[/.]", path)):
                assert any((folder / path).exists() for folder in folders), f"{page.name}:{number}: {path}"


def test_pages_named_in_the_source_exist() -> None:
    found = subprocess.run(
        ["git", "grep", "-hoE", r"\bdocs/[a-zA-Z_/.-]+\.md", "--", "src", "native", "tests", "tools", "bench", ":!*.md"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert found
    for name in set(found):
        assert (ROOT / name).exists(), name


def test_the_index_links_every_page_of_docs() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for page in PAGES:
        if page.parent in (ROOT / "docs", ROOT / "docs" / "tutorials", ROOT / "docs" / "how-to") and page.name != "README.md":
            assert f"({page.relative_to(ROOT / 'docs')})" in index, page


@pytest.mark.parametrize("folder", ["measurements", "decisions"])
def test_an_index_links_every_page_of_its_folder(folder: str) -> None:
    index = (ROOT / "docs" / folder / "README.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs" / folder).glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in index, page


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "measurements").glob("*.md")), ids=lambda page: page.name)
def test_a_measurement_states_date_and_machine(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.search(r"\*\*Date\*\*: \d{4}-\d{2}-\d{2}", text) and "**Machine**:" in text


def test_the_settings_table_lists_every_setting() -> None:
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    table = page.partition("\n## Settings\n")[2].partition("\n## ")[0]
    first_cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert [name for cell in first_cells for name in re.findall(r"`(\w+)`", cell)] == [field.name for field in fields(Settings)]


def test_every_dependency_has_a_reason() -> None:
    page = (ROOT / "docs" / "decisions" / "dependencies.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [name for names in project["optional-dependencies"].values() for name in names]
    for requirement in [*project["dependencies"], *extras]:
        assert re.search(rf"\b{re.split(r'[<>=[ ]', requirement)[0]}\b", page), requirement
